// The banner: where the game is, who acts, who is here, whose clock runs.

import { button, h } from "./dom.js";

export class Banner {
  constructor(room, root) {
    this.room = room;
    this.root = root;
    this.parts = Object.fromEntries(["place", "seat", "seats", "clock", "connection"].map((id) => [id, root.querySelector(`#${id}`)]));
  }

  show(sheet) {
    const { room, parts } = this;
    const when = sheet.turn ? `Turn ${sheet.turn}${sheet.view.turns ? ` of ${sheet.view.turns}` : ""}` : "Before turn 1";
    parts.place.textContent = `${when} · ${sheet.phase_title}`;
    parts.seat.textContent = `${room.as ? `You: ${room.as}` : "You look on"}; ${this.#who(sheet)}`;
    this.root.dataset.phase = sheet.phase;
    this.root.dataset.side = room.as;
    const asked = sheet.asked_back;
    parts.seats.replaceChildren(
      ...sheet.seats.filter((seat) => !sheet.you.includes(seat.side)).map((seat) => h("span", { class: "tag" },
        `${seat.side}: ${seat.who === "automatic" ? "automatic" : seat.here ? "here" : "away"}`)),
      ...sheet.you.filter((side) => side !== room.as).map((side) => button("Hand over", () => room.handOver(side),
        { "aria-label": `Hand over to the ${side} side` })),
      asked && asked.by !== room.as && room.as ? button(`Agree: ${asked.what}`, () => room.step(asked.what), { class: "main" }) : "");
    this.clock(sheet.clock);
  }

  empty() {
    for (const id of ["place", "seat", "clock"]) this.parts[id].textContent = "";
    this.parts.seats.replaceChildren();
  }

  #who(sheet) {
    if (sheet.over) return "the game is over";
    if (sheet.active.length > 1) return "both sides act";
    return sheet.active[0] === this.room.as ? "your move" : `the ${sheet.active[0]} side acts`;
  }

  clock(clock) {
    clearInterval(this.ticking);
    if (!clock) {
      this.parts.clock.textContent = "";
      return;
    }
    const since = performance.now();
    const show = () => {
      this.parts.clock.textContent = Object.entries(clock.left).map(([side, left]) => {
        const now = Math.round(clock.running.includes(side) ? left - (performance.now() - since) / 1000 : left);
        const rest = Math.abs(now);
        return `${side} ${now < 0 ? "−" : ""}${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
      }).join(" · ");
    };
    show();
    this.ticking = setInterval(show, 1000);
  }

  connection(text) {
    this.parts.connection.textContent = text;
  }
}
