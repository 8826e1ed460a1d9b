// The table on the page: the position as the server drew it, and over it what is being drafted. Nothing of a position is
// drawn here: fragments come from the engine, and the draft is a line, a ring, a silhouette.

import { drawn, s } from "./dom.js";

const LETTER = 8.4;
const LINE = 15;

export class TableMap {
  constructor(table, camera) {
    this.table = table;
    this.camera = camera;
    this.position = table.querySelector("#position");
    this.sketch = table.querySelector("#sketch");
    this.layers = Object.fromEntries(["ranges", "answer", "ghost", "draft"].map((name) => {
      const layer = s("g", { class: name });
      this.sketch.append(layer);
      return [name, layer];
    }));
    this.scale = 20;
    this.left = 0;
    this.far = 0;
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
    this.scale = Number(picture.dataset.scale);
    this.left = Number(picture.dataset.left);
    this.far = Number(picture.dataset.far);
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    this.position.replaceChildren(picture);
    this.sketch.setAttribute("viewBox", `0 0 ${width} ${depth}`);
    const { scale, left, far } = this;
    this.camera.shows({ width: width / scale, depth: depth / scale, left, far, scale });
  }

  units(x, y) {
    return [(x - this.left) * this.scale, (this.far - y) * this.scale];
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

  /** Leave out names that would lie over others; the first ones stay, and the chosen one always. */
  declutter() {
    const { k } = this.camera.view;
    const taken = [];
    const labels = [...this.position.querySelectorAll(".label")];
    for (const label of labels.sort((one, other) => other.classList.contains("chosen") - one.classList.contains("chosen"))) {
      const lines = [...label.children];
      const half = Math.max(...lines.map((one) => one.textContent.length)) * LETTER / 2 / k * this.scale;
      const x = Number(lines[0].getAttribute("x"));
      const y = Number(lines[0].getAttribute("y"));
      const high = lines.length * LINE / k * this.scale;
      const over = taken.some((one) => Math.abs(one.x - x) < one.half + half && y < one.y + one.high && one.y < y + high);
      label.classList.toggle("crowded", over);
      if (!over) taken.push({ x, y, half, high });
    }
  }

  /** Give the groups of units that `which` names a class. */
  mark(name, which) {
    for (const group of this.position.querySelectorAll("[data-unit]")) {
      group.classList.toggle(name, which(group.dataset.unit, group.dataset.element));
    }
    if (name === "chosen") this.declutter();
  }

  /** The element or marker that was meant by a tap: the nearest one, if it is near enough for a finger. */
  meant(point, fits = () => true) {
    let best = null;
    for (const group of this.position.querySelectorAll(".element, .marker")) {
      const { x, y, radius, unit, element, marker } = group.dataset;
      const gap = Math.max(0, Math.hypot(x - point.x, y - point.y) - radius);
      const found = { unit, element, marker, x: Number(x), y: Number(y), gap };
      if (gap < Math.max(0.5, this.camera.inches(26)) && (!best || gap < best.gap) && fits(found)) best = found;
    }
    return best;
  }

  // -- the draft ----------------------------------------------------------------------------------------------------------

  /** The line of a laid track. */
  path(track, gauge, look = {}) {
    const [x, y] = this.units(track.start.x, track.start.y);
    let d = `M${x} ${y}`;
    track.pieces.forEach((piece, n) => {
      const end = this.units(track.joints[n].x, track.joints[n].y);
      if (!piece.turn) {
        d += `L${end}`;
        return;
      }
      const clockwise = piece.side === "right" ? 1 : 0;
      const radius = gauge.radius * this.scale;
      if (piece.turn < 355) {
        d += `A${radius} ${radius} 0 ${piece.turn > 180 ? 1 : 0} ${clockwise} ${end}`;
        return;
      }
      const from = n ? track.joints[n - 1] : track.start;
      const across = (from.facing + (clockwise ? 90 : -90)) / 180 * Math.PI;
      const half = this.units(from.x + 2 * gauge.radius * Math.sin(across), from.y + 2 * gauge.radius * Math.cos(across));
      d += `A${radius} ${radius} 0 0 ${clockwise} ${half}A${radius} ${radius} 0 0 ${clockwise} ${end}`;
    });
    return s("path", { d, class: "way", fill: "none", ...look });
  }

  /** An aircraft as it would stand. */
  silhouette(pose, diameter, name = "standing") {
    const [x, y] = this.units(pose.x, pose.y);
    const radius = diameter / 2 * this.scale;
    return s("use", { href: "#silhouette", class: name, transform: `translate(${x} ${y}) rotate(${pose.facing}) scale(${radius})` });
  }

  ring(at, diameter, name) {
    const [cx, cy] = this.units(at.x, at.y);
    return s("circle", { cx, cy, r: diameter / 2 * this.scale, class: name });
  }

  /** A brass ring for a finger, of the same size at every zoom; the one that leads is larger. */
  handle(at, leads = false) {
    return this.ring(at, 2 * this.camera.inches(leads ? 24 : 15), leads ? "handle lead" : "handle");
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
