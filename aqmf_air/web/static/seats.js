// The page of seats: links are copied and shared with one tap, and who sits down, comes or goes is seen at once.

import { element, elements } from "./board/dom.js";
import { patch } from "./patch.js";

const SAID_MS = 2500;
/**
 * What buttons say for a moment, by what they copy: it stays while the page is patched.
 * @type {Map<string, string>}
 */
const answers = new Map();

function offer() {
  for (const button of elements("[data-copy]")) {
    button.hidden = false;
    button.textContent = answers.get(button.dataset.copy ?? "") ?? "Copy";
  }
  for (const button of elements("[data-share]")) button.hidden = !("share" in navigator);
}

/**
 * Pages that are not served over a safe line may not write to the clipboard by themselves.
 * @type {(field: HTMLInputElement) => Promise<boolean>}
 */
async function copied(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async ({ target }) => {
  /** @type {HTMLElement | null} */
  const button = /** @type {Element} */ (target).closest("[data-copy], [data-share]");
  if (!button) return;
  /** @type {HTMLInputElement} */
  const field = element(`#${CSS.escape(button.dataset.copy ?? button.dataset.share ?? "")}`);
  if (button.dataset.share) return void navigator.share({ title: button.dataset.title, url: field.value }).catch(() => {});
  answers.set(field.id, (await copied(field)) ? "Copied" : "Copy it by hand");
  offer();
  setTimeout(() => {
    answers.delete(field.id);
    offer();
  }, SAID_MS);
});

async function refresh() {
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#page");
  if (!fresh) return;
  patch(element("#page"), document.importNode(fresh, true));
  offer();
}

const stream = new EventSource(`${element("[data-seats]").dataset.seats}/stream`);
for (const kind of ["seats", "asked"]) stream.addEventListener(kind, refresh);
addEventListener("pagehide", () => stream.close());
offer();
