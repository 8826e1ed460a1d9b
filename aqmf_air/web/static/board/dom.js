// Elements made in one line. Attributes go through properties and setAttribute: no markup is ever parsed from text.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...kids) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...kids.flat(9).filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return made;
}

export function s(tag, attributes = {}, ...kids) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...kids);
  return made;
}

/** The elements of a fragment of SVG that the server drew. */
export function drawn(fragment) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${fragment}</svg>`, "image/svg+xml");
  return [...document.importNode(parsed.documentElement, true).childNodes];
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

export function ruleLink(rule) {
  return rule ? h("a", { class: "rule", href: `/rules/${rule}`, target: "_blank", rel: "noopener" }, rule) : null;
}

/** What the rules object to, each with its rule. */
export function objections(list) {
  if (!list.length) return null;
  return h(
    "ul",
    { class: "against" },
    list.map((one) => h("li", {}, h("span", {}, one.reason), ruleLink(one.rule))),
  );
}

export function percent(chance) {
  if (chance > 0 && chance < 0.001) return "< 0.1%";
  if (chance < 1 && chance > 0.999) return "> 99.9%";
  return `${(chance * 100).toFixed(1)}%`;
}

/** A list by the key of its members, in the order in which keys appear. */
export function grouped(list, key) {
  const groups = new Map();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}

export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
