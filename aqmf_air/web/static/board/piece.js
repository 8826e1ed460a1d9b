// One piece: what it is, how it stands, what it may do now and at whom, and of the rest why it may not.

/** @import { About, Choice, Command, Doing, Offer, Piece, Track } from "../payloads" */
/** @import { Control } from "../refusal.js" */
/** @import { Spot } from "./camera.js" */
/** @import { Editor, Room } from "./main.js" */

import { AimedOffer, Proposal, give, weigh } from "./proposal.js";
import { button, grouped, h, objections, sentence } from "./dom.js";

/** Offers of a kind that are listed with a piece: the best come first, and a search finds all. */
const OF_A_KIND = 3;

const LONG = 8; // letters of a figure that a dial has no room for

export class PieceScreen {
  /**
   * `opens`: the type of the order whose editor opens at once.
   * @param {Room} room @param {Piece} piece @param {string} opens
   */
  constructor(room, piece, opens = "") {
    this.room = room;
    this.piece = piece;
    this.opens = opens;
    /** @type {Doing[]} */
    this.doings = [];
    this.best = h("div", { class: "offers" });
  }

  async open() {
    const { room, piece } = this;
    room.map.mark("chosen", (name) => name === piece.id);
    const about = await room.asked(room.server.post("about", { as: room.as, piece: piece.id }));
    if (!about || room.screen !== this) return;
    if (about.fault) {
      room.say(about.fault);
      return;
    }
    room.map.fill("ranges", about.svg);
    if (!room.camera.widen("ranges", piece.at) && piece.at.length) room.camera.reveal(piece.at);
    const targets = about.doings.flatMap((doing) => doing.choices.flatMap(({ at }) => (at ? [at] : [])));
    if (piece.at.length && targets.length) room.camera.reveal(piece.at, targets);
    const may = about.doings.filter((doing) => !doing.why.length);
    const not = about.doings.filter((doing) => doing.why.length);
    const covered = new Set(about.doings.map((doing) => doing.type));
    const rest = room.offers((offer) => offer.subject === piece.id && !covered.has(offer.command.type));
    const chosen = new Set(about.doings.flatMap(({ choices }) => choices.map(({ command }) => JSON.stringify(command))));
    /** @type {(offer: Offer) => boolean} */
    const more = ({ command, kind }) => covered.has(command.type) && Boolean(kind) && !chosen.has(JSON.stringify(command));
    const kinds = grouped(
      room.offers((offer) => offer.subject === piece.id && more(offer)),
      (offer) => offer.kind ?? "",
    );
    this.doings = may;
    const drawn = may.some(
      ({ type }) => room.editors[type] && room.offers(({ command }) => command.type === type).length > 1,
    );
    const opened = may.find(({ type }) => type === this.opens && room.editors[type]);
    if (opened) {
      this.#begin(opened, null, false);
      return;
    }
    if (may.length === 1 && room.editors[may[0].type] && !piece.at.length && !about.profile.length) {
      this.#begin(may[0]);
      return;
    }
    /** @type {[HTMLElement, Command][]} */
    const toWeigh = [];
    /** @type {(one: { command: Command }, made: HTMLElement) => HTMLElement} */
    const weighed = (order, made) => {
      toWeigh.push([made, order.command]);
      return made;
    };
    room.show(
      h(
        "div",
        { class: "about-piece" },
        h(
          "p",
          { class: "kind" },
          about.what,
          about.conditions.length ? h("strong", {}, `: ${about.conditions.join(", ")}`) : "",
        ),
        about.damage.length
          ? h(
              "ul",
              { class: "damage" },
              about.damage.map((line) => h("li", {}, line)),
            )
          : null,
        may.length || rest.length
          ? h(
              "div",
              { class: "doings" },
              may.map((doing) => {
                const choice = room.editors[doing.type] ? null : sole(doing);
                const made = button(titleOf(doing, choice), (press) => this.#begin(doing, press.currentTarget), {
                  class: "main",
                });
                return choice ? weighed(choice, made) : made;
              }),
              rest.map((offer) =>
                weighed(
                  offer,
                  button(sentence(offer.title), ({ currentTarget }) => give(room, offer, currentTarget), {
                    class: may.length + rest.length > 1 ? null : "main",
                  }),
                ),
              ),
            )
          : null,
        drawn ? this.best : null,
        [...kinds].map(([kind, all]) =>
          h(
            "details",
            { class: "card" },
            h("summary", {}, sentence(kind)),
            h(
              "div",
              { class: "offers" },
              all.slice(0, OF_A_KIND).map((offer) =>
                weighed(
                  offer,
                  button(sentence(offer.title.replace(`${room.name(piece.id)} `, "")), () =>
                    room.go(new AimedOffer(room, offer)),
                  ),
                ),
              ),
            ),
          ),
        ),
        about.tracks.length ? h("div", { class: "tracks" }, about.tracks.map(track)) : null,
        not.length
          ? h(
              "details",
              { class: "card", open: !may.length && !rest.length },
              h("summary", {}, "What it may not do now, and why"),
              not.map((doing) => h("div", { class: "not" }, h("h4", {}, sentence(doing.title)), objections(doing.why))),
            )
          : null,
        profile(about),
      ),
      room.name(piece.id),
    );
    weigh(room, toWeigh);
    if (drawn) this.#compare();
  }

  /** The best of the orders that its editor draws, with what they bring, where the game compares them. */
  async #compare() {
    const { room, piece } = this;
    const answer = await room.asked(room.server.post("best", { as: room.as, piece: piece.id })).catch(() => null);
    const { best = [] } = answer ?? {};
    if (best.length < 2) return;
    /** @type {(title: string) => string} */
    const short = (title) => sentence(title.replace(room.name(piece.id), "").replace(/^[: ]+/, ""));
    this.best.replaceChildren(
      h("h3", {}, `The best of ${room.offers((offer) => offer.subject === piece.id).length}`),
      ...best.map((offer) =>
        button([short(offer.title), offer.brings ? h("small", { class: "chances" }, sentence(offer.brings)) : null], () =>
          room.go(new AimedOffer(room, offer)),
        ),
      ),
    );
  }

  /**
   * Begin an order: with the board's own editor for it, or by choosing a target; without a `control` the piece is there for it only.
   * `meant`: where the table was tapped for it.
   * @type {(doing: Doing, control?: Control | null, single?: boolean, meant?: Spot) => Promise<void>}
   */
  async #begin(doing, control = null, single = !control, meant = undefined) {
    const { room, piece } = this;
    const [editor, choice] = [room.editors[doing.type], sole(doing)];
    if (editor) {
      /** @type {Editor | undefined} */
      const script = await room.asked(import(editor));
      if (script && room.screen === this)
        room.go(Object.assign(new script.default(room, piece, doing), { alone: single, doing, meant }), Boolean(this.opens));
    } else if (choice) {
      give(room, { command: choice.command, title: titleOf(doing, choice), subject: piece.id, aim: choice.piece }, control);
    } else {
      room.go(new TargetScreen(room, piece, doing));
    }
  }

  /**
   * A tap on another piece, while one that can be given an order against it is chosen, aims at it; one beside all pieces
   * begins the way of a piece that has one way to draw.
   * @type {(point: Spot) => boolean}
   */
  tap(point) {
    const { room } = this;
    const meant = room.map.meant(point);
    const shots = this.doings.filter(
      (doing) => !room.editors[doing.type] && doing.choices.some((choice) => choice.piece && choice.piece === meant?.piece),
    );
    const ways = this.doings.filter((doing) => room.editors[doing.type]);
    if (!meant?.piece && ways.length === 1 && this.piece.at.length) {
      this.#begin(ways[0], null, false, point);
      return true;
    }
    if (!meant || !shots.length || meant.piece === this.piece.id) return false;
    const screen = new TargetScreen(room, this.piece, shots[0]);
    room.go(screen);
    screen.tap(point);
    return true;
  }
}

/**
 * The only order of a kind: its button names what it is aimed at, and gives it.
 * @type {(doing: Doing) => Choice | null}
 */
function sole({ choices }) {
  return choices.length === 1 ? choices[0] : null;
}

/**
 * What a kind of order is called, with what its only order is aimed at.
 * @type {(doing: Doing, choice: Choice | null) => string}
 */
function titleOf({ title }, choice) {
  return sentence(choice && !title.includes(choice.title) ? `${title}: ${choice.title}` : title);
}

/** Aiming: chooses among orders of one kind, by a tap on the target or a part of it, or from a list. */
export class TargetScreen {
  /** @param {Room} room @param {Piece} piece @param {Doing} doing */
  constructor(room, piece, doing) {
    this.room = room;
    this.piece = piece;
    this.doing = doing;
    this.choices = doing.choices;
    this.named = doing.choices.length === 1 && doing.title.includes(doing.choices[0].title); // the heading says it all
    this.proposal = new Proposal(room, sentence(doing.title.split(" ")[0]));
    this.list = h("div", { class: "offers" });
    this.buttons = doing.choices.map((choice) => button(choice.title, () => this.#choose(choice)));
  }

  open() {
    const { room, piece, choices } = this;
    room.map.mark("chosen", (name) => name === piece.id);
    const at = choices.flatMap((choice) => (choice.at ? [choice.at] : []));
    room.show(
      h(
        "div",
        { class: "aiming" },
        !this.named && choices.some((choice) => choice.at || choice.piece)
          ? h("p", { class: "hint" }, "Tap a target on the table, or choose it here.")
          : null,
        this.list,
        this.proposal.node,
      ),
      sentence(this.doing.title),
      this.proposal.foot,
    );
    room.map.mark("target", (name, part) =>
      choices.some((choice) => choice.piece === name && (!choice.part || choice.part === part)),
    );
    if (at.length || piece.at.length) room.camera.include([...piece.at, ...at]);
    this.#choose(choices.length === 1 ? choices[0] : null);
    if (this.buttons.length > 1)
      weigh(
        room,
        this.buttons.map((control, n) => [control, choices[n].command]),
      );
  }

  close() {
    this.proposal.stop();
    this.room.map.mark("target", () => false);
  }

  /** @type {(choice: Choice | null) => void} */
  #choose(choice) {
    if (!this.named) this.list.replaceChildren(...this.buttons);
    for (const [n, control] of this.buttons.entries())
      control.setAttribute("aria-pressed", String(this.choices[n] === choice));
    if (choice) this.proposal.set(choice.command, 0, choice.piece);
    else this.proposal.none(this.choices.length ? "" : "Nothing can be ordered so now.");
  }

  /** @type {(point: Spot) => boolean} */
  tap(point) {
    const meant = this.room.map.meant(point, (target) => this.choices.some(({ piece }) => piece && piece === target.piece));
    if (!meant) return this.#place(point);
    const fit = this.choices.filter(({ piece }) => piece === meant.piece);
    this.#choose(fit.find(({ part }) => part === meant.part) ?? fit[0]);
    return true;
  }

  /**
   * A tap on a place that is no piece's: the choice there, where there is one under the finger.
   * @type {(point: Spot) => boolean}
   */
  #place(point) {
    /** @type {(choice: Choice) => number} */
    const away = ({ at }) => (at ? Math.hypot(at[0] - point.x, at[1] - point.y) : Infinity);
    const near = this.choices.filter((choice) => !choice.piece && away(choice) < this.room.camera.length(26));
    if (near.length) this.#choose(near.reduce((best, choice) => (away(choice) < away(best) ? choice : best)));
    return near.length > 0;
  }
}

/**
 * Boxes of a status sheet, with what they say in words.
 * @type {(track: Track) => HTMLElement}
 */
function track({ title, boxes, marked, said, gaps, alarm }) {
  const ends = [...gaps.filter((gap) => gap < boxes), boxes];
  const units = ends.map((end, n) => {
    const begin = n ? ends[n - 1] : 0;
    return h(
      "span",
      {},
      Array.from({ length: end - begin }, (_, at) => h("i", { class: begin + at < marked ? "marked" : null })),
    );
  });
  return h(
    "div",
    { class: alarm ? "track alarm" : "track" },
    h("span", { class: "name" }, title),
    boxes ? h("span", { class: "boxes", "aria-hidden": "true" }, units) : null,
    said ? h("span", { class: "said" }, said) : null,
  );
}

/** @type {(about: About) => HTMLElement | null} */
function profile({ profile: values, notes }) {
  if (!values.length && !notes.length) return null;
  return h(
    "details",
    { class: "card profile" },
    h("summary", {}, "Profile"),
    values.length
      ? h(
          "dl",
          { class: values.some(([, value]) => value.length > LONG) ? "rows" : "dials" },
          values.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
        )
      : null,
    notes.length
      ? h(
          "ul",
          {},
          notes.map((note) => h("li", {}, note)),
        )
      : null,
  );
}
