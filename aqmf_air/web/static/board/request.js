// What one player asks the others to agree to: shown to who has to answer, and to who asked.

import { button, h, sentence } from "./dom.js";

const ORDERS = { undo: "take back", redo: "bring back" };

/** The request of a sheet as elements of the page; none if it is not this seat's business. */
export function request(room, { asked }) {
  if (!asked) return [];
  const say = (answer) => () => room.reply(asked.id, answer);
  if (asked.yours && !asked.mine) {
    return [
      h("p", {}, wanted(asked, room.as)),
      h("div", { class: "row" }, button(asked.side ? "Agree and leave" : "Agree", say("agree"), { id: "agree" }),
        button("Decline", say("decline"), { id: "decline" })),
    ];
  }
  if (!asked.mine) return [];
  const what = asked.side ? `play the ${asked.side} side` : `${ORDERS[asked.what]} an order`;
  return [
    h("p", {}, asked.declined ? `The ${asked.declined} side declined: you asked to ${what}.` : `You have asked to ${what}. Wait for the answer, or go on.`),
    h("div", { class: "row" }, button(asked.declined ? "Close" : "Take the request back", say("withdraw"), { id: "withdraw" })),
  ];
}

function wanted(asked, as) {
  if (asked.what === "here") return `Who opened the table asks to play the ${asked.side} side in your place. If you agree, you leave the table.`;
  if (asked.what === "automatic") return `Who opened the table asks that the automatic player plays the ${asked.side} side in your place. If you agree, you leave the table.`;
  const order = asked.lines.length ? `“${sentence(asked.lines.join("; "))}”` : "the end of the phase";
  const later = Object.entries(asked.later).map(([side, number]) => `${number} of ${side === as ? "yours" : `the ${side} side`}`);
  const whose = asked.what === "undo" ? "its last order" : "the order that was taken back last";
  return `The ${asked.by} side asks to ${ORDERS[asked.what]} ${whose}: ${order}.${later.length ? ` With it go the orders given since: ${later.join(", ")}.` : ""}`;
}
