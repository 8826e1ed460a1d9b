// Both forces as they stand: the log of everything that happened, folded. Taking back strikes an entry out; it stays in the log.

const KEY = `aqmf-sheet:${document.documentElement.dataset.sheet}`;
const PHASES = FACTS.phases;

let book = { entries: [], draft: emptyDraft() };
let kept = true;

function emptyDraft() {
  return { who: "", way: "", at: "", cover: 0, band: 0, n: 0, templates: 0, pieces: 1, near: false, rolls: [], typed: [] };
}

function readBook() {
  try {
    const held = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (held && Array.isArray(held.entries)) book = { entries: held.entries, draft: { ...emptyDraft(), ...held.draft } };
  } catch {
    kept = false;
  }
}

function keepBook() {
  try {
    localStorage.setItem(KEY, JSON.stringify(book));
    kept = true;
  } catch {
    kept = false;
  }
}

function freshUnit(one, side) {
  const kind = FACTS.kinds[one.kind];
  const bombs = Object.fromEntries(kind.weapons.filter((weapon) => weapon.used).map((weapon) => [weapon.name, weapon.count * one.elements]));
  return {
    ...one, side, left: one.elements, lost: 0, armor: kind.armor, bombs, gone: "",
    working: kind.weapons.filter((weapon) => !weapon.used).flatMap((weapon) => Array(weapon.count).fill(weapon.name)),
    hit: [], marks: {},
  };
}

// The game as it stands: every unit by its id, the turn and the phase.
function stand() {
  const units = new Map();
  for (const force of FACTS.forces) for (const one of force.units) units.set(one.id, freshUnit(one, force.side));
  const game = { units, turn: PHASES[0][2] ? 0 : 1, phase: 0 };
  for (const entry of book.entries) {
    if (entry.undone) continue;
    if (entry.adds) units.set(entry.adds.id, freshUnit(entry.adds, FACTS.kinds[entry.adds.kind].side));
    for (const [id, name, value] of entry.sets) {
      if (id === "") game[name] = value;
      else if (units.has(id)) units.get(id)[name] = value;
    }
  }
  return game;
}

function note(entry) {
  const game = stand();
  book.entries.push({ turn: game.turn, phase: game.phase, lines: [], rolls: [], sets: [], ...entry });
  keepBook();
}

function lastDone() {
  return book.entries.findLastIndex((entry) => !entry.undone);
}

function takeBack() {
  const at = lastDone();
  if (at >= 0) book.entries[at].undone = true;
  keepBook();
  return book.entries[at];
}

function bringBack() {
  const entry = book.entries[lastDone() + 1];
  if (entry) delete entry.undone;
  keepBook();
  return entry;
}

function phaseName(phase) {
  const [title, whose] = PHASES[phase];
  return whose === "both" ? title : `${capital(whose)} side: ${title.toLowerCase()}`;
}

function whenOf(entry) {
  return entry.turn ? `Turn ${entry.turn}, ${phaseName(entry.phase).toLowerCase()}` : phaseName(entry.phase);
}

function followingPhase(game) {
  const next = PHASES.findIndex((phase, at) => at > game.phase && !(phase[2] && game.turn));
  const phase = next >= 0 ? next : PHASES.findIndex((one) => !one[2]);
  return { phase, turn: next < 0 || (PHASES[game.phase][2] && !PHASES[phase][2]) ? game.turn + 1 : game.turn };
}

function phaseMark(game) {
  return `${game.turn}.${game.phase}`;
}

// Whether a unit that was stunned has sat out its combat, at the end of the phase that the game is in: the game has made the list.
function satOut(unit, game) {
  const mark = unit.marks.stunned;
  return typeof mark === "string" && mark !== phaseMark(game) && FACTS.stunned[Number(mark.split(".")[1])] === game.phase;
}

// The phase that follows, and what of each unit passes with this one.
function phaseEnds(game) {
  const { phase, turn } = followingPhase(game);
  const begins = turn !== game.turn;
  const sets = [["", "phase", phase], ["", "turn", turn]];
  const passing = new Set(FACTS.kinds.flatMap((kind) => kind.rolls.map((roll) => roll.marks).filter(Boolean)));
  for (const unit of game.units.values()) {
    if (unit.lost) sets.push([unit.id, "lost", 0]);
    const goes = (name) => (name === "stunned" ? satOut(unit, game) : begins && passing.has(name));
    if (Object.keys(unit.marks).some(goes)) sets.push([unit.id, "marks", Object.fromEntries(Object.entries(unit.marks).filter(([name]) => !goes(name)))]);
  }
  return { phase, turn, begins, sets };
}

function testKey(unit, near) {
  return `${unit.lost}.${unit.left}.${near ? 1 : 0}`;
}

function owesTest(unit) {
  return !unit.gone && !unit.marks.routed && unit.lost > 0 && FACTS.kinds[unit.kind].morale[testKey(unit, false)] !== undefined;
}
