// What was worked out when the sheet was made, and both forces as they stand: the log of everything that happened, folded.
// Taking back strikes an entry out; it stays in the log. Nothing here knows a rule; it only looks things up.

/** @import { Book, Change, Chances, Draft, Entry, Facts, Game, Listed, Numbers, Odds, Tables, Unit, Way } from "./payloads" */

import { element, sentence } from "/static/board/dom.js";

/** @type {Facts} */
export const FACTS = JSON.parse(element("#facts").textContent ?? "");
export const MILLION = 1000000;
export const KEY = `aqmf-sheet:${document.documentElement.dataset.sheet}`;
const PHASES = FACTS.phases.map(([title, whose, once, frees]) => ({ title, whose, once, frees }));
const MARKED = new Set(FACTS.kinds.flatMap((kind) => kind.rolls.map((roll) => roll.marks).filter(Boolean))); // for a turn

/** @type {() => Draft} */
export const emptyDraft = () => ({
  who: "",
  way: "",
  at: "",
  cover: 0,
  band: 0,
  n: 0,
  templates: 0,
  pieces: 1,
  near: false,
  rolls: [],
  typed: [],
});

/** @type {Book} */
export let book = { entries: [], draft: emptyDraft() };
export let kept = true;

export function readBook() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (held && Array.isArray(held.entries)) book = { entries: held.entries, draft: { ...emptyDraft(), ...held.draft } };
  } catch {
    kept = false;
  }
}

export function keepBook() {
  try {
    localStorage.setItem(KEY, JSON.stringify(book));
    kept = true;
  } catch {
    kept = false;
  }
}

export function clearBook() {
  book = { entries: [], draft: emptyDraft() };
  keepBook();
}

let listener = () => {};

/**
 * What is shown anew after every change of the book.
 * @type {(show: () => void) => void}
 */
export function whenChanged(show) {
  listener = show;
}

export function changed() {
  listener();
}

/** @type {(n: number, word: string) => string} */
export function plural(n, word) {
  return `${n} ${n === 1 ? word : `${word}s`}`;
}

// -- what was worked out ----------------------------------------------------------------------------------------------------

/** @type {(at: number) => Numbers} */
export function numberOf(at) {
  const [need, ...reasons] = FACTS.numbers[at];
  const [what, takes, grade] = FACTS.needs[need];
  return { what, takes, grade, reasons: reasons.map((index) => FACTS.reasons[index]) };
}

/**
 * The two numbers of an attack: in a cover, at a range, on what is left of the target; and the tables of all such attacks.
 * @type {(way: Way, target: number, cover: number, band: number, armor: number) => { numbers: Numbers[], tables: Tables }}
 */
export function pairOf(way, target, cover, band, armor) {
  const covers = FACTS.takes[way.at[target] ?? -1][band][1]; // of what is never in cover there is one
  const [hit, damage] = covers[Math.min(cover, covers.length - 1)];
  const numbers = [hit, damage[Math.min(armor, damage.length) - 1] ?? damage[0]].map(numberOf);
  return { numbers, tables: FACTS.pairs[numbers.map((need) => need.grade).join("/")] };
}

/** @type {(at: number) => Odds} */
export function oddsOf(at) {
  const [just, more, mean, exact] = FACTS.odds[at];
  return { just, more, mean, exact };
}

/** @type {(at: number) => Chances} */
export function fatesOf(at) {
  const names = ["it explodes", "it is wrecked", "it is damaged", "it is unharmed"];
  return FACTS.fates[at].flatMap((chance, place) => (chance ? [[names[place], chance]] : []));
}

// -- the game ---------------------------------------------------------------------------------------------------------------

/** @type {(listed: Listed, side: string) => Unit} */
function freshUnit(listed, side) {
  const kind = FACTS.kinds[listed.kind];
  const bombs = Object.fromEntries(
    kind.weapons.filter((weapon) => weapon.used).map((weapon) => [weapon.name, weapon.count * listed.elements]),
  );
  return {
    ...listed,
    side,
    left: listed.elements,
    lost: 0,
    armor: kind.armor,
    bombs,
    gone: "",
    working: kind.weapons.filter((weapon) => !weapon.used).flatMap((weapon) => Array(weapon.count).fill(weapon.name)),
    hit: [],
    marks: {},
  };
}

/**
 * The game as it stands: every unit by its id, the turn, the phase, and the side that goes first.
 * @type {() => Game}
 */
export function stand() {
  /** @type {Game["units"]} */
  const units = new Map();
  for (const force of FACTS.forces) for (const listed of force.units) units.set(listed.id, freshUnit(listed, force.side));
  const game = { units, turn: PHASES[0].once ? 0 : 1, phase: 0, first: "human" };
  for (const entry of book.entries) {
    if (entry.undone) continue;
    if (entry.adds) units.set(entry.adds.id, freshUnit(entry.adds, FACTS.kinds[entry.adds.kind].side));
    for (const [id, name, value] of entry.sets) Object.assign(id ? (units.get(id) ?? {}) : game, { [name]: value });
  }
  return game;
}

/** @type {(entry: Partial<Entry> & { title: string }) => void} */
export function note(entry) {
  const { turn, phase, first } = stand();
  book.entries.push({ turn, phase, first, lines: [], rolls: [], sets: [], ...entry });
  keepBook();
}

/** @type {() => number} */
export function lastDone() {
  return book.entries.findLastIndex((entry) => !entry.undone);
}

/**
 * Take the last entry back, or bring the next one in again.
 * @type {(back: boolean) => Entry | undefined}
 */
export function step(back) {
  const entry = book.entries[lastDone() + (back ? 0 : 1)];
  if (entry) entry.undone = back;
  keepBook();
  return entry;
}

/** @type {(phase: number, first: string) => string} */
export function phaseName(phase, first) {
  const { title, whose } = PHASES[phase];
  if (whose === "both") return title;
  const other = first === "human" ? "martian" : "human";
  return `${sentence(whose === "first" ? first : other)} side: ${title.toLowerCase()}`;
}

/** @type {(when: { turn: number, phase: number, first: string }) => string} */
export function whenOf({ turn, phase, first }) {
  return turn ? `Turn ${turn}, ${phaseName(phase, first).toLowerCase()}` : phaseName(phase, first);
}

/** @type {(game: Game) => string} */
export function phaseMark(game) {
  return `${game.turn}.${game.phase}`;
}

/**
 * The phase that follows, and what of each unit passes with this one: losses, marks of a turn, and, as the game has listed
 * it, a stun of before this phase.
 * @type {(game: Game) => { title: string, sets: Change[] }}
 */
export function phaseEnds(game) {
  const { once, frees } = PHASES[game.phase];
  const next = PHASES.findIndex((entry, at) => at > game.phase && !(entry.once && game.turn));
  const phase = next >= 0 ? next : PHASES.findIndex((entry) => !entry.once);
  const begins = next < 0 || Boolean(once && !PHASES[phase].once);
  const turn = game.turn + Number(begins);
  /** @type {Change[]} */
  const sets = [
    ["", "phase", phase],
    ["", "turn", turn],
  ];
  for (const unit of game.units.values()) {
    if (unit.lost) sets.push([unit.id, "lost", 0]);
    const free = frees[unit.side === game.first ? 0 : 1] && unit.marks.stunned !== phaseMark(game);
    const marks = Object.entries(unit.marks).filter(([name]) => !(name === "stunned" ? free : begins && MARKED.has(name)));
    if (marks.length < Object.keys(unit.marks).length) sets.push([unit.id, "marks", Object.fromEntries(marks)]);
  }
  return {
    title: begins ? `Turn ${turn}: ${phaseName(phase, game.first).toLowerCase()}` : phaseName(phase, game.first),
    sets,
  };
}

/** @type {(unit: { lost: number, left: number }, near: boolean) => string} */
export function testKey(unit, near) {
  return `${unit.lost}.${unit.left}.${near ? 1 : 0}`;
}

/** @type {(unit: Unit) => boolean} */
export function owesTest(unit) {
  return (
    !unit.gone && !unit.marks.routed && unit.lost > 0 && FACTS.kinds[unit.kind].morale[testKey(unit, false)] !== undefined
  );
}
