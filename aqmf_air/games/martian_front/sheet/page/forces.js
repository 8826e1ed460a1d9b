// Both forces as they stand, the log, the luck, and the numbers of everybody against everybody.

function correct(unit, lines, sets) {
  note({ title: `${unit.name}: by hand`, lines, sets });
  showAll();
}

function showForces() {
  const game = stand();
  renew("forces-body", FACTS.forces.map((force) => {
    const units = [...game.units.values()].filter((unit) => unit.side === force.side);
    const lost = units.filter((unit) => unit.gone).length;
    const points = `${force.open ? "" : `${force.points}${force.limit === null ? "" : ` of ${force.limit}`} points · `}${plural(units.length, "unit")}${lost ? `, ${lost} out` : ""}`;
    return h("section", { class: `force ${force.side}`, "aria-label": force.name }, h("h3", {}, force.name), h("p", { class: "small" }, points),
      force.unknown.length ? h("p", { class: "notice" }, `Left out, as they are not known or of the other side: ${force.unknown.join(", ")}.`) : null,
      h("ul", { class: "plain units" }, units.map(unitShown)), force.open ? adding(force) : null);
  }));
}

function unitShown(unit) {
  const kind = FACTS.kinds[unit.kind];
  const marks = Object.keys(unit.marks).map(markName);
  const tags = [unit.gone, ...(unit.gone ? [] : marks), ...unit.hit.map((name) => `${name} hit`), owesTest(unit) ? "owes a morale test" : ""].filter(Boolean);
  const tracks = [];
  if (kind.damage === "tripod") tracks.push(track(unit, "armor", "Armor", unit.armor, kind.armor));
  else tracks.push(track(unit, "left", "Elements", unit.left, unit.elements));
  for (const weapon of kind.weapons.filter((one) => one.used)) {
    tracks.push(stepped(`${unit.id}-${weapon.name.replaceAll(" ", "-")}`, weapon.name, unit.bombs[weapon.name], 0, weapon.count * unit.elements, (value) => correct(unit, [`${weapon.name}: ${value} left.`], [[unit.id, "bombs", { ...unit.bombs, [weapon.name]: value }]])));
  }
  return h("li", { class: unit.gone ? "unit out" : "unit" }, h("details", { "data-key": unit.id },
    h("summary", {}, h("span", { class: "who" }, unit.name), h("span", { class: "dots", role: "img", "aria-label": stateOf(unit) }, pips(unit, kind)), tags.map((tag) => h("span", { class: "tag" }, tag))),
    h("p", { class: "small" }, kind.facts.map(([name, value]) => `${name} ${value}`).join(" · "), kind.traits.length ? ` · ${kind.traits.join(", ")}` : ""),
    unit.about ? h("p", { class: "small" }, unit.about) : null,
    h("ul", { class: "plain small" }, kind.weapons.map((weapon) => h("li", {}, `${weapon.count > 1 ? `${weapon.count} × ` : ""}${weapon.name}${weapon.facts ? `: ${weapon.facts}` : ""}`))),
    h("div", { class: "fields" }, tracks),
    h("div", { class: "row marks", role: "group", "aria-label": `Marks of ${unit.name}` }, marksOf(kind).map((name) => toggle(unit, name)), toggleGone(unit))));
}

function pips(unit, kind) {
  const [full, left] = kind.damage === "tripod" ? [kind.armor, unit.armor] : [unit.elements, unit.left];
  return "●".repeat(left) + "○".repeat(Math.max(0, full - left));
}

function marksOf(kind) {
  const spotted = FACTS.kinds.flatMap((one) => (one.side === kind.side ? [] : one.rolls.map((roll) => roll.marks).filter(Boolean)));
  return [...new Set([...(kind.damage === "tripod" ? ["stunned", "immobile"] : []), ...(kind.morale.rally === undefined ? [] : ["routed"]), ...spotted])];
}

function toggle(unit, name) {
  const on = Boolean(unit.marks[name]);
  return h("button", {
    type: "button", id: `${unit.id}-${name}`, "aria-pressed": String(on), onclick: () => {
      const { [name]: _, ...others } = unit.marks;
      correct(unit, [on ? `No longer ${markName(name)}.` : `${capital(markName(name))}.`], [[unit.id, "marks", on ? others : { ...others, [name]: name === "stunned" ? phaseMark(stand()) : true }]]);
    },
  }, capital(markName(name)));
}

function toggleGone(unit) {
  return h("button", { type: "button", id: `${unit.id}-gone`, "aria-pressed": String(Boolean(unit.gone)), onclick: () => correct(unit, [unit.gone ? "Back in the game." : "Out of the game."], [[unit.id, "gone", unit.gone ? "" : "out"]]) }, "Out of the game");
}

function stepped(id, label, value, least, most, change) {
  return h("div", { class: "field" }, h("span", { class: "label" }, label), stepper(id, value, least, most, change, label));
}

function track(unit, name, label, value, most) {
  return stepped(`${unit.id}-${name}`, label, value, 0, most, (now) => {
    const gone = now ? (unit.gone === "out" ? "out" : "") : "destroyed";
    correct(unit, [`${label}: ${now}.`], [[unit.id, name, now], [unit.id, "gone", gone]]);
  });
}

function adding(force) {
  const options = FACTS.kinds.map((kind, value) => ({ value, title: `${kind.name} (${kind.points})`, side: kind.side })).filter((one) => one.side === force.side);
  return h("div", { class: "fields" }, field("add", "A unit that you meet", chooser("add", [{ options }], "", () => {}, "choose…")), h("button", { type: "button", id: "add-unit", onclick: () => addUnit(Number(document.getElementById("add").value || -1)) }, "Add it"));
}

function addUnit(kind) {
  const type = FACTS.kinds[kind];
  if (!type) return;
  const alike = book.entries.filter((entry) => entry.adds?.kind === kind).length;
  const unit = { id: `x${book.entries.length}`, kind, name: `${type.name} ${alike + 1}`, elements: type.elements, about: "" };
  note({ title: `${unit.name} is met`, adds: unit });
  showAll();
}

// -- the log ---------------------------------------------------------------------------------------------------------------

function showLog() {
  const entries = book.entries.map((entry, at) => h("li", { class: entry.undone ? "undone" : "" },
    h("p", {}, h("span", { class: "when" }, whenOf(entry)), " ", h(entry.undone ? "s" : "strong", {}, `${at + 1}. ${entry.title}`), entry.undone ? [" ", h("span", { class: "tag" }, "taken back")] : ""),
    entry.rolls.length ? h("ul", { class: "plain" }, entry.rolls.map(rollShown)) : null,
    entry.lines.map((line) => h("p", {}, entry.undone ? h("s", {}, line) : line)))).reverse();
  renew("log-body", luckShown(), entries.length ? h("ol", { class: "plain entries" }, entries) : h("p", {}, "Nothing has happened yet."));
}

function luckOf() {
  return FACTS.forces.map((force) => {
    const done = book.entries.filter((entry) => !entry.undone && entry.luck?.side === force.side);
    const got = done.reduce((sum, entry) => sum + entry.luck.got, 0);
    const mean = done.reduce((sum, entry) => sum + entry.luck.mean, 0);
    const rare = [...done].sort((one, other) => one.luck.chance - other.luck.chance)[0];
    return { name: force.name, attacks: done.length, got, mean, rare };
  });
}

function luckRows(one) {
  const numbers = [one.attacks, one.got, one.mean.toFixed(2)].map((value) => h("td", { class: "number" }, String(value)));
  const best = one.rare && one.rare.luck.got ? h("tr", { class: "best" }, h("td", { colspan: 4 }, h("small", {}, `best: ${one.rare.title}, ${percent(one.rare.luck.chance)}`))) : null;
  return [h("tr", {}, h("th", { scope: "row" }, one.name), numbers), best].filter(Boolean);
}

function luckShown() {
  const rows = luckOf().filter((one) => one.attacks);
  if (!rows.length) return null;
  return h("table", { class: "luck" }, h("caption", {}, "Luck"), h("thead", {}, h("tr", {}, ["Side", "Attacks", "Damaging", "Expected"].map((title, at) => h("th", { scope: "col", class: at ? "number" : "" }, title)))),
    h("tbody", {}, rows.flatMap(luckRows)));
}

function logText() {
  const lines = [document.title, ""];
  book.entries.forEach((entry, at) => {
    lines.push(`${at + 1}. ${whenOf(entry)}: ${entry.title}${entry.undone ? " (taken back)" : ""}`);
    for (const roll of entry.rolls) lines.push(`   ${[roll.label, roll.takes].filter(Boolean).join(" ")}: ${(roll.names.length ? roll.names : roll.faces).join(" ")} (${roll.by === "app" ? "rolled here" : "own dice"})`);
    for (const line of entry.lines) lines.push(`   ${line}`);
  });
  for (const one of luckOf().filter((side) => side.attacks)) lines.push("", `${one.name}: ${one.got} damaging, ${one.mean.toFixed(2)} expected in ${plural(one.attacks, "attack")}`);
  return `${lines.join("\n")}\n`;
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// -- the numbers -----------------------------------------------------------------------------------------------------------

let numbersOf = null;

function showNumbers() {
  const kinds = FACTS.kinds.map((kind, value) => ({ value, title: kind.name, side: kind.side })).filter((one) => FACTS.kinds[one.value].ways.length);
  const at = numbersOf ?? kinds[0]?.value;
  if (at === undefined) return;
  const kind = FACTS.kinds[at];
  const groups = FACTS.forces.map((force) => ({ title: force.name, options: kinds.filter((one) => one.side === force.side) }));
  renew("numbers-body", h("div", { class: "fields" }, field("numbers-of", "Attacks by", chooser("numbers-of", groups, at, (value) => { numbersOf = Number(value); showNumbers(); }))),
    kind.ways.map((way) => wayTable(kind, way)));
}

// On paper everything is laid open: every profile, and the numbers of every kind.
function layOpen() {
  for (const one of document.querySelectorAll("#forces details")) one.open = true;
  renew("numbers-body", FACTS.kinds.filter((kind) => kind.ways.length).map((kind) => [h("h3", {}, kind.name), ...kind.ways.map((way) => wayTable(kind, way))]).flat());
}

// What a number takes in a few signs: 10² is a 10 and another 10.
function shortly({ takes, grade }) {
  return { lucky: "10²", automatic: "sure", impossible: "never" }[grade] ?? takes;
}

function wayTable(kind, way) {
  const rows = FACTS.kinds.map((target, at) => ({ target, at })).filter(({ target, at }) => way.at[at] >= 0 && (target.side !== kind.side || way.wild || way.explodes));
  if (!rows.length) return null;
  const shots = way.shots ? way.shots * (way.wild || way.spent ? 1 : kind.elements) : 0;
  return h("div", { class: "scroll ways", tabindex: "0", role: "region", "aria-label": way.title }, h("table", {}, h("caption", {}, `${way.title}${way.spent ? "" : shots ? `, ${plural(shots, "shot")}` : ", one template"}`),
    h("thead", {}, h("tr", {}, ["Target", ...FACTS.covers.map((name) => (name === "none" ? "in the open" : `${name} cover`))].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, rows.map(({ target, at }) => h("tr", {}, h("th", { scope: "row" }, target.name), FACTS.covers.map((_, cover) => {
      const { numbers, tables } = pairOf(way, at, cover, 0, target.armor);
      const odds = oddsOf(shots ? tables.shots[shots - 1] : tables.struck[way.templates[0]][0]);
      return h("td", {}, h("span", { class: "both" }, numbers.map(shortly).join(" ")), " ", h("strong", {}, percent(odds.more[1] ?? 0)));
    }))))));
}
