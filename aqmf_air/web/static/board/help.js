// How the game is played, over the table: a link to help opens it here, so that nobody loses the board.

import { button, element, elements, h } from "./dom.js";

/** Have links to help (`a.help`) open over the table. */
export function helpsHere() {
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a.help");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link);
  });
}

/**
 * What a link leads to, in a dialog; where it does not come, a page of its own.
 * @type {(link: HTMLAnchorElement) => Promise<void>}
 */
async function show(link) {
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  const answer = await fetch(link.href, { headers: { "hx-request": "true" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  link.ariaBusy = null;
  if (!text) {
    window.open(link.href, "_blank", "noopener");
    return;
  }
  const content = h("div", {}, ...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  for (const out of elements("a:not([href^='#']), form", content)) out.setAttribute("target", "_blank");
  const stage = element("#place").textContent.toLowerCase();
  for (const part of /** @type {HTMLDetailsElement[]} */ (elements("details", content))) // what is played now is open
    part.open ||= stage.endsWith(element("b", part)?.textContent.toLowerCase() ?? "?");
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "how-to", "aria-labelledby": "how-to-title", onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", { id: "how-to-title" }, "How to play"),
      button("Close", () => dialog.close(), { class: "main" }),
    ),
    content,
  );
  dialog.addEventListener("click", (event) => {
    const place = /** @type {Element} */ (event.target).closest("a[href^='#']")?.getAttribute("href");
    if (!place) return;
    event.preventDefault(); // the address stays that of the table
    element(place, dialog).scrollIntoView();
  });
  document.body.append(dialog);
  dialog.showModal();
}
