// The attack: who, with what, at whom; what it takes; the dice.

/** @import { Draft, Faces, Need, Option, Question, Ready, Unit } from "./payloads" */
/** @import { Kid } from "/static/board/dom.js" */

import { button, element, h, sentence } from "/static/board/dom.js";
import { asked, choicesOf, play } from "./choices.js";
import { facesOf, rolledHere } from "./dice.js";
import { book, changed, emptyDraft, FACTS, keepBook, note, plural, stand, step } from "./state.js";
import {
  chancesShown,
  chooser,
  field,
  headline,
  markName,
  needsShown,
  oddsShown,
  renew,
  rollShown,
  rulesNamed,
  say,
  stepper,
} from "./view.js";

/** @typedef {(id: keyof Draft, label: string, options: Option[], empty: string, value?: string | number, read?: (value: string) => unknown) => HTMLElement} Pick */

/** @type {{ title: string, lines: string[] } | null} */
let shownResult = null;
let chosenSlot = -1;
/** @type {Need | null} */
let awaited = null; // what the dice that are typed are for

/**
 * What is chosen anew, when something above it is.
 * @type {Partial<Record<keyof Draft, (keyof Draft)[]>>}
 */
const BELOW = {
  who: ["way", "at", "n", "templates", "pieces", "band", "near"],
  way: ["at", "n", "templates", "pieces", "band"],
  at: ["n", "band"],
};

/** @type {(name: keyof Draft, value: unknown) => void} */
export function choose(name, value) {
  const fresh = emptyDraft();
  const below = Object.fromEntries((BELOW[name] ?? []).map((fact) => [fact, fresh[fact]]));
  Object.assign(book.draft, below, { [name]: value, rolls: [] });
  if (name !== "cover" && name !== "band") book.draft.typed = [];
  shownResult = null;
  keepBook();
  showAttack();
}

/** @type {(unit: Unit) => string} */
export function stateOf(unit) {
  return unit.gone || (FACTS.kinds[unit.kind].damage === "tripod" ? `Armor ${unit.armor}` : plural(unit.left, "element"));
}

/** @type {(units: Unit[]) => Option[]} */
function bySide(units) {
  return FACTS.forces.flatMap((force) =>
    units
      .filter((unit) => unit.side === force.side)
      .map((unit) => ({ value: unit.id, title: `${unit.name} (${stateOf(unit)})`, group: force.name })),
  );
}

export function showAttack() {
  const game = stand();
  const { draft } = book;
  const question = asked(game, draft);
  const { unit, choices, choice, targets, target, way, roll } = question;
  /** @type {Pick} */
  const pick = (id, label, options, empty, value = String(draft[id]), read = String) =>
    field(
      id,
      label,
      chooser(id, options, value, (picked) => choose(id, read(picked)), empty),
    );
  const fields = [
    pick("who", "Who", bySide([...game.units.values()].filter((unit) => choicesOf(unit).length)), "choose…"),
    choices && pick("way", "Does what", choices, "", choice?.value),
    targets && pick("at", way?.templates ? "Under it" : "At whom", bySide(targets), "choose…"),
    ...(question.numbers && way ? circumstances(/** @type {Ready} */ (question), pick) : []),
    choice?.value === "morale" &&
      pick(
        "near",
        "Command squad",
        [
          { value: "", title: "none near" },
          { value: "near", title: "near: roll a failed test again" },
        ],
        "",
        draft.near ? "near" : "",
        Boolean,
      ),
    roll?.most &&
      field(
        "n",
        "How many are hidden",
        stepper("n", question.n ?? 1, 1, roll.most, (value) => choose("n", value), "hidden units"),
      ),
  ];
  // what holds for the two of them is for the players to bear in mind
  const marked = [unit, target].flatMap((party) =>
    party && Object.keys(party.marks).length ? [`${party.name}: ${Object.keys(party.marks).map(markName).join(", ")}`] : [],
  );
  renew(
    "attack-body",
    shownResult && happened(shownResult),
    h(
      "div",
      { class: "card" },
      h("div", { class: "fields" }, fields),
      nextStep(question),
      marked.length > 0 && h("p", { class: "small" }, marked.join("; ")),
      refused(question),
    ),
    (question.ready || question.odds) &&
      h(
        "div",
        { class: "columns" },
        part("takes", "What it takes", needsShown(question.numbers ?? []), question.odds && headline(question.odds)),
        question.ready && dice(question),
        part("chances", "Exact odds", chances(question)),
      ),
  );
  showSlots();
}

/**
 * What to choose next, while there is nothing to roll for.
 * @type {(question: Question) => HTMLElement | null}
 */
function nextStep({ unit, targets, target }) {
  if (!unit)
    return h(
      "p",
      { class: "next" },
      "First choose who acts, then what it does and at whom. The odds and the dice come below.",
    );
  if (!targets || target) return null;
  return h("p", { class: "next" }, targets.length ? "Now choose at whom." : "Nobody is there to be attacked.");
}

/** @type {(name: string, title: string, ...children: Kid[]) => HTMLElement} */
function part(name, title, ...children) {
  return h("section", { class: `card ${name}`, "aria-label": title }, h("h2", {}, title), children);
}

/** @type {(question: Ready, pick: Pick) => Kid[]} */
function circumstances({ way, bands, band, most, n, pieces, templates }, pick) {
  /** @type {(id: keyof Draft, label: string, value: number, least: number, highest: number, about: string, small?: string) => HTMLElement} */
  const count = (id, label, value, least, highest, about, small) =>
    field(
      id,
      label,
      stepper(id, value, least, highest, (now) => choose(id, now), about),
      small,
    );
  const ranges = bands.map(([to], value) => ({
    value,
    title: value ? `over ${bands[value - 1][0]} to ${to}"` : `up to ${to}"`,
  }));
  const what = way.uses ? "Bombs" : "Guns";
  return [
    bands[0][1].length > 1 &&
      pick(
        "cover",
        "Cover",
        FACTS.covers.map((title, value) => ({ value, title })),
        "",
        undefined,
        Number,
      ),
    bands.length > 1 && pick("band", "Range", ranges, "", band, Number),
    way.shots !== undefined && count("n", "Shots", n ?? 0, 1, most ?? 0, "shots", way.range ? `reaches ${way.range}"` : ""),
    way.templates &&
      (way.sizes.length > 1 || way.uses) &&
      count(
        "pieces",
        `${what} together`,
        pieces,
        1,
        way.sizes.length,
        `${what.toLowerCase()} in one template`,
        `${way.sizes[pieces - 1]}" template`,
      ),
    way.templates &&
      way.templates.length > 1 &&
      count(
        "templates",
        way.sizes.length ? "Templates over it" : "Rays over it",
        templates,
        way.templates[0],
        way.templates[way.templates.length - 1],
        "templates over each element",
      ),
    way.templates && most > 1 && count("n", "Elements under it", n, 1, most, "elements under the template"),
  ];
}

/** @type {(question: Question) => HTMLElement | null} */
function refused({ refusal, why }) {
  if (why) return h("p", { class: "notice" }, `${sentence(why)}.`);
  if (!refusal) return null;
  const [reason, rule] = refusal;
  return h("div", { class: "notice" }, h("p", {}, `No: ${reason}. `, h("small", {}, rule)), rulesNamed("refusal", [rule]));
}

/** @type {(question: Question) => Kid[]} */
function chances({ odds, fates, chances: named, roll, way, tripod, target }) {
  return [
    odds && oddsShown(odds, roll ? "found" : way?.shots || tripod ? "damaging hits" : "elements damaged"),
    fates && chancesShown(fates, `What becomes of ${target?.name}`),
    named && chancesShown(named, "What comes of it"),
  ];
}

// -- dice -------------------------------------------------------------------------------------------------------------------

/** @type {(question: Question) => HTMLElement} */
function dice(question) {
  const { log, need, done } = play(question, book.draft.rolls);
  return part(
    "dice",
    "Dice",
    log.length > 0 && h("ol", { class: "log" }, log.map(rollShown)),
    need
      ? entry(need)
      : [
          h("p", {}, done?.lines.join(" ")),
          h(
            "p",
            {},
            button("Write it down", () => settle([]), { class: "main", id: "enter" }),
          ),
        ],
    log.length > 0 && h("p", { class: "row" }, button("Begin the roll again", startAgain, { id: "again" })),
  );
}

/** @type {(need: Need) => HTMLElement} */
function entry(need) {
  const { label, takes, sides, about, count, names } = need;
  const keys = sides <= 10 ? [..."1234567890"].filter((key) => (key === "0" ? sides === 10 : Number(key) <= sides)) : [];
  const typed = () =>
    slipOf(need) === "" &&
    book.draft.typed.length === count &&
    settle([{ faces: /** @type {number[]} */ (book.draft.typed), by: "player" }]);
  /** @type {(event: KeyboardEvent) => unknown} */
  const pressed = (event) => {
    if (/** @type {Element} */ (event.target).id === "faces") return event.key === "Enter" && typed();
    if (!/^([0-9]|Backspace)$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    press(event.key, need);
  };
  awaited = need;
  return h(
    "div",
    { class: "entry", id: "entry", onkeydown: pressed },
    h(
      "p",
      { class: "asked" },
      h("strong", {}, [sentence(label), takes].filter(Boolean).join(" ")),
      `: ${names.length ? `1 of ${sides}` : `${count} D${sides}`}`,
      about && h("small", {}, ` ${about}`),
      sides === 10 && h("small", {}, " 0 means 10"),
    ),
    names.length > 0 && h("p", {}, names.map((name, at) => `${at + 1} = ${name}`).join(", ")),
    label === "tripod damage" &&
      h(
        "p",
        { class: "small" },
        FACTS.damage.map(([low, high, result]) => `${low === high ? low : `${low}–${high}`} ${result}`).join("; "),
      ),
    h("div", { class: "slots", id: "slots", role: "group", "aria-label": "The dice so far; choose one to correct it" }),
    h(
      "div",
      { class: "keys", role: "group", "aria-label": "Keypad" },
      keys.map((key) => button(key, () => press(key, need), { id: `key-${key}` })),
      button("⌫", () => press("Backspace", need), {
        id: "key-back",
        "data-key": "back",
        "aria-label": "Take the last die back",
      }),
    ),
    h("p", { class: "slip", role: "alert", id: "slip" }),
    h("p", { class: "row" }, button("Enter these dice", typed, { class: "main", id: "enter" })),
    h(
      "p",
      { class: "row" },
      button("Roll these here", () => settle([{ faces: rolledHere(count, sides), by: "app" }]), { id: "roll" }),
      button("Roll to the end", rollToTheEnd, { id: "roll-all" }),
    ),
    field(
      "faces",
      "Or type or paste them",
      h("input", {
        id: "faces",
        inputmode: "numeric",
        autocomplete: "off",
        placeholder: "3 7 0",
        value: spelledDice(),
        oninput: (event) => type(facesOf(event.target.value, count, sides)),
      }),
    ),
  );
}

/** @type {() => string} */
function spelledDice() {
  return book.draft.typed.map((face) => face ?? "?").join(" ");
}

/**
 * What is wrong with the dice that were typed, if anything.
 * @type {(need: { count: number, sides: number }) => string}
 */
function slipOf({ count, sides }) {
  const { typed } = book.draft;
  const slip = typed.findIndex((face) => face === null || face > sides);
  if (slip >= 0) return `Die ${slip + 1} is no face of the die: correct it.`;
  return typed.length > count ? `${typed.length} dice are there, and ${count} ${count === 1 ? "is" : "are"} wanted.` : "";
}

function showSlots() {
  const need = awaited;
  if (!need || !document.getElementById("entry")) return;
  const { typed } = book.draft;
  const next = chosenSlot >= 0 && chosenSlot < typed.length ? chosenSlot : typed.length;
  /** @type {(at: number) => () => void} */
  const choosing = (at) => () => {
    chosenSlot = at < typed.length ? at : -1;
    showSlots();
  };
  renew(
    "slots",
    Array.from({ length: Math.max(need.count, typed.length) }, (_, at) => {
      const face = at < typed.length ? (typed[at] ?? "?") : "·";
      const fits = at < need.count && typed[at] !== null && !(Number(typed[at]) > need.sides);
      return button(face, choosing(at), {
        id: `slot-${at}`,
        class: fits ? "slot" : "slot over",
        "aria-current": at === next && "true",
        "aria-label": `Die ${at + 1} of ${need.count}: ${face === "?" ? "no face" : face === "·" ? "not yet" : face}`,
      });
    }),
  );
  const slip = slipOf(need);
  element("#slip").textContent = slip;
  element("#enter").setAttribute("aria-disabled", String(Boolean(slip) || typed.length !== need.count));
}

/** @type {(faces: Draft["typed"]) => void} */
function type(faces) {
  book.draft.typed = faces;
  chosenSlot = -1;
  keepBook();
  showSlots();
}

/** @type {(key: string, need: Need) => void} */
function press(key, { count, sides }) {
  const typed = [...book.draft.typed];
  const face = key === "0" ? 10 : Number(key);
  if (key === "Backspace") typed.splice(chosenSlot >= 0 ? chosenSlot : typed.length - 1, 1);
  else if (face > sides || (key === "0" && sides !== 10)) return;
  else if (chosenSlot >= 0) typed[chosenSlot] = face;
  else if (typed.length < count) typed.push(face);
  type(typed);
  /** @type {HTMLInputElement} */
  const field = element("#faces");
  field.value = spelledDice();
  if (typed.length === count && key !== "Backspace") element("#enter").focus({ preventScroll: true });
}

function startAgain() {
  Object.assign(book.draft, { rolls: [], typed: [] });
  keepBook();
  showAttack();
}

function rollToTheEnd() {
  const question = asked(stand(), book.draft);
  for (let at = 0; at < 500; at += 1) {
    const { need } = play(question, book.draft.rolls);
    if (!need) break;
    book.draft.rolls.push({ faces: rolledHere(need.count, need.sides), by: "app" });
  }
  settle([]);
}

/**
 * The dice count: ask for the next ones, or write down what happened.
 * @type {(rolls: Faces[]) => void}
 */
function settle(rolls) {
  const { draft } = book;
  const question = asked(stand(), draft);
  const { unit, choice, target } = /** @type {Ready} */ (question);
  draft.rolls.push(...rolls);
  draft.typed = [];
  chosenSlot = -1;
  const { log, done } = play(question, draft.rolls);
  if (!done) {
    keepBook();
    showAttack();
    document.getElementById("entry")?.scrollIntoView({ block: "nearest" });
    return;
  }
  const title = `${unit.name}: ${choice.title}${target ? `, at ${target.name}` : ""}`;
  Object.assign(draft, { rolls: [], n: 0 });
  if (choice.test || unit.gone) draft.way = "";
  shownResult = { title, lines: done.lines };
  note({ title, rolls: log, ...done });
  if (stand().units.get(draft.at)?.gone) draft.at = "";
  keepBook();
  changed();
  element("#happened").focus({ preventScroll: false });
}

export function forgetResult() {
  shownResult = null;
}

/**
 * Take the last entry back, or bring the next one in again, and say so.
 * @type {(back: boolean) => void}
 */
export function stepped(back) {
  const entry = step(back);
  forgetResult();
  changed();
  say(`${back ? "Taken back" : "Done again"}: ${entry?.title}`);
}

/** @type {(result: { title: string, lines: string[] }) => HTMLElement} */
function happened({ title, lines }) {
  return h(
    "section",
    { class: "card result", id: "happened", tabindex: "-1", role: "status" },
    h("h2", {}, "What happened"),
    h("p", {}, title),
    lines.map((line) => h("p", { class: "lead" }, line)),
    h(
      "p",
      { class: "row" },
      button("Take it back", () => stepped(true), { id: "undo-here" }),
    ),
  );
}
