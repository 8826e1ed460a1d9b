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
    this.boxes = items.map((item) =>
      h("input", {
        type: "checkbox",
        value: item.id,
        checked: command[field].includes(item.id),
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
        items.map((item, n) =>
          h(
            "label",
            { class: "chip" },
            this.boxes[n],
            h("span", {}, item.title, item.note ? h("small", {}, ` ${item.note}`) : null),
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
    const chosen = this.boxes.filter((box) => box.checked).map((box) => box.value);
    this.count.textContent = `${chosen.length} of ${this.range}`;
    this.proposal.set({ ...command, [field]: chosen });
  }
}
