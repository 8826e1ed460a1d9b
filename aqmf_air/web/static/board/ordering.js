// What a player sends to the table: an order with the dice that it needs, and a step back or on again.

/** @import { Answer, Command, Need, Outcome } from "../payloads" */
/** @import { Control } from "../refusal.js" */
/** @import { Face } from "./hands.js" */
/** @import { Room } from "./main.js" */

import { sentence } from "./dom.js";
import { typedDice } from "./hands.js";
import { freshKey } from "./server.js";

/**
 * The answer to an order, once all dice are typed that it asks for; undefined if the player leaves it, or nobody answers.
 * @type {(room: Room, command: Command | null, waiting: Need | null, control: Control | null) => Promise<Answer & Outcome | undefined>}
 */
export async function decided(room, command, waiting, control) {
  const key = freshKey();
  /** @type {Face[][]} */
  const dice = [];
  /** @type {{ of: string, faces: Face[][], left: number }} */
  let along = { of: "", faces: [], left: 0 }; // what was typed together with a roll, for those alike that may follow it in its run
  let slip = "";
  let need = waiting;
  for (;;) {
    if (need && !slip && along.faces.length && along.of === need.label && need.further === along.left) {
      dice.push(...along.faces.splice(0, 1));
      along.left -= 1;
    } else if (need) {
      const typed = await typedDice(
        need,
        slip,
        need.given,
        room.name(need.by),
        slip ? [...dice.splice(-1), ...along.faces].flat() : [],
      );
      if (typed === null) return undefined;
      const { count, label, further } = need;
      /** @type {Face[][]} */
      let rolls = [];
      if (typed === "back") dice.pop();
      else {
        rolls = Array.from({ length: typed.length / count }, (_, n) => typed.slice(n * count, (n + 1) * count));
        dice.push(rolls.shift() ?? typed); // too few for one roll: the answer says so
      }
      along = { of: label, faces: rolls, left: further - 1 };
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

/**
 * Take the last order back (`undo`), or bring it back (`redo`).
 * @type {(room: Room, kind: "undo" | "redo", control: Control) => Promise<void>}
 */
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
