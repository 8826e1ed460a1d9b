// What a player sends to the table: an order with the dice that it needs, and a step back or on again.

import { sentence } from "./dom.js";
import { typedDice } from "./hands.js";
import { freshKey } from "./server.js";

/** The answer to an order, once all dice are typed that it asks for; undefined if the player leaves it, or nobody answers. */
export async function decided(room, command, waiting, control) {
  const key = freshKey();
  const dice = [];
  let along = { faces: [] }; // what was typed together with a roll, for those alike that may follow it in its run
  let slip = "";
  let need = waiting;
  for (;;) {
    if (need && !slip && along.faces.length && along.of === need.label && need.further === along.left) {
      dice.push(along.faces.shift());
      along.left -= 1;
    } else if (need) {
      const typed = await typedDice(
        need,
        slip,
        need.given,
        room.name(need.by),
        slip ? [dice.pop(), along.faces].flat(2) : [],
      );
      if (typed === null) return undefined;
      const rolls =
        typed === "back"
          ? []
          : Array.from({ length: typed.length / need.count }, (_, n) => typed.slice(n * need.count, (n + 1) * need.count));
      if (typed === "back") dice.pop();
      else dice.push(rolls.shift());
      along = { of: need.label, faces: rolls, left: need.further - 1 };
    }
    if (!room.sheet) return undefined;
    const body = { as: room.as, entries: room.sheet.entries, command, dice, key };
    const answer = await room.asked(room.server.post("order", body), control);
    slip = "";
    if (answer?.need) need = answer.need;
    else if (answer?.dice === true && answer.fault && need) slip = answer.fault;
    else return answer;
  }
}

/** Take the last order back (`undo`), or bring it back (`redo`). */
export async function stepped(room, kind, control) {
  const answer = await room.asked(room.server.post(kind, { as: room.as, entries: room.sheet.entries }), control);
  if (!answer) return;
  if (answer.asked) room.say("");
  else if (answer.status === 409) room.say("The table has moved on meanwhile.");
  else if (answer.fault) return void room.refuse(control, sentence(answer.fault));
  else room.say(kind === "undo" ? "Your last order is taken back." : "The order is brought back.");
  if (answer.entries) room.seen = answer.entries;
  await room.refresh();
}
