// What a unit may do, what that takes, and what comes of it with the dice that were rolled.

// Everything that a unit may choose: its ways to attack, its rolls, its morale.
function choicesOf(unit) {
  const kind = FACTS.kinds[unit.kind];
  const gone = Boolean(unit.gone);
  const choices = [];
  kind.ways.forEach((way, at) => {
    if (gone !== Boolean(way.explodes)) return;
    if (way.wild && !unit.hit.includes(way.weapon)) return;
    choices.push({ value: `way:${at}`, title: way.title, way });
  });
  if (gone) return choices;
  kind.rolls.forEach((roll, at) => choices.push({ value: `roll:${at}`, title: roll.title, roll }));
  if (owesTest(unit)) choices.push({ value: "morale", title: "Morale test", test: true });
  if (unit.marks.routed && kind.morale.rally !== undefined) choices.push({ value: "rally", title: "Rally", test: true });
  return choices;
}

function hittable(way, game, attacker) {
  return [...game.units.values()].filter((unit) => unit.id !== attacker.id && !unit.gone && way.at[unit.kind] !== null && way.at[unit.kind] !== undefined);
}

// How many weapons of a way still work on the unit: each tripod weapon by name; the elements of others.
function mostShots(unit, way) {
  const kind = FACTS.kinds[unit.kind];
  if (kind.damage !== "tripod") return way.shots * (way.spent ? 1 : unit.left);
  const weapon = kind.weapons.find((one) => one.name === way.weapon);
  const count = (way.wild ? unit.hit : unit.working).filter((name) => name === way.weapon).length;
  return weapon ? (way.shots / weapon.count) * count : way.shots;
}

// The choice as far as it is made, with everything that can be said about it.
function asked(game, draft) {
  const unit = game.units.get(draft.who);
  if (!unit) return {};
  const choices = choicesOf(unit);
  const choice = choices.find((one) => one.value === draft.way) ?? choices[0];
  if (!choice) return { unit, choices };
  const found = { unit, choices, choice };
  if (choice.way) return { ...found, ...attackOf(game, draft, unit, choice.way) };
  if (choice.roll) return { ...found, ...rollOf(game, draft, unit, choice.roll) };
  const key = choice.value === "rally" ? "rally" : testKey(unit, draft.near);
  const [need, chart, chances] = FACTS.tests[FACTS.kinds[unit.kind].morale[key]];
  return { ...found, ready: true, numbers: [numberOf(need)], chances, chart };
}

function attackOf(game, draft, unit, way) {
  const targets = hittable(way, game, unit);
  const target = targets.find((one) => one.id === draft.at);
  if (!target) return { way, targets };
  const refusal = refusalOf(way, target.kind);
  if (refusal) return { way, targets, target, refusal };
  const tripod = FACTS.kinds[target.kind].damage === "tripod";
  const bands = FACTS.takes[way.at[target.kind]];
  const band = Math.min(draft.band, bands.length - 1);
  const { numbers, tables } = pairOf(way, target.kind, draft.cover, band, tripod ? target.armor : Infinity);
  const found = { way, targets, target, tripod, bands, band, numbers, chart: tables.chart, ready: true };
  if (way.shots) {
    const most = Math.min(mostShots(unit, way), tables.shots.length);
    const n = Math.min(draft.n || most, most);
    if (!n) return { ...found, ready: false, why: `${way.weapon}: none of it works any more` };
    return { ...found, most, n, copies: n, odds: oddsOf(tables.shots[n - 1]), fates: tripod ? fatesOf(tables.fates[target.armor][n - 1]) : null };
  }
  const many = way.templates;
  const rays = way.sizes.length ? 0 : unit.working.filter((name) => name === way.weapon).length;
  const templates = Math.min(Math.max(draft.templates || rays, many[0]), many.at(-1));
  const most = tripod ? 1 : Math.min(target.left, tables.struck[templates].length);
  const n = Math.min(draft.n || most, most);
  const pieces = Math.min(draft.pieces, way.sizes.length || 1);
  const spends = way.uses ? pieces * templates : 0;
  const counted = tripod ? tables.struck[templates][0] : tables.struck[templates][n - 1];
  if (spends > (unit.bombs[way.weapon] ?? 0)) {
    return { ...found, ready: false, why: `${plural(spends, "bomb")} wanted, ${unit.bombs[way.weapon] ?? 0} aboard`, most, n, templates, pieces, odds: oddsOf(counted) };
  }
  return {
    ...found, most, n, templates, pieces, spends, copies: n * templates, odds: oddsOf(counted),
    fates: tripod ? fatesOf(tables.fates[target.armor][templates - 1]) : null,
  };
}

function rollOf(game, draft, unit, roll) {
  const enemies = roll.at === "enemy" ? [...game.units.values()].filter((one) => one.side !== unit.side && !one.gone) : [];
  const target = enemies.find((one) => one.id === draft.at);
  const most = roll.most ?? 1;
  const n = Math.min(draft.n || 1, most);
  return {
    roll, targets: roll.at === "enemy" ? enemies : null, target, most, n, copies: n, numbers: roll.needs.map(numberOf), chart: roll.chart,
    odds: roll.odds ? oddsOf(roll.odds[n - 1]) : null, chances: roll.chances ?? null, ready: !roll.at || Boolean(target),
  };
}

// -- what comes of it -----------------------------------------------------------------------------------------------------

// Play it with the dice so far: what is asked next, or what happened.
function play(question, rolls) {
  const dice = table(rolls);
  try {
    const done = question.way ? attacked(question, dice.roll) : rolled(question, dice.roll);
    return { log: dice.log, done };
  } catch (need) {
    if (need instanceof NeedDice) return { log: dice.log, need };
    throw need;
  }
}

function attacked(question, roll) {
  const { unit, way, target, tripod, n, templates } = question;
  const ends = walk(Array(question.copies).fill(question.chart), roll);
  const hits = ends.reduce((sum, [hit]) => sum + hit, 0);
  const damaging = ends.reduce((sum, [, one]) => sum + one, 0);
  const struck = way.shots ? damaging : Array.from({ length: n }, (_, at) => ends.slice(at * templates, (at + 1) * templates).some(([, one]) => one)).filter(Boolean).length;
  const lines = [`${plural(question.copies, way.shots && !way.spent ? "shot" : "attack")}: ${plural(hits, "hit")}, ${damaging} damaging.`];
  const sets = [];
  const kind = FACTS.kinds[target.kind];
  if (tripod) hurtTripod(target, damaging, roll, lines, sets);
  else if (kind.damage === "elements") loseElements(target, struck, lines, sets);
  else if (damaging) lines.push(`${target.name}: its own rule says what ${plural(damaging, "damaging hit")} will do. Note it under Forces.`);
  if (way.uses) sets.push([unit.id, "bombs", { ...unit.bombs, [way.weapon]: unit.bombs[way.weapon] - question.spends }]);
  if (way.spent) {
    sets.push([unit.id, "left", 0], [unit.id, "gone", "destroyed"]);
    lines.push(`${unit.name} is destroyed, whatever came of it.`);
  }
  if (way.uses) lines.push(`${plural(question.spends, "bomb")} dropped.`);
  return { lines, sets, luck: { side: unit.side, got: way.shots || tripod ? damaging : struck, mean: question.odds.mean } };
}

function loseElements(target, struck, lines, sets) {
  const gone = Math.min(target.left, struck);
  if (!gone) return void lines.push(`${target.name} loses nobody.`);
  const left = target.left - gone;
  sets.push([target.id, "left", left], [target.id, "lost", target.lost + gone]);
  const kind = FACTS.kinds[target.kind];
  const bombs = Object.fromEntries(Object.entries(target.bombs).map(([name, count]) => [name, Math.min(count, left * kind.weapons.find((one) => one.name === name).count)]));
  if (Object.keys(bombs).length) sets.push([target.id, "bombs", bombs]);
  if (left) lines.push(`${target.name} loses ${gone}; ${left} left.`);
  else {
    sets.push([target.id, "gone", "destroyed"]);
    lines.push(`${target.name} loses ${gone} and is destroyed.`);
  }
  if (owesTest({ ...target, left, lost: target.lost + gone })) lines.push("It owes a morale test at the end of the phase.");
}

function hurtTripod(target, damaging, roll, lines, sets) {
  let armor = target.armor;
  let working = [...target.working];
  const hit = [...target.hit];
  const marks = { ...target.marks };
  const said = [];
  let exploded = 0;
  for (let at = 0; at < damaging && armor > 0 && !exploded; at += 1) {
    const [[left, bang, stunned, lamed, weapon]] = walk([FACTS.tripod[armor - 1][working.length]], (ask, count) => roll(ask, count, working));
    if (left < armor && left) said.push(`${armor - left} Armor lost, ${left} left`);
    [armor, exploded] = [left, bang];
    if (stunned && !marks.stunned) said.push("stunned: no fire in its next combat");
    if (lamed && !marks.immobile) said.push("its legs are hit: both sides roll for its moves");
    if (stunned) marks.stunned = phaseMark(stand());
    if (lamed) marks.immobile = true;
    if (weapon) {
      said.push(`its ${working[weapon - 1]} is hit, and goes off: both sides roll for it`);
      hit.push(...working.splice(weapon - 1, 1));
    }
  }
  if (!damaging) return void lines.push(`${target.name} is unharmed.`);
  if (armor <= 0) {
    lines.push(exploded ? `${target.name} explodes: choose it as the attacker, and see whom that hits.` : `${target.name} is wrecked.`);
    sets.push([target.id, "gone", exploded ? "exploded" : "wrecked"], [target.id, "left", 0]);
  } else lines.push(`${target.name}: ${said.join("; ")}.`);
  sets.push([target.id, "armor", Math.max(0, armor)], [target.id, "working", working], [target.id, "hit", hit], [target.id, "marks", marks]);
}

function rolled(question, roll) {
  const { unit, choice, target, copies } = question;
  const ends = walk(Array(copies ?? 1).fill(question.chart), roll);
  if (choice.roll) {
    if (choice.roll.most) return { lines: [`${ends.filter(([, yes]) => yes).length} of ${copies}: ${ends.map(([said]) => said).join(", ")}.`], sets: [] };
    const [said, yes] = ends[0];
    const sets = yes && choice.roll.marks && target ? [[target.id, "marks", { ...target.marks, [choice.roll.marks]: true }]] : [];
    return { lines: [`${target ? `${target.name}: ` : ""}${said}.`], sets };
  }
  if (choice.value === "rally") {
    const [[said, yes]] = ends;
    const { routed, ...others } = unit.marks;
    return { lines: [`${said.replaceAll("the unit", unit.name)}.`], sets: yes && routed ? [[unit.id, "marks", others]] : [] };
  }
  const [[said, gone, gained]] = ends;
  const sets = [[unit.id, "lost", 0]];
  if (gone) sets.push([unit.id, "gone", "left the table"]);
  if (gained.length) sets.push([unit.id, "marks", { ...unit.marks, ...Object.fromEntries(gained.map((name) => [name, true])) }]);
  return { lines: [`${capital(said.replaceAll("the unit", unit.name))}.`], sets };
}
