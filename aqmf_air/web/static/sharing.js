// What is given away, on any page: a text is copied, or handed to another app of the device, with one tap (templates/sharing.html).

import { element, elements } from "./board/dom.js";

const SAID_MS = 2500;
/**
 * What buttons say for a moment, by what they copy: it stays while the page is patched.
 * @type {Map<string, string>}
 */
const answers = new Map();

/** Buttons that a browser without scripts cannot use are shown; `share` only where the device can. */
function offer() {
  for (const button of elements("[data-copy]")) {
    const [label, words] = [element("span", button), answers.get(button.dataset.copy ?? "") ?? "Copy"];
    button.hidden = false;
    if (label.textContent !== words) label.textContent = words;
  }
  for (const button of elements("[data-share]")) if (button.hidden === "share" in navigator) button.hidden = !button.hidden;
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
  if (button.dataset.share) {
    const what = field.value.startsWith("http") ? "url" : "text";
    return void navigator.share({ title: button.dataset.title, [what]: field.value }).catch(() => {});
  }
  answers.set(field.id, (await copied(field)) ? "Copied" : "Copy it by hand");
  offer();
  setTimeout(() => {
    answers.delete(field.id);
    offer();
  }, SAID_MS);
});

// however the page is changed
new MutationObserver(offer).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden"] });
offer();
