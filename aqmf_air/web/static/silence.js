// What a player is told when the app does not answer, or cannot do what a change on the page asks for. A page that cannot be
// left for the next one stays, with all that was chosen and typed, and goes on by itself once the app answers again.

import { element, elements } from "./board/dom.js";
import { followed } from "./links.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

const AGAIN_MS = 2000;
const PATIENCE_MS = 8000;
const notice = element("#silence");
export const SILENT = notice.textContent ?? "";
const STAYS =
  "The app does not answer. Nothing is lost: what you chose and typed is still here, and it goes on by itself when the app is back.";
/** @type {(() => unknown) | null} */
let meant = null; // what goes on then: the last thing that was asked for

/** @type {(words: string) => void} */
export function say(words) {
  notice.textContent = words;
  notice.hidden = !words;
}

async function answers() {
  try {
    await fetch("/answers", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Do something as soon as the app answers; what was asked for before and has not been done is dropped.
 * @type {(go: () => unknown) => Promise<void>}
 */
export async function onceItAnswers(go) {
  meant = go;
  while (!(await answers())) {
    if (meant !== go) return;
    say(STAYS);
    await new Promise((wake) => setTimeout(wake, AGAIN_MS));
  }
  if (meant !== go) return;
  meant = null;
  say("");
  go();
}

// A link is followed at once where nothing could be lost, unless it is known that nothing would answer.
const PLAYED = "#dice, #act, [data-entries], #board";
addEventListener("click", (event) => {
  const link = followed(event);
  if (!link) return;
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
  if (navigator.onLine && notice.hidden && !document.querySelector(PLAYED)) return;
  event.preventDefault();
  onceItAnswers(() => location.assign(link.href));
});

document.addEventListener("htmx:sendError", ({ detail }) => {
  const { elt, requestConfig } = detail;
  const dice = elt.matches("form.entry, form.rolls"); // nothing is written down with them
  if (!dice && (requestConfig.verb !== "get" || !elt.matches("form"))) return say(SILENT);
  say(STAYS);
  const { submitter } = requestConfig.triggeringEvent ?? {};
  onceItAnswers(() => {
    if (dice) /** @type {HTMLFormElement} */ (elt).requestSubmit(submitter?.isConnected ? submitter : null);
    else elt.dispatchEvent(new Event("change", { bubbles: true })); // asks for all that is chosen by then
  });
});
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (!detail.xhr.getResponseHeader("x-refused")) say("That could not be done. Load the page again.");
});
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (event.detail.successful && !meant) say("");
});

/**
 * A choice that was made before the scripts had come is asked about as soon as they are there.
 * @type {(field: Field) => boolean}
 */
function changed(field) {
  if (field.type === "hidden" || field.closest(".finder")) return false; // what a list is searched by is no choice
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
    return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement)
    return field.value !== ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value;
  return field.value !== field.defaultValue;
}

document.addEventListener("htmx:load", (event) => {
  if (event.target !== document.body) return; // the page itself; what is laid down later comes with its scripts
  for (const form of elements("form[hx-get]")) {
    const what = /\bchange\b/.test(form.getAttribute("hx-trigger") ?? "") ? "change" : "input"; // a search asks while one types
    /** @type {Field[]} */
    const fields = elements("input, select, textarea", form);
    fields.find(changed)?.dispatchEvent(new Event(what, { bubbles: true }));
  }
});

// A player's share in the dice: chance of this browser, until the player writes something else.
/** @type {HTMLInputElement | null} */
const share = element("#share");
if (share && !share.value) {
  share.value = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
