// What now: the pieces of the side with what they may do, orders that are about no piece, a search over all, the end of the
// stage. Without a picture the offers stand here by what they are about.

/** @import { Command, InShort, Offer, Piece } from "../payloads" */
/** @import { Room } from "./main.js" */

import { AdviceScreen } from "./advice.js";
import { played } from "./banner.js";
import { sure } from "./hands.js";
import { button, element, elements, grouped, h, objections, posting, sentence } from "./dom.js";
import { give, weigh } from "./proposal.js";
import { forgive, refuse } from "../refusal.js";

const NEAR = 3; // orders that are shown where none fits
const MOST_FOUND = 30;
const MOST_AT_ONCE = 8;
const MOST_DIRECT = 4; // orders of pieces that stand here at once, where no editor draws them
const LONG = 44; // letters of an order that has a row of its own on a phone
export const FOLLOWING = "The board shows what was ordered.";

export class HomeScreen {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {[HTMLElement, Command][]} */
    this.weighed = [];
  }

  open() {
    const { room } = this;
    const { sheet } = room;
    this.weighed = [];
    room.map.clear();
    if (room.held) return room.show(h("p", { class: "hint" }, FOLLOWING), "");
    const [offer, left] = [sheet.left, sheet.left_to[0]];
    const offers = room.offers(() => !sheet.waiting || sheet.active.length > 0); // else the order is given already
    const ending = offers.filter((offer) => offer.ends_stage);
    const [sole] = ending.length === 1 ? ending : room.drawn && offers.length === 1 ? offers : []; // without a picture it stands among the others
    const ends = sole && !sole.subject ? sole : null;
    const ids = new Set(sheet.pieces.map((piece) => piece.id));
    const others = offers.filter((offer) => offer !== ends);
    const direct = others.length <= MOST_DIRECT && others.every(({ command }) => !room.editors[command.type]);
    const loose = others.filter((offer) => direct || !ids.has(offer.subject ?? ""));
    room.show(
      h(
        "div",
        { class: "home" },
        sheet.over ? this.#ending() : null,
        sheet.fault ? h("p", { class: "notice" }, sheet.fault) : null,
        !sheet.over && !this.#acts() ? h("p", { class: "hint" }, this.#whoActs()) : null,
        left && offer
          ? button(sentence(offer.title), ({ currentTarget }) => room.lead(offer.command, left, currentTarget), {
              class: "main",
            })
          : null,
        room.idle && (sheet.sides.length > 1 || !sheet.hint) // who plays alone is told how things stand
          ? h("p", { class: "hint" }, `You have nothing to do in this stage: ${room.ends()}.`)
          : sheet.hint && (offers.length || this.#acts())
            ? h("p", { class: "hint" }, sheet.hint)
            : null,
        sheet.pieces.length
          ? loose.map((offer) => this.#button(offer, loose.length === 1 ? "main" : null))
          : this.#groups(loose),
        this.#pieces(direct ? [] : offers),
        sheet.obstacles.length
          ? h("div", { class: "must" }, h("h3", {}, "Before this stage can end"), objections(sheet.obstacles))
          : null,
        sheet.waiting
          ? button(`Roll: ${sheet.waiting.label}`, ({ currentTarget }) => room.order(null, sheet.waiting, currentTarget), {
              class: "main",
            })
          : null,
        offers.length > MOST_AT_ONCE || (sheet.pieces.length && offers.length > 1 && !direct) ? this.#search(offers) : null,
        room.advised && this.#acts() && offers.length > 1
          ? button("What is each worth?", () => room.go(new AdviceScreen(room)), { class: "quiet", id: "ask-worth" })
          : null,
        this.#acts() ? this.#words() : null,
        this.#mayUndo()
          ? button(
              sheet.undo?.agree.length ? "Ask to undo your last order" : "Undo your last order",
              ({ currentTarget }) => room.step("undo", currentTarget),
              { class: "quiet" },
            )
          : null,
        this.#position(),
        this.#briefing(),
        this.#players(),
        h(
          "p",
          { class: "row" },
          room.chronicled ? h("a", { class: "button", href: room.address("chronicle") }, "Chronicle") : null,
          h("a", { class: "button", href: room.address("seats") }, "Seats, links and dice"),
          h("a", { class: "button help", href: room.root.dataset.help }, "How to play"),
          sheet.may_draw && !sheet.asked?.mine
            ? button(this.#alone() ? "Agree on a draw" : "Offer a draw", ({ currentTarget }) => this.#draw(currentTarget), {
                class: "quiet",
              })
            : null,
          sheet.may_end ? button("Give up", ({ currentTarget }) => this.#giveUp(currentTarget), { class: "quiet" }) : null,
        ),
        sheet.to_its_end && room.as ? h("p", { class: "small" }, `It is not given up: ${sheet.to_its_end}.`) : null,
      ),
      "",
      ends
        ? h(
            "div",
            { class: "giving" },
            this.#button(ends, offers.length === 1 ? "main give" : "give", sole?.ends_stage ? "end-phase" : null),
          )
        : "",
    );
    element("#undo-last", room.root).hidden = !this.#mayUndo();
    if (loose.length <= 2 * MOST_AT_ONCE) weigh(room, this.weighed);
  }

  /** @type {() => boolean} */
  #acts() {
    return this.room.sheet.active.includes(this.room.as) && !this.room.sheet.over;
  }

  /** @type {(offer: Offer, look?: string | null, id?: string | null) => HTMLButtonElement} */
  #button(offer, look = null, id = null) {
    const long = offer.title.length > LONG ? "long" : null;
    const made = button(sentence(offer.title), ({ currentTarget }) => give(this.room, offer, currentTarget), {
      class: look ?? long,
      id,
    });
    this.weighed.push([made, offer.command]);
    return made;
  }

  /** @type {(control: HTMLButtonElement) => Promise<void>} */
  async #giveUp(control) {
    const { room } = this;
    const question = `Give up as ${room.name(room.as)}? The game is over then, and the other side has won. It cannot be taken back.`;
    if (await sure(question, "Give up the game")) await room.end("resign", control);
  }

  /** Whether both sides are played here. */
  #alone() {
    return this.room.sheet.you.length > 1;
  }

  /** @type {(control: HTMLButtonElement) => Promise<void>} */
  async #draw(control) {
    const question = "Agree on a draw? The game is over then, and nobody has won. It cannot be taken back.";
    if (!this.#alone() || (await sure(question, "Agree on a draw"))) await this.room.end("draw", control);
  }

  /** Why the side has won that the heading tells of, and what one may do then. */
  #ending() {
    const { room } = this;
    const why = room.sheet.verdict?.why;
    const people = room.sheet.seats.filter(({ who }) => who !== "automatic").length;
    const alone = people < 2; // nobody to change sides with
    return [
      why ? h("p", { class: "why-over" }, `${sentence(why)}.`) : null,
      h(
        "div",
        { class: "doings" },
        room.sheet.rematch
          ? posting(room.address("rematch"), alone ? "To the new game" : "Play the rematch")
          : room.sheet.opener
            ? room.sheet.asked?.yours
              ? null // who is asked for it answers in the banner
              : posting(room.address("again"), alone ? "Play again" : "Rematch", { sides: alone ? "" : "swapped" })
            : room.as && !room.sheet.asked
              ? button("Ask for a rematch", ({ currentTarget }) => room.end("ask-rematch", currentTarget), { class: "main" })
              : null,
        h("a", { class: "button", href: room.address("result") }, "See the result"),
        h("a", { class: "button", href: room.address("film") }, "Watch the film"),
        h("a", { class: "button", href: "/games" }, "Play another game"),
      ),
    ];
  }

  /**
   * The last order of a player is one's own, and can be taken back; where others have ordered since, the log has the button.
   * @type {() => boolean}
   */
  #mayUndo() {
    const { sheet, as } = this.room;
    const { by, whose } = sheet.undo ?? { by: "", whose: [] };
    return (
      by === as &&
      Boolean(sheet.undo) &&
      !sheet.over &&
      !sheet.asked?.mine &&
      whose.every((side) => side === as || this.#automatic(side))
    );
  }

  /** @type {(side: string) => boolean} */
  #automatic(side) {
    return this.room.sheet.seats.some((seat) => seat.side === side && seat.who === "automatic");
  }

  /** How the sides are played that play by themselves: the banner has no room for it on a phone. */
  #players() {
    const notes = this.room.sheet.seats
      .filter((seat) => seat.who === "automatic")
      .map((seat) => `${this.room.name(seat.side)}: ${played(seat)}`);
    return notes.length ? h("p", { class: "small" }, notes.join("; ")) : null;
  }

  /** What the game is about: open until its first order is given. */
  #briefing() {
    const { sheet, root } = this.room;
    /** @type {HTMLTemplateElement} */
    const briefing = element("#briefing", root);
    const text = /** @type {DocumentFragment} */ (briefing.content.cloneNode(true));
    if (!text.childElementCount) return null;
    return h("details", { class: "card", open: sheet.entries === 0 }, h("summary", {}, "Briefing"), text);
  }

  #whoActs() {
    const { sheet, as } = this.room;
    if (sheet.left) return "Both sides play by themselves. What comes next is yours to say.";
    const others = sheet.active.filter((side) => side !== as);
    if (!others.length)
      return sheet.waiting
        ? `Dice are waited for: ${[this.room.name(sheet.waiting.by), sheet.waiting.label].filter(Boolean).join(", ")}.`
        : "Nobody has anything to order now.";
    const names = others.map((side) => this.room.name(side)).join(" and ");
    return others.some((side) => this.#automatic(side))
      ? `The app plays for ${names}${sheet.part ? ` (${sheet.part})` : ""}; wait a moment.`
      : `Now it is for ${names} to act.`;
  }

  /**
   * Offers by what they are about; long groups are folded.
   * @type {(offers: Offer[]) => HTMLElement[]}
   */
  #groups(offers) {
    const groups = grouped(offers, (offer) => offer.subject ?? "");
    return [...groups].map(([subject, all]) => {
      const list = h(
        "div",
        { class: "offers" },
        all.map((offer) => this.#button(offer, offers.length === 1 ? "main" : null)),
      );
      if (!subject || (groups.size === 1 && subject === this.room.as)) return list;
      return all.length > MOST_AT_ONCE && groups.size > 1
        ? h("details", { class: "card" }, h("summary", {}, `${sentence(this.room.name(subject))} (${all.length})`), list)
        : h("section", { class: "subject" }, h("h3", {}, sentence(this.room.name(subject))), list);
    });
  }

  /** @type {(offers: Offer[]) => HTMLElement | null} */
  #pieces(offers) {
    const { room } = this;
    const subjects = new Set(offers.map((offer) => offer.subject));
    /** @type {(piece: Piece) => boolean} */
    const ready = (piece) => (piece.own && piece.ready && this.#acts()) || subjects.has(piece.id);
    const listed = room.sheet.pieces
      .filter((piece) => piece.own || ready(piece))
      .sort((piece, other) => Number(ready(other)) - Number(ready(piece)));
    if (!listed.length) return null;
    return this.#list(listed, ready);
  }

  /** @type {(pieces: Piece[], ready?: (piece: Piece) => boolean) => HTMLElement} */
  #list(pieces, ready = () => false) {
    const { room } = this;
    return h(
      "ul",
      { class: "units" },
      pieces.map((piece) =>
        h(
          "li",
          {},
          button(
            [
              h(
                "span",
                {},
                h("span", { class: "name" }, room.name(piece.id)),
                " ",
                h("span", { class: "what" }, this.#what(piece)),
              ), // one text, which breaks
              ready(piece) ? h("span", { class: "tag" }, "may act") : null,
            ],
            () => room.see(piece),
            { class: ready(piece) ? "ready" : "idle", "data-id": piece.id },
          ),
        ),
      ),
    );
  }

  /**
   * What a piece is, behind its name.
   * @type {(piece: { id: string, title: string }) => string}
   */
  #what({ id, title }) {
    const name = this.room.name(id);
    const [kind, ...rest] = title.split(", ");
    return name.startsWith(kind) ? rest.join(", ") : title;
  }

  /**
   * Say of the pieces that are listed how an order has left them that the board has shown.
   * @type {(after: InShort) => void}
   */
  came({ titles }) {
    for (const listed of elements("#screen .units [data-id]", this.room.panel)) {
      const id = listed.dataset.id ?? "";
      /** @type {HTMLElement} */ (listed.parentElement).hidden = !(id in titles);
      if (id in titles) element(".what", listed).textContent = this.#what({ id, title: titles[id] });
    }
  }

  /** An order typed as it is said, in the same words as at a terminal. What is only near to one has buttons. */
  #words() {
    const { room } = this;
    const input = h("input", {
      type: "text",
      id: "order-words",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    const examples = h("div", { class: "offers" });
    /** @type {(event: SubmitEvent) => Promise<void>} */
    const tell = async (event) => {
      event.preventDefault();
      forgive(form);
      const answer = await room.asked(room.server.post("words", { as: room.as, text: input.value }), input);
      const { command, title = "", subject, misread, at = 0, word = "" } = answer ?? {};
      if (command) give(room, { command, title, subject }, input);
      const near = answer?.near ?? [];
      const problem = answer?.fault ?? (near.length && !at ? "" : misread);
      if (problem) refuse(input, sentence(problem));
      if (misread) input.setSelectionRange(at, at + word.length);
      examples.replaceChildren(
        near.length ? h("p", { role: "status" }, near.length > 1 ? "Which one?" : "Did you mean this?") : "",
        ...near.map((offer) => this.#button(offer)),
        answer?.more ? h("p", {}, `and ${answer.more} more: add a word`) : "",
        ...(answer?.sayings ?? []).map((saying) =>
          button(saying.example, () => {
            input.value = saying.example;
            input.focus();
          }),
        ),
      );
    };
    /** @type {HTMLFormElement} */
    const form = h(
      "form",
      { onsubmit: tell },
      h("label", {}, "Your order in words; empty for examples", input),
      h("p", {}, h("button", { type: "submit" }, "Check order")),
    );
    return h("details", { class: "card" }, h("summary", {}, "Type an order"), form, examples);
  }

  /** @type {(offers: Offer[]) => HTMLElement} */
  #search(offers) {
    const matches = h("div", { class: "offers" });
    /** @type {(text: string) => void} */
    const list = (text) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const fit = words.length
        ? offers.filter((offer) => words.every((word) => offer.title.toLowerCase().includes(word)))
        : [];
      /** @type {(offer: Offer) => number} */
      const met = ({ title }) => words.filter((word) => title.toLowerCase().includes(word)).length;
      const near = fit.length || !words.length ? [] : [...offers].sort((a, b) => met(b) - met(a)).slice(0, NEAR);
      matches.replaceChildren(
        near.length ? h("p", { role: "status" }, `No order has “${text.trim()}” in it. These are possible:`) : "",
        ...[...near, ...fit].slice(0, MOST_FOUND).map((offer) => this.#button(offer)),
        fit.length > MOST_FOUND ? h("p", {}, `and ${fit.length - MOST_FOUND} more: add a word`) : "",
      );
    };
    return h(
      "details",
      { class: "card" },
      h("summary", {}, `Search all ${offers.length} orders`),
      h(
        "label",
        {},
        "Words of an order",
        h("input", { type: "search", id: "search-orders", oninput: (event) => list(event.target.value) }),
      ),
      matches,
    );
  }

  /** The position in words, and the pieces of the others; where nothing is drawn the words stand beside the panel. */
  #position() {
    const { room } = this;
    const others = room.sheet.pieces.filter((piece) => !piece.own);
    if (!room.drawn) return null;
    return h(
      "details",
      { class: "card" },
      h("summary", {}, "The position in words"),
      lines(room.sheet.summary),
      others.length ? this.#list(others) : null,
    );
  }
}

/**
 * The position in lines.
 * @type {(summary: string[]) => HTMLElement}
 */
export function lines(summary) {
  return h(
    "ul",
    { class: "summary" },
    summary.map((line) => h("li", {}, sentence(line))),
  );
}
