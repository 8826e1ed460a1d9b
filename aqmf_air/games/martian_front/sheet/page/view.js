// How things are shown. Text is only ever set as text.

/** @import { Chances, Numbers, Odds, Option, Rolled } from "./payloads" */
/** @import { Attributes, Kid } from "/static/board/dom.js" */

import { button, element, elements, grouped, h, nodes, percent, s, sentence } from "/static/board/dom.js";
import { FACTS, MILLION } from "./state.js";

/** @type {(millionths: number) => string} */
export const share = (millionths) => percent(millionths / MILLION);

/** @type {(millionths: number) => HTMLElement} */
function bar(millionths) {
  const rect = s("rect", { width: (millionths / 10000).toFixed(2), height: 10 });
  return h(
    "td",
    { class: "barred" },
    s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, rect),
  );
}

/** @type {(id: string, label: string, control: Kid, small?: string) => HTMLElement} */
export function field(id, label, control, small) {
  return h("div", { class: "field" }, h("label", { for: id }, label, small && h("small", {}, ` ${small}`)), control);
}

/**
 * A list to choose from; `options` are { value, title }, under the name of a group where they have one.
 * @type {(id: string, options: Option[], value: string | number | undefined, change: (value: string) => void, empty?: string) => HTMLElement}
 */
export function chooser(id, options, value, change, empty) {
  const listed = [...grouped(options, (option) => option.group)].flatMap(([label, group]) => {
    const made = group.map((option) =>
      h("option", { value: option.value, selected: String(option.value) === String(value) }, option.title),
    );
    return label ? h("optgroup", { label }, made) : made;
  });
  return h(
    "select",
    { id, onchange: (event) => change(event.target.value) },
    empty && h("option", { value: "" }, empty),
    listed,
  );
}

/** @type {(id: string, value: number, least: number, most: number, change: (value: number) => void, about: string) => HTMLElement} */
export function stepper(id, value, least, most, change, about) {
  /** @type {(by: number, name: string, sign: string, end: boolean) => HTMLElement} */
  const step = (by, name, sign, end) =>
    button(sign, () => !end && change(value + by), {
      id: `${id}-${name}`,
      "aria-label": `One ${name === "less" ? "fewer" : name}: ${about}`,
      "aria-disabled": String(end),
    });
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": about },
    step(-1, "less", "−", value <= least),
    h("output", { id }, value),
    step(1, "more", "+", value >= most),
  );
}

/** @type {(...cells: (string | HTMLElement)[]) => HTMLElement} */
export function row(...cells) {
  return h(
    "tr",
    {},
    cells.map((cell, at) =>
      typeof cell !== "string" ? cell : at ? h("td", { class: "number" }, cell) : h("th", { scope: "row" }, cell),
    ),
  );
}

/** @type {(caption: string, heads: string[] | null, rows: HTMLElement[], attributes?: Attributes) => HTMLElement} */
export function sheetTable(caption, heads, rows, attributes = {}) {
  const head =
    heads &&
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((title) => (title ? h("th", { scope: "col" }, title) : h("td", { class: "barred" }))),
      ),
    );
  return h("table", attributes, h("caption", {}, caption), head, h("tbody", {}, rows));
}

/**
 * The rules that are named, in the register's words, behind one line.
 * @type {(key: string, ids: string[]) => HTMLElement | null}
 */
export function rulesNamed(key, ids) {
  const named = [...new Set(ids)].filter((id) => FACTS.rules[id]);
  if (!named.length) return null;
  return h(
    "details",
    { class: "rules", "data-key": key },
    h("summary", {}, named.length > 1 ? "What these rules say" : "What the rule says"),
    h(
      "dl",
      {},
      named.map((id) => [h("dt", {}, id), h("dd", {}, FACTS.rules[id])]),
    ),
  );
}

/** @type {(numbers: Numbers[]) => Kid[]} */
export function needsShown(numbers) {
  /** @type {(reason: Numbers["reasons"][number], at: number) => HTMLElement} */
  const reason = ([value, why, rule], at) =>
    h("li", {}, h("b", {}, `${at && value > 0 ? "+" : ""}${value}`), ` ${why} `, h("small", {}, rule));
  return [
    ...numbers.map((need) =>
      h(
        "div",
        { class: "need" },
        h("p", { class: "dial" }, h("span", {}, need.what), " ", h("strong", {}, need.takes)),
        h("ul", {}, need.reasons.map(reason)),
      ),
    ),
    rulesNamed(
      "rules",
      numbers.flatMap((need) => need.reasons.map(([, , rule]) => rule)),
    ),
  ];
}

/** @type {(odds: Odds) => HTMLElement} */
export function headline({ more: [, some = 0], mean, exact }) {
  const n = MILLION / some;
  const rare =
    some && some <= 900000 && `1 in ${n >= 10 ? Math.round(n).toLocaleString("en") : n.toFixed(1).replace(/\.0$/, "")}`;
  const also = [rare, exact && `exactly ${exact}`].filter(Boolean).join("; ");
  return h(
    "p",
    { class: "lead" },
    h("strong", {}, share(some)),
    `${also && ` (${also})`} for at least one; ${mean.toFixed(2)} on average.`,
  );
}

/** @type {(chances: Chances, caption: string) => HTMLElement} */
export function chancesShown(chances, caption) {
  return sheetTable(
    caption,
    null,
    chances.map(([name, chance]) => row(name, share(chance), bar(chance))),
  );
}

/** @type {(odds: Odds, what: string) => HTMLElement} */
export function oddsShown({ just, more }, what) {
  const values = [...just.keys()].filter((value) => value <= 1 || more[value] >= 1000);
  return sheetTable(
    sentence(what),
    ["How many", "Just that", "Or more", ""],
    values.map((value) => row(String(value), share(just[value]), share(more[value]), bar(just[value]))),
    { class: "odds" },
  );
}

/** @type {(roll: Rolled) => HTMLElement} */
export function rollShown(roll) {
  const dice = roll.faces.map((face, at) => h("span", { class: "die" }, roll.names[at] ?? face));
  return h(
    "li",
    {},
    h("strong", {}, [sentence(roll.label), roll.takes].filter(Boolean).join(" ")),
    ": ",
    dice,
    " ",
    h("span", { class: "tag" }, roll.by === "app" ? "rolled here" : "your dice"),
  );
}

/** @type {(name: string) => string} */
export function markName(name) {
  return name === "immobile" ? "legs hit" : name.replace(/^.*\./, "").replaceAll("-", " ");
}

/**
 * Put what is shown anew in the place of what was, and leave the focus where it was.
 * @type {(id: string, ...children: (Kid | 0)[]) => void}
 */
export function renew(id, ...children) {
  const place = element(`#${id}`);
  const focused = document.activeElement?.id;
  const open = new Set(elements("details[open][data-key]", place).map((fold) => fold.dataset.key));
  place.replaceChildren(...nodes(children.map((kid) => kid || null)));
  for (const fold of elements("details[data-key]", place)) fold.toggleAttribute("open", open.has(fold.dataset.key));
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** @type {(text: string) => void} */
export function say(text) {
  element("#said").textContent = text;
}
