// What a unit may do, what that takes, and what comes of it with the dice that were rolled.

/** @import { Chances, Choice, Done, Draft, Game, OtherRoll, Question, Ready, Rolled, Faces, Need, Unit, Way } from "./payloads" */
/** @import { Roll } from "./dice.js" */

import { sentence } from "/static/board/dom.js";
import { NeedDice, table, walk } from "./dice.js";
import { book, FACTS, fatesOf, numberOf, oddsOf, owesTest, pairOf, phaseMark, plural, stand, testKey } from "./state.js";

/**
 * Everything that a unit may choose: its ways to attack, its rolls, its morale.
 * @type {(unit: Unit) => Choice[]}
 */
export function choicesOf(unit) {
  const kind = FACTS.kinds[unit.kind];
  /** @type {Choice[]} */
  const ways = kind.ways
    .map((way, at) => ({ value: `way:${at}`, title: way.title, way }))
    .filter(({ way }) => Boolean(unit.gone) === Boolean(way.explodes) && (!way.wild || unit.hit.includes(way.weapon)));
  if (unit.gone) return ways;
  const choices = [...ways, ...kind.rolls.map((roll, at) => ({ value: `roll:${at}`, title: roll.title, roll }))];
  if (owesTest(unit)) choices.push({ value: "morale", title: "Morale test", test: testKey(unit, book.draft.near) });
  if (unit.marks.routed && kind.morale.rally !== undefined) choices.push({ value: "rally", title: "Rally", test: "rally" });
  return choices;
}

/**
 * How many shots of a way are left to the unit: by the weapons of a tripod that still work, by the elements of others.
 * @type {(unit: Unit, way: Way & { shots: number }) => number}
 */
function mostShots(unit, way) {
  const kind = FACTS.kinds[unit.kind];
  if (kind.damage !== "tripod") return way.shots * (way.spent ? 1 : unit.left);
  const weapon = kind.weapons.find((weapon) => weapon.name === way.weapon);
  const count = (way.wild ? unit.hit : unit.working).filter((name) => name === way.weapon).length;
  return weapon ? (way.shots / weapon.count) * count : way.shots;
}

/**
 * The choice as far as it is made, with everything that can be said about it.
 * @type {(game: Game, draft: Draft) => Question}
 */
export function asked(game, draft) {
  const unit = game.units.get(draft.who);
  if (!unit) return {};
  const choices = choicesOf(unit);
  const choice = choices.find((choice) => choice.value === draft.way) ?? choices[0];
  const base = { unit, choices, choice };
  if (choice?.way) return { ...base, ...attackOf(game, draft, unit, choice.way) };
  if (choice?.roll) return { ...base, ...rollOf(game, draft, unit, choice.roll) };
  if (!choice?.test) return base;
  const [need, chart, chances] = FACTS.tests[FACTS.kinds[unit.kind].morale[choice.test]];
  return { ...base, ready: true, numbers: [numberOf(need)], chances, chart, copies: 1 };
}

/** @type {(game: Game, draft: Draft, unit: Unit, way: Way) => Question} */
function attackOf(game, draft, unit, way) {
  const targets = [...game.units.values()].filter((other) => other !== unit && !other.gone && way.at[other.kind] !== null);
  const target = targets.find((candidate) => candidate.id === draft.at);
  if (!target) return { way, targets };
  const takes = way.at[target.kind] ?? -1;
  if (takes < 0) {
    const [reason, rule] = FACTS.refusals[-1 - takes];
    return {
      way,
      targets,
      target,
      refusal: [reason.replaceAll("the attacker", unit.name).replaceAll("the target", target.name), rule],
    };
  }
  const tripod = FACTS.kinds[target.kind].damage === "tripod";
  const bands = FACTS.takes[takes];
  const band = Math.min(draft.band, bands.length - 1);
  const { numbers, tables } = pairOf(way, target.kind, draft.cover, band, tripod ? target.armor : Infinity);
  const attack = { way, targets, target, tripod, bands, band, numbers, chart: tables.chart, ready: true };
  /** @type {(attacks: number) => Chances | null} */
  const fates = (attacks) => (tripod ? fatesOf(tables.fates[target.armor][attacks - 1]) : null);
  /** @type {(most: number) => { most: number, n: number }} */
  const number = (most) => ({ most, n: Math.min(draft.n || most, most) });
  if (way.shots !== undefined) {
    const { most, n } = number(Math.min(mostShots(unit, way), tables.shots.length));
    if (!n) return { ...attack, ready: false, why: `${way.weapon}: none of it works any more` };
    return { ...attack, most, n, copies: n, odds: oddsOf(tables.shots[n - 1]), fates: fates(n) };
  }
  const rays = way.sizes.length ? 0 : unit.working.filter((name) => name === way.weapon).length;
  const templates = Math.min(Math.max(draft.templates || rays, way.templates[0]), way.templates[way.templates.length - 1]);
  const { most, n } = number(tripod ? 1 : Math.min(target.left, tables.struck[templates].length));
  const pieces = Math.min(draft.pieces, way.sizes.length || 1);
  const spends = way.uses ? pieces * templates : 0;
  const aboard = unit.bombs[way.weapon] ?? 0;
  const laid = {
    ...attack,
    most,
    n,
    templates,
    pieces,
    spends,
    copies: n * templates,
    odds: oddsOf(tables.struck[templates][n - 1]),
  };
  if (spends > aboard) return { ...laid, ready: false, why: `${plural(spends, "bomb")} wanted, ${aboard} aboard` };
  return { ...laid, fates: fates(templates) };
}

/** @type {(game: Game, draft: Draft, unit: Unit, roll: OtherRoll) => Question} */
function rollOf(game, draft, unit, roll) {
  const targets = roll.at ? [...game.units.values()].filter((other) => other.side !== unit.side && !other.gone) : null;
  const target = targets?.find((candidate) => candidate.id === draft.at);
  const n = Math.min(draft.n || 1, roll.most ?? 1);
  return {
    roll,
    targets,
    target,
    n,
    copies: n,
    numbers: roll.needs.map(numberOf),
    chart: roll.chart,
    odds: roll.odds && oddsOf(roll.odds[n - 1]),
    chances: roll.chances,
    ready: !roll.at || Boolean(target),
  };
}

// -- what comes of it -----------------------------------------------------------------------------------------------------

/**
 * Play it with the dice so far: what is asked next, or what happened.
 * @type {(question: Question, rolls: Faces[]) => { log: Rolled[], need?: Need, done?: Done }}
 */
export function play(question, rolls) {
  const { roll, log } = table(rolls);
  try {
    const ready = /** @type {Ready} */ (question);
    const ends = walk(Array(ready.copies).fill(ready.chart), roll);
    /** @type {Done} */
    const came = { lines: [], sets: [] };
    if (ready.way) attacked(ready, ends, roll, came);
    else if (ready.roll) rolled(ready, ends, came);
    else tested(ready, ends[0], came);
    return { log, done: came };
  } catch (fault) {
    if (fault instanceof NeedDice) return { log, need: fault.need };
    throw fault;
  }
}

/** @type {(question: Ready, ends: number[][], roll: Roll, came: Done) => void} */
function attacked({ unit, way, target, tripod, n, templates, copies, spends, odds }, ends, roll, came) {
  const { lines, sets } = came;
  const hits = ends.reduce((sum, [hit]) => sum + hit, 0);
  const damaging = ends.reduce((sum, [, hurt]) => sum + hurt, 0);
  const struck = way.shots
    ? damaging
    : Array.from({ length: n }, (_, at) => ends.slice(at * templates, (at + 1) * templates)).filter((group) =>
        group.some(([, damages]) => damages),
      ).length;
  lines.push(
    `${plural(copies, way.shots && !way.spent ? "shot" : "attack")}: ${plural(hits, "hit")}, ${damaging} damaging.`,
  );
  if (tripod) hurtTripod(target, damaging, roll, came);
  else if (FACTS.kinds[target.kind].damage === "elements") loseElements(target, struck, came);
  else if (damaging)
    lines.push(`${target.name}: its own rule says what ${plural(damaging, "damaging hit")} will do. Note it under Forces.`);
  if (way.uses) {
    sets.push([unit.id, "bombs", { ...unit.bombs, [way.weapon]: unit.bombs[way.weapon] - spends }]);
    lines.push(`${plural(spends, "bomb")} dropped.`);
  }
  if (way.spent) {
    sets.push([unit.id, "left", 0], [unit.id, "gone", "destroyed"]);
    lines.push(`${unit.name} is destroyed, whatever came of it.`);
  }
  came.luck = { side: unit.side, got: way.shots || tripod ? damaging : struck, mean: odds.mean };
}

/** @type {(target: Unit, struck: number, came: Done) => void} */
export function loseElements(target, struck, { lines, sets }) {
  const out = Math.min(target.left, struck);
  const [left, lost] = [target.left - out, target.lost + out];
  if (!out) return void lines.push(`${target.name} loses nobody.`);
  /** @type {(name: string) => number} */
  const most = (name) => left * (FACTS.kinds[target.kind].weapons.find((weapon) => weapon.name === name)?.count ?? 0);
  const bombs = Object.entries(target.bombs).map(([name, count]) => [name, Math.min(count, most(name))]);
  sets.push([target.id, "left", left], [target.id, "lost", lost], [target.id, "bombs", Object.fromEntries(bombs)]);
  if (!left) sets.push([target.id, "gone", "destroyed"]);
  lines.push(`${target.name} loses ${out}${left ? `; ${left} left` : " and is destroyed"}.`);
  if (owesTest({ ...target, left, lost })) lines.push("It owes a morale test at the end of the phase.");
}

/** @type {(target: Unit, damaging: number, roll: Roll, came: Done) => void} */
export function hurtTripod(target, damaging, roll, { lines, sets }) {
  if (!damaging) return void lines.push(`${target.name} is unharmed.`);
  let { armor } = target;
  const [working, hit, marks] = [[...target.working], [...target.hit], { ...target.marks }];
  /** @type {string[]} */
  const effects = [];
  let exploded = 0;
  for (let at = 0; at < damaging && armor > 0 && !exploded; at += 1) {
    const [[left, bang, stunned, lamed, weapon]] = walk([FACTS.tripod[armor - 1][working.length]], (ask, count) =>
      roll(ask, count, working),
    );
    if (left < armor && left) effects.push(`${armor - left} Armor lost, ${left} left`);
    [armor, exploded] = [left, bang];
    if (stunned && !marks.stunned) effects.push("stunned: no fire in its next combat");
    if (lamed && !marks.immobile) effects.push("its legs are hit: both sides roll for its moves");
    if (stunned) marks.stunned = phaseMark(stand());
    if (lamed) marks.immobile = true;
    if (weapon) {
      effects.push(`its ${working[weapon - 1]} is hit, and goes off: both sides roll for it`);
      hit.push(...working.splice(weapon - 1, 1));
    }
  }
  if (armor > 0) lines.push(`${target.name}: ${effects.join("; ")}.`);
  else {
    lines.push(
      exploded
        ? `${target.name} explodes: choose it as the attacker, and see whom that hits.`
        : `${target.name} is wrecked.`,
    );
    sets.push([target.id, "gone", exploded ? "exploded" : "wrecked"], [target.id, "left", 0]);
  }
  for (const [name, value] of Object.entries({ armor: Math.max(0, armor), working, hit, marks }))
    sets.push([target.id, name, value]);
}

/** @type {(question: Ready, ends: [string, number][], came: Done) => void} */
function rolled({ roll, target, copies }, ends, { lines, sets }) {
  const [[outcome, yes]] = ends;
  if (roll.most)
    lines.push(`${ends.filter(([, success]) => success).length} of ${copies}: ${ends.map(([each]) => each).join(", ")}.`);
  else lines.push(`${target ? `${target.name}: ` : ""}${outcome}.`);
  if (yes && roll.marks && target) sets.push([target.id, "marks", { ...target.marks, [roll.marks]: true }]);
}

/**
 * A morale test, or a rally: what is told, and whether the unit is gone, or back in hand.
 * @type {(question: Ready, end: [string, number, string[]?], came: Done) => void}
 */
function tested({ unit, choice }, [outcome, yes, gained = []], { lines, sets }) {
  lines.push(`${sentence(outcome.replaceAll("the unit", unit.name))}.`);
  const { routed, ...others } = unit.marks;
  if (choice.test !== "rally") {
    sets.push([unit.id, "lost", 0]);
    if (yes) sets.push([unit.id, "gone", "left the table"]);
    if (gained.length)
      sets.push([unit.id, "marks", { ...unit.marks, ...Object.fromEntries(gained.map((name) => [name, true])) }]);
  } else if (yes) sets.push([unit.id, "marks", others]);
}
