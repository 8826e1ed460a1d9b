// An order that names several things: they are ticked off in a list, and the order is judged with each tick
// (web/board/several.py).

/** @import { Doing, Piece, Several } from "../payloads" */
/** @import { Room } from "./main.js" */

import { h } from "./dom.js";
import { Proposal } from "./proposal.js";

export default class SeveralScreen {
  /** @param {Room} room @param {Piece} piece @param {Doing} doing */
  constructor(room, piece, doing) {
    this.room = room;
    this.piece = piece;
    this.doing = doing;
    /** @type {Several} */
    const { items, least, most, command, field } = doing.facts;
    this.count = h("p", { class: "lead", role: "status" });
    this.boxes = items.map((one) =>
      h("input", {
        type: "checkbox",
        value: one.id,
        checked: command[field].includes(one.id),
        onchange: () => this.#judge(),
      }),
    );
    this.range = least === most ? `${most}` : least ? `${least} to ${most}` : `up to ${most}`;
    this.proposal = new Proposal(room, "Choose these");
  }

  open() {
    const { room, doing } = this;
    /** @type {Several} */
    const { items } = doing.facts;
    room.show(
      h(
        "div",
        { class: "several" },
        this.count,
        items.map((one, n) =>
          h(
            "label",
            { class: "chip" },
            this.boxes[n],
            h("span", {}, one.title, one.note ? h("small", {}, ` ${one.note}`) : null),
          ),
        ),
        this.proposal.node,
      ),
      doing.title,
      this.proposal.foot,
    );
    this.#judge();
  }

  close() {
    this.proposal.stop();
  }

  #judge() {
    const { command, field } = this.doing.facts;
    const chosen = this.boxes.filter((one) => one.checked).map((one) => one.value);
    this.count.textContent = `${chosen.length} of ${this.range}`;
    this.proposal.set({ ...command, [field]: chosen });
  }
}
