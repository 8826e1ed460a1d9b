// Dice, and the walk through the charts with the faces that came up.

/** @import { Faces, Need, Rolled } from "./payloads" */

import { grouped } from "/static/board/dom.js";
import { FACTS } from "./state.js";

/** @typedef {(ask: number, count: number, called?: string[]) => number[]} Roll gives the faces of so many dice that an ask is about */

// What is asked for next: thrown where the faces that are known run out.
export class NeedDice {
  /** @param {Need} need */
  constructor(need) {
    this.need = need;
  }
}

/**
 * A handful of dice, each on its own way through a chart: those at the same question are rolled together.
 * @type {(starts: number[], roll: Roll) => any[]}
 */
export function walk(starts, roll) {
  const at = [...starts];
  for (;;) {
    /** @type {(place: number) => number} */
    const askOf = (place) => FACTS.nodes[at[place]][0];
    const asking = grouped(
      [...at.keys()].filter((place) => askOf(place) >= 0),
      askOf,
    );
    if (!asking.size) return at.map((node) => FACTS.ends[FACTS.nodes[node][1]]);
    for (const [ask, places] of asking) {
      const faces = roll(ask, places.length);
      places.forEach((place, number) => {
        at[place] = FACTS.nodes[at[place]][faces[number]];
      });
    }
  }
}

/**
 * Faces that are known, in order; every roll is written down.
 * @type {(rolls: Faces[]) => { roll: Roll, log: Rolled[] }}
 */
export function table(rolls) {
  /** @type {Rolled[]} */
  const log = [];
  /**
   * Where faces have names, "called" says what they are called now.
   * @type {Roll}
   */
  function roll(ask, count, called) {
    const [label, takes, sides, plain, about] = FACTS.asks[ask];
    if (sides === 1) return Array(count).fill(1);
    const names = plain.length ? (called ?? plain) : [];
    const answer = rolls[log.length];
    if (answer === undefined) throw new NeedDice({ label, takes, sides, about, count, names });
    if (answer.faces.length !== count || answer.faces.some((face) => !(face >= 1 && face <= sides))) {
      throw new Error(`${label}: expected ${count} faces from 1 to ${sides}`);
    }
    log.push({
      label,
      takes,
      sides,
      faces: answer.faces,
      names: names.length ? answer.faces.map((face) => names[face - 1]) : [],
      by: answer.by,
    });
    return answer.faces;
  }
  return { roll, log };
}

/**
 * Even faces from the browser's own chance: bytes that would favour low faces are passed over.
 * @type {(count: number, sides: number) => number[]}
 */
export function rolledHere(count, sides) {
  const limit = 256 - (256 % sides);
  /** @type {number[]} */
  const faces = [];
  while (faces.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      if (byte < limit && faces.length < count) faces.push((byte % sides) + 1);
    }
  }
  return faces;
}

/**
 * Faces as a player writes them: "3 7 0", or "370" in one word; 0 is 10. What is no face of the die is told, not dropped.
 * @type {(text: string, count: number, sides: number) => (number | null)[]}
 */
export function facesOf(text, count, sides) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const [only] = words;
  const run = words.length === 1 && sides <= 10 && /^\d+$/.test(only) && (only.length === count || Number(only) > sides);
  return (run ? [...only] : words).map((word) => {
    const face = word === "0" && sides === 10 ? 10 : Number(word);
    return /^\d+$/.test(word) && face >= 1 && face <= sides ? face : null;
  });
}
