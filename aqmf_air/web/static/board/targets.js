// Aiming: at a piece or a part of one, by tapping it, by dragging onto it, or from a list.

import { button, h, sentence } from "./dom.js";
import { Proposal } from "./proposal.js";

const FINGER = 30;

/** Chooses among orders of one kind that a piece may be given: shots, or whatever has a target. */
export class TargetScreen {
  constructor(room, piece, doing) {
    Object.assign(this, { room, piece, doing, choices: doing.choices, chosen: null, held: false });
    this.lays = doing.choices.some((one) => one.part); // parts of pieces are aimed at, one by one
  }

  open() {
    const { room, piece, choices } = this;
    room.map.mark("chosen", (name) => name === piece.id);
    this.proposal = new Proposal(room, sentence(this.doing.title.split(" ")[0]), () => this.#handle());
    this.list = h("div", { class: "offers" });
    const aimed = choices.some((one) => one.at);
    this.node = h("div", { class: "aiming" },
      aimed ? h("p", { class: "hint" }, this.lays ? "Tap a target on the table, or drag the template onto one." : "Tap a target on the table, or choose it here.") : null,
      this.list, this.proposal.node);
    room.show(this.node, sentence(this.doing.title), this.proposal.foot);
    room.map.mark("target", (name, part) => choices.some((one) => one.piece === name && (!one.part || one.part === part)));
    const at = [...piece.at, ...choices.flatMap((one) => (one.at ? [one.at] : []))];
    if (at.length) room.camera.include(at);
    this.#choose(choices.length === 1 ? choices[0] : null);
  }

  close() {
    this.proposal.stop();
    this.room.map.mark("target", () => false);
  }

  #choose(choice) {
    this.chosen = choice;
    this.list.replaceChildren(...this.choices.map((one) => button(one.title, () => this.#choose(one), { "aria-pressed": String(one === choice) })));
    if (choice) this.proposal.set(choice.command, 0, choice.piece);
    else this.proposal.none(this.choices.length ? "" : "Nothing can be ordered so now.");
    this.#handle();
  }

  /** Where the chosen template lies, as a point. */
  get #at() {
    const at = this.lays && this.chosen?.at;
    return at ? { x: at[0], y: at[1] } : null;
  }

  #handle() {
    const at = this.#at;
    this.room.map.fill("draft", at ? [this.room.map.handle(at, true)] : []);
  }

  #offered(point) {
    const found = this.room.map.meant(point, (one) => this.choices.some(({ piece }) => piece === one.piece));
    if (!found) return null;
    const fit = this.choices.filter(({ piece }) => piece === found.piece);
    return fit.find(({ part }) => part === found.part) ?? fit[0];
  }

  #nearest(point) {
    const gap = ({ at }) => (at ? Math.hypot(at[0] - point.x, at[1] - point.y) : Infinity);
    return this.choices.reduce((best, one) => (gap(one) < gap(best) ? one : best), this.choices[0]);
  }

  grab(point) {
    const at = this.#at;
    this.held = Boolean(at && Math.hypot(at.x - point.x, at.y - point.y) < this.room.camera.length(FINGER));
    return this.held;
  }

  drag(point) {
    const { map } = this.room;
    const [x, y] = this.#nearest(point).at;
    map.fill("answer", []);
    map.fill("draft", [map.handle(point), map.line([[point.x, point.y], [x, y]], "way"), map.handle({ x, y }, true)]);
  }

  release(point) {
    this.held = false;
    this.#choose(this.#nearest(point));
  }

  letGo() {
    this.held = false;
    this.#handle();
  }

  tap(point) {
    const choice = this.#offered(point);
    if (choice) this.#choose(choice);
    return Boolean(choice);
  }
}
