// The log of the game as this seat may read it: newest first, with every die; and the way back.

import { button, h, sentence } from "./dom.js";

const SHOWN = 60;

/** What was told, and the dice; those whose faces nobody may see are left out. */
export function told(lines, all) {
  const rolls = all.filter((one) => one.faces.length);
  return [
    ...lines.map((line) => h("p", {}, line)),
    rolls.length ? h("ul", { class: "rolls" }, rolls.map((roll) => h("li", {}, h("span", { class: "asked" }, roll.label), " ",
      roll.faces.map((face) => h("span", { class: "die" }, String(face)))))) : null,
  ].filter(Boolean);
}

export class LogScreen {
  constructor(room) {
    this.room = room;
    this.all = false;
  }

  open() {
    const { room } = this;
    const { sheet, log } = room;
    const undone = new Set(sheet.undone);
    const shown = this.all ? log : log.slice(-SHOWN);
    room.show(h("div", { class: "told-log" },
      h("div", { class: "row" },
        ...["undo", "redo"].map((step) => button(sheet[step]?.agree.length ? `Ask to ${step}` : sentence(step), () => room.step(step),
          { disabled: !sheet[step], id: step })),
        h("a", { class: "button", href: room.address("film") }, "Watch the film"),
        room.drawn ? h("a", { class: "button", href: room.address("board.svg"), download: `${sheet.game}.svg` }, "Picture") : null),
      h("ol", { class: "entries", reversed: true }, [...shown].reverse().map((one) => h("li", { class: undone.has(one.entry) ? "undone" : null },
        h("p", { class: "when" }, `${one.turn ? `Turn ${one.turn}` : "Before turn 1"}, ${one.phase.toLowerCase()}, ${room.name(one.by)}${undone.has(one.entry) ? ", taken back" : ""}`),
        one.lines.length ? told(one.lines, one.rolls) : h("p", {}, "the stage ends")))),
      log.length > shown.length ? button(`Show all ${log.length} entries`, () => { this.all = true; this.open(); }) : null,
      sheet.commitment ? h("p", {}, h("a", { class: "button", href: room.address("seats") }, "Are the dice honest?")) : null), "Log");
  }
}
