// Puts a new version of a part of the page over the old one and keeps what has not changed: the focus, what is being typed,
// what is folded open, and the button under a finger. For htmx: hx-ext="patch" hx-swap="patch".

import { elements } from "./board/dom.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @type {Record<string, string>} */
const KEPT = { DETAILS: "open" };

/** @type {(old: Element, fresh: Element) => void} */
function sameAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && KEPT[old.nodeName] !== name) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && KEPT[old.nodeName] !== name) old.setAttribute(name, value);
  }
}

/**
 * What a field held when it was last sent by the server; undefined for what is no field.
 * @type {(node: Node) => string | undefined}
 */
function given(node) {
  if (node instanceof HTMLSelectElement)
    return ([...node.options].find((option) => option.defaultSelected) ?? node.options[0])?.value;
  return node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement ? node.defaultValue : undefined;
}

/**
 * A field takes the new value, unless the player has changed it since and the server does not know that yet.
 * @type {(old: Field, before: string, fresh: Node) => void}
 */
function sameValue(old, before, fresh) {
  const typing = old === document.activeElement && old.nodeName !== "SELECT" && old.type !== "hidden";
  const unseen = old.type !== "hidden" && old.value !== before && given(fresh) === before;
  const value = given(fresh) ?? "";
  if (!typing && !unseen && old.value !== value) old.value = value;
}

const KIND = 1; // how alike two nodes are: of one kind,
const LOOK = 2; // of one look besides,
const WORDS = 4; // with the same words
const MARK = 8; // of one id

/**
 * Whether a script of the page has put it there: it stays where it is.
 * @type {(node: Node | null) => boolean}
 */
function added(node) {
  return node instanceof HTMLElement && node.dataset.added !== undefined;
}

/**
 * How well an old child stands for a fresh one; 0: it is another thing.
 * @type {(old: Node, fresh: Node) => number}
 */
function likeness(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return 0;
  if (!(old instanceof Element && fresh instanceof Element)) return KIND;
  if (old.id !== fresh.id || old.getAttribute("name") !== fresh.getAttribute("name")) return 0;
  if (old.id) return MARK;
  const look = ["class", "data-key", "role"].every((name) => old.getAttribute(name) === fresh.getAttribute(name)) ? LOOK : 0;
  return KIND + look + (old.textContent === fresh.textContent ? WORDS : 0);
}

/**
 * The text of a node that holds nothing else.
 * @type {(node: Node) => string | undefined}
 */
function textOf(node) {
  return node instanceof CharacterData ? node.data : undefined;
}

/**
 * Which old child each fresh one takes the place of: the same id wherever it stands, else in one order, so that as much as can be stays.
 * @type {(old: Node, fresh: Node) => Map<Node, Node>}
 */
function standIns(old, fresh) {
  const [before, after] = [[...old.childNodes].filter((child) => !added(child)), [...fresh.childNodes]];
  /** @type {Map<Node, Node>} */
  const pairs = new Map();
  /** @type {(at: number, other: number) => unknown} */
  const pair = (at, other) => pairs.set(after[other], before[at]);
  /** @type {(at: number, other: number) => boolean} */
  const same = (at, other) =>
    likeness(before[at], after[other]) >= KIND + LOOK + WORDS ||
    (textOf(before[at]) !== undefined && textOf(before[at]) === textOf(after[other]));
  let begin = 0;
  let [end, last] = [before.length, after.length];
  while (begin < end && begin < last && same(begin, begin)) pair(begin, begin++);
  while (end > begin && last > begin && same(end - 1, last - 1)) pair(--end, --last);
  const best = Array.from({ length: end - begin + 1 }, () => new Uint32Array(last - begin + 1)); // of all pairs from here on
  /** @type {(at: number, other: number) => number} */
  const like = (at, other) => likeness(before[at + begin], after[other + begin]);
  for (let at = end - begin - 1; at >= 0; at -= 1) {
    for (let other = last - begin - 1; other >= 0; other -= 1) {
      const both = like(at, other);
      best[at][other] = Math.max(best[at + 1][other], best[at][other + 1], both && both + best[at + 1][other + 1]);
    }
  }
  for (let [at, other] = [0, 0]; at < end - begin && other < last - begin; ) {
    if (best[at][other] === best[at + 1][other]) at += 1;
    else if (best[at][other] === best[at][other + 1]) other += 1;
    else pair(begin + at++, begin + other++);
  }
  const named = new Map(before.flatMap((child) => (child instanceof Element && child.id ? [[child.id, child]] : [])));
  for (const child of after) {
    const moved = child instanceof Element && child.id && !pairs.has(child) ? named.get(child.id) : null;
    if (moved?.nodeName === child.nodeName) pairs.set(child, moved);
  }
  return pairs;
}

/** @type {(old: Element, fresh: Element) => void} */
export function patch(old, fresh) {
  const before = given(old);
  const field = before === undefined ? null : /** @type {Field} */ (old);
  const value = field?.value ?? "";
  const last = fresh.cloneNode(before !== undefined);
  sameAttributes(old, fresh);
  const pairs = standIns(old, fresh);
  const staying = new Set(pairs.values());
  for (const child of [...old.childNodes]) if (!staying.has(child) && !added(child)) child.remove();
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    while (at && added(at)) at = at.nextSibling;
    const there = pairs.get(next);
    if (!there) old.insertBefore(next, at);
    else if (there === at) at = at.nextSibling;
    else old.insertBefore(there, at);
    if (there instanceof Element && next instanceof Element) patch(there, next);
    else if (there instanceof CharacterData && next instanceof CharacterData && there.data !== next.data)
      there.data = next.data;
  }
  if (field && before !== undefined) {
    if (field.value !== value) field.value = value; // new attributes or options have changed it
    sameValue(field, before, last);
  }
}

htmx.defineExtension("patch", {
  isInlineSwap: (/** @type {string} */ style) => style === "patch",
  /** @type {(style: string, target: Element, fragment: DocumentFragment) => Element[] | false} */
  handleSwap(style, target, fragment) {
    if (style !== "patch") return false;
    const [before, after] = [target, fragment].map((part) => Number(elements("[data-made]", part)[0]?.dataset.made ?? 0));
    if (after < before) return [target]; // an answer that was overtaken
    const fresh = /** @type {Element} */ (target.cloneNode(false));
    fresh.append(...fragment.childNodes);
    patch(target, fresh);
    return [target];
  },
});

// A button that stands outside its form is sent by htmx alone: the browser would send it too, and leave the page for the answer.
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("button[form][hx-post]")) event.preventDefault();
});
