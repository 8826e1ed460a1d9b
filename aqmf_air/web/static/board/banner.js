// The banner: where the game is, who acts, who is here, whose clock runs; and what one player asks the others to agree to.

/** @import { Clock, Entry, InShort, Request, Sheet } from "../payloads" */
/** @import { Press } from "./dom.js" */
/** @import { Room } from "./main.js" */

import { LOW, absence, figures } from "./clock.js";
import { button, element, h, posting, sentence } from "./dom.js";

export class Banner {
  /** @param {Room} room @param {HTMLElement} root */
  constructor(room, root) {
    this.room = room;
    this.root = root;
    this.parts = Object.fromEntries(
      ["part", "place", "figures", "seat", "seats", "clock", "connection", "late"].map((id) => [
        id,
        element(`#${id}`, root),
      ]),
    );
    this.ticking = this.waiting = 0;
    this.title = document.title;
    /** @type {Record<string, string>} */
    this.points = {}; // figures by their names, among them those of sides, which stand beside their clocks on a phone
    this.late = ""; // what is told of a side whose time is over
  }

  /** @type {(sheet: Sheet) => void} */
  show(sheet) {
    const { room, parts } = this;
    this.#place(sheet.when, sheet.phase_title);
    parts.part.textContent = sheet.when.startsWith(sheet.part) ? "" : sheet.part;
    this.#figures(sheet.figures);
    const alone = sheet.sides.length === 1 && room.as && !sheet.over;
    const moves = sheet.active.includes(room.as) ? room.as : (sheet.active[0] ?? sheet.waiting?.by);
    const mover = sheet.over ? undefined : sheet.sides.find((side) => side.id === moves);
    parts.seat.replaceChildren(...(alone ? [] : [...this.#you(sheet, mover, this.#who(sheet))]));
    const own = sheet.you.length === 1 && sheet.active.includes(room.as) && !sheet.over && !alone && !room.idle;
    document.title = `${own ? "Your move · " : ""}${this.title}`; // it is read on a tab that is not looked at
    this.root.dataset.phase = sheet.phase;
    this.root.dataset.seat = String(sheet.sides.findIndex((side) => side.id === room.as));
    if (mover) this.root.style.setProperty("--side", mover.colour);
    const heard = performance.now();
    const others = sheet.seats.filter((seat) => !sheet.you.includes(seat.side));
    const tags = others.map((seat) =>
      h("span", { class: `tag ${seat.who === "automatic" ? "by-itself" : seat.here ? "here" : ""}` }),
    );
    const present = () => {
      for (const [n, seat] of others.entries()) {
        const how = seat.here
          ? "here"
          : seat.waits
            ? "not here yet"
            : absence(seat.away + (performance.now() - heard) / 1000);
        const text = `${seat.name || room.name(seat.side)}: ${seat.who === "automatic" ? played(seat) : how}`;
        if (tags[n].textContent !== text) tags[n].textContent = text;
      }
    };
    present();
    clearInterval(this.waiting);
    this.waiting = setInterval(present, 5000);
    parts.seats.replaceChildren(
      ...tags,
      ...sheet.you
        .filter((side) => side !== room.as)
        .map((side) => button("Hand over", () => room.handOver(side), { "aria-label": `Hand over to: ${room.name(side)}` })),
    );
    this.clock(sheet.clock);
  }

  /**
   * Say where the game was when an order was given that the board shows.
   * @type {(order: Entry) => void}
   */
  step({ when, phase, by }) {
    const { parts, room } = this;
    const side = room.sheet.sides.find(({ id }) => id === by);
    this.#place(when, phase);
    if (side) this.root.style.setProperty("--side", side.colour);
    if (room.sheet.sides.length > 1)
      parts.seat.replaceChildren(...this.#you(room.sheet, side, side ? `${side.name} to move` : ""));
  }

  /**
   * Where the game is; of how many turns is told where there is room.
   * @type {(when: string, phase: string) => void}
   */
  #place(when, phase) {
    const [turn, of] = when.split(/(?= of \d)/);
    this.parts.place.replaceChildren(turn, of ? h("span", { class: "of" }, of) : "", ` · ${phase}`);
  }

  /**
   * Who the player is, and who acts.
   * @type {(sheet: Sheet, mover: object | undefined, who: string) => HTMLElement[]}
   */
  #you(sheet, mover, who) {
    const { room } = this;
    const you = room.as ? `You: ${room.name(room.as)}` : sheet.over ? "" : "You look on"; // when all is over everybody does
    return [
      h("span", { class: sheet.you.length === 1 ? "you" : null }, who && you ? `${you}; ` : you),
      h("i", { class: "mover", hidden: !mover }),
      h("span", {}, who),
    ];
  }

  /**
   * Say how an order has left things that the board has shown.
   * @type {(after: InShort) => void}
   */
  came({ figures }) {
    this.#figures(figures);
  }

  /** @type {(figures: Sheet["figures"]) => void} */
  #figures(figures) {
    const sides = this.room.sheet.sides.map(({ name }) => name);
    this.parts.figures.replaceChildren(
      ...figures.map(([name, value]) =>
        h(
          "span",
          { class: sides.includes(name) ? "of-side" : name ? null : "title" },
          name ? `${name} ` : "",
          h("b", {}, value),
        ),
      ),
    );
    this.points = Object.fromEntries(figures);
  }

  empty() {
    clearInterval(this.ticking); // it would tell the time of a table that is not shown
    clearInterval(this.waiting);
    for (const id of ["part", "place", "figures", "seat", "clock", "late"]) this.parts[id].textContent = "";
    this.late = "";
    this.parts.seats.replaceChildren();
    document.title = this.title;
  }

  /** @type {(sheet: Sheet) => string} */
  #who(sheet) {
    if (sheet.over) return sheet.verdict?.headline || "the game is over";
    const { room } = this;
    const others = sheet.active
      .filter((side) => side !== room.as)
      .map((side) => room.name(side))
      .join(" and ");
    if (sheet.waiting?.by && !sheet.active.length)
      return sheet.waiting.by === room.as ? "your dice" : `${room.name(sheet.waiting.by)} to roll`;
    if (room.idle) return `nothing for you to do: ${room.ends()}`;
    if (!sheet.active.includes(room.as)) return others ? `${others} to move` : "nobody moves";
    if (others && sheet.sides.length === 2) return "your move, and theirs";
    return others ? `your move, and that of ${others}` : "your move";
  }

  /** @type {(clock: Clock | null) => void} */
  clock(clock) {
    clearInterval(this.ticking);
    if (!clock) {
      this.parts.clock.textContent = this.parts.late.textContent = this.late = "";
      return;
    }
    clock.heard ??= performance.now(); // what the board plays first is shown with the clock as it was heard, which has run on
    const since = clock.heard;
    const show = () => {
      const gone = (performance.now() - since) / 1000;
      const left = Object.entries(clock.left).map(([side, then]) => ({
        own: side === this.room.as,
        name: this.room.name(side),
        now: clock.running.includes(side) ? then - gone : then,
        runs: clock.running.includes(side),
      }));
      this.parts.clock.replaceChildren(
        ...left.map(({ own, name, now, runs }) => {
          return h(
            "span",
            { class: `time${own ? " own" : ""}${runs ? " runs" : ""}${now < LOW ? " low" : ""}` },
            h("span", { class: "name" }, `${name} `),
            name in this.points ? h("span", { class: "points", "aria-hidden": "true" }, this.points[name]) : "",
            h("b", {}, figures(now)),
            runs ? h("span", { class: "unseen" }, ", running") : "",
            " ",
          );
        }),
      );
      const late = this.room.sheet?.over ? [] : left.filter(({ now }) => now <= 0);
      const claims = this.room.sheet?.claims && this.room.sheet.may_end && late.length === 1 && !late[0].own;
      const zero = claims ? "You may claim the game, as you agreed." : late.length > 1 ? clock.both : clock.zero;
      const words = late.length ? [...late.map(({ name }) => `${name}: the time is over.`), zero].join(" ") : "";
      if (this.late === `${words}${claims}`) return; // an alert is read out once
      this.late = `${words}${claims}`;
      this.parts.late.replaceChildren(
        words,
        ...(claims
          ? [" ", button("Claim the game", ({ currentTarget }) => this.room.end("claim", currentTarget), { class: "main" })]
          : []),
      );
    };
    show();
    this.ticking = setInterval(show, 1000);
  }

  /** @type {(text: string) => void} */
  connection(text) {
    this.parts.connection.textContent = text;
  }
}

/**
 * How a side is played that plays by itself.
 * @type {(seat: { player?: string }) => string}
 */
export function played({ player }) {
  return player ? `automatic, ${player}` : "automatic";
}

/** @type {Record<string, string>} */
const ORDERS = { undo: "take back", redo: "bring back" };

/**
 * The request of a sheet as elements of the page; none if it is not this seat's business.
 * @type {(room: Room, sheet: Sheet) => HTMLElement[]}
 */
export function request(room, { asked }) {
  if (!asked) return [];
  /** @type {(answer: string) => (press: Press) => unknown} */
  const say =
    (answer) =>
    ({ currentTarget }) =>
      room.reply(asked.id, answer, currentTarget);
  if (asked.what === "draw" || asked.what === "rematch") return offered(asked, room, say);
  if (asked.yours && !asked.mine) {
    return [
      h("p", {}, wanted(asked, room)),
      h(
        "div",
        { class: "row" },
        button(asked.side ? "Agree and leave" : "Agree", say("agree"), { id: "agree" }),
        button("Decline", say("decline"), { id: "decline" }),
      ),
    ];
  }
  if (!asked.mine) return [];
  const what = asked.side ? `play ${room.name(asked.side)}` : `${ORDERS[asked.what]} an order`;
  return [
    h(
      "p",
      {},
      asked.declined
        ? `${room.name(asked.declined)} declined: you asked to ${what}.`
        : `You have asked to ${what}. Wait for the answer, or go on.`,
    ),
    h(
      "div",
      { class: "row" },
      button(asked.declined ? "Close" : "Take the request back", say("withdraw"), { id: "withdraw" }),
    ),
  ];
}

/**
 * The offer of a draw, or of a rematch, as who has it and who made it read it.
 * @type {(asked: Request, room: Room, say: (answer: string) => (press: Press) => unknown) => HTMLElement[]}
 */
function offered({ what, words, yours, mine, declined }, room, say) {
  if (!yours && !mine) return [];
  const agree =
    what === "draw"
      ? button("Agree to the draw", say("agree"), { id: "agree" })
      : posting(room.address("again"), "Accept, sides swapped", { sides: "swapped" }); // it is agreed to by beginning it
  const back = what === "draw" ? "Take the offer back" : "Take the request back";
  return [
    h("p", {}, words),
    yours
      ? h("div", { class: "row" }, agree, button("Decline", say("decline"), { id: "decline" }))
      : h("div", { class: "row" }, button(declined ? "Close" : back, say("withdraw"), { id: "withdraw" })),
  ];
}

/** @type {(asked: Request, room: Room) => string} */
function wanted(wish, room) {
  if (wish.what === "here")
    return `Who opened the table asks to play ${room.name(wish.side)} in your place. If you agree, you leave the table.`;
  if (wish.what === "automatic")
    return `Who opened the table asks that the automatic player plays ${room.name(wish.side)} in your place. If you agree, you leave the table.`;
  const order = wish.lines.length ? `“${sentence(wish.lines.join("; "))}”` : "the end of the stage";
  const later = Object.entries(wish.later).map(
    ([side, number]) => `${number} of ${side === room.as ? "yours" : room.name(side)}`,
  );
  const which = wish.what === "undo" ? "the last order" : "the order that was taken back last";
  return `${room.name(wish.by)} would like to ${ORDERS[wish.what]} ${which}: ${order}.${later.length ? ` With it go the orders given since: ${later.join(", ")}.` : ""}`;
}
