// The table on the page: the position as the server drew it, the names beside its pieces, what is drawn of events, and over
// it what is being drafted. Nothing of a position is drawn here: fragments come from the engine, and the draft is a line, a
// ring, a word.

import { drawn, s } from "./dom.js";
import { Names } from "./names.js";
import { actorsOf, bordersOf, labelsOf, Scene, signsOf } from "./scene.js";

const LAYERS = ["wrecks", "ranges", "answer", "ghost", "marks", "draft"];
const EMBERS = 7;

export class TableMap {
  constructor(table, camera) {
    this.table = table;
    this.camera = camera;
    this.position = table.querySelector("#position");
    this.sketch = table.querySelector("#sketch");
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
    this.names = new Names(table.querySelector("#names"), camera, document.getElementById("key"));
    this.scene = new Scene(this, this.names);
    this.now = { picture: null, actors: [], labels: [], lost: [] };
    this.scale = 1;
    this.left = 0;
  }

  /**
   * Show a position: a whole SVG document as text, or nothing; `lost` are the losses of before, whose wrecks are drawn.
   * `quietly`: another picture is played over it just now.
   */
  show(text, lost = [], quietly = false) {
    const picture = text
      ? document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true)
      : null;
    this.position.replaceChildren(...(picture ? [picture] : []));
    if (!picture) {
      this.now = { picture, actors: [], labels: [], lost: [] };
      this.scene.begin([], []);
      this.clear();
      return;
    }
    const [, , width, depth] = picture.getAttribute("viewBox").split(" ").map(Number);
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
    const radii = this.now.actors.map((one) => one.radius);
    this.grip = Math.min(this.grip ?? Infinity, ...(radii.length ? radii : [width / scale / 40])); // as small as ever: letters keep their size
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

  units(x, y) {
    return [(x - this.left) * this.scale, this.camera.down(y) * this.scale];
  }

  /** Fill a layer with a fragment that the server drew, or with elements. */
  fill(layer, content) {
    this.layers[layer].replaceChildren(...(typeof content === "string" ? drawn(content) : (content ?? [])));
  }

  clear() {
    for (const name of ["ranges", "answer", "ghost", "draft"]) this.layers[name].replaceChildren();
    this.mark("chosen", () => false);
    this.mark("aimed", () => false);
  }

  /** Give the groups of pieces that `which` names a class. */
  mark(name, which) {
    for (const group of this.position.querySelectorAll("[data-piece]")) {
      group.classList.toggle(name, which(group.dataset.piece, group.dataset.part));
    }
    if (name !== "chosen") return;
    this.names.chosen = this.now.actors.find((one) => which(one.piece, one.part))?.piece ?? "";
    this.names.place();
  }

  /** What was meant by a tap, a piece or something with a note: the nearest one, if it is near enough for a finger. */
  meant(point, fits = () => true) {
    let best = null;
    for (const group of this.position.querySelectorAll("[data-piece][data-x], [data-note]")) {
      const { x, y, radius, piece, part, note } = group.dataset;
      const gap = Math.max(0, Math.hypot(x - point.x, y - point.y) - radius);
      const found = { piece, part, note, x: Number(x), y: Number(y), gap };
      if (gap < this.camera.length(26) && (!best || gap < best.gap) && fits(found)) best = found;
    }
    return best;
  }

  ring(at, diameter, name) {
    const [cx, cy] = this.units(at.x, at.y);
    return s("circle", { cx, cy, r: (diameter / 2) * this.scale, class: name });
  }

  /** A brass ring for a finger, of the same size at every zoom; the one that leads is larger. */
  handle(at, leads = false) {
    return this.ring(at, 2 * this.camera.length(leads ? 24 : 15), leads ? "handle lead" : "handle");
  }

  line(points, name, closed = false) {
    const d = points.map(([x, y], n) => `${n ? "L" : "M"}${this.units(x, y)}`).join("");
    return s("path", { d: closed ? `${d}Z` : d, class: name });
  }

  word(at, text) {
    const [x, y] = this.units(at.x, at.y);
    const made = s("text", { x, y, dy: "-2.2em", class: "spent" });
    made.textContent = text;
    return made;
  }
}

/** The corners of the part of a picture that is shown first, in the units of the board; null: all of it. */
function focusOf({ dataset: { focus } }) {
  if (!focus) return null;
  const [left, top, right, low] = focus.split(" ").map(Number);
  return [
    [left, top],
    [right, low],
  ];
}
