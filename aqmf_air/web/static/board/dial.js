// A dial: an angle and an amount, chosen at once by a thumb that goes round and out; and a slider over a few values. Both stay
// on the page while the board answers, so that a hand may go on.

/** @import { PathChoice, PathDial } from "../payloads" */

import { h, s } from "./dom.js";

const RIM = 100; // the radius of a dial as it is drawn
const EDGE = 19; // about it, for the thumb
const RINGS = [0.25, 0.5, 0.75];

/**
 * Where an angle, clockwise from the top, is at so much of the radius.
 * @type {(angle: number, share?: number) => number[]}
 */
function spot(angle, share = 1) {
  const turned = (angle * Math.PI) / 180;
  return [share * RIM * Math.sin(turned), -share * RIM * Math.cos(turned)];
}

/**
 * A slice of the disc, or all of it.
 * @type {(from: number, to: number) => string}
 */
function slice(from, to) {
  if (to - from >= 360) return `M0 ${-RIM}A${RIM} ${RIM} 0 1 1 0 ${RIM}A${RIM} ${RIM} 0 1 1 0 ${-RIM}Z`;
  return `M0 0L${spot(from)}A${RIM} ${RIM} 0 ${to - from > 180 ? 1 : 0} 1 ${spot(to)}Z`;
}

/**
 * The nearest of the values from `least` on, `step` by `step`, that is not past `most`.
 * @type {(value: number, step: number, least: number, most: number) => number}
 */
function stepped(value, step, least, most) {
  const near = least + Math.round((Math.min(most, Math.max(least, value)) - least) / step) * step;
  return Math.round(Math.min(most, near) * 1000) / 1000;
}

export class Dial {
  /**
   * `turned` is told each angle and amount.
   * @param {PathDial} dial @param {(angle: number, amount: number) => void} turned
   */
  constructor(dial, turned) {
    this.dial = dial;
    this.turned = turned;
    this.held = false;
    this.angle = (dial.start + dial.end) / 2;
    this.amount = 0;
    const half = dial.start >= -90 && dial.end <= 90;
    const wide = RIM + EDGE;
    const high = half ? wide + EDGE : 2 * wide;
    const viewBox = `${-wide} ${-wide} ${2 * wide} ${high}`;
    this.face = s("g");
    this.hand = s("line", { class: "hand" });
    this.thumb = s("circle", { class: "knob", r: 17 });
    this.disc = s("svg", { viewBox, "aria-hidden": "true" }, this.face, this.hand, this.thumb);
    new ResizeObserver(([{ contentRect }]) => {
      const unit = Math.max((2 * wide) / contentRect.width, high / contentRect.height); // of the drawing, a pixel of the screen
      if (Number.isFinite(unit)) this.disc.style.setProperty("--u", String(unit)); // words are of one size on any screen
    }).observe(this.disc);
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
      this.disc.addEventListener(kind, (event) => this.#hand(/** @type {PointerEvent} */ (event)));
    this.says = h("p", { class: "says", "aria-hidden": "true" });
    this.round = this.#slider("angle", (value) => this.#turn(value, this.amount || dial.reach_step));
    this.out = this.#slider("amount", (value) => this.#turn(this.angle, value));
    this.node = h(
      "div",
      { class: "round-dial", role: "group", "aria-label": dial.title },
      this.disc,
      this.says,
      this.round,
      dial.reach ? this.out : "",
    );
    this.node.style.flexGrow = String((2 * wide) / high);
    this.show(dial);
  }

  /** @type {(what: string, moved: (value: number) => void) => HTMLInputElement} */
  #slider(what, moved) {
    return h("input", {
      type: "range",
      class: "unseen",
      "aria-label": `${this.dial.title}: ${what}`,
      "data-step": `${this.dial.name} ${what}`,
      oninput: ({ currentTarget }) => moved(Number(currentTarget.value)),
    });
  }

  /**
   * Show what the board says that holds; while a hand is at the dial, or it was turned since (`late`), only what is written
   * on it.
   * @type {(dial: PathDial, late?: boolean) => void}
   */
  show(dial, late = false) {
    this.dial = dial;
    const { start, end, step, reach, reach_step, chosen } = dial;
    for (const [input, least, most, by] of /** @type {[HTMLInputElement, number, number, number][]} */ ([
      [this.round, start, end, step],
      [this.out, 0, reach, reach_step],
    ]))
      Object.assign(input, { min: least, max: most, step: by });
    this.face.replaceChildren(
      s("path", { class: "face", d: slice(start, end) }),
      ...(reach
        ? RINGS.map((share) => s("path", { class: "ring", d: slice(start, end), transform: `scale(${share})` }))
        : []),
      ...dial.barred.flatMap(([from, to, why]) => [
        s("path", { class: "barred", d: slice(from, to) }),
        this.#words((from + to) / 2, 0.62, why, "why"),
      ]),
      ...dial.labels.map(([angle, words]) => this.#words(angle, reach ? 1 : 0.62, words, "label")),
    );
    if (this.held || late) return;
    if (chosen) [this.angle, this.amount] = chosen;
    else this.amount = 0;
    this.#place(!chosen);
  }

  /**
   * Words in a slice of the disc, or within its rim.
   * @type {(angle: number, share: number, text: string, look: string) => SVGElement}
   */
  #words(angle, share, text, look) {
    const [x, y] = spot(angle, share);
    const [across, down] =
      share < 1 ? [0, 0] : [Math.abs(x) > RIM / 3 ? Math.sign(x) : 0, Math.abs(x) > RIM / 3 ? 0 : Math.sign(y)];
    const anchor = { "-1": "start", 0: "middle", 1: "end" }[across];
    const low = this.dial.end - this.dial.start > 180 ? ".35em" : "-.35em"; // above the edge of a half circle
    const dy = down ? (down < 0 ? "1.1em" : "-.4em") : low;
    const words = s("text", { x, y, dx: `${-0.4 * across}em`, dy, class: look, "text-anchor": anchor });
    words.textContent = text;
    return words;
  }

  /** @type {(idle: boolean) => void} */
  #place(idle) {
    const { reach, unit, bend, barred, title } = this.dial;
    const [x, y] = spot(this.angle, idle ? 0 : reach ? this.amount / reach : 1);
    for (const [name, value] of Object.entries({ cx: x, cy: y })) this.thumb.setAttribute(name, String(value));
    for (const [name, value] of Object.entries({ x1: 0, y1: 0, x2: x, y2: y })) this.hand.setAttribute(name, String(value));
    this.thumb.classList.toggle("idle", idle);
    const bent = bend ? `${Math.round(this.amount * bend)}°` : "";
    const amount = `${this.amount} ${unit}`.trim();
    const angle = bent ? `${bent} ${this.#side()}` : `${this.angle}°`.replace("-", "−");
    const words = [angle, reach ? amount : ""].filter(Boolean).join(", ");
    const why = idle ? "" : (barred.find(([from, to]) => this.angle >= from && this.angle <= to)?.[2] ?? "");
    this.says.textContent = `${title}: ${idle ? "drag the thumb" : [words, why].filter(Boolean).join(", ")}`;
    this.round.value = String(this.angle);
    this.out.value = String(this.amount);
    this.round.setAttribute(
      "aria-valuetext",
      idle ? "not chosen" : [`${this.angle} degrees`, why].filter(Boolean).join(", "),
    );
    this.out.setAttribute("aria-valuetext", idle ? "not chosen" : [amount, bent].filter(Boolean).join(", "));
  }

  /** The side that the thumb is at, as the rim has it: "to R", or between two of its words. */
  #side() {
    const { labels } = this.dial;
    const at = labels.find(([angle]) => angle === this.angle);
    const from = labels.findLast(([angle]) => angle < this.angle);
    const to = labels.find(([angle]) => angle > this.angle);
    return at || from || to ? `to ${at ? at[1] : [from, to].map((label) => label?.[1]).join(" and ")}` : "";
  }

  /** @type {(angle: number, amount: number) => void} */
  #turn(angle, amount) {
    if (angle === this.angle && amount === this.amount) return;
    [this.angle, this.amount] = [angle, amount];
    this.#place(false);
    this.turned(angle, amount);
  }

  /** @type {(event: PointerEvent) => void} */
  #hand(event) {
    if (event.type === "pointerdown" && event.button <= 0) {
      this.disc.setPointerCapture(event.pointerId);
      this.held = true;
    }
    if (!this.held) return;
    if (event.type === "pointerup" || event.type === "pointercancel") this.held = false;
    if (event.type === "pointercancel") return;
    const { start, end, step, reach, reach_step } = this.dial;
    const matrix = /** @type {DOMMatrix} */ (/** @type {SVGGraphicsElement} */ (this.disc).getScreenCTM());
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const middle = (start + end) / 2;
    const exact = (Math.atan2(x, -y) * 180) / Math.PI;
    const angle = middle + ((((exact - middle) % 360) + 540) % 360) - 180; // within half a turn of the middle
    const amount = reach ? stepped((Math.hypot(x, y) / RIM) * reach, reach_step, 0, reach) : 0;
    this.#turn(amount || !reach ? stepped(angle, step, start, end) : this.angle, amount);
  }
}

export class Slider {
  /** @param {PathChoice} choice @param {(value: string) => void} moved */
  constructor(choice, moved) {
    this.choice = choice;
    this.words = h("output");
    /** @type {HTMLInputElement} */
    this.input = h("input", {
      type: "range",
      min: 0,
      max: choice.values.length - 1,
      "aria-label": choice.title,
      "data-step": choice.name,
      oninput: () => {
        const [value] = this.choice.values[Number(this.input.value)];
        this.#say();
        moved(value);
      },
    });
    this.node = h("label", { class: "slider" }, h("span", { class: "what" }, choice.title), this.input, this.words);
    this.show(choice);
  }

  /** @type {(choice: PathChoice, late?: boolean) => void} */
  show(choice, late = false) {
    this.choice = choice;
    this.input.max = String(choice.values.length - 1);
    if (late) return;
    this.input.value = String(choice.values.findIndex(([value]) => value === choice.chosen));
    this.#say();
  }

  #say() {
    const title = this.choice.values[Number(this.input.value)]?.[1] ?? "";
    this.words.textContent = title;
    this.input.setAttribute("aria-valuetext", title);
  }
}
