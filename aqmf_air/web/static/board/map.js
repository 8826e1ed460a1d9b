// The table on the page: the position as the server drew it, the names beside its pieces, what is drawn of events, and over
// it what is being drafted. Nothing of a position is drawn here: fragments come from the engine, and the draft is a line, a
// ring, a word.

/** @import { Loss, Point } from "../payloads" */
/** @import { Camera, Spot } from "./camera.js" */
/** @import { Actor, Label } from "./scene.js" */

import { drawn, element, elements, s } from "./dom.js";
import { Names } from "./names.js";
import { actorsOf, bordersOf, labelsOf, Scene, signsOf } from "./scene.js";

/**
 * A picture that is shown, and what is in it.
 * @typedef {{ picture: SVGElement | null, actors: Actor[], labels: Label[], lost: Loss[], borders: number[][], signs: number[][] }} Shown
 */
/** @typedef {{ piece?: string, part?: string, note?: string, x: number, y: number, gap: number }} Meant what a tap was meant for */

const LAYERS = ["wrecks", "ranges", "answer", "ghost", "marks", "draft"];
const EMBERS = 7;

export class TableMap {
  /** @param {HTMLElement} table @param {Camera} camera */
  constructor(table, camera) {
    this.table = table;
    this.camera = camera;
    this.position = element("#position", table);
    /** @type {SVGElement} */
    this.sketch = element("#sketch", table);
    this.embers = s(
      "pattern",
      { id: "marks-embers", width: EMBERS, height: EMBERS, patternUnits: "userSpaceOnUse" },
      s("path", { d: `M0 ${EMBERS}L${EMBERS} 0`, stroke: "#c8442b", "stroke-width": 1.3, "stroke-opacity": 0.7 }),
    );
    this.sketch.append(s("defs", {}, this.embers));
    this.layers = Object.fromEntries(
      LAYERS.map((name) => {
        const layer = s("g", { class: name });
        this.sketch.append(layer);
        return [name, layer];
      }),
    );
    this.names = new Names(element("#names", table), camera, document.getElementById("key"));
    this.scene = new Scene(this, this.names);
    /** @type {Shown} */
    this.now = { picture: null, actors: [], labels: [], lost: [], borders: [], signs: [] };
    this.grip = Infinity;
    this.scale = 1;
    this.left = 0;
  }

  /**
   * Show a position: a whole SVG document as text, or nothing; `lost` are the losses of before, whose wrecks are drawn.
   * `quietly`: another picture is played over it just now.
   * @type {(text: string, lost?: Loss[], quietly?: boolean) => void}
   */
  show(text, lost = [], quietly = false) {
    const picture = text
      ? /** @type {SVGElement} */ (
          /** @type {unknown} */ (
            document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true)
          )
        )
      : null;
    this.position.replaceChildren(...(picture ? [picture] : []));
    if (!picture) {
      this.now = { picture, actors: [], labels: [], lost: [], borders: [], signs: [] };
      this.scene.begin([], []);
      this.clear();
      return;
    }
    const [, , width, depth] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const { scale, left, top } = Object.fromEntries(
      Object.entries(picture.dataset).map(([name, value]) => [name, Number(value)]),
    );
    this.scale = scale;
    this.left = left;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    this.sketch.setAttribute("viewBox", `0 0 ${width} ${depth}`);
    this.now = {
      picture,
      actors: actorsOf(picture),
      labels: labelsOf(picture),
      lost,
      borders: bordersOf(picture),
      signs: signsOf(picture),
    };
    const radii = this.now.actors.map((actor) => actor.radius);
    this.grip = Math.min(this.grip, ...(radii.length ? radii : [width / scale / 40])); // as small as ever: letters keep their size
    this.table.classList.toggle("steady", "steady" in picture.dataset);
    this.camera.shows({
      width: width / scale,
      depth: depth / scale,
      left,
      top,
      up: "up" in picture.dataset,
      scale,
      grip: this.grip,
      focus: focusOf(picture),
    });
    if (!quietly) this.scene.begin(this.now.actors, this.now.labels, lost, this.now.borders, this.now.signs);
  }

  /** The table was laid out at another zoom, or another part of it is in view. */
  laid() {
    this.embers.setAttribute("patternTransform", `scale(${this.camera.length(1) * this.scale})`);
    this.names.place();
    this.scene.redraw();
  }

  /** @type {(x: number, y: number) => Point} */
  units(x, y) {
    return [(x - this.left) * this.scale, this.camera.down(y) * this.scale];
  }

  /**
   * Fill a layer with a fragment that the server drew, or with elements.
   * @type {(layer: string, content?: string | Node[]) => void}
   */
  fill(layer, content) {
    this.layers[layer].replaceChildren(...(typeof content === "string" ? drawn(content) : (content ?? [])));
  }

  clear() {
    for (const name of ["ranges", "answer", "ghost", "draft"]) this.layers[name].replaceChildren();
    this.mark("chosen", () => false);
    this.mark("aimed", () => false);
  }

  /**
   * Give the groups of pieces that `which` names a class.
   * @type {(name: string, which: (piece?: string, part?: string) => boolean) => void}
   */
  mark(name, which) {
    for (const group of elements("[data-piece]", this.position)) {
      group.classList.toggle(name, which(group.dataset.piece, group.dataset.part));
    }
    if (name !== "chosen") return;
    this.names.chosen = this.now.actors.find((actor) => which(actor.piece, actor.part))?.piece ?? "";
    this.names.place();
  }

  /**
   * What was meant by a tap, a piece or something with a note: the nearest one, if it is near enough for a finger.
   * @type {(point: Spot, fits?: (meant: Meant) => boolean) => Meant | null}
   */
  meant(point, fits = () => true) {
    /** @type {Meant | null} */
    let best = null;
    for (const group of elements("[data-piece][data-x], [data-note]", this.position)) {
      const { x, y, radius, piece, part, note } = group.dataset;
      const at = { x: Number(x), y: Number(y) };
      const gap = Math.max(0, Math.hypot(at.x - point.x, at.y - point.y) - Number(radius));
      const candidate = { piece, part, note, ...at, gap };
      if (gap < this.camera.length(26) && (!best || gap < best.gap) && fits(candidate)) best = candidate;
    }
    return best;
  }

  /** @type {(at: Spot, diameter: number, name: string) => SVGElement} */
  ring(at, diameter, name) {
    const [cx, cy] = this.units(at.x, at.y);
    return s("circle", { cx, cy, r: (diameter / 2) * this.scale, class: name });
  }

  /**
   * A brass ring for a finger, of the same size at every zoom; the one that leads is larger.
   * @type {(at: Spot, leads?: boolean) => SVGElement}
   */
  handle(at, leads = false) {
    return this.ring(at, 2 * this.camera.length(leads ? 24 : 15), leads ? "handle lead" : "handle");
  }

  /** @type {(points: number[][], name: string, closed?: boolean) => SVGElement} */
  line(points, name, closed = false) {
    const d = points.map(([x, y], n) => `${n ? "L" : "M"}${this.units(x, y)}`).join("");
    return s("path", { d: closed ? `${d}Z` : d, class: name });
  }

  /** @type {(at: Spot, text: string) => SVGElement} */
  word(at, text) {
    const [x, y] = this.units(at.x, at.y);
    const made = s("text", { x, y, dy: "-2.2em", class: "spent" });
    made.textContent = text;
    return made;
  }
}

/**
 * The corners of the part of a picture that is shown first, in the units of the board; null: all of it.
 * @type {(picture: SVGElement) => Point[] | null}
 */
function focusOf({ dataset: { focus } }) {
  if (!focus) return null;
  const [left, top, right, low] = focus.split(" ").map(Number);
  return [
    [left, top],
    [right, low],
  ];
}
