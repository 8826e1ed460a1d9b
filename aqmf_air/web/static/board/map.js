// The table on the page: the position as the server drew it, and over it what is being drafted. Nothing of a position is
// drawn here: fragments come from the engine, and the draft is a line, a ring, a word.

import { letter } from "../labels.js";
import { drawn, h, s } from "./dom.js";

// pixels of a letter at each zoom, as board.css has them
const LETTERS = { far: 11, mid: 13, near: 15 };

export class TableMap {
  constructor(table, camera) {
    this.table = table;
    this.camera = camera;
    this.position = table.querySelector("#position");
    this.sketch = table.querySelector("#sketch");
    this.key = document.getElementById("key");
    this.layers = Object.fromEntries(["ranges", "answer", "ghost", "draft"].map((name) => {
      const layer = s("g", { class: name });
      this.sketch.append(layer);
      return [name, layer];
    }));
    this.scale = 1;
    this.left = 0;
  }

  /** Show a position: a whole SVG document as text, or nothing. */
  show(text) {
    if (!text) {
      this.position.replaceChildren();
      this.clear();
      return;
    }
    const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    const [, , width, depth] = picture.getAttribute("viewBox").split(" ").map(Number);
    const { scale, left, top } = Object.fromEntries(Object.entries(picture.dataset).map(([name, value]) => [name, Number(value)]));
    this.scale = scale;
    this.left = left;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    this.position.replaceChildren(picture);
    this.sketch.setAttribute("viewBox", `0 0 ${width} ${depth}`);
    const radii = [...picture.querySelectorAll("[data-radius]")].map((one) => Number(one.dataset.radius));
    const grip = radii.length ? Math.min(...radii) : width / scale / 40;
    this.table.classList.toggle("steady", "steady" in picture.dataset);
    this.camera.shows({ width: width / scale, depth: depth / scale, left, top, up: "up" in picture.dataset, scale, grip });
  }

  units(x, y) {
    return [(x - this.left) * this.scale, this.camera.down(y) * this.scale];
  }

  /** Fill a layer with a fragment that the server drew, or with elements. */
  fill(layer, content) {
    this.layers[layer].replaceChildren(...(typeof content === "string" ? drawn(content) : content ?? []));
  }

  clear() {
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.mark("chosen", () => false);
    this.mark("aimed", () => false);
  }

  /** Letter every name for the zoom and the part of the table that is in view; what has no room is a number, told in the key. */
  declutter() {
    const picture = this.position.querySelector("svg");
    if (!picture || !this.camera.laid) return;
    const { view: { k, x, y }, stage: { clientWidth: wide, clientHeight: high } } = this.camera;
    const unit = this.scale / k;
    const frame = [-x, -y, wide - x, high - y].map((pixels) => pixels * unit);
    const key = letter(picture, { unit, size: LETTERS[this.table.dataset.zoom], frame });
    this.key.replaceChildren(...key.map(([number, words]) => h("li", {}, h("b", {}, String(number)), ` ${words}`)));
  }

  /** Give the groups of pieces that `which` names a class. */
  mark(name, which) {
    for (const group of this.position.querySelectorAll("[data-piece]")) {
      group.classList.toggle(name, which(group.dataset.piece, group.dataset.part));
    }
    if (name === "chosen") this.declutter();
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
    return s("circle", { cx, cy, r: diameter / 2 * this.scale, class: name });
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
