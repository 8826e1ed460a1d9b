// What is drawn of events over a picture: ways, shots, templates, explosions, losses, words; played in time, or put to rest.
// Marks are in the units of the board; what ends or stands for one is as large on the screen at every zoom.

/** @import { Area, Beat, Burst, Loss, Mark, Point, Shot, Way } from "../payloads" */
/** @import { Attributes } from "./dom.js" */
/** @import { TableMap } from "./map.js" */
/** @import { Names } from "./names.js" */

import { elements, s } from "./dom.js";

/**
 * A piece of a picture, with where it is in the units of the board; `half`: half the width and the
 * height of one that is a card; `drawn`: attributes of its group as they were before it was played with.
 * @typedef {{ group: SVGElement, piece: string, part: string, view: string, key: string, home: Point, x: number, y: number, radius: number, half?: Point, gone: boolean, drawn?: Record<string, string | null> }} Actor
 */
/** @typedef {{ text: string, fill: string | null, bold: boolean, family: string | null, boxed?: boolean }} Line a line of a name */
/**
 * A name in a picture; `there`: the line of it that holds only where the piece stands in the picture, not on its way.
 * @typedef {{ piece: string, lines: Line[], circles: number[][], spots: number[][], keyed: boolean, stays: boolean, minor: boolean, rim: number, room: number, matters: number, there?: number }} Label
 */

/** @type {Record<string, number>} */
const TAKES = { way: 1100, shot: 550, area: 650, burst: 750, loss: 350, word: 650 }; // milliseconds
const KINDS = Object.keys(TAKES); // in the order in which marks of one event are played
const INK = "#241e16";
const PALE = "#fbf6ea";
const FIRE = "#c8442b";
const EDGE = "#8f2413";
const SMOKE = "#a59d8c";
const PUFFS = [
  [0.3, 0.35],
  [1.5, 0.6],
  [2.6, 0.25],
  [3.5, 0.7],
  [4.5, 0.4],
  [5.6, 0.65],
]; // of a burst that hits nobody: how far round, and how far from its middle to its edge
const NEAR = 48; // pixels of a shot whose ends hide it
const CLOSER = 1.5; // how much larger the outcome of such a shot is drawn
const PARTS = 12; // of a way that names keep off: as good as its arcs
const FINE = 72; // parts of a way, of which those under pieces are left out
const LOB = 0.22; // how high a lob is drawn, as a part of its length
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The pieces of a picture: what moves, with where it is in the units of the board.
 * @type {(picture: Element) => Actor[]}
 */
export function actorsOf(picture) {
  /** @type {SVGElement[]} */
  const groups = elements("[data-x][data-radius]", picture);
  return groups.map((group) => {
    const { key = "", piece = key, part = "", view = "", x, y, radius, half } = group.dataset;
    return {
      group,
      piece,
      part,
      view,
      key: key || `${piece}/${part}/${view}`,
      home: [Number(x), Number(y)],
      x: Number(x),
      y: Number(y),
      radius: Number(radius),
      ...(half && { half: /** @type {Point} */ (half.split(" ").map(Number)) }),
      gone: false,
    };
  });
}

/**
 * The names in a picture, of pieces or of places, with the circles and the spots that they may stand at, in its units (see
 * drawing/lettering.py). They leave it: they are written over it, where there is room.
 * @type {(picture: Element) => Label[]}
 */
export function labelsOf(picture) {
  /** @type {(text?: string) => number[][]} */
  const numbers = (text) => (text ? text.split(",").map((spot) => spot.split(" ").map(Number)) : []);
  return elements("[data-of]", picture).map((group) => {
    const { of, spots, keyed, stays, minor, rim = 0, room = 0, matters = 0, key = "", piece = key, there } = group.dataset;
    const lines = [...group.querySelectorAll("text[data-em]")].map((line) => ({
      text: line.textContent,
      fill: line.getAttribute("fill"),
      bold: line.getAttribute("font-weight") === "bold",
      family: line.getAttribute("font-family"),
    }));
    group.remove();
    return {
      piece,
      lines,
      circles: numbers(of),
      spots: numbers(spots),
      keyed: keyed !== "no",
      stays: stays === "yes",
      minor: minor === "yes",
      rim: Number(rim),
      room: Number(room),
      matters: Number(matters),
      there: there ? Number(there) : undefined,
    };
  });
}

/**
 * The signs of a picture, circles in its units, that no name of an area lies on.
 * @type {(picture: Element) => number[][]}
 */
export function signsOf(picture) {
  return elements("[data-off]", picture).flatMap(({ dataset: { off = "" } }) =>
    off.split(",").map((spot) => spot.split(" ").map(Number)),
  );
}

/**
 * The lines of a picture that no name lies on, and, each with a 1 after it, those that names keep off where they can: from
 * corner to corner, in its units; those of its path where it says no others.
 * @type {(picture: Element) => number[][]}
 */
export function bordersOf(picture) {
  return elements("[data-border], [data-edge]", picture).flatMap((group) => {
    const { border, edge = "" } = group.dataset;
    const path = group.matches("path") ? group : group.querySelector("path");
    const drawn = (border ?? edge) || path?.getAttribute("d") || "";
    const corners = [...drawn.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    return corners.slice(1).map((corner, n) => [...corners[n], ...corner, ...(border === undefined ? [1] : [])]);
  });
}

/**
 * Beats without the shots and bursts whose pieces went on after them: these lie where nothing stands any more.
 * @type {(beats: { marks: Mark[] }[]) => { marks: Mark[] }[]}
 */
export function unmoved(beats) {
  /** @type {Set<string | undefined>} */
  const gone = new Set();
  return beats
    .toReversed()
    .map(({ marks }) => {
      const left = marks.filter(
        (mark) =>
          !(mark.kind === "shot" && (gone.has(mark.by) || gone.has(mark.at))) &&
          !(mark.kind === "burst" && gone.has(mark.on)),
      );
      for (const mark of marks) if (mark.kind === "way") gone.add(mark.piece);
      return { marks: left };
    })
    .toReversed();
}

/**
 * What was lost in these beats.
 * @type {(beats: { marks: Mark[] }[]) => Loss[]}
 */
export function lossesIn(beats) {
  return beats.flatMap((beat) => beat.marks.filter((mark) => mark.kind === "loss"));
}

/**
 * The points of the board that a mark is drawn at.
 * @type {(mark: { kind: string, points?: number[][], start?: Point, end?: Point, at?: Point | string }) => number[][]}
 */
export function pointsOf({ points = [], start, end, at }) {
  return [...points, start, end, Array.isArray(at) ? at : null].filter(Array.isArray);
}

export class Scene {
  /**
   * `map` shows a picture and has the layers `marks` and `wrecks`; `names` are written beside its pieces.
   * @param {TableMap} map @param {Names} names
   */
  constructor(map, names) {
    this.map = map;
    this.names = names;
    /** @type {Actor[]} */
    this.actors = [];
    /** @type {{ mark: Mark, past: boolean }[]} */
    this.rested = [];
    /** @type {Loss[]} */
    this.lost = [];
    this.running = 0;
    this.least = 0;
  }

  /**
   * Begin with a picture: nothing is drawn over it but the wrecks of what was lost before.
   * @type {(actors: Actor[], labels: Label[], lost?: Loss[], borders?: number[][], signs?: number[][]) => void}
   */
  begin(actors, labels, lost = [], borders = [], signs = []) {
    this.running += 1;
    this.actors = actors;
    this.rested = [];
    this.#keepOff();
    this.lost = [...lost];
    this.grow();
    this.names.wrecks = this.lost;
    this.names.take(actors, labels, borders, signs);
    this.redraw();
  }

  /**
   * Put events to rest: pieces are where they went, and all marks stay.
   * @type {(beats: { marks: Mark[] }[]) => void}
   */
  rest(beats) {
    for (const [n, beat] of beats.entries()) for (const mark of beat.marks) this.#settle(mark, n < beats.length - 1);
    this.names.place();
    this.redraw();
  }

  /**
   * Draw the ways that were gone in events, where the picture shows pieces at their ends. A view may have been turned since:
   * then they are not drawn in it.
   * @type {(beats: Beat[]) => void}
   */
  trails(beats) {
    const ways = beats.flatMap((beat, n) =>
      beat.marks.filter((mark) => mark.kind === "way").map((mark) => ({ mark, past: n < beats.length - 1 })),
    );
    const turned = [...new Map(ways.map(({ mark }) => [`${mark.piece}/${mark.view}`, mark])).values()] // the last of each
      .filter((way) => {
        const [[endX, endY]] = way.points.slice(-1);
        return this.#of(way).some(({ x, y, radius }) => Math.hypot(x - endX, y - endY) >= radius);
      })
      .map(({ view }) => view);
    this.rested.push(...ways.filter(({ mark }) => !mark.view || !turned.includes(mark.view)));
    this.#keepOff();
    this.names.place();
    this.redraw();
  }

  /**
   * Play an event; `hurry` is how much faster than at an easy pace. Gives whether it was not cut short.
   * @type {(beat: Beat, hurry?: number) => Promise<boolean>}
   */
  async play(beat, hurry = 1) {
    this.running += 1;
    const run = this.running;
    this.names.hush();
    for (const old of this.rested) old.past = true;
    for (const kind of KINDS) {
      const marks = beat.marks.filter((mark) => mark.kind === kind);
      if (!marks.length) continue;
      if (kind === "word") for (const mark of marks) this.#settle(mark);
      if (kind === "word") this.names.place();
      if (!still.matches) await this.#frames(TAKES[kind] / hurry, run, (t) => this.#show(marks, t));
      if (run !== this.running) return false;
      if (kind !== "word") for (const mark of marks) this.#settle(mark);
      this.redraw();
    }
    this.names.place();
    return true;
  }

  /**
   * Let pieces glide here from where they were in the picture before; those that are where they were stay.
   * @type {(before: Actor[], time: number) => Promise<void>}
   */
  async glide(before, time) {
    const was = new Map(before.filter((actor) => !actor.gone).map((actor) => [actor.key, actor]));
    const going = this.actors.flatMap((actor) => {
      const { x, y } = was.get(actor.key) ?? actor;
      return Math.hypot(actor.x - x, actor.y - y) > 1e-3 ? [{ actor, x, y, toX: actor.x, toY: actor.y }] : [];
    });
    if (!going.length || still.matches) return;
    await this.#frames(time, this.running, (t) => {
      for (const { actor, x, y, toX, toY } of going) this.#put(actor, x + (toX - x) * t, y + (toY - y) * t, 0);
      this.names.follow();
    });
  }

  /**
   * Draw pieces that are small on the screen larger: `least` pixels from the middle to the rim, or as much as there is room
   * for beside the next piece.
   */
  grow() {
    const { least, actors } = this;
    /** @type {(actor: Actor) => boolean} */
    const small = ({ group, gone }) => !gone && group.matches("svg > .element"); // those in a group of their own stand in a chart
    const own = least ? actors.filter(small) : [];
    for (const actor of own) {
      const { group, home, x, y, view } = actor;
      const base = Number(group.dataset.radius);
      const gaps = own
        .filter((other) => other !== actor && other.view === view)
        .map((other) => Math.hypot(other.x - x, other.y - y) / 2);
      const radius = Math.max(base, Math.min(this.map.camera.length(least), ...gaps));
      const [cx, cy] = this.map.units(...home);
      actor.radius = radius;
      for (const child of group.children) {
        if (child.tagName === "line") continue; // what leads to the ground
        const drawn = child.getAttribute("data-drawn") ?? child.getAttribute("transform") ?? "";
        child.setAttribute("data-drawn", drawn);
        child.setAttribute("transform", `translate(${cx} ${cy}) scale(${radius / base}) translate(${-cx} ${-cy}) ${drawn}`);
      }
    }
  }

  /** Names keep off the ways that are drawn, where they can. */
  #keepOff() {
    const [left, top] = this.map.corner;
    this.names.ways = this.rested.flatMap(({ mark }) => {
      if (mark.kind !== "way") return [];
      const spots = Array.from({ length: PARTS + 1 }, (_, n) => upTo(mark.points, n / PARTS, this.map.up).at(-1) ?? []);
      const drawn = spots.map(([x, y]) => this.map.units(x, y)).map(([x, y]) => [x - left, y - top]);
      return drawn.slice(1).map((spot, n) => [...drawn[n], ...spot]);
    });
  }

  /** Take away all marks but the wrecks. */
  hush() {
    this.rested = [];
    this.#keepOff();
    this.names.hush();
    this.names.place();
    this.redraw();
  }

  /**
   * Draw anew what is at rest: after a change of the zoom.
   * @type {(more?: Element[]) => void}
   */
  redraw(more = []) {
    this.map.fill(
      "wrecks",
      this.lost.map((loss) => this.#wreck(loss)),
    );
    this.map.fill("marks", [...this.rested.flatMap((entry) => this.#drawn(entry.mark, 1, entry.past)), ...more]);
  }

  /** Stop what is played where it is. */
  halt() {
    this.running += 1;
  }

  /** @type {(time: number, run: number, draw: (t: number) => void) => Promise<void>} */
  async #frames(time, run, draw) {
    const begun = performance.now();
    for (;;) {
      const now = await new Promise((next) => requestAnimationFrame(next));
      if (run !== this.running) return;
      const t = Math.min(1, Math.max(0, (now - begun) / time));
      draw(t);
      if (t === 1) return;
    }
  }

  /** @type {(marks: Mark[], t: number) => void} */
  #show(marks, t) {
    for (const mark of marks) {
      if (mark.kind === "way") this.#go(mark, eased(t));
      if (mark.kind === "loss") for (const actor of this.#of(mark)) play(actor, "opacity", String(1 - t));
    }
    if (marks[0].kind === "way") this.names.follow();
    this.redraw(marks.flatMap((mark) => this.#drawn(mark, mark.kind === "way" ? eased(t) : t)));
  }

  /**
   * What a mark leaves behind.
   * @type {(mark: Mark, past?: boolean) => void}
   */
  #settle(mark, past = false) {
    if (mark.kind === "way") this.#go(mark, 1);
    if (mark.kind === "loss") {
      for (const actor of this.#of(mark)) {
        actor.gone = true;
        play(actor, "visibility", "hidden");
      }
      if (!mark.passes) this.lost.push(mark);
    } else if (mark.kind === "word") {
      if (!past) this.names.say(mark.piece, mark.text, mark.good);
    } else {
      this.rested.push({ mark, past });
    }
  }

  /** @type {(mark: { piece: string, part?: string, view?: string }) => Actor[]} */
  #of({ piece, part, view }) {
    return this.actors.filter(
      (actor) => actor.piece === piece && (!part || actor.part === part) && (!view || actor.view === view),
    );
  }

  /** @type {(mark: Way, t: number) => void} */
  #go(mark, t) {
    const { at, turned } = along(mark.points, t, this.map.up);
    for (const actor of this.#of(mark)) this.#put(actor, ...at, turned);
  }

  /**
   * Put a piece at a point, turned by so many degrees.
   * @type {(actor: Actor, x: number, y: number, turned: number) => void}
   */
  #put(actor, x, y, turned) {
    [actor.x, actor.y] = [x, y];
    const [fromX, fromY] = this.map.units(...actor.home);
    const [toX, toY] = this.map.units(x, y);
    play(actor, "transform", `translate(${toX - fromX} ${toY - fromY}) rotate(${turned} ${fromX} ${fromY})`);
    for (const line of elements(":scope > line", actor.group)) {
      if (line.getAttribute("x1") !== line.getAttribute("x2")) continue; // only what leads to the ground stays upright
      line.dataset.low ??= line.getAttribute("y2") ?? "";
      line.setAttribute("y2", String(Number(line.dataset.low) - (toY - fromY)));
      line.setAttribute("transform", `rotate(${-turned} ${fromX} ${fromY})`);
    }
  }

  /**
   * A mark that goes with its moment, or a shot in a view, where its pieces are in the picture that is shown; null: they are
   * not all there. Others are where they are.
   * @type {(mark: Mark) => Mark | null}
   */
  #anchored(mark) {
    const view = mark.kind === "shot" && mark.view;
    if (!mark.passes && !view) return mark;
    /** @type {(piece: string) => Point | null} */
    const at = (piece) => {
      const actor = this.actors.find((actor) => actor.piece === piece && !actor.gone && (!view || actor.view === view));
      return actor ? [actor.x, actor.y] : null;
    };
    if (mark.kind === "shot") {
      const [start, end] = [at(mark.by), at(mark.at)];
      return start && end ? { ...mark, start, end } : null;
    }
    if (mark.kind !== "burst" || !mark.on) return mark;
    const there = at(mark.on);
    return there ? { ...mark, at: there } : null;
  }

  /**
   * A mark as it is drawn at a moment of its time, 0 to 1; `past`: it is of an earlier event of the order.
   * @type {(given: Mark, t: number, past?: boolean) => SVGElement[]}
   */
  #drawn(given, t, past = false) {
    const mark = this.#anchored(given);
    if (!mark) return [];
    const nodes = this.#nodes(mark, t);
    if (past) for (const node of nodes) node.setAttribute("opacity", "0.45");
    return nodes;
  }

  /** @type {(mark: Mark, t: number) => SVGElement[]} */
  #nodes(mark, t) {
    if (mark.kind === "way") return this.#way(mark, t);
    if (mark.kind === "shot") return this.#shot(mark, t);
    if (mark.kind === "area") return this.#area(mark, t);
    return mark.kind === "burst" ? this.#burst(mark, t) : [];
  }

  /** @type {(mark: Way, t: number) => SVGElement[]} */
  #way({ points }, t) {
    const done = upTo(points, t, this.map.up).map(([x, y, , degrees]) => [...this.map.units(x, y), degrees]);
    const end = done[done.length - 1];
    const far = Math.hypot(end[0] - done[0][0], end[1] - done[0][1]);
    if (done.length < 3 && far < 1e-6) return [];
    const whole = done
      .map((to, n) => (n && to[2] ? arcTo(done[n - 1], to) : lines([to]).replace("M", n ? "L" : "M")))
      .join("");
    const d = t < 1 ? whole : (this.#open(points) ?? whole);
    return [
      stroke("path", { d }, PALE, t < 1 ? 4.5 : 3.5, { "stroke-opacity": 0.75 }),
      stroke("path", { d }, INK, t < 1 ? 2 : 1.3, { "stroke-dasharray": "7 4", "stroke-opacity": t < 1 ? 1 : 0.75 }),
      ...(t < 1 || !this.#under(points[0])
        ? [stroke("circle", { cx: done[0][0], cy: done[0][1], r: this.#px(3) }, INK, 1.5, { fill: PALE })]
        : []),
      ...this.#arrow(points, t),
    ];
  }

  /** Whether a point of the board is under a piece. @type {(at: number[]) => boolean} */
  #under([x, y]) {
    return this.actors.some((actor) => !actor.gone && Math.hypot(actor.x - x, actor.y - y) < actor.radius);
  }

  /**
   * A way without what is under pieces: none is struck through; null where it passes under none.
   * @type {(points: Way["points"]) => string | null}
   */
  #open(points) {
    const spots = Array.from({ length: FINE + 1 }, (_, n) => upTo(points, n / FINE, this.map.up).at(-1) ?? points[0]);
    const open = spots.map((spot) => !this.#under(spot));
    if (!open.includes(false)) return null;
    const drawn = spots.map(([x, y], n) =>
      open[n] ? lines([this.map.units(x, y)]).replace("M", open[n - 1] ? "L" : "M") : "",
    );
    return drawn.join("");
  }

  /**
   * Which way a piece goes: a head in the middle of its way, where no piece covers it.
   * @type {(points: Way["points"], t: number) => SVGElement[]}
   */
  #arrow(points, t) {
    const [from, tip] = [t * 0.55, t * 0.6].map((part) => {
      const [x, y] = upTo(points, part, this.map.up).at(-1) ?? points[0];
      return this.map.units(x, y);
    });
    const far = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
    if (far < 1e-6 || (t === 1 && this.#under(upTo(points, 0.6, this.map.up).at(-1) ?? points[0]))) return [];
    const size = this.#px(7);
    const [ahead, aside] = [((tip[0] - from[0]) / far) * size, ((tip[1] - from[1]) / far) * size];
    /** @type {(side: number) => [number, number]} */
    const wing = (side) => [tip[0] - ahead * 1.4 - aside * side, tip[1] - aside * 1.4 + ahead * side];
    const d = `${lines([wing(0.8), tip, wing(-0.8)])}Z`;
    return [stroke("path", { d, class: "heading" }, PALE, 1.5, { fill: INK })];
  }

  /** @type {(mark: Shot, t: number) => SVGElement[]} */
  #shot({ start, end, outcome = "", look, by, view }, t) {
    const card = this.#at(start)?.half; // what is written on a card is not struck through
    const [from, rim] = [
      this.map.units(...(card ? this.#rim(end, start, look) : start)),
      this.map.units(...this.#rim(start, end, look)),
    ];
    const near = !card && Math.hypot(rim[0] - from[0], rim[1] - from[1]) < this.#px(NEAR);
    const spot = near ? this.#behind(start, end) : rim; // where its outcome is drawn: neither of two near pieces covers it
    const missed = outcome === "miss";
    const to = missed || look === "sight" ? spot : rim;
    const d = lines(upTo(look === "lob" ? lob(from, to) : [from, to], Math.min(1, t * 1.6)));
    const dash = look === "sight" ? "2 6" : look === "lob" ? "2 5" : missed ? "8 6" : null;
    const wide = look === "ray" ? 5 : 2.4;
    const nodes = [
      stroke("path", { d }, PALE, wide + 3, { "stroke-opacity": 0.8 }),
      stroke("path", { d }, look === "sight" ? INK : FIRE, wide, dash ? { "stroke-dasharray": dash } : {}),
    ];
    const gunner = this.actors.find((actor) => actor.piece === by && (!view || actor.view === view));
    if (gunner && near) {
      const r = gunner.radius * this.map.scale + this.#px(3); // so near that its line is hidden: who fires has a ring
      for (const [colour, width] of /** @type {[string, number][]} */ ([
        [PALE, 5],
        [FIRE, 2.4],
      ]))
        nodes.push(stroke("circle", { cx: from[0], cy: from[1], r, class: "gunner" }, colour, width));
    }
    if (look === "ray" && !missed) nodes.push(stroke("path", { d }, PALE, 1.6));
    if (t * 1.6 > 1 && outcome) {
      const pixels = this.#px(missed ? 7 : outcome === "damage" ? 11 : 8) * (near ? CLOSER : 1);
      const mark = this.#star(spot, pixels * Math.min(1, t * 1.6 - 0.6), outcome === "damage");
      nodes.push(...(missed ? this.#ring(spot, pixels) : [mark]));
    }
    return nodes;
  }

  /** The piece about a point. @type {(point: Point) => Actor | undefined} */
  #at([x, y]) {
    return this.actors.find((actor) => Math.hypot(actor.x - x, actor.y - y) < actor.radius * 0.5);
  }

  /**
   * Where a shot meets the rim of the piece that it ends in.
   * @type {(start: Point, end: Point, look?: string) => Point}
   */
  #rim([x, y], end, look) {
    const there = look === "lob" ? null : this.#at(end);
    const [dx, dy] = [Math.abs(end[0] - x), Math.abs(end[1] - y)];
    const far = Math.hypot(dx, dy);
    const rim = there?.half ? Math.min(there.half[0] / dx, there.half[1] / dy) : (there?.radius ?? 0) / far;
    const share = rim < 1 ? rim : 0;
    return [end[0] + (x - end[0]) * share, end[1] + (y - end[1]) * share];
  }

  /**
   * The rim of the piece at the end of a shot, on the side away from its start.
   * @type {(start: Point, end: Point) => Point}
   */
  #behind(start, end) {
    const [from, to] = [this.map.units(...start), this.map.units(...end)];
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const out = ((this.#at(end)?.radius ?? 0) * this.map.scale + this.#px(3)) / far;
    return [to[0] + (to[0] - from[0]) * out, to[1] + (to[1] - from[1]) * out];
  }

  /** @type {(mark: Area, t: number) => SVGElement[]} */
  #area({ points, radius, under = [], damaged = [], start }, t) {
    const grown = Math.min(1, 0.25 + 0.9 * t);
    const look = { fill: `url(#${this.map.embers.id})`, "fill-opacity": Math.min(1, t * 1.5) };
    const nodes = [];
    if (points.length === 1) {
      const [cx, cy] = this.map.units(...points[0]);
      nodes.push(
        stroke("circle", { cx, cy, r: radius * this.map.scale * grown }, EDGE, 2, { ...look, "stroke-dasharray": "9 3" }),
        this.#cross([cx, cy], 5),
      );
    } else {
      const swept = start ? sweptTo(points, t) : points;
      nodes.push(
        stroke("path", { d: `${lines(swept.map((point) => this.map.units(...point)))}Z` }, EDGE, 2, {
          ...look,
          "stroke-dasharray": "9 3",
        }),
      );
      if (start) {
        const [head, other] = [swept[0], swept[swept.length - 1]].map((point) => this.map.units(...point));
        const d = lines([this.map.units(...start), [(head[0] + other[0]) / 2, (head[1] + other[1]) / 2]]);
        nodes.push(
          stroke("path", { d }, PALE, 8, { "stroke-opacity": 0.8 }),
          stroke("path", { d }, FIRE, 5),
          stroke("path", { d }, PALE, 1.6),
        );
      }
    }
    if (t > 0.6) {
      for (const actor of this.actors.filter(({ part, piece }) => under.includes(part || piece))) {
        const [cx, cy] = this.map.units(actor.x, actor.y);
        const hurt = damaged.includes(actor.part || actor.piece);
        nodes.push(
          stroke("circle", { cx, cy, r: actor.radius * this.map.scale + this.#px(3) }, EDGE, hurt ? 3.5 : 1.8, {
            fill: "none",
            "stroke-dasharray": hurt ? "none" : "4 3",
          }),
        );
        if (hurt)
          nodes.push(
            this.#star([cx + actor.radius * this.map.scale, cy - actor.radius * this.map.scale], this.#px(8), true),
          );
      }
    }
    return nodes;
  }

  /** @type {(mark: Burst, t: number) => SVGElement[]} */
  #burst({ at, radius, harmless }, t) {
    const centre = this.map.units(...at);
    if (harmless) {
      const [cx, cy, r] = [...centre, radius * this.map.scale];
      const grown = Math.min(1, 0.3 + t);
      const puffs = PUFFS.map(([turn, far]) =>
        stroke(
          "circle",
          {
            cx: cx + far * r * Math.sin(turn),
            cy: cy - far * r * Math.cos(turn),
            r: Math.min(r * 0.14, this.#px(7)) * grown,
          },
          INK,
          1,
          { fill: SMOKE, "fill-opacity": 0.75 },
        ),
      );
      return [stroke("circle", { cx, cy, r: r * grown }, EDGE, 1.6, { fill: "none", "stroke-dasharray": "6 4" }), ...puffs];
    }
    return [
      this.#star(centre, radius * this.map.scale * Math.min(1, 0.3 + t), false, 14),
      this.#star(centre, radius * this.map.scale * 0.55 * Math.min(1, 0.2 + t), true, 10),
    ];
  }

  /**
   * What stays of a piece that is lost.
   * @type {(mark: Loss) => SVGElement}
   */
  #wreck({ at, radius }) {
    const [cx, cy] = this.map.units(...at);
    const r = Math.max(radius * this.map.scale * 0.8, this.#px(4));
    const arm = r * 0.7;
    return s(
      "g",
      { class: "wreck", opacity: 0.8 },
      stroke("circle", { cx, cy, r }, INK, 1.2, { fill: "#a59d8c", "fill-opacity": 0.45, "stroke-dasharray": "3 2.5" }),
      stroke(
        "path",
        { d: `M${cx - arm} ${cy - arm}L${cx + arm} ${cy + arm}M${cx - arm} ${cy + arm}L${cx + arm} ${cy - arm}` },
        INK,
        2.2,
      ),
    );
  }

  /** @type {(centre: number[], r: number) => SVGElement[]} */
  #ring([cx, cy], r) {
    return [
      stroke("circle", { cx, cy, r }, PALE, 4, { fill: PALE, "fill-opacity": 0.5 }),
      stroke("circle", { cx, cy, r }, INK, 1.6),
    ];
  }

  /** @type {(centre: number[], pixels: number) => SVGElement} */
  #cross([x, y], pixels) {
    const arm = this.#px(pixels);
    return stroke(
      "path",
      { d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}` },
      EDGE,
      2,
    );
  }

  /** @type {(centre: number[], radius: number, filled: boolean, tips?: number) => SVGElement} */
  #star([x, y], radius, filled, tips = 8) {
    const points = Array.from({ length: 2 * tips }, (_, n) => {
      const [angle, r] = [(n * Math.PI) / tips, n % 2 ? radius * 0.5 : radius];
      return [x + r * Math.sin(angle), y - r * Math.cos(angle)];
    });
    return stroke("path", { d: `${lines(points)}Z`, "stroke-linejoin": "round" }, EDGE, 1.6, {
      fill: filled ? FIRE : PALE,
      "fill-opacity": filled ? 0.95 : 0.7,
    });
  }

  /**
   * The length in the picture that so many pixels of the screen are.
   * @type {(pixels: number) => number}
   */
  #px(pixels) {
    return this.map.camera.length(pixels) * this.map.scale;
  }
}

/**
 * Draw a piece otherwise while it is played with.
 * @type {(actor: Actor, name: string, value: string) => void}
 */
function play(actor, name, value) {
  actor.drawn ??= {};
  if (!(name in actor.drawn)) actor.drawn[name] = actor.group.getAttribute(name);
  actor.group.setAttribute(name, value);
}

/** @type {(tag: "path" | "circle", shape: Attributes, colour: string, width: number, look?: Attributes) => SVGElement} */
export function stroke(tag, shape, colour, width, look = {}) {
  return s(tag, {
    fill: "none",
    ...shape,
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "vector-effect": "non-scaling-stroke",
    ...look,
  });
}

/** @type {(points: number[][]) => string} */
function lines(points) {
  return points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
}

/** @type {(t: number) => number} */
function eased(t) {
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2;
}

/** @type {(from: number[], to: number[]) => number[][]} */
function lob([ax, ay], [bx, by]) {
  const high = Math.hypot(bx - ax, by - ay) * LOB;
  return Array.from({ length: 17 }, (_, n) => [
    ax + ((bx - ax) * n) / 16,
    ay + ((by - ay) * n) / 16 - 4 * high * (n / 16) * (1 - n / 16),
  ]);
}

/**
 * A strip as far as a ray has swept it along its length.
 * @type {(strip: Point[], t: number) => Point[]}
 */
function sweptTo([a, b, c, d], t) {
  /** @type {(from: Point, to: Point) => Point} */
  const part = ([x, y], [toX, toY]) => [x + (toX - x) * t, y + (toY - y) * t];
  return [part(b, a), b, c, part(c, d)];
}

/**
 * An arc of a path from one point of a picture to the next, which has a third value: the degrees that it turns by.
 * @type {(from: number[], to: number[]) => string}
 */
function arcTo([x, y], [toX, toY, degrees]) {
  const radius = Math.hypot(toX - x, toY - y) / 2 / Math.sin((Math.abs(degrees) / 360) * Math.PI);
  return `A${radius.toFixed(3)} ${radius.toFixed(3)} 0 ${Math.abs(degrees) > 180 ? 1 : 0} ${degrees > 0 ? 1 : 0} ${toX.toFixed(2)} ${toY.toFixed(2)}`;
}

/**
 * Half of the angle that a way turns by on an arc to a point, in radians; 0: it goes straight.
 * @type {(point: number[]) => number}
 */
function halfTurn([, , , degrees = 0]) {
  return Math.abs(degrees) < 1e-3 ? 0 : (degrees / 360) * Math.PI;
}

/**
 * How far it is to each point of a way from the one before.
 * @type {(points: number[][]) => number[]}
 */
export function lengths(points) {
  return points.slice(1).map((to, n) => {
    const half = halfTurn(to);
    return Math.hypot(to[0] - points[n][0], to[1] - points[n][1]) * (half ? half / Math.sin(half) : 1);
  });
}

/**
 * Where a way is after a part of the leg from one point to the next, and, on an arc, how far it has turned on it.
 * @type {(from: number[], to: number[], share: number, up: boolean) => number[]}
 */
export function between([x, y], to, share, up) {
  const half = halfTurn(to);
  const [dx, dy] = [to[0] - x, to[1] - y];
  if (!half) return [x + dx * share, y + dy * share];
  const angle = half * share - half; // the chord so far lies by so much to the right of the whole one
  const long = Math.sin(half * share) / Math.sin(half);
  const [cosine, sine] = [Math.cos(angle) * long, Math.sin(angle) * long * (up ? 1 : -1)];
  return [x + dx * cosine + dy * sine, y + dy * cosine - dx * sine, 0, to[3] * share];
}

/**
 * The points of a way up to a part of its length.
 * @type {(points: number[][], t: number, up?: boolean) => number[][]}
 */
function upTo(points, t, up = false) {
  const each = lengths(points);
  let left = t * each.reduce((sum, length) => sum + length, 0);
  const done = [points[0]];
  for (const [n, length] of each.entries()) {
    if (left <= 0) break;
    done.push(between(points[n], points[n + 1], length ? Math.min(1, left / length) : 1, up));
    left -= length;
  }
  return done;
}

/**
 * Where a piece is after a part of its way, and by how many degrees it has turned; on the spot it only turns.
 * @type {(points: number[][], t: number, up: boolean) => { at: Point, turned: number }}
 */
function along(points, t, up) {
  const each = lengths(points).map((length, n) => length + (Math.abs(turn(points[n], points[n + 1])) / 90) * 0.05);
  let left = t * each.reduce((sum, length) => sum + length, 0);
  let turned = 0;
  let [x, y] = points[0];
  for (const [n, length] of each.entries()) {
    const share = length ? Math.min(1, left / length) : 1;
    if (share < 0) break;
    [x, y] = between(points[n], points[n + 1], share, up);
    turned += turn(points[n], points[n + 1]) * share;
    left -= length;
    if (left <= 0) break;
  }
  return { at: [x, y], turned };
}

/**
 * The turn from one facing to the next, in degrees: that of the arc between them, or the shorter way round.
 * @type {(from: number[], to: number[]) => number}
 */
function turn([, , from = 0], [, , to = 0, degrees]) {
  return degrees ?? ((((to - from) % 360) + 540) % 360) - 180;
}
