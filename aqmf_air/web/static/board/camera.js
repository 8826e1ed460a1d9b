// The view of the table: pan and zoom by touch, mouse, wheel and keys. While a gesture lasts only a transform changes;
// when it ends the table is laid out at its new size, so that lines and letters are sharp.

// pixels that the smallest piece is wide, from its middle to its rim
/** @import { Point } from "../payloads" */

/** @typedef {{ x: number, y: number }} Spot a place in the units of the board */
/**
 * A picture in units of the board: its width and depth, its top left corner, whether y grows upwards, and `grip`, the radius of
 * its smallest piece; `focus` are corners of the part that is shown first; `pieces` is where they are.
 * @typedef {{ width: number, depth: number, left: number, top: number, up: boolean, scale: number, grip: number, focus?: Point[] | null, pieces?: Point[] }} Size
 */
/**
 * What takes part in gestures on the table.
 * @typedef {object} Hand
 * @property {(point: Spot, pointer: string) => boolean} grab whether it takes what is there
 * @property {(point: Spot) => unknown} [drag]
 * @property {(point: Spot) => unknown} [release]
 * @property {() => unknown} letGo
 * @property {(point: Spot) => unknown} tap
 * @property {() => unknown} [laid]
 */
/** @typedef {{ at: Point, start: Point, next?: Point, moved: boolean }} Finger */

const LEAST = 1.5;
const MOST = 45;
const CLOSE = 12;
const FAR = 4.5; // below it names are left out
const NEAR = 9;
const ROOM = [72, 44]; // pixels beside and above what is aimed at, for its letters and a finger
const TAP_PIXELS = 8;
const LARGE = 0.75; // of the zoom at which what is seen first fills the stage, what a view must have to stay
const SMALLER = 0.8; // how much smaller than it might be the table is drawn to lie clear of its buttons
const TALL = 1.6; // how much larger than it might be a table is shown first on a phone, to fill its height
const STEPS = 60; // places across that a view may be about
const WHEEL_REST = 140;
const MARGIN = 26; // pixels between what is to be seen and the edge of the view
export const STRIP = 56; // pixels that the buttons take
const BUTTON = 53; // pixels of one of them, with what is between them
/** @type {Record<string, number[]>} */
export const WAYS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }; // pixels
/** @type {Record<string, number>} */
const FACTORS = { "+": 1.25, "=": 1.25, "-": 0.8 };

/**
 * The least and the greatest of the points, in each direction.
 * @type {(points: number[][]) => number[][]}
 */
function bounds(points) {
  return [0, 1].map((n) => points.map((point) => point[n])).map((all) => [Math.min(...all), Math.max(...all)]);
}

/** @type {(corners: number[][] | null) => number} */
function area(corners) {
  return corners ? bounds(corners).reduce((all, [least, most]) => all * (most - least), 1) : 0;
}

/** @type {(least: number, value: number, most: number) => number} */
function between(least, value, most) {
  return Math.max(least, Math.min(value, most));
}

/**
 * Whether two parts of the table have nothing in common: the game has moved on to another part.
 * @type {(points: number[][], other?: number[][] | null) => boolean}
 */
function apart(points, other) {
  if (!other) return false;
  const [[left, right], [low, top]] = bounds(points);
  const [[west, east], [south, north]] = bounds(other);
  return right < west || east < left || top < south || north < low;
}

/**
 * Whether the buttons of a table have room below each other.
 * @type {(around: HTMLElement) => boolean}
 */
export function buttonsFit(around) {
  return around.querySelectorAll(".zooms > :not([hidden])").length * BUTTON <= around.clientHeight;
}

/**
 * Whether the buttons of a table lie over it: the style sheet says so where there is little room.
 * @type {(around: HTMLElement) => boolean}
 */
export function buttonsOver(around) {
  return getComputedStyle(around).getPropertyValue("--zooms") === "over";
}

export class Camera {
  /**
   * `keys`: whether the keys of the stage move the view.
   * @param {HTMLElement} stage @param {HTMLElement} table @param {Hand} hand @param {boolean} keys
   */
  constructor(stage, table, hand, keys = true) {
    this.stage = stage;
    this.table = table;
    this.hand = hand;
    this.view = { k: 10, x: 0, y: 0 };
    this.laid = 0;
    /** @type {Size} */
    this.size = { width: 1, depth: 1, left: 0, top: 1, up: true, scale: 1, grip: 1 };
    /** @type {Map<number, Finger>} */
    this.fingers = new Map();
    this.holding = false;
    this.untouched = true;
    this.atFocus = false;
    /** @type {number[][] | null} */
    this.wanted = null;
    this.before = { ...this.view };
    this.planned = false; // whether the app had chosen it for what a player was planning
    this.behind = false; // whether the view is that of the picture before
    this.near = false; // whether what is wanted is shown as large as fits a hand
    /** @type {[number[][], number[][]] | null} */
    this.revealed = null;
    this.frame = 0;
    this.pending = 0;
    /** @type {Point[] | null} */
    this.focused = null;
    /** @type {Record<string, (event: any) => void>} */
    const on = {
      pointerdown: this.#down,
      pointermove: this.#move,
      pointerup: this.#up,
      pointercancel: this.#up,
      wheel: this.#wheel,
      ...(keys ? { keydown: this.#key } : {}),
    };
    for (const [kind, act] of Object.entries(on))
      stage.addEventListener(kind, (event) => act.call(this, event), { passive: false });
    new ResizeObserver(() => requestAnimationFrame(() => this.#resized())).observe(stage); // what is laid out may change the size again
  }

  /** @type {(size: Size) => void} */
  shows(size) {
    this.before = { ...this.view };
    this.planned = Boolean(this.wanted);
    const changed = size.width !== this.size.width || size.depth !== this.size.depth || size.scale !== this.size.scale;
    this.size = size;
    const turned = size.focus && this.stage.matches(".pane > *") && area(size.focus) < area(this.focused) / 3; // about much less
    const away =
      size.focus &&
      (this.atFocus ? turned || size.focus.some(([x, y]) => !this.sees(x, y)) : apart(size.focus, this.focused));
    if (changed || away || !this.atFocus) this.focused = size.focus ?? this.focused;
    if (changed || away) this.home();
    else this.lay();
  }

  /** Show what is to be seen first: the focus of the picture, or all of it. */
  home() {
    this.fit();
    const { focus } = this.size;
    if (!focus) return;
    const { clientHeight: high } = this.stage;
    const [[left, right], [low, top]] = bounds(focus);
    const filled = this.#filled(focus);
    const alone = !this.stage.matches(".pane > *");
    if (alone && LARGE * filled < this.#whole() && !this.#lid) return; // all of the table is hardly smaller
    const tall = this.#lid && LARGE * filled < this.#whole() ? Math.min((high - this.#lid) / (top - low), TALL * filled) : 0;
    const k = Math.max(this.view.k, filled, tall);
    const lid = between(0, high - k * (top - low), this.#lid); // under the buttons rather than out of sight
    const across = tall > filled ? this.#most(k) : (left + right) / 2;
    this.view = this.#about([across, (low + top) / 2], k, lid);
    this.atFocus = true;
    this.lay();
  }

  /**
   * The middle across of the view that has the most pieces at a zoom, all of them beside its margin.
   * @type {(k: number) => number}
   */
  #most(k) {
    const half = this.stage.clientWidth / 2 / k;
    const places = this.size.pieces ?? [];
    /** @type {(middle: number) => number} */
    const seen = (middle) => places.filter(([x]) => Math.abs(x - middle) < half - MARGIN / k).length;
    const steps = Array.from({ length: STEPS + 1 }, (_, n) => this.size.left + (this.size.width * n) / STEPS);
    const best = Math.max(...steps.map(seen));
    const good = steps.filter((middle) => seen(middle) === best);
    return good[Math.floor(good.length / 2)];
  }

  /**
   * The view about a point at a zoom, below so many pixels. No more of the desk is in it than a margin where more of the
   * picture can be.
   * @type {(point: number[], k: number, lid: number, margin?: number[]) => { k: number, x: number, y: number }}
   */
  #about([x, y], k, lid, [beside, above] = [0, 0]) {
    const [wide, high] = [this.stage.clientWidth, this.stage.clientHeight - lid];
    const [freeX, freeY] = [wide - k * this.size.width, high - k * this.size.depth];
    const [left, top] = [wide / 2 - (x - this.size.left) * k, high / 2 - this.down(y) * k];
    return {
      k,
      x: freeX < 0 ? between(freeX - beside, left, beside) : between(0, left, freeX),
      y: lid + (freeY < 0 ? between(freeY - above, top, above) : between(0, top, freeY)),
    };
  }

  fit() {
    this.atFocus = this.behind = false;
    this.#arrange();
    const { clientWidth: wide, clientHeight: high } = this.stage;
    if (!wide || !high) return;
    const lid = this.#lid; // what is told lies over the room that is left below
    const k = Math.max(Math.min(this.#whole(), (high - lid) / this.size.depth), SMALLER * this.#whole());
    const free = high - k * this.size.depth;
    this.view = { k, x: (wide - k * this.size.width) / 2, y: lid ? Math.min(lid, free) : this.#alone ? 0 : free / 2 };
    this.untouched = true;
    this.wanted = this.revealed = null;
    this.lay();
  }

  /** Have the buttons stand where they leave the larger picture, and have room: beside the stage or below it. */
  #arrange() {
    const around = /** @type {HTMLElement} */ (this.stage.parentElement);
    if (this.stage.matches(".pane > *, .aside")) return; // the panes are arranged together
    const { clientWidth: wide, clientHeight: high, dataset } = around;
    if (buttonsOver(around)) {
      dataset.zooms = "over";
      return;
    }
    /** @type {(across: number, down: number) => number} */
    const fits = (across, down) => Math.min(across / this.size.width, down / this.size.depth);
    const larger = !this.size.focus && fits(wide, high - STRIP) > fits(wide - STRIP, high); // a part fills any room
    dataset.zooms = dataset.place ?? (!buttonsFit(around) || larger ? "below" : "beside");
  }

  /**
   * The zoom at which all of the table is in view.
   * @type {() => number}
   */
  #whole() {
    return Math.min(this.stage.clientWidth / this.size.width, this.stage.clientHeight / this.size.depth);
  }

  /**
   * The zoom at which points fill the stage.
   * @type {(points: number[][]) => number}
   */
  #filled(points) {
    const [[left, right], [low, top]] = bounds(points);
    const [wide, high] = this.#room; // nothing of them lies under the buttons
    return Math.min(wide / (right - left), high / (top - low));
  }

  /**
   * Have points in view at the present zoom, and the others too if there is room: the view moves no farther than it must.
   * @type {(points: number[][], others?: number[][]) => void}
   */
  reveal(points, others = []) {
    this.revealed = [points, others];
    const all = [...points, ...others];
    const need = this.#span(all).every(([least, most], n) => most - least + 2 * MARGIN <= this.#room[n]) ? all : points;
    const [dx, dy] = this.#span(need).map(
      ([least, most], n) =>
        Math.max(0, MARGIN + n * this.#lid - least) - Math.max(0, most - n * this.#lid - this.#room[n] + MARGIN),
    );
    if (dx || dy) this.pan(dx, dy);
  }

  /** @returns {number[]} */
  get #room() {
    return [this.stage.clientWidth, this.stage.clientHeight - this.#lid];
  }

  /** @returns {boolean} whether it is a phone's only view at a time: it stands right under the head, what is free is below it */
  get #alone() {
    return this.stage.matches("[data-zooms=over] > :is([data-form=one], :has(> :only-child)) > .pane > .stage");
  }

  /** @returns {number} pixels above the part of the stage that no buttons lie over */
  get #lid() {
    return this.stage.closest("[data-zooms=over]") && !this.stage.matches(".pane > *") ? STRIP : 0;
  }

  /**
   * The least and the greatest pixel of points, across and down.
   * @type {(points: number[][]) => number[][]}
   */
  #span(points) {
    return bounds(points.map(([x, y]) => this.pixel(x, y)));
  }

  /**
   * Have points in view, as large as fits a hand, until the player moves it: nothing happens if they are already.
   * @type {(points: number[][]) => void}
   */
  include(points) {
    const [wide, high] = this.#room;
    const [[left, right], [low, top]] = bounds(points);
    const k = Math.min(CLOSE / this.size.grip, (wide - 2 * ROOM[0]) / (right - left), (high - 2 * ROOM[1]) / (top - low));
    const there = this.view.k > k * 0.7 && points.every(([x, y]) => this.sees(x, y, ROOM));
    if (!there && k <= this.#whole()) this.fit();
    else if (!there) {
      this.view = this.#about([(left + right) / 2, (low + top) / 2], k, this.#lid, ROOM);
      this.#touched();
      this.lay();
    }
    this.wanted = points;
    this.near = true;
    this.revealed = null;
  }

  /**
   * Have points in view, and what is seen first, from farther off where they must be; false where the player has chosen the view.
   * @type {(shown: number[][]) => boolean}
   */
  widen(shown) {
    if (!(this.untouched || this.wanted)) return false;
    const points = [...shown, ...(this.size.focus ?? [])];
    const [wide, high] = this.#room;
    const [[left, right], [low, top]] = bounds(points);
    const k = Math.min(this.view.k, wide / (right - left), high / (top - low));
    const seen = points.every(([x, y]) => this.sees(x, y));
    if (!seen && k <= this.#whole()) this.fit();
    else if (!seen && k === this.view.k && !this.#lid) this.#shift(points);
    else if (!seen) {
      this.view = this.#about([(left + right) / 2, (low + top) / 2], k, this.#lid);
      this.lay();
    }
    this.#touched();
    this.wanted = shown;
    this.near = false;
    this.revealed = null;
    return true;
  }

  /**
   * Have points in view that have room there: the view moves no farther than it must.
   * @type {(points: number[][]) => void}
   */
  #shift(points) {
    const [dx, dy] = this.#span(points).map(([least, most], n) => Math.max(0, -least) - Math.max(0, most - this.#room[n]));
    this.pan(dx + Math.sign(dx), dy + Math.sign(dy));
  }

  /** The view of the picture before stays as it is, with what is seen first in it where it has another height now. */
  #keep() {
    const { focus } = this.size;
    if (!focus) return;
    const [dx, dy] = this.#span(focus).map(([least, most], n) => {
      const [start, end] = [n * this.#lid, n * this.#lid + this.#room[n]];
      if (most - least > end - start) return (start + end - least - most) / 2;
      return Math.max(0, start - least) - Math.max(0, most - end);
    });
    if (dx || dy) this.pan(dx, dy);
  }

  /**
   * Show the part of the table about a point, so many pixels to a unit of the board, until the player moves it.
   * @type {(point: number[], k: number) => void}
   */
  close([x, y], k) {
    const { clientWidth: wide, clientHeight: high } = this.stage;
    this.view = { k, x: wide / 2 - (x - this.size.left) * k, y: high / 2 - this.down(y) * k };
    this.#touched();
    this.wanted = [[x, y]];
    this.near = true;
    this.revealed = null;
    this.lay();
  }

  /** Show what is to be seen first again, where the app itself has chosen a part of the table without it. */
  release() {
    if (!this.wanted && !this.behind) return;
    const { focus } = this.size;
    const large = focus && this.view.k >= LARGE * this.#filled(focus); // not from as far off as something else needed
    const still = !this.near && !this.behind && large && focus.every(([x, y]) => this.sees(x, y));
    if (!still) return this.home();
    this.wanted = this.revealed = null;
  }

  /** Look where the view was when the picture before was shown, unless that was for a plan: it is played on. */
  back() {
    if (this.planned) return this.home();
    this.view = { ...this.before };
    this.behind = true;
    this.#touched();
    this.lay();
  }

  /**
   * Whether a point is in view, with so many pixels beside and above it.
   * @type {(x: number, y: number, margin?: number[]) => boolean}
   */
  sees(x, y, [beside, above] = [0, 0]) {
    const [across, down] = this.pixel(x, y);
    const { clientWidth: wide, clientHeight: high } = this.stage;
    return across > beside && down > above + (above && this.#lid) && across < wide - beside && down < high - above;
  }

  /** @type {(x: number, y: number) => Point} */
  pixel(x, y) {
    return [this.view.x + (x - this.size.left) * this.view.k, this.view.y + this.down(y) * this.view.k];
  }

  /**
   * How far below the top of the picture a point is.
   * @type {(y: number) => number}
   */
  down(y) {
    return this.size.up ? this.size.top - y : y - this.size.top;
  }

  /**
   * The length on the board that so many pixels of the screen are.
   * @type {(pixels: number) => number}
   */
  length(pixels) {
    return pixels / this.view.k;
  }

  /** @type {(factor: number, px?: number, py?: number) => void} */
  zoom(factor, px = this.stage.clientWidth / 2, py = this.stage.clientHeight / 2) {
    this.#zoomed(factor, px, py);
    this.lay();
  }

  /** @type {(dx: number, dy: number) => void} */
  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.#touched();
    this.lay();
  }

  /** Lay the table out at the present zoom. */
  lay() {
    const { k } = this.view;
    this.laid = k;
    this.table.style.width = `${this.size.width * k}px`;
    this.table.style.height = `${this.size.depth * k}px`;
    this.table.style.setProperty("--u", String(this.size.scale / k));
    this.table.dataset.zoom = k < FAR / this.size.grip ? "far" : k < NEAR / this.size.grip ? "mid" : "near";
    this.#place();
    this.hand.laid?.();
  }

  #place() {
    const { k, x, y } = this.view;
    this.table.style.transform = `translate(${x}px, ${y}px) scale(${k / this.laid})`;
  }

  /** @type {(factor: number, px: number, py: number) => void} */
  #zoomed(factor, px, py) {
    const [least, most] = [
      Math.min(LEAST / this.size.grip, this.#whole()),
      Math.max(MOST / this.size.grip, 3 * this.#whole()),
    ];
    const k = Math.max(least, Math.min(most, this.view.k * factor));
    const ratio = k / this.view.k;
    this.view = { k, x: px - (px - this.view.x) * ratio, y: py - (py - this.view.y) * ratio };
    this.#touched();
    this.wanted = this.revealed = null;
  }

  #touched() {
    this.untouched = false;
    this.atFocus = false;
  }

  #again() {
    if (this.atFocus) this.home();
    else this.fit();
  }

  #resized() {
    this.#arrange();
    if (this.behind) return this.#keep();
    if (this.untouched) this.#again();
    else if (this.revealed && !this.fingers.size)
      this.reveal(...this.revealed); // the panel that it opened took the room
    else if (this.wanted && !this.fingers.size) this.near ? this.include(this.wanted) : this.widen(this.wanted);
  }

  /** @type {(event: MouseEvent) => Point} */
  #local(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @type {(pixel: Point) => Spot} */
  #point([px, py]) {
    const down = (py - this.view.y) / this.view.k;
    return {
      x: this.size.left + (px - this.view.x) / this.view.k,
      y: this.size.up ? this.size.top - down : this.size.top + down,
    };
  }

  /** @type {(event: PointerEvent) => void} */
  #down(event) {
    if (/** @type {Element} */ (event.target).closest("button, a") || event.button > 0) return;
    this.stage.setPointerCapture(event.pointerId);
    const at = this.#local(event);
    this.fingers.set(event.pointerId, { at, start: at, moved: false });
    if (this.fingers.size === 1) {
      this.holding = this.hand.grab(this.#point(at), event.pointerType);
    } else if (this.holding) {
      this.holding = false;
      this.hand.letGo();
    }
  }

  /** @type {(event: PointerEvent) => void} */
  #move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    finger.next = this.#local(event);
    if (Math.hypot(finger.next[0] - finger.start[0], finger.next[1] - finger.start[1]) > TAP_PIXELS) finger.moved = true;
    if (!this.frame) this.frame = requestAnimationFrame(() => this.#follow());
  }

  #follow() {
    this.frame = 0;
    const fingers = [...this.fingers.values()];
    if (!fingers.length) return;
    if (this.holding) {
      const [finger] = fingers;
      if (finger.next && finger.moved) this.hand.drag?.(this.#point(finger.next));
      return;
    }
    /** @type {(key: "at" | "next") => number[]} */
    const middle = (key) =>
      [0, 1].map((n) => fingers.reduce((sum, finger) => sum + (finger[key] ?? finger.at)[n], 0) / fingers.length);
    const [fromX, fromY] = middle("at");
    const [toX, toY] = middle("next");
    if (fingers.length > 1) {
      /** @type {(fingers: Finger[], key: "at" | "next") => number} */
      const gap = ([finger, other], key) =>
        Math.hypot(...[0, 1].map((n) => (finger[key] ?? finger.at)[n] - (other[key] ?? other.at)[n]));
      this.#zoomed(gap(fingers, "next") / Math.max(1, gap(fingers, "at")), fromX, fromY);
    } else if (!fingers[0].moved) {
      return;
    }
    this.view.x += toX - fromX;
    this.view.y += toY - fromY;
    this.#touched();
    this.wanted = this.revealed = null;
    for (const finger of fingers) finger.at = finger.next ?? finger.at;
    this.#place();
  }

  /** @type {(event: PointerEvent) => void} */
  #up(event) {
    const cancelled = event.type === "pointercancel";
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    if (this.frame) {
      cancelAnimationFrame(this.frame);
      this.#follow();
    }
    this.fingers.delete(event.pointerId);
    const point = this.#point(finger.next ?? finger.at);
    const tapped = !finger.moved && !cancelled && (this.holding || !this.fingers.size);
    if (this.holding && finger.moved && !cancelled) this.hand.release?.(point);
    else if (this.holding) this.hand.letGo();
    this.holding = false;
    if (tapped) this.hand.tap(point);
    if (!this.fingers.size) this.lay();
  }

  /** @type {(event: WheelEvent) => void} */
  #wheel(event) {
    event.preventDefault();
    const [px, py] = this.#local(event);
    this.#zoomed(Math.exp(-Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) / 500)), px, py);
    this.#place();
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.lay(), WHEEL_REST);
  }

  /** @type {(event: KeyboardEvent) => void} */
  #key(event) {
    if (event.target !== this.stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const [way, factor] = [WAYS[event.key], FACTORS[event.key]];
    if (!way && !factor && event.key !== "0") return;
    event.preventDefault();
    if (way) this.pan(way[0], way[1]);
    else if (factor) this.zoom(factor);
    else this.fit();
  }
}
