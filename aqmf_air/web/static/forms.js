// Forms that change something are sent by their page: what was refused is said beside the control, and nothing that was typed
// is lost; what was done leads on. Without this script the browser sends them, and shows the answer as a page.
// What was pressed shows at once that it works; of a file that the app makes (data-file) the page says how long it is at it.

/** @import { Control } from "./refusal.js" */

import { element, h } from "./board/dom.js";
import { followed } from "./links.js";
import { patch } from "./patch.js";
import { fieldOf, forgive, refusedIn, refuse } from "./refusal.js";
import { onceItAnswers, say, SILENT } from "./silence.js";

const GOING_MS = 20_000; // a page that has not come by then was given up
/** @type {HTMLFormElement | null} */
let passed = null; // the form that the browser sends now

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { submitter } = event;
  if (event.defaultPrevented || form === passed) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy")) return; // it is on its way
  onceItAnswers(() => {
    if (!form.isConnected) return;
    const button = submitter?.isConnected ? submitter : null;
    if ((button?.getAttribute("formmethod") ?? form.method) === "post") return void send(form, button);
    if ("file" in form.dataset) return void fetchFile(button ?? element("button", form), asked(form, button));
    if (button) going(button);
    passed = form;
    form.requestSubmit(button);
    passed = null;
  });
});

addEventListener("click", (event) => {
  const link = followed(event);
  if (!link) return;
  if ("file" in link.dataset) {
    event.preventDefault();
    fetchFile(link, link.href);
  } else if (!link.hash) going(link);
});

/** @type {(form: HTMLFormElement, button: HTMLElement | null) => string} */
function actionOf(form, button) {
  return button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
}

/**
 * The fields of a form as text: what is a file goes by its name.
 * @type {(form: HTMLFormElement, button?: HTMLElement | null) => URLSearchParams}
 */
export function fieldsOf(form, button = null) {
  return new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
}

/**
 * The address that a form asks for with its fields.
 * @type {(form: HTMLFormElement, button: HTMLElement | null) => URL}
 */
function asked(form, button) {
  const url = new URL(actionOf(form, button), location.href);
  url.search = String(fieldsOf(form, button));
  return url;
}

/**
 * The control leads to another page: it shows that it works until that comes.
 * @type {(control: HTMLElement) => void}
 */
function going(control) {
  control.setAttribute("aria-busy", "true");
  const stay = () => control.removeAttribute("aria-busy");
  setTimeout(stay, GOING_MS);
  addEventListener("pagehide", stay, { once: true });
}

/**
 * Have a file made, and keep it or show it; meanwhile the page says beside the control how long that takes.
 * @type {(control: Control, address: URL | string) => Promise<void>}
 */
async function fetchFile(control, address) {
  if (control.getAttribute("aria-busy")) return; // it is being made
  forgive(control.form ?? control.parentElement);
  control.setAttribute("aria-busy", "true");
  const seconds = h("span", { "aria-hidden": "true" });
  const note = h(
    "p",
    { class: "making", "data-added": "" },
    h("progress", { "aria-label": "The file is being made" }),
    h("span", { role: "status" }, "Making the file"),
    seconds,
  );
  const place = /** @type {Element} */ (control.closest(".fields, .row") ?? control.parentElement);
  if (place.matches("p, li")) place.after(note);
  else place.append(note);
  const begun = performance.now();
  const ticking = setInterval(() => {
    seconds.textContent = `${Math.round((performance.now() - begun) / 1000)} s`;
  }, 1000);
  try {
    const answer = await fetch(address, { headers: { "x-in-place": "yes" } });
    const refused = refusedIn(answer.headers.get("x-refused"));
    const file = await answer.blob();
    const [, how, name = ""] = /^(\w+)(?:.*filename="([^"]+)")?/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    if (refused || !answer.ok)
      refuse(
        fieldOf(refused?.key ?? "", control.form ?? document) ?? control,
        refused?.fault ?? "The file was not made. Try again.",
      );
    else if (how === "inline" && window.top === window)
      location.assign(address); // the browser has it by now; in the frame of a site, a sheet would take the place of the app
    else {
      save(file, name);
      control.dispatchEvent(new Event("file-saved", { bubbles: true })); // what the page says of it may be another thing now
    }
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    say(SILENT);
  } finally {
    clearInterval(ticking);
    note.remove();
    control.removeAttribute("aria-busy");
  }
}

/** @type {(file: Blob, name: string) => void} */
function save(file, name) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), GOING_MS);
}

/** @type {(form: HTMLFormElement, button: HTMLElement | null) => Promise<void>} */
async function send(form, button) {
  const address = actionOf(form, button);
  const body = form.enctype === "multipart/form-data" ? new FormData(form, button) : fieldsOf(form, button);
  forgive(form);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(new URL(address, location.href), { method: "POST", body, headers: { "x-in-place": "yes" } });
    const refused = refusedIn(answer.headers.get("x-refused"));
    const to = answer.headers.get("location");
    if (refused) refuse(fieldOf(refused.key, form) ?? button ?? element("button", form), refused.fault);
    else if (to) go(new URL(to, answer.url));
    else lay(await answer.text());
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    say(SILENT);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

/** @type {(url: URL) => void} */
function go(url) {
  const same = url.pathname + url.search === location.pathname + location.search;
  location.assign(url);
  if (same && url.hash) location.reload(); // it is another page by now
}

/**
 * The answer is this page again, with more in it.
 * @type {(text: string) => void}
 */
function lay(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#page");
  if (!fresh) return say(SILENT);
  const page = element("#page");
  patch(page, document.importNode(fresh, true));
  htmx.process(page);
  scrollTo({ top: 0 });
  page.focus({ preventScroll: true });
}

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the browser has kept the page as it was; on the pages since, much may have changed
});

// What stands open beside a form is folded where it would stand before it.
if (!matchMedia("(min-width: 60rem)").matches)
  for (const part of document.querySelectorAll("details[data-roomy]")) part.removeAttribute("open");

// A few of something are counted by taps beside the field.
for (const input of document.querySelectorAll(".counter > input"))
  if (input instanceof HTMLInputElement) {
    const what = input.labels?.[0]?.textContent ?? "";
    input.before(step(input, "\u2212", `one fewer: ${what}`, -1));
    input.after(step(input, "+", `one more: ${what}`, 1));
  }

/** @type {(input: HTMLInputElement, sign: string, says: string, by: number) => HTMLButtonElement} */
function step(input, sign, says, by) {
  const [button, name] = [document.createElement("button"), document.createElement("span")];
  [button.type, name.className, name.textContent] = ["button", "unseen", says];
  button.append(sign, name);
  button.addEventListener("click", () => {
    input.stepUp(by);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return button;
}
