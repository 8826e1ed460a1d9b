// Sweeping with a heat ray: its strip is dragged by its middle and turned by its end.

/** @import { Doing, Piece } from "/static/payloads" */
/** @import { Spot } from "/static/board/camera.js" */
/** @import { Room } from "/static/board/main.js" */
/** @import { Sweep } from "../payloads" */

import { button, h, sentence } from "/static/board/dom.js";
import { Proposal } from "/static/board/proposal.js";
import { direction, found, numberFields, renew, tidy, turned } from "./units.js";

const TURN = 15;
const FINGER = 30;

export default class SweepScreen {
  /** @param {Room} room @param {Piece} piece @param {Doing} doing */
  constructor(room, piece, doing) {
    this.room = room;
    this.piece = piece;
    this.doing = doing;
    this.unit = found(room, piece.id);
    /** @type {{ length: number, width: number }} */
    this.strip = doing.facts;
    /** @type {Sweep} */
    this.order = { .../** @type {any} */ (doing.choices[0].command) };
    /** @type {{ part: string, before: Sweep } | null} */
    this.held = null;
    this.proposal = new Proposal(room, "Sweep here", () => {
      if (!this.held) this.#handles();
    });
    const names = { x: "x, inches", y: "y, inches", direction: "direction, °" };
    this.fields = h(
      "div",
      { class: "places" },
      numberFields(
        () => this.order,
        names,
        "",
        () => this.#changed(),
      ),
    );
  }

  open() {
    const { room, unit } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    /** @type {(text: string, degrees: number, where: string) => HTMLElement} */
    const turn = (text, degrees, where) =>
      button(
        text,
        () => {
          this.order.direction = turned(this.order.direction, degrees);
          this.#changed();
        },
        { "aria-label": `Turn the strip ${where} by ${TURN} degrees` },
      );
    const node = h(
      "div",
      { class: "aiming" },
      h("p", { class: "hint" }, "Drag the middle of the strip to move it, its end to turn it."),
      unit.elements.length > 1 &&
        h(
          "label",
          {},
          "Who sweeps",
          h(
            "select",
            {
              onchange: (event) => {
                this.order.element = event.target.value;
                this.#changed();
              },
            },
            unit.elements.map((element) =>
              h("option", { value: element.id, selected: element.id === this.order.element }, room.name(element.id)),
            ),
          ),
        ),
      h("div", { class: "row" }, turn("⟲ 15°", -TURN, "left"), turn("⟳ 15°", TURN, "right")),
      this.proposal.node,
      h("details", { class: "card" }, h("summary", {}, "Write the place down"), this.fields),
    );
    room.show(node, sentence(this.doing.title), this.proposal.foot);
    room.camera.include([[this.order.x, this.order.y], ...unit.elements.map(({ x, y }) => [x, y])]);
    this.#changed();
  }

  close() {
    this.proposal.stop();
  }

  #changed() {
    renew(this.fields);
    this.#sketch();
    this.proposal.set({ ...this.order });
  }

  /**
   * A point of the strip, so many inches along it and across.
   * @type {(along: number, across?: number) => [number, number]}
   */
  #at(along, across = 0) {
    const [ux, uy] = direction(this.order.direction);
    return [this.order.x + along * ux + across * uy, this.order.y + along * uy - across * ux];
  }

  /** @type {(...under: Element[]) => void} */
  #handles(...under) {
    const { map } = this.room;
    const [x, y] = this.#at(this.strip.length / 2);
    map.fill("draft", [...under, map.handle(this.order, true), map.handle({ x, y })]);
  }

  #sketch() {
    const { map } = this.room;
    const [l, w] = [this.strip.length / 2, this.strip.width / 2];
    map.fill("answer", []);
    this.#handles(map.line([this.#at(l, w), this.#at(l, -w), this.#at(-l, -w), this.#at(-l, w)], "strip", true));
  }

  /** @type {(point: Spot) => boolean} */
  grab(point) {
    const [x, y] = this.#at(this.strip.length / 2);
    const [toMiddle, toEnd] = [this.order, { x, y }].map((at) => Math.hypot(at.x - point.x, at.y - point.y));
    if (Math.min(toMiddle, toEnd) > this.room.camera.length(FINGER)) return false;
    this.held = { part: toEnd < toMiddle ? "end" : "middle", before: { ...this.order } };
    return true;
  }

  /** @type {(point: Spot) => void} */
  drag(point) {
    const degrees = (Math.atan2(point.x - this.order.x, point.y - this.order.y) / Math.PI) * 180;
    if (this.held?.part === "middle") this.#move(point);
    else this.order.direction = turned(Math.round(degrees / 5) * 5, 0);
    this.#sketch();
  }

  /** @type {(point: Spot) => void} */
  #move(point) {
    Object.assign(this.order, { x: tidy(Math.round(point.x * 10) / 10), y: tidy(Math.round(point.y * 10) / 10) });
  }

  release() {
    this.held = null;
    this.#changed();
  }

  letGo() {
    if (this.held) this.order = this.held.before;
    this.release();
  }

  /** @type {(point: Spot) => boolean} */
  tap(point) {
    this.#move(point);
    this.#changed();
    return true;
  }
}
