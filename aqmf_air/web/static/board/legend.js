// What the signs on the table mean, and how long a length is on the screen.

import { button, drawn, h, s } from "./dom.js";
import { stroke } from "./scene.js";

const MOST = 44; // pixels of the bar
const LENGTHS = [1, 2, 3, 6, 12, 24, 48];
const UNITS = { in: "″", mm: " mm", cm: " cm" };
const [INK, FIRE, EDGE, PALE] = ["#241e16", "#c8442b", "#8f2413", "#fbf6ea"];

/** What is drawn of events, which is the same for all games. */
const EVENTS = [
  [
    "way that it went",
    [
      stroke("path", { d: "M3 12H33" }, INK, 2, { "stroke-dasharray": "7 4" }),
      stroke("circle", { cx: 4, cy: 12, r: 3 }, INK, 1.5, { fill: PALE }),
    ],
  ],
  [
    "shot that hits (filled: damages)",
    [
      stroke("path", { d: "M3 12H24" }, FIRE, 2.4),
      stroke("path", { d: "M28 5l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" }, EDGE, 1.6, { fill: FIRE }),
    ],
  ],
  [
    "shot that misses",
    [
      stroke("path", { d: "M3 12H22" }, FIRE, 2.4, { "stroke-dasharray": "8 6" }),
      stroke("circle", { cx: 29, cy: 12, r: 5 }, INK, 1.6),
    ],
  ],
  ["ray", [stroke("path", { d: "M3 12H33" }, FIRE, 5), stroke("path", { d: "M3 12H33" }, PALE, 1.6)]],
  [
    "template; rings: under it, thick: hurt",
    [stroke("circle", { cx: 18, cy: 12, r: 10 }, EDGE, 2, { "stroke-dasharray": "9 3", fill: "url(#marks-embers)" })],
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
  ],
];

export class Legend {
  /** `root` has the button `#show-key` and the bar `.scale`; `signs` are known besides those that pictures bring. */
  constructor(root, map, signs = []) {
    Object.assign(this, { map, bar: root.querySelector(".scale") });
    this.signs = new Map(signs);
    root.querySelector("#show-key").addEventListener("click", () => this.open());
  }

  /** Note the signs of a picture, and fit the bar to the zoom. */
  laid() {
    const {
      now: { picture },
      camera,
    } = this.map;
    for (const one of picture?.querySelectorAll("metadata [data-sign]") ?? [])
      this.signs.set(one.dataset.sign, one.innerHTML);
    const unit = UNITS[picture?.dataset.unit];
    this.bar.hidden = !unit;
    if (!unit) return;
    const length = LENGTHS.findLast((one) => one * camera.view.k <= MOST) ?? LENGTHS[0];
    this.bar.querySelector("i").style.width = `${length * camera.view.k}px`;
    this.bar.querySelector("span").textContent = `${length}${unit}`;
  }

  open() {
    const sign = (words, nodes) =>
      h("li", {}, s("svg", { viewBox: "0 0 36 24", width: 54, height: 36, "aria-hidden": "true" }, ...nodes), words);
    const close = () => dialog.remove();
    const dialog = h(
      "dialog",
      { class: "legend", "aria-labelledby": "legend-title", onclose: close },
      h("h2", { id: "legend-title" }, "Signs on the table"),
      h(
        "ul",
        {},
        [...this.signs].map(([words, svg]) => sign(words, drawn(svg))),
        EVENTS.map(([words, nodes]) =>
          sign(
            words,
            nodes.map((one) => one.cloneNode(true)),
          ),
        ),
      ),
      button("Close", close, { class: "main" }),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}
