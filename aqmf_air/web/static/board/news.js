// What was told last, above the orders: how an order of the player went, what others did since, and while the board shows
// their orders one after the other, the one that it shows.

import { h } from "./dom.js";
import { told } from "./log.js";
import { tumble } from "../dice.js";
import { why } from "./why.js";

const MOST = 8; // orders that are told at once

export class News {
  constructor(room, place) {
    Object.assign(this, { room, place, orders: [] });
  }

  /** Tell this; of what has just been rolled by the app, the dice tumble. */
  tell(content, rolled = false) {
    const { place } = this;
    place.replaceChildren(...content);
    const last = [...place.children].findLast((one) => one.matches("p, .rolls"));
    const [begin, high] = [(last?.offsetTop ?? 0) - place.offsetTop, last?.offsetHeight ?? 0];
    place.scrollTop = Math.min(begin, begin + high - place.clientHeight); // how it ended is read first, with the dice that decided it
    if (rolled) tumble([...place.querySelectorAll("[data-by=app] .die")]);
  }

  /** Orders of others that came. */
  add(orders) {
    this.orders = [...this.orders, ...orders].slice(-MOST);
  }

  /** Tell what others did since the player last did something; the last is in view. */
  all() {
    if (this.orders.length)
      this.tell(
        this.orders.flatMap((one) => this.#order(one)),
        true,
      );
  }

  /** The player does something: what others did before is not told any more. */
  past() {
    this.orders = [];
  }

  /** Tell the order that the board shows, above the controls of what is shown. */
  showing(order, controls) {
    this.tell([controls, ...this.#order(order)], true);
    this.place.scrollTop = 0;
  }

  #order(one) {
    return [
      h("p", { class: "when" }, `${this.room.name(one.by)}, ${one.phase.toLowerCase()}`),
      ...told(one.lines, one.rolls),
      why(this.room, one),
    ].filter(Boolean);
  }
}
