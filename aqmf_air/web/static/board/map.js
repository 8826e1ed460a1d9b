// The table on the page: the position as the server drew it, the names beside its pieces, what is drawn of events, and over
// it what is being drafted. Nothing of a position is drawn here: fragments come from the engine, and the draft is a line, a
// ring, a word.

/** @import { Loss, Pane, Point } from "../payloads" */
/** @import { Camera, Spot } from "./camera.js" */
/** @import { Actor, Label } from "./scene.js" */

import { buttonsOver } from "./camera.js";
import { drawn as drawnOf, element, elements, h, s } from "./dom.js";
import { Names } from "./names.js";
import { actorsOf, bordersOf, labelsOf, Scene, signsOf } from "./scene.js";

/**
 * A picture that is shown, and what is in it.
 * @typedef {{ picture: SVGElement | null, actors: Actor[], labels: Label[], lost: Loss[], borders: number[][], signs: number[][] }} Shown
 */
/** @typedef {{ piece?: string, part?: string, note?: string, x: number, y: number, gap: number }} Meant what a tap was meant for */

const LAYERS = ["wrecks", "ranges", "answer", "ghost", "marks", "draft"];
const EMBERS = 7;
const INSIDE = 4; // pixels between an edge and a figure of the grid
const BESIDE = [".35em", "-.9em", "1.6em"]; // where a word of the draft may stand: on its place, over it, below it

/**
 * A picture that was sent as text.
 * @type {(text: string) => SVGElement}
 */
export function parsed(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return /** @type {SVGElement} */ (/** @type {unknown} */ (documentElement));
}

export class TableMap {
  /**
   * `pane`: the part of the picture that it shows.
   * @param {HTMLElement} table @param {Camera} camera @param {Pane | null} pane
   */
  constructor(table, camera, pane = null) {
    this.table = table;
    this.camera = camera;
    this.position = element("#position, .position", table);
    /** @type {SVGElement} */
    this.sketch = element("#sketch, .sketch", table);
    this.curtain = h("div", pane ? { class: "before" } : { id: "before" });
    this.embers = s(
      "pattern",
      {
        id: pane ? `marks-embers-${pane.name}` : "marks-embers",
        width: EMBERS,
        height: EMBERS,
        patternUnits: "userSpaceOnUse",
      },
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
    const key = document.getElementById("key");
    this.names = new Names(element("#names, .names", table), camera, key, !pane && Boolean(key));
    this.names.placed = () => this.#part();
    this.scene = new Scene(this, this.names);
    /** @type {Shown} */
    this.now = { picture: null, actors: [], labels: [], lost: [], borders: [], signs: [] };
    this.grip = Infinity;
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.up = true;
    this.corner = [0, 0, 0, 0];
  }

  /**
   * Show a position: a whole SVG document, as text or parsed, or nothing; `lost` are the losses of before, whose wrecks are
   * drawn. `quietly`: another picture is played over it just now. `pane`: only this part of it.
   * @type {(drawn: string | SVGElement | null, lost?: Loss[], quietly?: boolean, pane?: Pane | null) => void}
   */
  show(drawn, lost = [], quietly = false, pane = null) {
    const picture = drawn ? document.importNode(typeof drawn === "string" ? parsed(drawn) : drawn, true) : null;
    this.position.replaceChildren(...(picture ? [picture] : []));
    if (!picture) {
      this.now = { picture, actors: [], labels: [], lost: [], borders: [], signs: [] };
      this.scene.begin([], []);
      this.clear();
      return;
    }
    let [x, y, width, depth] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const { scale, left, top } = Object.fromEntries(
      Object.entries(picture.dataset).map(([name, value]) => [name, Number(value)]),
    );
    this.scale = scale;
    this.left = left;
    this.top = top;
    this.up = "up" in picture.dataset;
    const box = pane?.box ?? [left, top, Infinity, Infinity];
    if (pane) {
      [x, y] = this.units(box[0], box[1]);
      [width, depth] = [(box[2] - box[0]) * scale, Math.abs(box[3] - box[1]) * scale];
      crop(picture, pane);
    }
    this.corner = [x, y, width, depth];
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    for (const shown of [picture, this.sketch]) shown.setAttribute("viewBox", `${x} ${y} ${width} ${depth}`);
    /** @type {(spots: number[][]) => number[][]} */
    const from = (spots) => (pane ? spots.map(([right, down, ...more]) => [right - x, down - y, ...more]) : spots);
    /** @type {(spots: number[][]) => number[][]} */
    const inside = (spots) =>
      from(spots).filter(([right, down]) => !pane || (right >= 0 && down >= 0 && right <= width && down <= depth));
    this.now = {
      picture,
      actors: actorsOf(picture),
      labels: labelsOf(picture).flatMap((label) => {
        const circles = inside(label.circles);
        return label.circles.length && !circles.length ? [] : { ...label, circles, spots: inside(label.spots) };
      }),
      lost,
      borders: bordersOf(picture).map(([x1, y1, x2, y2, ...soft]) => [
        ...from([
          [x1, y1],
          [x2, y2],
        ]).flat(),
        ...soft,
      ]),
      signs: inside(signsOf(picture)),
    };
    const radii = this.now.actors.map((actor) => actor.radius);
    this.grip = Math.min(this.grip, ...(radii.length ? radii : [width / scale / 40])); // as small as ever: letters keep their size
    this.table.classList.toggle("steady", "steady" in picture.dataset);
    this.camera.shows({
      width: width / scale,
      depth: depth / scale,
      left: box[0],
      top: box[1],
      up: this.up,
      scale,
      grip: this.grip,
      focus: pane ? partOf(pane, this.camera.stage) : focusOf(picture),
      pieces: this.now.actors.map(({ home }) => home),
    });
    if (!quietly) this.begin();
  }

  /** Begin with the picture that is shown: nothing is drawn over it but wrecks. */
  begin() {
    const { actors, labels, lost, borders, signs } = this.now;
    this.scene.begin(actors, labels, lost, borders, signs);
  }

  /**
   * Show the picture of before in place of the present one; nothing in it can be taken for what is there now.
   * @type {(was: Shown) => void}
   */
  lift({ picture, actors, labels, lost, borders, signs }) {
    this.position.classList.add("unseen-picture");
    if (!picture) return;
    for (const actor of actors) stood(actor);
    for (const group of elements("[data-piece], [data-key], [data-note]", picture)) {
      for (const name of ["piece", "part", "key", "note", "x", "y"]) delete group.dataset[name];
      group.classList.remove("chosen", "aimed", "target");
    }
    this.curtain.replaceChildren(picture);
    this.position.after(this.curtain);
    this.scene.begin(actors, labels, lost, borders, signs);
  }

  /** Show the present picture again. */
  drop() {
    this.curtain.remove();
    this.position.classList.remove("unseen-picture");
    this.scene.halt();
  }

  /** The table was laid out at another zoom, or another part of it is in view. */
  laid() {
    this.embers.setAttribute("patternTransform", `scale(${this.camera.length(1) * this.scale})`);
    this.scene.grow();
    this.#figures();
    this.names.place();
    this.scene.redraw();
  }

  /** Have the figures of a grid stand at the left and the lower edge of what is in view. */
  #figures() {
    const { view, stage } = this.camera;
    const [left, top] = this.corner;
    const pixel = this.scale / view.k;
    for (const figure of elements(".axis", this.table)) {
      const [x, y] = ["x", "y"].map((name) => Number(figure.getAttribute(name)));
      const aside = figure.classList.contains("left") ? Math.max(0, left + (INSIDE - view.x) * pixel - x) : 0;
      const down = figure.classList.contains("low")
        ? Math.min(0, top + (stage.clientHeight - INSIDE - view.y) * pixel - y)
        : 0;
      figure.setAttribute("transform", `translate(${aside} ${down})`);
    }
  }

  /** Have each word of the draft stand on no other, on no name and if it can be on no piece; one that finds no room is not shown. */
  #part() {
    const words = elements(".word", this.layers.draft);
    if (!words.length) return;
    const boxes = elements("text", this.names.layer).map((name) => name.getBoundingClientRect());
    const pieces = elements(".element > :not(line)", this.position).map((piece) => piece.getBoundingClientRect());
    for (const word of words) {
      /** @type {(taken: DOMRect[]) => boolean} */
      const stands = (taken) =>
        BESIDE.some((dy) => {
          word.setAttribute("dy", dy);
          const { left, right, top, bottom } = word.getBoundingClientRect();
          return taken.every((box) => right < box.left || box.right < left || bottom < box.top || box.bottom < top);
        });
      const free = stands([...boxes, ...pieces]) || stands(boxes);
      word.setAttribute("visibility", free ? "visible" : "hidden");
      if (free) boxes.push(word.getBoundingClientRect());
    }
  }

  /** @type {(x: number, y: number) => Point} */
  units(x, y) {
    return [(x - this.left) * this.scale, (this.up ? this.top - y : y - this.top) * this.scale];
  }

  /**
   * Fill a layer with a fragment that the server drew, or with elements.
   * @type {(layer: string, content?: string | Node[]) => void}
   */
  fill(layer, content) {
    this.layers[layer].replaceChildren(...(typeof content === "string" ? drawnOf(content) : (content ?? [])));
    if (layer === "ghost" || layer === "answer")
      this.names.yield(elements(".ghost .plan, .answer .plan", this.sketch).flatMap((group) => this.#plan(group)));
    if (layer === "draft") this.#part();
  }

  /**
   * Corners of what a layer draws on the table, in the units of the board; none where it draws nothing.
   * @type {(layer: string) => Point[]}
   */
  corners(layer) {
    const { x, y, width, height } = /** @type {SVGGElement} */ (this.layers[layer]).getBBox();
    if (!width || !height) return [];
    const { size } = this.camera;
    const most = [size.width * this.scale, size.depth * this.scale];
    /** @type {(right: number, down: number) => Point} */
    const at = (right, down) => [
      this.left + Math.max(0, Math.min(right, most[0])) / this.scale,
      this.top + ((this.up ? -1 : 1) * Math.max(0, Math.min(down, most[1]))) / this.scale,
    ];
    return [at(x, y), at(x + width, y + height)];
  }

  /**
   * What names yield to of a plan that ends here: its way, its end, and what it says of that.
   * @type {(group: HTMLElement) => import("./names.js").Plan[]}
   */
  #plan(group) {
    const [left, top, width, depth] = this.corner;
    /** @type {(node: Element | null, name: string) => number[][]} */
    const numbers = (node, name) =>
      [...(node?.getAttribute(name) ?? "").matchAll(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g)].map(([, x, y]) => [
        Number(x) - left,
        Number(y) - top,
      ]);
    const way = numbers(group.querySelector(":scope > path"), "d");
    const [end] = numbers(group, "data-end");
    if (!end || end[0] < 0 || end[1] < 0 || end[0] > width || end[1] > depth) return [];
    const { words = "", fill = "" } = group.dataset;
    return [{ words, fill, end, lines: way.slice(1).map((spot, n) => [...way[n], ...spot]) }];
  }

  clear() {
    for (const name of ["ranges", "answer", "ghost", "draft"]) this.fill(name);
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
 * Have a piece stand where its picture has it, whatever was played with it since.
 * @type {(actor: Actor) => void}
 */
function stood(actor) {
  [actor.x, actor.y] = actor.home;
  actor.gone = false;
  for (const [name, value] of Object.entries(actor.drawn ?? {}))
    value === null ? actor.group.removeAttribute(name) : actor.group.setAttribute(name, value);
}

/**
 * Whether a point of the board lies in a pane.
 * @type {(pane: Pane, x: number, y: number) => boolean}
 */
export function within({ box: [left, top, right, low] }, x, y) {
  return x >= left && x <= right && y >= Math.min(top, low) && y <= Math.max(top, low);
}

/**
 * Leave in a picture what is in a pane of it.
 * @type {(picture: SVGElement, pane: Pane) => void}
 */
function crop(picture, pane) {
  /** @type {(group: HTMLElement) => boolean} */
  const elsewhere = ({ dataset: { view, x, y } }) =>
    view ? view !== pane.name : x !== undefined && !within(pane, Number(x), Number(y));
  for (const group of elements("[data-view], [data-x]", picture)) if (elsewhere(group)) group.remove();
}

/**
 * The corners of the part of a picture that is shown first, in the units of the board; null: all of it.
 * @type {(picture: SVGElement) => Point[] | null}
 */
function focusOf({ dataset: { focus } }) {
  if (!focus) return null;
  return cornersOf(focus.split(" ").map(Number));
}

/**
 * The corners of the part of a pane that is shown first; null: all of it. On a phone it is what matters most.
 * @type {(pane: Pane, stage: HTMLElement) => Point[] | null}
 */
function partOf({ near, focus }, stage) {
  const box = (buttonsOver(stage) && near) || focus;
  return box ? cornersOf(box) : null;
}

/** @type {(box: number[]) => Point[]} */
function cornersOf([left, top, right, low]) {
  return [
    [left, top],
    [right, low],
  ];
}
