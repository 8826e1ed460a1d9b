// What was told last, above the orders: how an order of the player went, what others did since, and while the board shows
// their orders one after the other, the one that it shows.

/** @import { Entry, Roll } from "../payloads" */
/** @import { Kid } from "./dom.js" */
/** @import { Room } from "./main.js" */

import { above, button, elements, h, lineBoxes, nodes, sentence } from "./dom.js";
import { dice, told } from "./log.js";
import { why } from "./why.js";

const MOST = 8; // orders that are told at once
const FEW = 3; // lines of an order, and rolls, that are all told at once
const FIRST = 2; // lines of one that has more, before the rest is asked for
const OWN = 6; // the same of the player's own: what it did, what the others did then, what follows
const LEAST = 56; // pixels of whole paragraphs that are told at least, and twice those of whole lines
const GAP = 8; // pixels between them and the table

export class News {
  /** @param {Room} room @param {HTMLElement} place */
  constructor(room, place) {
    this.room = room;
    this.place = place;
    /** @type {Entry[]} */
    this.orders = [];
    this.noted = "";
    /** @type {HTMLElement | null} */
    this.own = null; // how the player's own order went, until the board has shown it
    const around = /** @type {HTMLElement} */ (place.parentElement);
    const sized = new ResizeObserver(() => {
      this.#snap();
      this.#clear();
    });
    for (const part of [around, place]) sized.observe(part);
    place.addEventListener("toggle", () => this.#snap(), true);
  }

  /** Where not all has room it ends with a whole paragraph, or with a whole line: none is cut, nor are its dice. */
  #snap() {
    const { place } = this;
    place.style.maxHeight = "";
    const more = place.scrollHeight > place.clientHeight + 1;
    const control = /** @type {HTMLElement | null} */ (place.querySelector(".unfold"));
    if (control) control.hidden = !more && !place.classList.contains("unfolded");
    if (!place.clientHeight || !more) return;
    const top = place.getBoundingClientRect().top + place.clientTop;
    const end = top + place.clientHeight;
    const whole = above(
      end,
      elements("p, li, summary", place).map((part) => part.getBoundingClientRect()),
    );
    const edge = whole > top + LEAST ? whole : above(end, lineBoxes(place));
    if (edge < end && edge > top + LEAST / 2) place.style.maxHeight = `${Math.floor(edge - top) + 2 * place.clientTop}px`;
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
    this.own = null;
    const all = nodes(content);
    const close = button("×", () => this.tell([]), { class: "shut", "aria-label": "Close what happened" });
    const unfold = button("▾", () => this.#fold(place.classList.contains("unfolded")), { class: "unfold" });
    place.replaceChildren(...all, ...(all.length ? [close] : []));
    place.classList.remove("unfolded");
    if (all.length) place.append(unfold);
    this.#fold(true);
  }

  /**
   * On a phone it is folded to a few lines, and opened by a button.
   * @type {(folded: boolean) => void}
   */
  #fold(folded) {
    const { place } = this;
    place.classList.toggle("unfolded", !folded);
    const control = place.querySelector(".unfold");
    control?.setAttribute("aria-expanded", String(!folded));
    control?.setAttribute("aria-label", folded ? "Show all that happened" : "Show less of what happened");
    if (folded || !control) this.#rest();
    else place.scrollTop = 0;
    this.#snap();
  }

  /** Rest at the beginning of the last order. */
  #rest() {
    const { place } = this;
    const order = elements(".deed", place).at(-1);
    if (order?.previousElementSibling)
      place.scrollTop += order.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientTop;
    else place.scrollTop = 0; // its first line has the room above it that it was given
  }

  /**
   * The player's own order went so: told once the board has shown it (came), in place of what was told before.
   * @type {(lines: string[], rolls: Roll[]) => void}
   */
  went(lines, rolls) {
    this.past();
    this.tell([]);
    const parts = inShort(lines, rolls, true);
    this.own = parts.length ? h("div", { class: "deed" }, parts) : null;
  }

  /** The board has shown the player's own order. */
  came() {
    if (this.own) this.tell([this.own]);
  }

  /**
   * Orders of others that came.
   * @type {(orders: Entry[]) => void}
   */
  add(orders) {
    this.orders = [...this.orders, ...orders].slice(-MOST);
  }

  /** Tell what others did since the player last did something, and what is to be noted; the last is in view. */
  all() {
    const note = this.noted ? [h("p", { class: "deed" }, this.noted)] : [];
    const all = [...this.orders.map((order) => this.#order(order)), ...note];
    if (all.length) this.tell(all);
  }

  /**
   * Tell this besides what others did, until the player does something.
   * @type {(text: string) => void}
   */
  note(text) {
    this.noted = text;
    this.all();
  }

  /** The player does something: what others did before is not told any more. */
  past() {
    this.orders = [];
    this.noted = "";
  }

  /**
   * Tell the order that the board shows, above the controls of what is shown: whose it is, and once it is `drawn` how it went.
   * @type {(order: Entry, controls: HTMLElement, drawn: boolean) => void}
   */
  showing(order, controls, drawn) {
    this.tell([controls, drawn ? this.#order(order) : h("div", { class: "deed" }, this.#whose(order))]);
    this.place.scrollTop = 0;
  }

  /** @type {(entry: Entry) => HTMLElement} */
  #order(entry) {
    return h("div", { class: "deed" }, this.#whose(entry), inShort(entry.lines, entry.rolls), why(this.room, entry));
  }

  /** @type {(entry: Entry) => HTMLElement} */
  #whose({ by, phase }) {
    return h("p", { class: "when" }, sentence([this.room.name(by), phase.toLowerCase()].filter(Boolean).join(", ")));
  }
}

/**
 * An order in short: its first lines, of the player's `own` more of them, and the first dice, so that what it did comes before
 * what the others did then. The rest is folded.
 * @type {(lines: string[], rolls: Roll[], own?: boolean) => HTMLElement[]}
 */
export function inShort(lines, rolls, own = false) {
  const words = told(lines, []);
  const most = own ? OWN : words.length > FEW ? FIRST : FEW;
  const [shown, more] = [words.slice(0, most), words.slice(most)];
  const thrown = briefly(rolls);
  const few = thrown.slice(0, FEW);
  const short = few.length === thrown.length && !thrown.some((item) => item.classList.contains("many"));
  const parts = few.length ? [...shown, h("ul", { class: "rolls" }, few)] : shown;
  if (short && !more.length) return parts;
  const title = !more.length ? "All dice" : own ? "What followed" : "All of it";
  return [...parts, h("details", {}, h("summary", {}, title), more, short ? [] : told([], rolls))];
}

/**
 * Rolls in short: many for the same, on one after the other, stand in one row, each after on whom, without what it needs.
 * @type {(rolls: Roll[]) => HTMLElement[]}
 */
function briefly(rolls) {
  /** @type {Roll[][]} */
  const runs = [];
  for (const roll of rolls.filter(({ faces }) => faces.length)) {
    const before = runs.at(-1)?.[0];
    const alike = before && before.label === roll.label && before.side === roll.side && before.by === roll.by;
    if (alike) runs.at(-1)?.push(roll);
    else runs.push([roll]);
  }
  /** @type {Roll[]} */
  let few = [];
  /** @type {HTMLElement[]} */
  const items = [];
  for (const run of [...runs, []]) {
    const many = run.length > FEW && new Set(run.map(({ on }) => on)).size > FEW;
    if (run.length && !many) {
      few.push(...run);
      continue;
    }
    items.push(...told([], few).flatMap((list) => /** @type {HTMLElement[]} */ ([...list.children])));
    few = [];
    if (many) items.push(row(run));
  }
  return items;
}

/** @type {(run: Roll[]) => HTMLElement} */
function row(run) {
  const [{ label, side }] = run;
  const each = run.map((roll) => [
    h("span", { class: "rolled" }, h("span", { class: "asked" }, (roll.on ?? "").replace(/^\S+ /, "")), " ", dice(roll)),
    " ",
  ]);
  return h("li", { class: "many" }, h("span", { class: "asked" }, `${sentence(side ? `${side}: ${label}` : label)} `), each);
}
