// Puts a new version of a part of the page over the old one and keeps what has not changed: the focus, what is being typed,
// what is folded open, and the button under a finger. For htmx: hx-ext="patch" hx-swap="patch".

const KEPT = { DETAILS: "open" };

function sameAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && KEPT[old.nodeName] !== name) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && KEPT[old.nodeName] !== name) old.setAttribute(name, value);
  }
}

function sameValue(old, fresh) {
  if (old === document.activeElement && old.type !== "hidden" && old.nodeName !== "SELECT") return;
  if ("value" in old && "value" in fresh && old.nodeName !== "BUTTON" && old.value !== fresh.value) old.value = fresh.value;
}

function patch(old, fresh) {
  sameAttributes(old, fresh);
  const named = new Map([...old.children].filter((one) => one.id).map((one) => [one.id, one]));
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const same = next.id ? named.get(next.id) : at && !at.id && at.nodeName === next.nodeName ? at : null;
    if (!same || same.nodeName !== next.nodeName) {
      old.insertBefore(next, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    if (same.nodeType === Node.ELEMENT_NODE) patch(same, next);
    else if (same.data !== next.data) same.data = next.data;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
  sameValue(old, fresh);
}

htmx.defineExtension("patch", {
  isInlineSwap: (style) => style === "patch",
  handleSwap(style, target, fragment) {
    if (style !== "patch") return false;
    const [before, after] = [target, fragment].map((one) => Number(one.querySelector("[data-made]")?.dataset.made ?? 0));
    if (after < before) return [target]; // an answer that was overtaken
    const fresh = target.cloneNode(false);
    fresh.append(...fragment.childNodes);
    patch(target, fresh);
    return [target];
  },
});

function silent(yes) {
  const notice = document.getElementById("silence");
  if (notice) notice.hidden = !yes;
}
document.addEventListener("htmx:sendError", () => silent(true));
document.addEventListener("htmx:responseError", () => silent(true));
document.addEventListener("htmx:afterOnLoad", (event) => { if (event.detail.successful) silent(false); });
