// What was told last, above the orders: how an order of the player went, what others did since, and while the board shows
// their orders one after the other, the one that it shows.

/** @import { Entry } from "../payloads" */
/** @import { Kid } from "./dom.js" */
/** @import { Room } from "./main.js" */

import { button, elements, h, nodes, sentence } from "./dom.js";
import { told } from "./log.js";
import { why } from "./why.js";

const MOST = 8; // orders that are told at once
const FEW = 3; // lines of an order that is told shortly
const GAP = 8; // pixels between them and the table

export class News {
  /** @param {Room} room @param {HTMLElement} place */
  constructor(room, place) {
    this.room = room;
    this.place = place;
    /** @type {Entry[]} */
    this.orders = [];
    new ResizeObserver(() => this.#clear()).observe(place);
  }

  /** Where it lies over the table, the table is fitted above it. */
  #clear() {
    const { place, room } = this;
    const over = getComputedStyle(place).position === "absolute";
    room.root.style.setProperty("--covered", over && place.offsetHeight ? `${place.offsetHeight + GAP}px` : "0px");
  }

  /**
   * Tell this.
   * @type {(content: Kid[]) => void}
   */
  tell(content) {
    const { place } = this;
    const all = nodes(content);
    const close = button("×", () => this.tell([]), { class: "shut", "aria-label": "Close what happened" });
    place.replaceChildren(...all, ...(all.length ? [close] : []));
    this.#rest();
  }

  /** Rest at the first line of the last order; where it has few, the dice that decided it are in view. */
  #rest() {
    const { place } = this;
    const order = elements(".deed", place).at(-1);
    if (!order) return;
    const few = elements(":scope > p", order).length <= FEW;
    const dice = few ? order.querySelector(".rolls > li") : null;
    const { top, bottom } = place.getBoundingClientRect();
    const hidden = (dice?.getBoundingClientRect().bottom ?? bottom) - bottom;
    place.scrollTop += Math.max(order.getBoundingClientRect().top - top, hidden);
  }

  /** Have the last line that was told in view, where there is room for no more. */
  end() {
    const line = elements(":is(#told, .deed) > p", this.place).at(-1);
    if (line) this.place.scrollTop += line.getBoundingClientRect().bottom - this.place.getBoundingClientRect().bottom;
  }

  /**
   * Orders of others that came.
   * @type {(orders: Entry[]) => void}
   */
  add(orders) {
    this.orders = [...this.orders, ...orders].slice(-MOST);
  }

  /** Tell what others did since the player last did something; the last is in view. */
  all() {
    if (this.orders.length) this.tell(this.orders.map((order) => this.#order(order)));
  }

  /** The player does something: what others did before is not told any more. */
  past() {
    this.orders = [];
  }

  /**
   * Tell the order that the board shows, above the controls of what is shown.
   * @type {(order: Entry, controls: HTMLElement) => void}
   */
  showing(order, controls) {
    this.tell([controls, this.#order(order)]);
    this.place.scrollTop = 0;
  }

  /** @type {(entry: Entry) => HTMLElement} */
  #order(entry) {
    return h(
      "div",
      { class: "deed" },
      h("p", { class: "when" }, sentence([this.room.name(entry.by), entry.phase.toLowerCase()].filter(Boolean).join(", "))),
      told(entry.lines, entry.rolls),
      why(this.room, entry),
    );
  }
}
