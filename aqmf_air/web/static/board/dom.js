// Elements made in one line. Attributes go through properties and setAttribute: no markup is ever parsed from text.

/** @import { Objection } from "../payloads" */

/** @typedef {Node | string | number | false | null | undefined | readonly Kid[]} Kid what an element may be given to hold */
/** @typedef {{ [name: string]: string | number | boolean | null | undefined | ((event: any) => unknown) }} Attributes */
/** @typedef {MouseEvent & { currentTarget: HTMLButtonElement }} Press */

const SVG = "http://www.w3.org/2000/svg";
const OVER = 3; // pixels that letters of a line may reach beyond it

/** @type {<T extends keyof HTMLElementTagNameMap>(tag: T, attributes?: Attributes, ...kids: Kid[]) => HTMLElementTagNameMap[T]} */
export function h(tag, attributes = {}, ...kids) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...nodes(kids));
  return made;
}

/**
 * What an element is given to hold, without what is not there.
 * @type {(kids: readonly Kid[]) => (Node | string)[]}
 */
export function nodes(kids) {
  const all = /** @type {(Node | string | false | null | undefined)[]} */ (kids.flat(9));
  return all.filter((kid) => kid !== null && kid !== undefined && kid !== false);
}

/**
 * The first element of a part of the page that a selector finds: one that is always there.
 * @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T}
 */
export function element(selector, within = document) {
  return /** @type {any} */ (within.querySelector(selector));
}

/**
 * All elements of a part of the page that a selector finds.
 * @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T[]}
 */
export function elements(selector, within = document) {
  return /** @type {any[]} */ ([...within.querySelectorAll(selector)]);
}

/** @type {<T extends keyof SVGElementTagNameMap>(tag: T, attributes?: Attributes, ...kids: (Node | string)[]) => SVGElementTagNameMap[T]} */
export function s(tag, attributes = {}, ...kids) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...kids);
  return made;
}

/**
 * The elements of a fragment of SVG that the server drew.
 * @type {(fragment: string) => ChildNode[]}
 */
export function drawn(fragment) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${fragment}</svg>`, "image/svg+xml");
  return [...document.importNode(parsed.documentElement, true).childNodes];
}

/** @type {(text: Kid, onclick: (event: Press) => unknown, attributes?: Attributes) => HTMLButtonElement} */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * A button that leads to another table.
 * @type {(action: string, text: string, fields?: Record<string, string>) => HTMLElement}
 */
export function posting(action, text, fields = {}) {
  return h(
    "form",
    { method: "post", action },
    Object.entries(fields).map(([name, value]) => h("input", { type: "hidden", name, value })),
    h("button", { class: "main", type: "submit" }, text),
  );
}

/**
 * The id of a rule, which leads to it where it is in the register.
 * @type {(rule: string) => HTMLElement | null}
 */
export function ruleLink(rule) {
  if (!rule) return null;
  const known = element("#board").dataset.rules?.split(" ").includes(rule);
  if (!known) return h("span", {}, rule);
  return h("a", { class: "rule", href: `/rules/${rule}`, target: "_blank", rel: "noopener" }, rule);
}

/**
 * What the rules object to, each with its rule.
 * @type {(list: Objection[]) => HTMLUListElement | null}
 */
export function objections(list) {
  if (!list.length) return null;
  return h(
    "ul",
    { class: "against" },
    list.map((objection) => h("li", {}, h("span", {}, objection.reason), ruleLink(objection.rule))),
  );
}

/** @type {(chance: number) => string} */
export function percent(chance) {
  if (chance > 0 && chance < 0.001) return "< 0.1%";
  if (chance < 1 && chance > 0.999) return "> 99.9%";
  return `${(chance * 100).toFixed(1)}%`;
}

/**
 * A list by the key of its members, in the order in which keys appear.
 * @type {<T, K>(list: Iterable<T>, key: (entry: T) => K) => Map<K, T[]>}
 */
export function grouped(list, key) {
  /** @type {Map<any, any[]>} */
  const groups = new Map();
  for (const entry of list) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry]);
  return groups;
}

/** @type {(text: string) => string} */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The lowest edge that cuts none of the boxes, down to an end.
 * @type {(end: number, boxes: DOMRect[]) => number}
 */
export function above(end, boxes) {
  let edge = end;
  for (const box of boxes.sort((a, b) => b.top - a.top)) if (box.top < edge - 1 && box.bottom > edge + OVER) edge = box.top;
  return edge;
}

/**
 * Where the lines of text and the dice are that are told.
 * @type {(place: HTMLElement) => DOMRect[]}
 */
export function lineBoxes(place) {
  const range = document.createRange();
  const boxes = elements("p, li, summary", place).flatMap((part) => {
    if (part.matches(".many")) return [part.getBoundingClientRect()];
    range.selectNodeContents(part);
    const [first, ...rest] = [...range.getClientRects()].filter(({ height }) => height);
    if (!first || !part.matches("li")) return first ? [first, ...rest] : [];
    const second = rest.find(({ top }) => top > first.bottom - OVER) ?? first; // dice never stand without their heading, nor it without them
    return [new DOMRect(first.left, first.top, first.width, second.bottom - first.top), ...rest];
  });
  return boxes;
}
