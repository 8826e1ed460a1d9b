// Orders that were carried out, shown on the board one after the other: over the picture of before, until the last was played
// or somebody taps the table. The picture of now is there all the while, unseen. Those of others are told as they are shown,
// at a pace at which they can be read; a player may stop after each, and go on, or back, by hand.

/** @import { Beat, Entry, Loss } from "../payloads" */
/** @import { Shown } from "./map.js" */
/** @import { Views } from "./views.js" */

import { button, element, h } from "./dom.js";
import { lossesIn, unmoved } from "./scene.js";

const REST = 200; // milliseconds after an event
const EVENT = 900; // about how long one is played
const MOST_OWN = 2500; // milliseconds that the player's own orders may take
const READ = { order: 600, letter: 20, most: 4000 }; // milliseconds that another's order stands at least
const MANY = 4; // orders that wait beyond which all go faster
const AT_ONCE = 1000; // how much faster than at an easy pace
const BY_HAND = "aqmf-board-by-hand";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ order: Entry, own: boolean, scene?: Shown[] }} Played an order; `scene`: the map of a chapter that begins with it */

export class Theatre {
  /**
   * `tell` is given each order when it is shown, whether it is the player's own, and the controls; `came` every order once all of it was shown, likewise;
   * `ended` is called when the last was played.
   * @param {Views} map @param {HTMLElement} stage @param {(order: Entry, own: boolean, controls: HTMLElement) => void} tell @param {(order: Entry, own: boolean, controls: HTMLElement) => void} came @param {() => void} ended
   */
  constructor(map, stage, tell, came, ended) {
    this.map = map;
    this.told = tell;
    this.came = came;
    this.ended = ended;
    /** @type {Played[]} */
    this.orders = [];
    /** @type {Played[]} */
    this.shown = []; // those that were shown last, as long as they can be shown again
    this.at = 0; // which of them is shown
    this.moved = false; // whether another than the next is to be shown
    /** @type {Shown[]} */
    this.first = []; // the map as it was before them
    /** @type {Beat[]} */
    this.last = [];
    this.running = false;
    this.hasty = false;
    this.wake = () => {};
    this.byHand = sessionStorage.getItem(BY_HAND) === "yes";
    this.exit = button("Skip", () => this.skip(), { id: "skip-events", hidden: true });
    this.halt = button("", () => this.#take(!this.byHand), { id: "by-hand" });
    this.again = button("Again", () => {}, {
      id: "events-again",
      hidden: true,
      "aria-label": "Show again what was ordered",
    });
    this.before = button("‹", () => this.#back(), { id: "event-before", "aria-label": "Back to the order before" });
    this.next = button("›", () => this.#hasten(), { id: "next-event", "aria-label": "Next order" });
    this.place = h("span");
    this.controls = h("div", { class: "following" }, this.place, this.before, this.halt, this.next);
    element(".zooms", /** @type {Element} */ (stage.parentElement)).append(this.exit, this.again);
    addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Whether orders are played over `was`, the map as it was before them.
   * @type {(was: Shown[] | null) => boolean}
   */
  plays(was) {
    return was?.length === this.map.now.length && !document.hidden && (!still.matches || this.byHand);
  }

  /**
   * Play orders of the log over `was`, the map as it was before them (Views.now); while others are played, after them.
   * The map shows the picture of after them already. `own` says whether an order is the player's. Where another chapter
   * than `chapter`, that of `was`, begins among them, the rest of them is played over `begun`, the map as it was then.
   * @type {(was: Shown[] | null, orders: Entry[], own: (order: Entry) => boolean, chapter: number, begun: Shown[] | null) => Promise<void>}
   */
  async play(was, orders, own, chapter, begun) {
    this.last = orders[orders.length - 1].beats;
    if (!was || !this.plays(was)) {
      this.rest();
      return;
    }
    const last = orders[orders.length - 1].chapter;
    const begins = last === chapter ? undefined : orders.find((order) => order.chapter === last);
    for (const order of orders) {
      const there = order !== begins && (order.chapter === chapter || (begun && order.chapter === last));
      const scene = order === begins ? (begun ?? undefined) : undefined;
      this.orders.push({ order: there ? order : { ...order, beats: [] }, own: own(order), scene });
    }
    this.#say();
    if (this.running) return;
    this.first = was;
    await this.#run();
  }

  /**
   * Mark in the picture of now what others ordered while nobody was here to see it: it can be shown again.
   * @type {(orders: Entry[]) => void}
   */
  missed(orders) {
    this.shown = orders.map((order) => ({ order, own: false }));
    this.first = [];
    this.last = orders.flatMap(({ beats }) => beats);
    this.again.hidden = false;
    this.rest();
  }

  /** The first of the orders that can be shown again, where it is not known how the map was before it. @returns {Entry | null} */
  get unseen() {
    return this.first.length ? null : (this.shown[0]?.order ?? null);
  }

  /** Show once more what was shown last; whether there is something. */
  replay() {
    if (this.running || !this.shown.length || this.first.length !== this.map.now.length) return false;
    this.orders = this.shown;
    this.#run();
    return true;
  }

  /** Nothing can be shown again: who looks now may not see it. */
  forget() {
    this.shown = [];
    this.again.hidden = true;
  }

  async #run() {
    this.running = true;
    this.at = 0;
    this.exit.hidden = false;
    this.again.hidden = true;
    this.map.lift(this.first);
    while (this.running && this.at < this.orders.length) {
      this.moved = false;
      await this.#show(this.orders[this.at]);
      if (!this.moved) this.at += 1;
    }
    this.skip();
  }

  /** @type {(next: Played) => Promise<void>} */
  async #show({ order, own, scene }) {
    if (scene) this.map.lift(scene);
    const left = this.orders.length - 1 - this.at;
    const hurry = own ? Math.max(1, (order.beats.length * (EVENT + REST)) / MOST_OWN) : Math.max(1, left / MANY);
    const begun = performance.now();
    this.hasty = false;
    this.#say();
    this.told(order, own, this.controls);
    for (const beat of order.beats) {
      if (!(await this.map.play(beat, this.hasty ? AT_ONCE : hurry)) || this.moved) return;
      await this.#pause(REST / hurry);
      if (!this.running) return; // it may be skipped while it rests
    }
    if (!this.running || this.moved) return;
    this.came(order, own, this.controls);
    const stays = own && !left; // it stays told
    const isRead = isTold(this.orders[this.at]);
    const letters = order.lines.join("").length;
    const read = stays || !letters ? 0 : Math.min(READ.most, READ.order + READ.letter * letters) / hurry;
    await this.#pause(Math.max(begun + read - performance.now(), order.rolls.length ? read / 2 : 0)); // rolls are told only now
    if (this.byHand && isRead) await this.#pause(Infinity);
  }

  /** @type {(event: KeyboardEvent) => void} */
  #key(event) {
    if (event.key === "Escape") return this.skip();
    const elsewhere = /** @type {Element} */ (event.target).closest("input, select, textarea, dialog, .stage");
    if (!this.running || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") this.#back();
    else if (event.key === "ArrowRight") {
      this.#take(true);
      this.#hasten();
    } else return;
    event.preventDefault();
  }

  /** The number of the order of others before the one that is shown; -1: there is none. @returns {number} */
  get #previous() {
    return this.orders.findLastIndex((played, n) => n < this.at && isTold(played));
  }

  /** Show the order before once more, and stop after each from now on. */
  #back() {
    const to = this.#previous;
    if (!this.running || to < 0) return;
    this.#take(true);
    this.moved = true;
    this.at = to;
    const from = this.orders.findLastIndex(({ scene }, n) => n <= to && scene);
    this.map.lift(this.orders[from]?.scene ?? this.first);
    this.map.rest(this.orders.slice(Math.max(0, from), to).flatMap(({ order }) => order.beats));
    this.map.hush();
    this.wake();
  }

  /**
   * Wait so long, or until the player goes on.
   * @type {(time: number) => Promise<void> | null}
   */
  #pause(time) {
    if (this.hasty || this.moved || !this.running || time <= 0) return null;
    return new Promise((on) => {
      this.wake = on;
      if (time < Infinity) setTimeout(on, time);
    });
  }

  /** Go on to the next order. */
  #hasten() {
    this.hasty = true;
    this.wake();
  }

  /**
   * Stop after each order from now on, or go on by itself.
   * @type {(byHand: boolean) => void}
   */
  #take(byHand) {
    this.byHand = byHand;
    sessionStorage.setItem(BY_HAND, byHand ? "yes" : "no");
    this.#say();
    if (!byHand) this.wake();
  }

  /** Stop after the order that is shown, for a player who reads. */
  stop() {
    if (this.running) this.#take(true);
  }

  #say() {
    const others = this.orders.filter(isTold).length; // so far: more may come meanwhile
    const shown = this.orders.slice(0, this.at + 1).filter(isTold).length;
    this.place.textContent = shown ? `Order ${shown} of ${others}` : "";
    this.before.disabled = this.#previous < 0;
    this.halt.textContent = this.byHand ? "Play" : "Pause";
    this.halt.setAttribute(
      "aria-label",
      this.byHand ? "Play: show the other orders without a stop" : "Pause: stop after each order",
    );
    this.next.hidden = !this.byHand;
  }

  /** Show how things are now. */
  skip() {
    if (!this.running) return;
    this.running = false;
    this.shown = this.orders;
    this.orders = [];
    this.exit.hidden = true;
    this.again.hidden = this.shown.every(({ own }) => own);
    this.map.drop();
    this.wake();
    this.rest();
    this.ended();
  }

  /** The picture of now with the marks of the last order. */
  rest() {
    this.map.begin();
    this.marks(this.last);
  }

  /**
   * Mark in the picture that is shown what an order did that led to it.
   * @type {(beats: Beat[]) => void}
   */
  marks(beats) {
    this.map.rest(
      unmoved(beats).map(({ marks }) => ({
        marks: marks.filter((mark) => mark.kind !== "way" && mark.kind !== "loss" && !mark.passes),
      })),
    );
    this.map.trails(beats);
  }
}

/**
 * Whether there is something to read of an order.
 * @type {(order: Entry) => boolean}
 */
export function hasWords({ lines, rolls }) {
  return lines.length + rolls.length > 0;
}

/**
 * Whether a card tells an order: another's of which there is something to read.
 * @type {(played: Played) => boolean}
 */
function isTold({ order, own }) {
  return !own && hasWords(order);
}

/**
 * What was lost in the orders of a log that count, in the chapter that is played: each has a table of its own.
 * @type {(log: Entry[], undone: number[]) => Loss[]}
 */
export function lostIn(log, undone) {
  const out = new Set(undone);
  const chapter = log.at(-1)?.chapter;
  return log
    .filter((entry) => entry.chapter === chapter && !out.has(entry.entry))
    .flatMap((entry) => lossesIn(entry.beats ?? []))
    .filter((loss) => !loss.passes);
}
