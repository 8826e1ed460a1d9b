// What the signs on the table mean, and how long a length is on the screen.

/** @import { Mark } from "../payloads" */
/** @import { Views } from "./views.js" */

import { button, drawn, element, elements, h, s } from "./dom.js";
import { stroke } from "./scene.js";

const MOST = 44; // pixels of the bar
const LENGTHS = [1, 2, 3, 6, 12, 24, 48];
/** @type {Record<string, string>} */
const UNITS = { in: "″", mm: " mm", cm: " cm" };
const [INK, FIRE, EDGE, PALE] = ["#241e16", "#c8442b", "#8f2413", "#fbf6ea"];

/** @type {(mark: Mark, fits: (shot: import("../payloads").Shot) => boolean) => boolean} */
const shot = (mark, fits) => mark.kind === "shot" && fits(mark);

/**
 * What is drawn of events, which is the same for all games: words, the sign, and of which marks it is drawn.
 * @type {[string, SVGElement[], (mark: Mark) => boolean][]}
 */
const EVENTS = [
  [
    "way that it went",
    [
      stroke("path", { d: "M3 12H33" }, INK, 2, { "stroke-dasharray": "7 4" }),
      stroke("circle", { cx: 4, cy: 12, r: 3 }, INK, 1.5, { fill: PALE }),
    ],
    ({ kind }) => kind === "way",
  ],
  [
    "shot that hits (filled: damages)",
    [
      stroke("path", { d: "M3 12H24" }, FIRE, 2.4),
      stroke("path", { d: "M28 5l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" }, EDGE, 1.6, { fill: FIRE }),
    ],
    (mark) => shot(mark, ({ outcome = "" }) => outcome !== "" && outcome !== "miss"),
  ],
  [
    "shot that misses",
    [
      stroke("path", { d: "M3 12H22" }, FIRE, 2.4, { "stroke-dasharray": "8 6" }),
      stroke("circle", { cx: 29, cy: 12, r: 5 }, INK, 1.6),
    ],
    (mark) => shot(mark, ({ outcome }) => outcome === "miss"),
  ],
  [
    "ray",
    [stroke("path", { d: "M3 12H33" }, FIRE, 5), stroke("path", { d: "M3 12H33" }, PALE, 1.6)],
    (mark) => shot(mark, ({ look }) => look === "ray"),
  ],
  [
    "template; rings: under it, thick: hurt",
    [stroke("circle", { cx: 18, cy: 12, r: 10 }, EDGE, 2, { "stroke-dasharray": "9 3", fill: "url(#marks-embers)" })],
    ({ kind }) => kind === "area",
  ],
  [
    "lost here",
    [
      stroke("circle", { cx: 18, cy: 12, r: 8 }, INK, 1.2, {
        fill: "#a59d8c",
        "fill-opacity": 0.45,
        "stroke-dasharray": "3 2.5",
      }),
      stroke("path", { d: "M13 7l10 10M13 17l10-10" }, INK, 2.2),
    ],
    ({ kind }) => kind === "loss",
  ],
];

/** @type {(words: string, nodes: Node[]) => HTMLLIElement} */
const sign = (words, nodes) =>
  h("li", {}, s("svg", { viewBox: "0 0 36 24", width: 54, height: 36, "aria-hidden": "true" }, ...nodes), words);

/**
 * A line for each sign of what happens that is drawn of some of these marks; without marks, for all of them.
 * @type {(marks?: Mark[]) => HTMLLIElement[]}
 */
export const signsOfEvents = (marks) =>
  EVENTS.filter(([, , drawnOf]) => !marks || marks.some(drawnOf)).map(([words, nodes]) =>
    sign(
      words,
      nodes.map((node) => node.cloneNode(true)),
    ),
  );

export class Legend {
  /**
   * `root` has the button `#show-key` and the bar `.scale`; `marks` are drawn of the events of the game so far; `signs` are
   * known besides those that the picture brings.
   * @param {ParentNode} root @param {Views} map @param {() => Mark[]} marks @param {[string, string][]} signs
   */
  constructor(root, map, marks, signs = []) {
    this.map = map;
    this.marks = marks;
    this.known = signs;
    this.bar = element(".scale", root);
    element("#show-key", root).addEventListener("click", () => this.open());
  }

  /**
   * The signs that are known, and those of the picture that is there now: it may be another since it was laid out.
   * @type {() => Map<string, string>}
   */
  signs() {
    const { picture } = this.map.now[0];
    const signs = new Map(this.known);
    for (const sign of picture ? elements("metadata [data-sign]", picture) : [])
      signs.set(sign.dataset.sign ?? "", sign.innerHTML);
    return signs;
  }

  /** Fit the bar to the zoom. */
  laid() {
    const {
      now: [{ picture }],
      view: { k },
    } = this.map;
    const unit = UNITS[picture?.dataset.unit ?? ""];
    this.bar.hidden = !unit;
    if (!unit) return;
    const length = LENGTHS.findLast((candidate) => candidate * k <= MOST) ?? LENGTHS[0];
    element("i", this.bar).style.width = `${length * k}px`;
    element("span", this.bar).textContent = `${length}${unit}`;
  }

  open() {
    /** @type {() => void} */
    const close = () => dialog.remove();
    /** @type {HTMLDialogElement} */
    const dialog = h(
      "dialog",
      { class: "legend", "aria-labelledby": "legend-title", onclose: close },
      h("h2", { id: "legend-title" }, "Signs on the table"),
      h(
        "ul",
        {},
        [...this.signs()].map(([words, svg]) => sign(words, drawn(svg))),
        signsOfEvents(this.marks()),
      ),
      button("Close", close, { class: "main" }),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}
