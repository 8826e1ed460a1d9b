// Both forces as they stand, the log, the luck, and the numbers of everybody against everybody.

/** @import { Force, Kind, Unit, Way } from "./payloads" */

import { button, element, elements, h, sentence } from "/static/board/dom.js";
import { stateOf } from "./attack.js";
import { book, changed, FACTS, note, oddsOf, owesTest, pairOf, phaseMark, plural, stand, whenOf } from "./state.js";
import { chooser, field, markName, renew, rollShown, row, share, sheetTable, stepper } from "./view.js";

/** @type {Record<string, string>} */
const SHORT = { lucky: "10²", automatic: "sure", impossible: "never" }; // what a number takes in a few signs: 10² is a 10 and another 10
let numbersOf = FACTS.kinds.findIndex((kind) => kind.ways.length);

/** @type {(unit: Unit, line: string, changes: object) => void} */
function correct(unit, line, changes) {
  note({
    title: `${unit.name}: by hand`,
    lines: [line],
    sets: Object.entries(changes).map(([name, value]) => [unit.id, name, value]),
  });
  changed();
}

export function showForces() {
  const game = stand();
  renew(
    "forces-body",
    FACTS.forces.map((force) => {
      const units = [...game.units.values()].filter((unit) => unit.side === force.side);
      const lost = units.filter((unit) => unit.gone).length;
      const points = !force.open && `${force.points}${force.limit === null ? "" : ` of ${force.limit}`} points`;
      return h(
        "section",
        { class: `force ${force.side}`, "aria-label": force.name },
        h("h3", {}, force.name),
        h(
          "p",
          { class: "small" },
          [points, `${plural(units.length, "unit")}${lost ? `, ${lost} out` : ""}`].filter(Boolean).join(" · "),
        ),
        force.unknown.length > 0 &&
          h("p", { class: "notice" }, `Left out, as they are not known or of the other side: ${force.unknown.join(", ")}.`),
        h("ul", { class: "plain units" }, units.map(unitShown)),
        force.open && adding(force),
      );
    }),
  );
}

/** @type {(unit: Unit) => HTMLElement} */
function unitShown(unit) {
  const kind = FACTS.kinds[unit.kind];
  const tripod = kind.damage === "tripod";
  const tags = [
    unit.gone,
    ...(unit.gone ? [] : Object.keys(unit.marks).map(markName)),
    ...unit.hit.map((name) => `${name} hit`),
    owesTest(unit) && "owes a morale test",
  ].filter(Boolean);
  /** @type {(id: string, label: string, value: number, most: number, changes: (now: number) => object) => HTMLElement} */
  const track = (id, label, value, most, changes) =>
    h(
      "div",
      { class: "field" },
      h("span", { class: "label" }, label),
      stepper(`${unit.id}-${id}`, value, 0, most, (now) => correct(unit, `${label}: ${now}.`, changes(now)), label),
    );
  /** @type {(name: string) => (now: number) => object} */
  const standing = (name) => (now) => ({ [name]: now, gone: now ? (unit.gone === "out" ? "out" : "") : "destroyed" });
  const [full, left] = tripod ? [kind.armor, unit.armor] : [unit.elements, unit.left];
  /** @type {(id: string, label: string, on: boolean, line: string, changes: object) => HTMLElement} */
  const toggle = (id, label, on, line, changes) =>
    button(label, () => correct(unit, line, changes), { id: `${unit.id}-${id}`, "aria-pressed": String(on) });
  return h(
    "li",
    { class: unit.gone ? "unit out" : "unit" },
    h(
      "details",
      { "data-key": unit.id },
      h(
        "summary",
        {},
        h("span", { class: "who" }, unit.name),
        h(
          "span",
          { class: "dots", role: "img", "aria-label": stateOf(unit) },
          "●".repeat(left) + "○".repeat(Math.max(0, full - left)),
        ),
        tags.map((tag) => h("span", { class: "tag" }, tag)),
      ),
      h(
        "p",
        { class: "small" },
        kind.facts.map(([name, value]) => `${name} ${value}`).join(" · "),
        kind.traits.length > 0 && ` · ${kind.traits.join(", ")}`,
      ),
      unit.about && h("p", { class: "small" }, unit.about),
      h(
        "ul",
        { class: "plain small" },
        kind.weapons.map((weapon) =>
          h("li", {}, `${weapon.count > 1 ? `${weapon.count} × ` : ""}${weapon.name}${weapon.facts && `: ${weapon.facts}`}`),
        ),
      ),
      h(
        "div",
        { class: "fields" },
        tripod
          ? track("armor", "Armor", unit.armor, kind.armor, standing("armor"))
          : track("left", "Elements", unit.left, unit.elements, standing("left")),
        kind.weapons
          .filter((weapon) => weapon.used)
          .map(({ name, count }) =>
            track(name.replaceAll(" ", "-"), name, unit.bombs[name], count * unit.elements, (value) => ({
              bombs: { ...unit.bombs, [name]: value },
            })),
          ),
      ),
      h(
        "div",
        { class: "row marks", role: "group", "aria-label": `Marks of ${unit.name}` },
        /** @type {(kind: Kind) => string[]} */
        marksOf(kind).map((name) => {
          const { [name]: on, ...others } = unit.marks;
          const words = sentence(markName(name));
          return toggle(name, words, Boolean(on), on ? `No longer ${markName(name)}.` : `${words}.`, {
            marks: on ? others : { ...others, [name]: name === "stunned" ? phaseMark(stand()) : true },
          });
        }),
        toggle("gone", "Out of the game", Boolean(unit.gone), unit.gone ? "Back in the game." : "Out of the game.", {
          gone: unit.gone ? "" : "out",
        }),
      ),
    ),
  );
}

/** @type {(kind: Kind) => string[]} */
function marksOf(kind) {
  const enemies = FACTS.kinds
    .filter((other) => other.side !== kind.side)
    .flatMap((kind) => kind.rolls.flatMap((roll) => roll.marks ?? []));
  return [
    ...new Set([
      ...(kind.damage === "tripod" ? ["stunned", "immobile"] : []),
      ...(kind.morale.rally === undefined ? [] : ["routed"]),
      ...enemies,
    ]),
  ];
}

/** @type {(force: Force) => HTMLElement} */
function adding(force) {
  const options = FACTS.kinds
    .map((kind, value) => ({ value, title: `${kind.name} (${kind.points})` }))
    .filter((option) => FACTS.kinds[option.value].side === force.side);
  const chosen = () => {
    /** @type {HTMLSelectElement} */
    const { value } = element("#add");
    if (value) addUnit(Number(value));
  };
  return h(
    "div",
    { class: "fields" },
    field(
      "add",
      "A unit that you meet",
      chooser("add", options, "", () => {}, "choose…"),
    ),
    button("Add it", chosen, { id: "add-unit" }),
  );
}

/** @type {(kind: number) => void} */
function addUnit(kind) {
  const type = FACTS.kinds[kind];
  const alike = book.entries.filter((entry) => entry.adds?.kind === kind).length;
  const unit = {
    id: `x${book.entries.length}`,
    kind,
    name: `${type.name} ${alike + 1}`,
    elements: type.elements,
    about: "",
  };
  note({ title: `${unit.name} is met`, adds: unit });
  changed();
}

// -- the log ---------------------------------------------------------------------------------------------------------------

export function showLog() {
  const entries = book.entries
    .map((entry, at) =>
      h(
        "li",
        { class: entry.undone ? "undone" : "" },
        h(
          "p",
          {},
          h("span", { class: "when" }, whenOf(entry)),
          " ",
          h(entry.undone ? "s" : "strong", {}, `${at + 1}. ${entry.title}`),
          entry.undone && [" ", h("span", { class: "tag" }, "taken back")],
        ),
        entry.rolls.length > 0 && h("ul", { class: "plain" }, entry.rolls.map(rollShown)),
        entry.lines.map((line) => h("p", {}, entry.undone ? h("s", {}, line) : line)),
      ),
    )
    .reverse();
  const luck = luckOf().map((score) => row(score.name, String(score.attacks), String(score.got), score.mean.toFixed(2)));
  renew(
    "log-body",
    luck.length && sheetTable("Luck", ["Side", "Attacks", "Damaging", "Expected"], luck, { class: "luck" }),
    entries.length ? h("ol", { class: "plain entries" }, entries) : h("p", {}, "Nothing has happened yet."),
  );
}

/**
 * What the attacks of each side have come to, beside what was to be expected of them.
 * @type {() => { name: string, attacks: number, got: number, mean: number }[]}
 */
function luckOf() {
  return FACTS.forces
    .map(({ name, side }) => {
      const done = book.entries.flatMap(({ undone, luck }) => (!undone && luck?.side === side ? [luck] : []));
      /** @type {(of: "got" | "mean") => number} */
      const sum = (of) => done.reduce((all, luck) => all + luck[of], 0);
      return { name, attacks: done.length, got: sum("got"), mean: sum("mean") };
    })
    .filter((score) => score.attacks);
}

/** @type {() => string} */
export function logText() {
  const entries = book.entries.flatMap((entry, at) => [
    `${at + 1}. ${whenOf(entry)}: ${entry.title}${entry.undone ? " (taken back)" : ""}`,
    ...entry.rolls.map(
      (roll) =>
        `   ${[roll.label, roll.takes].filter(Boolean).join(" ")}: ${(roll.names.length ? roll.names : roll.faces).join(" ")} (${roll.by === "app" ? "rolled here" : "own dice"})`,
    ),
    ...entry.lines.map((line) => `   ${line}`),
  ]);
  const luck = luckOf().flatMap((score) => [
    "",
    `${score.name}: ${score.got} damaging, ${score.mean.toFixed(2)} expected in ${plural(score.attacks, "attack")}`,
  ]);
  return [document.title, "", ...entries, ...luck, ""].join("\n");
}

// -- the numbers -----------------------------------------------------------------------------------------------------------

export function showNumbers() {
  if (numbersOf < 0) return;
  const kinds = FACTS.forces.flatMap((force) =>
    FACTS.kinds
      .map((kind, value) => ({ value, title: kind.name, group: force.name }))
      .filter(({ value }) => FACTS.kinds[value].side === force.side && FACTS.kinds[value].ways.length),
  );
  /** @type {(value: string) => void} */
  const chosen = (value) => {
    numbersOf = Number(value);
    showNumbers();
  };
  const kind = FACTS.kinds[numbersOf];
  renew(
    "numbers-body",
    h("div", { class: "fields" }, field("numbers-of", "Attacks by", chooser("numbers-of", kinds, numbersOf, chosen))),
    kind.ways.map((way) => wayTable(kind, way)),
  );
}

// On paper everything is laid open: every profile, and the numbers of every kind.
export function layOpen() {
  for (const fold of elements("#forces details")) fold.toggleAttribute("open", true);
  renew(
    "numbers-body",
    FACTS.kinds
      .filter((kind) => kind.ways.length)
      .flatMap((kind) => [h("h3", {}, kind.name), ...kind.ways.map((way) => wayTable(kind, way))]),
  );
}

/** @type {(kind: Kind, way: Way) => HTMLElement | null} */
function wayTable(kind, way) {
  const shots = way.shots ? way.shots * (way.wild || way.spent ? 1 : kind.elements) : 0;
  /** @type {(needed: { takes: string, grade: string }) => string} */
  const shortly = ({ takes, grade }) => SHORT[grade] ?? takes;
  /** @type {(target: Kind, at: number, cover: number) => HTMLElement} */
  const cell = (target, at, cover) => {
    const { numbers, tables } = pairOf(way, at, cover, 0, target.armor);
    const { more } = oddsOf(way.templates ? tables.struck[way.templates[0]][0] : tables.shots[shots - 1]);
    const both = h("span", { class: "both" }, numbers.map(shortly).join(" "));
    return h("td", {}, both, " ", h("strong", {}, share(more[1] ?? 0)));
  };
  const rows = FACTS.kinds.flatMap((target, at) => {
    const meant = target.side !== kind.side || way.wild || way.explodes;
    if ((way.at[at] ?? -1) < 0 || !meant) return [];
    return [row(target.name, ...FACTS.covers.map((_, cover) => cell(target, at, cover)))];
  });
  if (!rows.length) return null;
  const heads = ["Target", ...FACTS.covers.map((name) => (name === "none" ? "in the open" : `${name} cover`))];
  const caption = `${way.title}${way.spent ? "" : shots ? `, ${plural(shots, "shot")}` : ", one template"}`;
  return h(
    "div",
    { class: "scroll ways", tabindex: "0", role: "region", "aria-label": way.title },
    sheetTable(caption, heads, rows),
  );
}
