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

// What a field held when it was last sent by the server; undefined for what is no field.
function given(one) {
  if (one.nodeName === "SELECT") return [...one.options].find((each) => each.defaultSelected)?.value ?? one.options[0]?.value;
  return one.nodeName === "TEXTAREA" || one.nodeName === "INPUT" ? one.defaultValue : undefined;
}

// A field takes the new value, unless the player has changed it since and the server does not know that yet.
function sameValue(old, before, fresh) {
  const typing = old === document.activeElement && old.nodeName !== "SELECT" && old.type !== "hidden";
  const unseen = old.type !== "hidden" && old.value !== before && given(fresh) === before;
  if (!typing && !unseen && old.value !== given(fresh)) old.value = given(fresh);
}

export function patch(old, fresh) {
  const before = given(old);
  const value = old.value;
  const last = before === undefined ? null : fresh.cloneNode(true);
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
  if (before !== undefined) {
    if (old.value !== value) old.value = value; // new attributes or options have changed it
    sameValue(old, before, last);
  }
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

// A button that stands outside its form is sent by htmx alone: the browser would send it too, and leave the page for the answer.
document.addEventListener("click", (event) => {
  if (event.target.closest("button[form][hx-post]")) event.preventDefault();
});
