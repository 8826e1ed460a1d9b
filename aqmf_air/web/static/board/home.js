// What now: the units of the side with what they may do, orders that are no unit's, a search over all, the end of the phase.

import { button, h, objections, sentence } from "./dom.js";
import { AimedOffer } from "./offer.js";
import { UnitScreen } from "./unit.js";

const HINTS = {
  deployment: "Set up your units in your zone. When both sides are done, the game begins.",
  bombardment: "Guns that bombard, and heavy bombers, attack once before turn 1.",
  initiative: "Both sides roll; the winner says who goes first.",
  "first-movement": "Move your units.",
  combat: "Fire: each weapon once. Tap a unit, then its target.",
  "second-movement": "Move your units a second time.",
  end: "Routed units try to rally; then the next turn begins.",
};
const ALOFT = {
  "first-movement": "Fly and move. Bombs fall in this phase. Every low aircraft must fly.",
  "second-movement": "Fly and move a second time. Every low aircraft must fly.",
};
const MOST_FOUND = 30;
const END = "host.end_phase";
const PLAIN = new Set(["host.call_reserves", "host.roll_initiative", "host.go_first"]);

export class HomeScreen {
  constructor(room) {
    this.room = room;
  }

  open() {
    const { room } = this;
    const { sheet } = room;
    room.map.clear();
    const offers = room.offers(() => true);
    const ends = offers.find((one) => one.type === END);
    const loose = offers.filter((one) => !one.unit && one.type !== END);
    this.must = h("div", { class: "must" });
    room.show(h("div", { class: "home" },
      sheet.over ? this.#ending() : null,
      sheet.fault ? h("p", { class: "notice" }, sheet.fault) : null,
      !sheet.over && !this.#acts() ? h("p", { class: "hint" }, this.#whoActs()) : null,
      offers.length || this.#acts() ? h("p", { class: "hint" }, this.#hint()) : null,
      loose.map((one) => button(sentence(one.title), () => this.#give(one), { class: PLAIN.has(one.type) ? "main" : null })),
      this.#units(offers),
      this.must,
      sheet.waiting ? button(`Roll: ${sheet.waiting.label}`, () => room.order(null, sheet.waiting), { class: "main" }) : null,
      offers.length > 1 ? this.#search(offers) : null,
      this.#mayUndo() ? button(sheet.undo.agree.length ? "Ask to undo your last order" : "Undo your last order", () => room.step("undo"), { class: "quiet" }) : null,
      this.#briefing(),
      this.#others(),
      h("p", { class: "row" }, h("a", { class: "button", href: room.address("seats") }, "Seats, links and dice"))), "",
    ends ? h("div", { class: "giving" }, button(sentence(ends.title), () => this.#give(ends), { class: offers.length === 1 ? "main give" : "give", id: "end-phase" })) : "");
    if (!ends && this.#acts()) this.#whyNotEnd();
  }

  close() {}

  #acts() {
    return this.room.sheet.active.includes(this.room.as) && !this.room.sheet.over;
  }

  #hint() {
    const { phase, view } = this.room.sheet;
    const step = phase.split(".").at(-1);
    const flies = view.own.some((unit) => this.room.kind(unit).kind === "aircraft");
    return (flies && ALOFT[step]) || (HINTS[step] ?? "");
  }

  /** Who has won and why, and what one may do then. */
  #ending() {
    const { room } = this;
    const { over } = room.sheet;
    const why = room.log.at(-1)?.lines.at(-1) ?? "";
    return [
      h("p", { class: "lead" }, over === "draw" ? "The game is over: a draw." : `The game is over: the ${over} side has won.`),
      / side wins: | is a draw: /.test(why) ? h("p", {}, sentence(why.slice(why.indexOf(": ") + 2)), ".") : null,
      h("div", { class: "doings" },
        h("a", { class: "button main", href: room.address("film") }, "Watch it again"),
        h("a", { class: "button", href: "/games" }, "Another game")),
    ];
  }

  /** The last order of a player is one's own, and can be taken back; where others have ordered since, the log has the button. */
  #mayUndo() {
    const { sheet, as } = this.room;
    return sheet.undo?.by === as && !sheet.over && sheet.undo.whose.every((side) => side === as || this.#automatic(side));
  }

  #automatic(side) {
    return this.room.sheet.seats.some((seat) => seat.side === side && seat.who === "automatic");
  }

  /** What the game is about: open until its first order is given. */
  #briefing() {
    const { sheet, root } = this.room;
    const told = root.querySelector("#briefing").content.cloneNode(true);
    return h("details", { class: "card", open: sheet.entries === 0 }, h("summary", {}, "Briefing"), told);
  }

  #whoActs() {
    const { sheet } = this.room;
    const other = sheet.active.filter((side) => side !== this.room.as).join(" and ");
    const automatic = sheet.seats.some((seat) => seat.who === "automatic" && sheet.active.includes(seat.side));
    return automatic ? `The ${other} side plays by itself; wait a moment.` : `The ${other} side acts now.`;
  }

  async #whyNotEnd() {
    const { room } = this;
    const answer = await room.asked(room.server.post("ask", { as: room.as, command: { type: END } }));
    if (room.screen !== this || !answer?.objections?.length) return;
    this.must.replaceChildren(h("h3", {}, "Before the phase can end"), objections(answer.objections));
  }

  /** Orders without odds worth a look are given at once; the others are shown first. */
  async #give(offer) {
    const { room } = this;
    if (PLAIN.has(offer.type)) {
      room.order(offer.command);
      return;
    }
    const answer = await room.asked(room.server.post("ask", { as: room.as, command: offer.command }));
    if (answer && !answer.questions?.length && !answer.objections?.length && !answer.fault) room.order(offer.command);
    else room.go(new AimedOffer(room, offer));
  }

  #units(offers) {
    const { room } = this;
    const counts = new Map();
    for (const one of offers) if (one.unit) counts.set(one.unit, (counts.get(one.unit) ?? 0) + 1);
    const { own, enemies } = room.sheet.view;
    const setsUp = room.sheet.phase === "deployment";
    const rest = enemies.filter((one) => counts.has(one.id));
    const listed = [...own, ...rest].map((unit) => ({ unit, count: setsUp && this.#acts() ? 1 : counts.get(unit.id) ?? 0 }))
      .sort((one, other) => Boolean(other.count) - Boolean(one.count));
    if (!listed.length) return null;
    return h("ul", { class: "units" }, listed.map(({ unit, count }) => h("li", {}, button([
      named(unit, `${room.kind(unit).name}${unit.elements.length > 1 ? `, ${unit.elements.length}` : ""}`),
      count ? h("span", { class: "tag" }, "may act") : null,
    ], () => room.go(new UnitScreen(room, unit)), { class: count ? "ready" : "idle" }))));
  }

  #search(offers) {
    const found = h("div", { class: "offers" });
    const list = (text) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const fit = words.length ? offers.filter((one) => words.every((word) => one.title.toLowerCase().includes(word))) : [];
      found.replaceChildren(...fit.slice(0, MOST_FOUND).map((one) => button(sentence(one.title), () => this.#give(one))),
        fit.length > MOST_FOUND ? h("p", {}, `and ${fit.length - MOST_FOUND} more: add a word`) : "");
    };
    return h("details", { class: "card" }, h("summary", {}, `Search all ${offers.length} orders`),
      h("label", {}, "Words of an order", h("input", { type: "search", id: "search-orders", oninput: (event) => list(event.target.value) })), found);
  }

  #others() {
    const { enemies, markers, reserves, expected, fallen } = this.room.sheet.view;
    const { room } = this;
    return h("details", { class: "card" }, h("summary", {}, "The other side, reserves, losses"),
      enemies.length ? h("ul", { class: "units" }, enemies.map((unit) => h("li", {}, button(
        named(unit, room.kind(unit).name), () => room.go(new UnitScreen(room, unit)), { class: "idle" })))) : null,
      markers.length ? h("p", {}, `Hidden markers: ${markers.map((one) => one.name).join(", ")}.`) : null,
      reserves.map((one) => h("p", {}, arrives(one.unit.id, one))),
      expected.map((one) => h("p", {}, arrives("Something of the other side", one))),
      fallen.length ? h("p", {}, `Out of the game: ${fallen.map((one) => one.id).join(", ")}.`) : null);
  }
}

/** Where and when something comes on. */
function arrives(who, { sure, turn, where }) {
  return `${who} ${sure ? "arrives in" : "may arrive from"} turn ${turn}${where ? `, ${where}` : ""}.`;
}

/** A unit's name, and what it is, as one text that breaks where it must. */
function named(unit, what) {
  return h("span", {}, h("span", { class: "name" }, unit.id), " ", h("span", { class: "what" }, what));
}
