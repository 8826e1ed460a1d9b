// What one player asks the others to agree to: shown to who has to answer, and to who asked.

import { button, h, sentence } from "./dom.js";

const ORDERS = { undo: "take back", redo: "bring back" };

/** The request of a sheet as elements of the page; none if it is not this seat's business. */
export function request(room, { asked }) {
  if (!asked) return [];
  const say = (answer) => () => room.reply(asked.id, answer);
  if (asked.yours && !asked.mine) {
    return [
      h("p", {}, wanted(asked, room)),
      h("div", { class: "row" }, button(asked.side ? "Agree and leave" : "Agree", say("agree"), { id: "agree" }),
        button("Decline", say("decline"), { id: "decline" })),
    ];
  }
  if (!asked.mine) return [];
  const what = asked.side ? `play ${room.name(asked.side)}` : `${ORDERS[asked.what]} an order`;
  return [
    h("p", {}, asked.declined ? `${room.name(asked.declined)} declined: you asked to ${what}.` : `You have asked to ${what}. Wait for the answer, or go on.`),
    h("div", { class: "row" }, button(asked.declined ? "Close" : "Take the request back", say("withdraw"), { id: "withdraw" })),
  ];
}

function wanted(asked, room) {
  if (asked.what === "here") return `Who opened the table asks to play ${room.name(asked.side)} in your place. If you agree, you leave the table.`;
  if (asked.what === "automatic") return `Who opened the table asks that the automatic player plays ${room.name(asked.side)} in your place. If you agree, you leave the table.`;
  const order = asked.lines.length ? `“${sentence(asked.lines.join("; "))}”` : "the end of the stage";
  const later = Object.entries(asked.later).map(([side, number]) => `${number} of ${side === room.as ? "yours" : room.name(side)}`);
  const which = asked.what === "undo" ? "the last order" : "the order that was taken back last";
  return `${room.name(asked.by)} would like to ${ORDERS[asked.what]} ${which}: ${order}.${later.length ? ` With it go the orders given since: ${later.join(", ")}.` : ""}`;
}
