// The board as it was after an order of the log, as this seat saw it then, with what was drawn of that order: back and on
// through the game, one order at a time. Nothing is ordered meanwhile; what comes to the table waits.

/** @import { Entry, Then } from "../payloads" */
/** @import { Room } from "./main.js" */

import { button, element, h } from "./dom.js";
import { lostIn } from "./theatre.js";

const ELSEWHERE = "input, select, textarea, dialog, [role=slider]";

export class Past {
  /**
   * `shows` is called when the board shows the past, `ended` when it shows how things are now again.
   * @param {Room} room @param {(moment: Then) => void} shows @param {() => void} ended
   */
  constructor(room, shows, ended) {
    this.room = room;
    this.shows = shows;
    this.ended = ended;
    /** @type {Entry | null} */
    this.order = null; // the last one before what is shown
    /** @type {Then | null} */
    this.moment = null;
    this.asked = 0; // how often it was asked for a moment: only the last is shown
    /** @type {Entry | null} */
    this.wanted = null;
    this.place = h("span", { role: "status" });
    this.back = this.#tool("‹", "past-back", "Back by one order", () => this.step(-1));
    this.first = this.#tool("«", "past-first", "How it began", () => this.to(this.orders[0]));
    this.on = this.#tool("›", "past-on", "On by one order", () => this.step(1));
    this.now = this.#tool("Now", "past-now", "See how things are now", () => this.leave());
    this.controls = h("div", { class: "following past" }, this.place, this.first, this.back, this.on, this.now);
    element(".zooms", room.root).append(this.#tool("‹", "step-back", "Back by one order", () => this.step(-1)));
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** @type {(text: string, id: string, label: string, act: () => unknown) => HTMLButtonElement} */
  #tool(text, id, label, act) {
    return button(text, act, { id, "aria-label": label });
  }

  /**
   * The orders after each of which the board can be shown: those of which something is told, and before them how it began.
   * @returns {Entry[]}
   */
  get orders() {
    const { log, sheet } = this.room;
    const all = log.filter(({ entry, lines, rolls }) => entry >= sheet.log_from && (lines.length || rolls.length));
    const start = { ...all[0], entry: sheet.log_from - 1, by: "", lines: [], rolls: [], beats: [], reasoned: false };
    return all.length ? [start, ...all] : [];
  }

  /**
   * Go back or on by one order; on from the last is now.
   * @type {(by: -1 | 1) => void}
   */
  step(by) {
    const { orders } = this;
    const from = this.wanted ?? this.order;
    const at = from ? orders.findIndex(({ entry }) => entry === from.entry) : orders.length - 1; // now is after the last
    const to = orders[at + by];
    if (to) this.to(to);
    else if (by > 0) this.leave();
  }

  /**
   * Show how things were after an order.
   * @type {(order?: Entry) => Promise<void>}
   */
  async to(order) {
    const { room } = this;
    if (!order || room.busy || !room.sheet) return;
    this.asked += 1;
    const mine = this.asked;
    this.wanted = order;
    const moment = await room.asked(room.server.get("then.json", { as: room.as, entries: order.entry + 1 }));
    if (mine !== this.asked) return;
    this.wanted = null;
    if (moment?.status !== 200 || moment.entries !== order.entry + 1) return;
    this.order = order;
    this.moment = moment;
    this.show();
  }

  /** Show the past, again if the table has moved on meanwhile. */
  show() {
    const { room, order, moment, orders } = this;
    if (!order || !moment) return;
    const [first, last] = [orders[0], orders.at(-1)];
    const held = this.controls.contains(document.activeElement) ? document.activeElement : null;
    const begins = order.entry === first.entry;
    this.place.textContent = `${begins ? "The beginning" : `Order ${order.entry + 1} of ${room.sheet.entries}`}, ${order.when}`;
    this.first.disabled = this.back.disabled = begins;
    this.on.disabled = order.entry === last?.entry;
    this.shows(moment);
    room.map.show(
      moment.picture,
      lostIn(
        room.log.filter(({ entry }) => entry <= order.entry),
        room.sheet.undone.filter((entry) => entry <= order.entry),
      ),
    );
    room.theatre.marks(order.beats);
    room.look([order]);
    if (held instanceof HTMLButtonElement) (held.disabled ? this.now : held).focus({ preventScroll: true });
  }

  /** Show how things are now. */
  leave() {
    this.asked += 1;
    this.wanted = null;
    if (!this.order) return;
    this.order = this.moment = null;
    this.ended();
  }

  /** @type {(event: KeyboardEvent) => void} */
  #key(event) {
    const { room } = this;
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (event.key === "Escape") return this.leave();
    const target = /** @type {Element} */ (event.target);
    const elsewhere = target.closest(ELSEWHERE) || target.closest(".stage, #stage")?.matches(":focus-visible");
    if (!by || event.defaultPrevented || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!room.sheet || !room.drawn || room.theatre.running || (by > 0 && !this.order)) return;
    this.step(/** @type {-1 | 1} */ (by));
    event.preventDefault();
  }
}
