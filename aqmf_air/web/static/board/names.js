// The names of pieces, and how they are: beside them at every zoom, on no other name and no piece, with a leader where there is
// no room close by. Sizes are pixels of the screen.

/** @import { Point } from "../payloads" */
/** @import { Box, Name, Place } from "../labels.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Actor, Label, Line } from "./scene.js" */

import { elements, h, s } from "./dom.js";
import { place, standing } from "../labels.js";

/** @typedef {Label & Name & { pieces: number[][], spots: number[][], matters: number, letters: number }} Sized a name with the room that it takes */
/** @typedef {{ label: Sized, there: Place }} Placed */
/** @typedef {{ words: string, fill: string, end: number[], lines: number[][] }} Plan its end and the lines of its way, in units of the picture */

const FAMILY =
  "'Source Sans Pro', 'Gill Sans', 'Gill Sans MT', 'Lato', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif";
/** @type {Record<string, number>} */
const LETTERS = { far: 12, mid: 13, near: 15 };
const LEAD = 1.16;
const LEAST = 10; // pixels of letters that fit into their area
const OVER = 1.6; // how much wider than its room the smallest letters of a name may be, where nothing else stands
const HIGH = 0.28; // of an area, how high letters in it are at most
const HALO = "#faf5e8";
const AIR = 2; // pixels between a piece and a name right beside it
const BADGE = [17, 15];
const TITLE = 20; // pixels
const PLANNED = 16; // pixels about the end of a plan
const NARROW = 600; // pixels of a view in which, as in one of several, names are short: those of things that matter less may be left out
const MOST = 4; // pieces of a unit that its name may stand at
const MOST_NUMBERS = 8; // names that are numbers beyond which they would hide the pieces: those have none at this zoom

export class Names {
  /**
   * `layer` is an SVG over the table, in pixels of the table as it is laid out; `key` is a list for names that have no room:
   * numbers stand for them, or, not `numbered`, they are left out.
   * @param {SVGSVGElement} layer @param {Camera} camera @param {HTMLElement | null} key @param {boolean} numbered
   */
  constructor(layer, camera, key, numbered = true) {
    this.layer = layer;
    this.camera = camera;
    this.key = key;
    this.numbered = numbered;
    /** @type {{ piece: string, group: SVGElement, box: Box, from: Point | null }[]} */
    this.shown = [];
    /** @type {Map<string, Line[]>} */
    this.words = new Map();
    this.chosen = "";
    /** @type {Set<string>} the pieces that the moment is about: their names come first */
    this.concerned = new Set();
    this.ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    /** @type {Actor[] | null} */
    this.actors = null;
    /** @type {Label[]} */
    this.labels = [];
    /** @type {number[][]} */
    this.borders = [];
    /** @type {number[][]} */
    this.signs = [];
    /** @type {number[][]} */
    this.ways = []; // lines that names keep off where they can
    /** @type {Plan[]} */
    this.plans = [];
    /** @type {{ at: Point, radius: number }[]} what was lost: names keep off what is left of it */
    this.wrecks = [];
    /** @type {() => unknown} told once names stand anew */
    this.placed = () => {};
  }

  /**
   * Name what is in a picture: its pieces, its labels, its borders and its signs, as scene.js reads them.
   * @type {(actors: Actor[], labels: Label[], borders: number[][], signs?: number[][]) => void}
   */
  take(actors, labels, borders, signs = []) {
    Object.assign(this, { actors, labels, borders, signs });
    this.words.clear();
    if (!this.key?.childElementCount) this.key?.removeAttribute("style"); // no numbers any more: no room for them
    this.place();
  }

  /**
   * Write other lines beside pieces, each a text and its colour: an order has changed how they are.
   * @type {(lines: Record<string, [string, string][]>) => void}
   */
  relabel(lines) {
    this.labels = this.labels.map((label) => {
      const changed = lines[label.piece]?.map(([text, fill]) => ({ ...label.lines[0], text, fill }));
      return changed ? { ...label, lines: changed } : label;
    });
    this.place();
  }

  /**
   * Say something beside a piece, until it is taken back or another picture is named.
   * @type {(piece: string, text: string, good?: boolean) => void}
   */
  say(piece, text, good = false) {
    this.words.set(piece, [
      ...(this.words.get(piece) ?? []),
      { text, fill: good ? "#2e5a3a" : "#241e16", bold: true, boxed: true, family: FAMILY },
    ]);
  }

  hush() {
    this.words.clear();
  }

  /**
   * Names keep off plans, whose words stand at their ends.
   * @type {(plans: Plan[]) => void}
   */
  yield(plans) {
    if (!plans.length && !this.plans.length) return;
    this.plans = plans;
    this.place();
  }

  /** Find places for all names at the present zoom. */
  place() {
    const { actors, camera } = this;
    if (!actors || !camera.laid) return;
    const narrow = camera.stage.clientWidth < NARROW || camera.stage.matches(".pane > *");
    const phone = camera.stage.closest("[data-zooms=over]");
    const letters = phone ? LETTERS.far : (LETTERS[camera.table.dataset.zoom ?? ""] ?? LETTERS.mid);
    const unit = camera.size.scale / camera.view.k;
    const frame = this.#frame();
    const [west, north, ...others] = frame;
    const room = this.numbered ? frame : [west, north + TITLE, ...others]; // nothing is written under the title of a pane
    /** @type {(values: number[]) => number[]} */
    const pixels = (values) => values.map((value) => value / unit);
    /** @type {Sized[]} */
    const labels = [];
    /** @type {Sized[]} */
    const areas = [];
    /** @type {number[][]} */
    const taken = [...this.#buttons(), ...this.wrecks.map(({ at: [x, y], radius }) => this.#disc({ x, y, radius }))];
    for (const label of this.labels) {
      const own = actors.filter((actor) => actor.piece === label.piece && label.piece);
      const reach = own.length ? Math.max(1, (label.circles[0]?.[2] ?? 0) / camera.size.scale / own[0].radius) : 1; // what is drawn may be wider than its base
      const discs = own.length
        ? own.filter((actor) => !actor.gone).map((actor) => this.#disc(actor, reach))
        : label.circles.map(pixels);
      if (label.keyed && label.matters) taken.push(...discs); // not the middle of an area
      const pieces = discs.filter((disc) => inside(frame, disc));
      if (!pieces.length) continue;
      const went = own.some(({ x, y, home }) => Math.hypot(x - home[0], y - home[1]) > 1e-3);
      const said = this.words.get(label.piece) ?? []; // but for what its label says by now
      const about = said.length > 0 || this.concerned.has(label.piece);
      const chosen = label.piece !== "" && label.piece === this.chosen;
      const short = narrow && label.minor && !about && !chosen;
      const still = label.lines.filter((_, n) => (short ? !n : !went || n !== label.there));
      const lines = [...still, ...said.filter(({ text: words }) => !still.some(({ text }) => text?.includes(words)))];
      /** @type {(letters: number) => number} */
      const width = (letters) => Math.max(...lines.map((line) => this.#width(line, letters))) + 4;
      const within = label.room / unit || Infinity;
      const fitting = Math.min(letters, within * HIGH, (letters * within) / width(letters));
      const size = Math.max(Math.min(LEAST, letters), fitting);
      const wide = width(size);
      const over = wide > within + 1;
      if (wide > OVER * within && !label.matters) continue; // nearer there is room for it
      const spots = label.spots.map(pixels);
      const high = size * LEAD * lines.length + 2;
      (label.stays || short ? areas : labels).push({
        ...label,
        lines,
        there: went ? undefined : label.there,
        wide,
        letters: size,
        high,
        pieces: most(pieces),
        spots: short
          ? beside(most(pieces), label.rim / unit, wide, high)
          : spots.filter(([x], n) => !n || over || Math.abs(x - spots[0][0]) + wide / 2 <= within / 2 + 1),
        matters: label.matters + (chosen ? 10 : 0) + (about ? 5 : 0),
      });
    }
    for (const { words, fill, end } of this.plans) {
      const disc = [...pixels(end), PLANNED];
      const line = { text: words, fill, bold: true, boxed: true, family: FAMILY };
      const wide = this.#width(line, letters) + 6;
      taken.push(disc);
      labels.push({
        piece: "",
        lines: [line],
        circles: [],
        spots: [],
        keyed: false,
        stays: false,
        minor: false,
        rim: 0,
        room: 0,
        matters: 20,
        wide,
        letters,
        high: letters * LEAD + 2,
        pieces: [disc],
      });
    }
    const soft = this.borders.filter((border) => border.length > 4).map((border) => border.slice(0, 4));
    const hard = this.borders.filter((border) => border.length === 4);
    const lines = [...this.plans.flatMap((plan) => plan.lines), ...this.ways, ...soft].map(pixels);
    const more = { borders: hard.map(pixels), lines, number: BADGE };
    let places = place(labels, taken, room, more);
    if (!this.numbered && places.some(({ number }) => number)) {
      const own = labels.map((label) => ownLine(label, labels)); // a line may have room where all have none
      for (const [n, label] of labels.entries())
        if (places[n].number) Object.assign(label, { lines: [own[n]], high: letters * LEAD + 2 });
      places = place(labels, taken, room, more);
    }
    const all = labels
      .map((label, n) => ({ label, there: places[n] }))
      .filter(({ label, there }) => label.matters || !there.number); // the name of an area gives way
    const left = all.filter(({ there }) => there.number).length;
    const crowded = this.numbered && left > MOST_NUMBERS;
    const near = !this.numbered && left > MOST_NUMBERS; // lines to what is far off would cross the crowd
    const kept = (crowded || !this.numbered ? all.filter(({ there }) => !there.number) : all).filter(
      ({ label, there }) => !near || !there.leader || this.concerned.has(label.piece),
    );
    kept.push(
      ...this.#areas(
        areas,
        kept.map(({ there }) => there),
        [...taken, ...this.signs.map(pixels)],
        room,
        hard.map(pixels),
      ),
    );
    this.shown = kept.map(({ label, there }) => ({
      piece: label.piece,
      group: written(label, there),
      box: there.box,
      from: this.#middle(label.piece),
    }));
    this.layer.replaceChildren(...this.shown.map(({ group }) => group));
    this.placed();
    const numbered = kept
      .filter(({ there }) => there.number)
      .map(({ label, there }) => ({ number: there.number, words: label.lines.map(({ text }) => text).join(" ") }));
    if (!this.numbered) return;
    this.key?.replaceChildren(
      ...numbered
        .sort((entry, other) => entry.number - other.number)
        .map(({ number, words }) => h("li", {}, h("b", {}, String(number)), ` ${words}`)),
      ...(crowded ? [h("li", {}, `${left} names have no room: zoom in, or tap a piece.`)] : []),
    );
    if ((numbered.length || crowded) && this.key) this.key.style.minHeight = `${this.key.offsetHeight}px`; // as much room from now on: the table does not jump
  }

  /**
   * The names of areas that have room beside all others: those that matter first, then the short ones.
   * @type {(areas: Sized[], there: Place[], taken: number[][], frame: Box, borders: number[][]) => Placed[]}
   */
  #areas(areas, there, taken, frame, borders) {
    const moving = (this.actors ?? []).filter((actor) => !actor.gone && actor.group.classList.contains("element"));
    const pieces = [...taken, ...moving.map((actor) => this.#disc(actor)), ...areas.flatMap((area) => area.pieces)];
    const boxes = there.map(({ box }) => box);
    const leaders = there.flatMap(({ leader }) => (leader ? [leader] : []));
    /** @type {Placed[]} */
    const stand = [];
    for (const label of [...areas].sort((area, other) => other.matters - area.matters || area.wide - other.wide)) {
      const box = standing(label, { frame, pieces, boxes, leaders, borders: label.stays ? [] : borders });
      if (!box) continue;
      boxes.push(box);
      stand.push({ label, there: { box, leader: null, number: 0 } });
    }
    return stand;
  }

  /** Let each name go with its piece, as far as that has gone since the names were placed; one that it passes is not shown. */
  follow() {
    /** @type {Box[]} */
    const boxes = [];
    const going = this.shown.map((name) => {
      const at = (name.piece && this.#middle(name.piece)) || null;
      if (name.piece && name.from && !at) name.group.remove();
      const [dx, dy] = at && name.from ? [at[0] - name.from[0], at[1] - name.from[1]] : [0, 0];
      return { ...name, dx, dy, far: Math.hypot(dx, dy) };
    });
    for (const { group, box, dx, dy } of going.sort((name, other) => other.far - name.far)) {
      const [left, top, right, low] = [box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy];
      const free = boxes.every((other) => right < other[0] || other[2] < left || low < other[1] || other[3] < top);
      if (free) boxes.push([left, top, right, low]);
      group.setAttribute("transform", `translate(${dx} ${dy})`);
      if (dx || dy) group.querySelector(".there")?.remove();
      group.setAttribute("visibility", free ? "visible" : "hidden");
    }
  }

  /** @type {(piece: string) => Point | null} */
  #middle(piece) {
    const own = (this.actors ?? [])
      .filter((actor) => piece && actor.piece === piece && !actor.gone)
      .map((actor) => this.#disc(actor));
    /** @type {(n: number) => number} */
    const mean = (n) => own.reduce((sum, disc) => sum + disc[n], 0) / own.length;
    return own.length ? [mean(0), mean(1)] : null;
  }

  /** @type {(disc: { x: number, y: number, radius: number }, reach?: number) => number[]} */
  #disc({ x, y, radius }, reach = 1) {
    const {
      size,
      view: { k },
    } = this.camera;
    return [(x - size.left) * k, this.camera.down(y) * k, radius * reach * k];
  }

  /**
   * The buttons that lie over the table, as discs.
   * @type {() => number[][]}
   */
  #buttons() {
    const { stage, view } = this.camera;
    const { left, top } = stage.getBoundingClientRect();
    return elements("[data-zooms=over] > .zooms > :not([hidden])").map((button) => {
      const box = button.getBoundingClientRect();
      return [box.left + box.width / 2 - left - view.x, box.top + box.height / 2 - top - view.y, box.width / 2];
    });
  }

  /**
   * The part of the table that is in view.
   * @type {() => Box}
   */
  #frame() {
    const {
      view: { x, y },
      stage: { clientWidth: wide, clientHeight: high },
    } = this.camera;
    return [2 - x, 2 - y, wide - x - 2, high - y - 2];
  }

  /** @type {(line: Line, letters: number) => number} */
  #width({ text, bold, family }, letters) {
    this.ruler.font = `${bold ? "bold " : ""}${letters}px ${family}`;
    return this.ruler.measureText(text).width;
  }
}

/**
 * Those of a unit's discs that its name may stand at, the middle one first.
 * @type {(discs: number[][]) => number[][]}
 */
function most(discs) {
  const sorted = [...discs].sort(([x], [other]) => x - other);
  return [...new Set([sorted[sorted.length >> 1], sorted[sorted.length - 1], sorted[0], sorted[sorted.length >> 2]])].slice(
    0,
    MOST,
  );
}

/**
 * The middles of the places right beside discs, or a rim about each, for a name: within a rim with room for it, below, above,
 * right and left of them.
 * @type {(discs: number[][], rim: number, wide: number, high: number) => number[][]}
 */
function beside(discs, rim, wide, high) {
  return discs.flatMap(([x, y, radius]) => {
    const out = Math.max(radius, rim) + AIR;
    const [across, down] = [out + wide / 2, out + high / 2];
    const within = radius + high / 2;
    return [
      ...(Math.hypot(wide / 2, within + high / 2) < rim + AIR ? [[x, y + within]] : []),
      [x, y + down],
      [x, y - down],
      [x + across, y],
      [x - across, y],
    ];
  });
}

/** @type {(frame: Box, disc: number[]) => boolean} */
function inside([left, top, right, bottom], [x, y, radius]) {
  return x > left - radius && x < right + radius && y > top - radius && y < bottom + radius;
}

/** @type {(label: Sized, place: Place) => SVGElement} */
function written({ piece, lines, wide, letters, there: holds }, { box: [left, top, right, bottom], leader, number }) {
  const group = s("g", { class: "name", "data-name": piece || lines[0].text });
  if (leader) {
    const [x1, y1, x2, y2] = leader;
    group.append(
      s("line", { x1, y1, x2, y2, stroke: HALO, "stroke-width": 3.5, "stroke-opacity": 0.8 }),
      s("line", { x1, y1, x2, y2, stroke: "#2a241c", "stroke-width": 1 }),
    );
  }
  if (number) {
    const digits = s("text", {
      x: (left + right) / 2,
      y: (top + bottom) / 2 + 4,
      "text-anchor": "middle",
      "font-family": FAMILY,
      "font-size": 11,
      "font-weight": "bold",
      fill: HALO,
    });
    digits.textContent = String(number);
    group.append(
      s("rect", { x: left + 0.5, y: top + 0.5, width: BADGE[0] - 1, height: BADGE[1] - 1, rx: 3, fill: "#2a241c" }),
      digits,
    );
    return group;
  }
  lines.forEach((line, n) => {
    const y = top + letters * (0.95 + LEAD * n);
    if (line.boxed)
      group.append(
        s("rect", {
          x: left,
          y: y - letters * 0.92,
          width: wide,
          height: letters * LEAD,
          rx: 3,
          fill: HALO,
          stroke: line.fill,
          "stroke-width": 1,
        }),
      );
    const text = s("text", {
      x: (left + right) / 2,
      y,
      "text-anchor": "middle",
      "font-family": line.family,
      "font-size": letters,
      fill: line.fill,
      "font-weight": line.bold ? "bold" : "normal",
      stroke: HALO,
      "stroke-width": line.boxed ? 0 : Math.min(3.2, letters * 0.25),
      "stroke-linejoin": "round",
      "paint-order": "stroke",
      class: n === holds ? "there" : null,
    });
    text.textContent = line.text;
    group.append(text);
  });
  return group;
}

/**
 * The first line of a label that no other one has, or the first.
 * @type {(label: Sized, labels: Sized[]) => Sized["lines"][number]}
 */
function ownLine(label, labels) {
  const others = labels.filter((other) => other !== label).flatMap(({ lines }) => lines.map(({ text }) => text));
  return label.lines.find(({ text }) => !others.includes(text)) ?? label.lines[0];
}
