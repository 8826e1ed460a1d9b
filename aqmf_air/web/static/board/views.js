// The table in one view, or in the panes that its picture has, arranged so that they are as large as can be. Each pane has a
// camera of its own; what screens draw, mark and ask goes through here to all of them, or to the one where a point lies. A piece
// that is drawn in several panes is one piece.

/** @import { Beat, Loss, Pane } from "../payloads" */
/** @import { Hand, Spot } from "./camera.js" */
/** @import { Meant, Shown } from "./map.js" */
/** @import { Actor } from "./scene.js" */

import { Camera, STRIP, buttonsFit, buttonsOver } from "./camera.js";
import { button, h, s } from "./dom.js";
import { parsed, TableMap, within } from "./map.js";

const SMALL = 11; // pixels from the middle of a piece to its rim in a pane, where there is room
const ALONE = 22; // the same on a phone, which shows one at a time
const MOST = 0.7; // of the height of a phone, what the first pane has
const ROOMY = 360; // pixels below a view at which the sheet of orders has room for the pieces, too
const STAYS = 1.25; // how much larger panes must be in another form, or above their buttons

/** @typedef {{ camera: Camera, map: TableMap, pane: Pane | null, node: HTMLElement, title: HTMLElement | null, tab: HTMLElement | null }} View */

/**
 * Columns and rows of panes; in a tall form the first has all the rows, in a wide one all the columns; in a low one the second
 * has all the columns, below the others.
 * @typedef {{ form: string, across: number[], down: number[] }} Grid
 */

/**
 * How panes are best arranged in a room, and the pixels to a unit of the board that it gives them: in a row, in a column, or
 * the first beside or above the others. They stay in their form where another is not much better.
 * @type {(wide: number, high: number, sizes: number[][], form?: string) => { grid: Grid, k: number }}
 */
export function arranged(wide, high, sizes, form = "") {
  const [across, down] = [0, 1].map((n) => sizes.map((size) => size[n]));
  const [[width, ...widths], [depth, ...depths]] = [across, down];
  /** @type {Grid[]} */
  const ways = [
    { form: "row", across, down: [Math.max(...down)] },
    { form: "column", across: [Math.max(...across)], down },
  ];
  if (sizes.length > 2)
    ways.push(
      { form: "tall", across: [width, Math.max(...widths)], down: atLeast(depths, depth) },
      { form: "low", across: atLeast([width, widths[1]], widths[0]), down: [Math.max(depth, depths[1]), depths[0]] },
      { form: "wide", across: atLeast(widths, width), down: [depth, Math.max(...depths)] },
    );
  const fits = ways.map((grid) => ({ grid, k: Math.min(wide / sum(grid.across), high / sum(grid.down)) }));
  /** @type {(way: { grid: Grid, k: number }) => number} */
  const worth = (way) => way.k * (way.grid.form === form ? STAYS : 1);
  return fits.reduce((best, way) => (worth(way) > worth(best) ? way : best));
}

/** @type {(values: number[]) => number} */
function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}

/**
 * Lengths in their proportions that are together no less than a length.
 * @type {(lengths: number[], least: number) => number[]}
 */
function atLeast(lengths, least) {
  const stretched = Math.max(1, least / sum(lengths));
  return lengths.map((length) => length * stretched);
}

/**
 * The size of a pane in units of the board, of one that may be smaller than the others so much less.
 * @type {(pane: Pane) => number[]}
 */
function sizeOf({ box, focus: [left, top, right, low] = box, part = 1 }) {
  return [(right - left) * part, Math.abs(low - top) * part];
}

export class Views {
  /**
   * `stage` and `table` show a picture that is one view; `keys`: whether the keys of a stage move its view.
   * @param {HTMLElement} stage @param {HTMLElement} table @param {Hand} hand @param {boolean} keys
   */
  constructor(stage, table, hand, keys = true) {
    this.stage = stage;
    this.hand = hand;
    this.keys = keys;
    /** @type {Set<string>} */
    this.concerned = new Set();
    this.least = 0; // pixels from the middle of a piece to its rim, where there is room: see Scene.grow
    this.field = /** @type {HTMLElement} */ (stage.parentElement);
    this.node = h("div", { class: "panes" });
    this.tabs = h("div", { class: "view-tabs", role: "group", "aria-label": "Views of the table" });
    this.whole = this.#view(stage, table, null);
    /** @type {View[]} */
    this.all = [this.whole];
    this.here = this.whole;
    this.high = 0;
    this.room = ""; // that the panes were arranged in
    new ResizeObserver(() => this.#arrange()).observe(this.field);
  }

  /** @type {(node: HTMLElement, table: HTMLElement, pane: Pane | null) => View} */
  #view(stage, table, pane) {
    const { hand } = this;
    const view = /** @type {View} */ ({ pane, node: stage, title: null, tab: null });
    view.camera = new Camera(
      stage,
      table,
      {
        grab: (point, pointer) => {
          this.#turn(view);
          return hand.grab(point, pointer);
        },
        drag: (point) => hand.drag?.(point),
        release: (point) => hand.release?.(point),
        letGo: () => hand.letGo(),
        tap: (point) => hand.tap(point),
        laid: () => {
          view.map.laid();
          hand.laid?.();
        },
      },
      this.keys,
    );
    view.map = new TableMap(table, view.camera, pane);
    return view;
  }

  /** @type {(pane: Pane) => View} */
  #pane(pane) {
    const table = h("div", { class: "table", "data-zoom": "far" }, h("div", { class: "position" }));
    table.append(s("svg", { class: "sketch", "aria-hidden": "true" }), s("svg", { class: "names", "aria-hidden": "true" }));
    const stage = h("div", { class: "stage", tabindex: 0, role: "group" }, table);
    const title = h("p", { class: "pane-title", "aria-hidden": "true" });
    const view = this.#view(stage, table, pane);
    return Object.assign(view, {
      node: h("div", { class: "pane", "data-pane": pane.name }, stage, title),
      title,
      tab: button("", () => this.#turn(view)),
    });
  }

  /**
   * Have these panes, or one view of all; those of the same names stay.
   * @type {(panes: Pane[]) => void}
   */
  #have(panes) {
    if (String(panes.map(({ name }) => name)) !== String(this.all.flatMap(({ pane }) => pane?.name ?? []))) {
      this.whole.map.show("");
      this.all = panes.length ? panes.map((pane) => this.#pane(pane)) : [this.whole];
      this.node.replaceChildren(...(panes.length ? this.all.map(({ node }) => node) : []));
      this.node.dataset.form = "";
      this.stage.classList.toggle("aside", panes.length > 0);
      this.tabs.replaceChildren(...this.all.flatMap(({ tab }) => tab ?? []));
      if (panes.length) this.stage.after(this.tabs, this.node);
      else for (const node of [this.tabs, this.node]) node.remove();
      this.#turn(this.all[0]);
    }
    const words = this.stage.getAttribute("aria-label");
    for (const [n, pane] of panes.entries()) {
      const view = this.all[n];
      view.pane = pane;
      view.camera.stage.setAttribute("aria-label", [pane.title, words].filter(Boolean).join(". "));
      const [short] = pane.title.split(/[:,]/);
      view.title?.replaceChildren(pane.title);
      view.title?.toggleAttribute("hidden", !pane.title);
      view.title?.classList.toggle("short", short === pane.title);
      view.tab?.replaceChildren(short || pane.name);
    }
    this.#arrange();
  }

  /** Have the panes, and the buttons of the table, stand so that they are as large as can be. */
  #arrange() {
    const panes = this.all.flatMap(({ pane }) => pane ?? []);
    const { clientWidth: wide, dataset } = this.field;
    const over = buttonsOver(this.field);
    const high = this.field.clientHeight;
    this.#leave();
    if (!panes.length || !wide || high <= 0) return;
    const one = over && panes.some(({ title }) => title); // a phone has room for one view at a time
    this.tabs.hidden = !one;
    if (one) {
      dataset.zooms = "over";
      this.node.dataset.form = "one";
      this.node.style.gridTemplate = "";
      this.#areas([]);
      return;
    }
    const sizes = panes.map(sizeOf);
    if (over && sizes.length > 1) {
      const [width, depth] = sizes[0]; // on a phone what matters has all the width, and the others what is left
      const first = Math.min((wide * depth) / width, high * MOST);
      dataset.zooms = "over";
      this.node.dataset.form = "column";
      this.node.style.gridTemplate = `minmax(0, ${first}px) repeat(${sizes.length - 1}, minmax(0, 1fr)) / minmax(0, 1fr)`;
      this.#areas([]);
      return;
    }
    const form = Math.abs(high - this.high) < high / 4 ? this.node.dataset.form : ""; // in another room they stand anew
    this.high = high;
    const [below, beside] = [arranged(wide, high - STRIP, sizes, form), arranged(wide - STRIP, high, sizes, form)];
    const under = !buttonsFit(this.field) || below.k > STAYS ** 2 * beside.k;
    dataset.zooms = over ? "over" : (dataset.place ?? (under ? "below" : "beside"));
    const { grid, k } = dataset.zooms === "beside" ? beside : below;
    const room = `${dataset.zooms} ${wide} ${high}`;
    const least = this.all.map(({ node }, n) => Math.min(node.clientWidth / sizes[n][0], node.clientHeight / sizes[n][1]));
    if (this.node.dataset.form && this.room === room && Math.min(...least) * STAYS ** 2 >= k) return; // they stand still while they show enough
    this.room = room;
    this.node.dataset.form = grid.form;
    /** @type {(shares: number[]) => string} */
    const tracks = (shares) => shares.map((share) => `minmax(0, ${share}fr)`).join(" ");
    this.node.style.gridTemplate = `${tracks(grid.down)} / ${tracks(grid.across)}`;
    /** @type {Record<string, string[]>} */
    const whole = { tall: ["1 / 1 / -1"], wide: ["1 / 1 / auto / -1"], low: ["1 / 1", "2 / 1 / auto / -1", "1 / 2"] };
    this.#areas(whole[grid.form] ?? []);
  }

  /** What is left of a phone's height below the head of the page and a view that is shown whole, is for the sheet of orders. */
  #leave() {
    const board = /** @type {HTMLElement | null} */ (this.field.closest("#board"));
    const { pane } = this.here;
    const shown = buttonsOver(this.field) && pane && !pane.focus && (pane.title || this.all.length === 1);
    const [width, depth] = shown ? sizeOf(pane) : [0, 1];
    const { top } = (width ? this.node : this.field).getBoundingClientRect();
    const left = board && width ? board.getBoundingClientRect().bottom - top - (this.field.clientWidth * depth) / width : 0;
    board?.style.setProperty("--left", `${Math.max(0, Math.floor(left))}px`);
    board?.toggleAttribute("data-roomy", left > ROOMY);
  }

  /** Where panes lie in the grid that do not follow each other. @type {(areas: string[]) => void} */
  #areas(areas) {
    for (const [n, { node }] of this.all.entries()) node.style.gridArea = areas[n] ?? "";
  }

  /**
   * A hand is at a view: buttons are for it.
   * @type {(view: View) => void}
   */
  #turn(view) {
    this.here = view;
    for (const { node, tab } of this.all) {
      node.classList.toggle("here", node === view.node);
      tab?.setAttribute("aria-pressed", String(node === view.node));
    }
    this.#leave();
  }

  /**
   * The view where a point of the board lies.
   * @type {(x: number, y: number) => View | undefined}
   */
  #at(x, y) {
    return this.all.find(({ pane }) => !pane || within(pane, x, y));
  }

  /**
   * Do something in each view where points lie, with these.
   * @type {(points: number[][], act: (camera: Camera, points: number[][]) => void) => void}
   */
  #where(points, act) {
    for (const view of this.all) {
      const own = points.filter(([x, y]) => this.#at(x, y) === view);
      if (own.length) act(view.camera, own);
    }
  }

  // the map

  /**
   * Show a position in all views: see TableMap.show.
   * @type {(text: string, lost?: Loss[], quietly?: boolean) => void}
   */
  show(text, lost = [], quietly = false) {
    const picture = text ? parsed(text) : null;
    this.#have(JSON.parse(picture?.dataset.panes ?? "[]"));
    for (const { map, pane } of this.all) {
      map.names.concerned = this.concerned;
      map.scene.least = pane ? Math.max(this.least, buttonsOver(this.field) && pane.near ? ALONE : SMALL) : this.least;
      map.show(picture, lost, quietly, pane);
    }
  }

  /**
   * Note which pieces the next pictures are about: their names come first.
   * @type {(pieces: Iterable<string>) => void}
   */
  concern(pieces) {
    this.concerned = new Set(pieces);
  }

  /** @returns {Shown[]} what is shown, of each view */
  get now() {
    return this.all.map(({ map }) => map.now);
  }

  get scale() {
    return this.here.map.scale;
  }

  get position() {
    return this.here.map.position;
  }

  /** @type {TableMap["fill"]} */
  fill(layer, content = []) {
    for (const [n, { map }] of this.all.entries())
      map.fill(layer, n && typeof content !== "string" ? content.map((node) => node.cloneNode(true)) : content);
  }

  clear() {
    for (const { map } of this.all) map.clear();
  }

  /** @type {TableMap["mark"]} */
  mark(name, which) {
    for (const { map } of this.all) map.mark(name, which);
  }

  /** @type {(point: Spot, fits?: (meant: Meant) => boolean) => Meant | null} */
  meant(point, fits) {
    return (this.#at(point.x, point.y) ?? this.here).map.meant(point, fits);
  }

  /** @type {TableMap["units"]} */
  units(x, y) {
    return this.here.map.units(x, y);
  }

  /** @type {TableMap["ring"]} */
  ring(at, diameter, name) {
    return this.here.map.ring(at, diameter, name);
  }

  /** @type {TableMap["handle"]} */
  handle(at, leads) {
    return (this.#at(at.x, at.y) ?? this.here).map.handle(at, leads);
  }

  /** @type {TableMap["line"]} */
  line(points, name, closed) {
    return this.here.map.line(points, name, closed);
  }

  /** @type {TableMap["word"]} */
  word(at, text) {
    return this.here.map.word(at, text);
  }

  // what is drawn of events

  /** Show the pictures of before (`now`) in place of the present ones. @type {(was: Shown[]) => void} */
  lift(was) {
    for (const [n, { map }] of this.all.entries()) map.lift(was[n]);
  }

  /** Show the present pictures again. */
  drop() {
    for (const { map } of this.all) map.drop();
  }

  /** Write other lines beside pieces. @type {(lines: Record<string, [string, string][]>) => void} */
  relabel(lines) {
    for (const { map } of this.all) map.names.relabel(lines);
  }

  /** Begin with the present pictures: nothing is drawn over them but wrecks. */
  begin() {
    for (const { map } of this.all) map.begin();
  }

  /** @type {(beat: Beat, hurry?: number) => Promise<boolean>} */
  async play(beat, hurry) {
    const whole = await Promise.all(this.all.map(({ map }) => map.scene.play(beat, hurry)));
    return whole.every(Boolean);
  }

  /** @type {(beats: { marks: Beat["marks"] }[]) => void} */
  rest(beats) {
    for (const { map } of this.all) map.scene.rest(beats);
  }

  /** @type {(beats: Beat[]) => void} */
  trails(beats) {
    for (const { map } of this.all) map.scene.trails(beats);
  }

  /** @returns {Actor[][]} the pieces of each view as they are now */
  get actors() {
    return this.all.map(({ map }) => map.scene.actors.map((actor) => ({ ...actor })));
  }

  /** @type {(before: Actor[][], time: number) => Promise<unknown>} */
  glide(before, time) {
    return Promise.all(this.all.map(({ map }, n) => map.scene.glide(before[n] ?? [], time)));
  }

  hush() {
    for (const { map } of this.all) map.scene.hush();
  }

  halt() {
    for (const { map } of this.all) map.scene.halt();
  }

  // the camera: each view's own

  get view() {
    return this.here.camera.view;
  }

  /** @type {Camera["length"]} */
  length(pixels) {
    return this.here.camera.length(pixels);
  }

  /** @type {(x: number, y: number) => boolean} */
  sees(x, y) {
    return this.#at(x, y)?.camera.sees(x, y) ?? false;
  }

  /** @type {(points: number[][]) => void} */
  include(points) {
    this.#where(points, (camera, own) => camera.include(own));
  }

  /** @type {(points: number[][], others?: number[][]) => void} */
  reveal(points, others = []) {
    this.#where(points, (camera, own) => {
      if (camera !== this.whole.camera && camera.untouched) return; // all of the pane is in view
      camera.reveal(
        own,
        others.filter(([x, y]) => this.#at(x, y)?.camera === camera),
      );
    });
  }

  /**
   * Have what a layer draws in view, besides these points, where the table is in one view that the player has not chosen; whether
   * it is.
   * @type {(layer: string, points?: number[][]) => boolean}
   */
  widen(layer, points = []) {
    const corners = this.here === this.whole ? this.here.map.corners(layer) : [];
    return corners.length > 0 && this.here.camera.widen([...corners, ...points]);
  }

  /** @type {(point: number[], k: number) => void} */
  close(point, k) {
    this.#where([point], (camera) => camera.close(point, k));
  }

  home() {
    for (const { camera } of this.all) camera.home();
  }

  release() {
    for (const { camera } of this.all) camera.release();
  }

  back() {
    for (const { camera } of this.all) camera.back();
  }

  fit() {
    for (const { camera } of this.all) camera.fit();
  }

  /** @type {(factor: number) => void} */
  zoom(factor) {
    this.here.camera.zoom(factor);
  }

  /** @type {(dx: number, dy: number) => void} */
  pan(dx, dy) {
    this.here.camera.pan(dx, dy);
  }
}
