// The attack: who, with what, at whom; what it takes; the dice.

let shownResult = null;

function choose(name, value) {
  const fresh = { who: ["way", "at", "n", "templates", "pieces", "band", "near"], way: ["at", "n", "templates", "pieces", "band"], at: ["n", "band"] }[name] ?? [];
  const blank = emptyDraft();
  for (const one of fresh) book.draft[one] = blank[one];
  book.draft[name] = value;
  book.draft.rolls = [];
  if (name !== "cover" && name !== "band") book.draft.typed = [];
  shownResult = null;
  keepBook();
  showAttack();
}

function bySide(units, say) {
  return FACTS.forces.map((force) => ({ title: force.name, options: units.filter((unit) => unit.side === force.side).map((unit) => ({ value: unit.id, title: say(unit) })) })).filter((group) => group.options.length);
}

function stateOf(unit) {
  const kind = FACTS.kinds[unit.kind];
  if (unit.gone) return unit.gone;
  return kind.damage === "tripod" ? `Armor ${unit.armor}` : plural(unit.left, "element");
}

function showAttack() {
  const game = stand();
  const draft = book.draft;
  const question = asked(game, draft);
  const active = [...game.units.values()].filter((unit) => choicesOf(unit).length);
  const fields = [
    field("who", "Who", chooser("who", bySide(active, (unit) => `${unit.name} (${stateOf(unit)})`), draft.who, (value) => choose("who", value), "choose…")),
  ];
  if (question.choices) {
    fields.push(field("way", "Does what", chooser("way", [{ options: question.choices }], question.choice?.value, (value) => choose("way", value))));
  }
  if (question.targets) {
    fields.push(field("at", question.way?.templates ? "Under it" : "At whom", chooser("at", bySide(question.targets, (unit) => `${unit.name} (${stateOf(unit)})`), draft.at, (value) => choose("at", value), "choose…")));
  }
  if (question.numbers && question.way) fields.push(...circumstances(question));
  if (question.choice?.value === "morale") {
    fields.push(field("near", "Command squad", chooser("near", [{ options: [{ value: "", title: "none near" }, { value: "near", title: "near: roll a failed test again" }] }], draft.near ? "near" : "", (value) => choose("near", Boolean(value)))));
  }
  if (question.roll?.most) fields.push(field("n", "How many are hidden", stepper("n", question.n, 1, question.most, (value) => choose("n", value), "hidden units")));
  const parts = [h("div", { class: "card" }, h("div", { class: "fields" }, fields), conditions([question.unit, question.target]), refused(question))];
  if (question.ready || question.odds) parts.push(h("div", { class: "columns" }, takes(question), question.ready ? dice(question) : null, chances(question)));
  renew("attack-body", shownResult ? happened(shownResult) : null, ...parts);
  showSlots();
}

// What holds for the two of them, for the players to bear in mind.
function conditions(units) {
  const said = units.filter(Boolean).map((unit) => [unit.name, Object.keys(unit.marks).map(markName).join(", ")]).filter(([, marks]) => marks);
  return said.length ? h("p", { class: "small" }, said.map(([name, marks]) => `${name}: ${marks}`).join("; ")) : null;
}

function circumstances(question) {
  const { way, bands, most, n, pieces, templates } = question;
  const draft = book.draft;
  const fields = [field("cover", "Cover", chooser("cover", [{ options: FACTS.covers.map((name, value) => ({ value, title: name })) }], draft.cover, (value) => choose("cover", Number(value))))];
  if (bands.length > 1) {
    const options = bands.map(([to], value) => ({ value, title: value ? `over ${bands[value - 1][0]} to ${to}"` : `up to ${to}"` }));
    fields.push(field("band", "Range", chooser("band", [{ options }], question.band, (value) => choose("band", Number(value)))));
  }
  if (way.shots) fields.push(field("n", "Shots", stepper("n", n ?? 0, 1, most ?? 0, (value) => choose("n", value), "shots"), way.range ? `reaches ${way.range}"` : ""));
  else {
    if (way.sizes.length > 1 || way.uses) {
      fields.push(field("pieces", way.uses ? "Bombs together" : "Guns together", stepper("pieces", pieces, 1, way.sizes.length, (value) => choose("pieces", value), way.uses ? "bombs in one template" : "guns in one template"), `${way.sizes[pieces - 1]}" template`));
    }
    if (way.templates.length > 1) fields.push(field("templates", way.sizes.length ? "Templates over it" : "Rays over it", stepper("templates", templates, way.templates[0], way.templates.at(-1), (value) => choose("templates", value), "templates over each element")));
    if (most > 1) fields.push(field("n", "Elements under it", stepper("n", n, 1, most, (value) => choose("n", value), "elements under the template")));
  }
  return fields;
}

function refused({ refusal, why }) {
  if (why) return h("p", { class: "notice" }, `${capital(why)}.`);
  if (!refusal) return null;
  const [reason, rule] = refusal;
  return h("div", { class: "notice" }, h("p", {}, `No: ${reason}. `, h("small", {}, rule)), rulesNamed("refusal", [rule]));
}

function takes(question) {
  return h("section", { class: "card takes", "aria-label": "What it takes" }, h("h2", {}, "What it takes"), needsShown(question.numbers), question.odds ? headline(question.odds) : null);
}

function chances(question) {
  const parts = [];
  if (question.odds) parts.push(oddsShown(question.odds, question.roll ? "found" : question.way.shots || question.tripod ? "damaging hits" : "elements damaged"));
  if (question.fates) parts.push(chancesShown(question.fates, `What becomes of ${question.target.name}`));
  if (question.chances) parts.push(chancesShown(question.chances, "What comes of it"));
  return h("section", { class: "card chances", "aria-label": "Exact odds" }, h("h2", {}, "Exact odds"), parts);
}

// -- dice -------------------------------------------------------------------------------------------------------------------

function dice(question) {
  const { log, need, done } = play(question, book.draft.rolls);
  const parts = [h("h2", { id: "dice-title" }, "Dice")];
  if (log.length) parts.push(h("ol", { class: "log" }, log.map(rollShown)));
  if (need) parts.push(entry(need));
  else parts.push(h("p", {}, done.lines.join(" ")), h("p", {}, h("button", { type: "button", class: "main", id: "enter", onclick: () => settle([]) }, "Write it down")));
  if (log.length) parts.push(h("p", { class: "row" }, h("button", { type: "button", id: "again", onclick: startAgain }, "Begin the roll again")));
  return h("section", { class: "card dice", "aria-labelledby": "dice-title" }, parts);
}

function entry(need) {
  const [label, needs, sides, , about] = FACTS.asks[need.ask];
  const { names } = need;
  const keys = sides <= 10 ? [..."1234567890"].filter((key) => (key === "0" ? sides === 10 : Number(key) <= sides)) : [];
  return h("div", { class: "entry", id: "entry", "data-sides": String(sides), "data-count": String(need.count) },
    h("p", { class: "asked" }, h("strong", {}, [capital(label), needs].filter(Boolean).join(" ")), `: ${names.length ? `1 of ${sides}` : `${need.count} D${sides}`}`, about ? h("small", {}, ` ${about}`) : "", h("small", {}, sides === 10 ? " 0 means 10" : "")),
    names.length ? h("p", {}, names.map((name, at) => `${at + 1} = ${name}`).join(", ")) : null,
    label === "tripod damage" ? h("p", { class: "small" }, FACTS.damage.map(([low, high, said]) => `${low === high ? low : `${low}–${high}`} ${said}`).join("; ")) : null,
    h("div", { class: "slots", id: "slots", role: "group", "aria-label": "The dice so far; choose one to correct it" }),
    h("div", { class: "keys", role: "group", "aria-label": "Keypad" }, keys.map((key) => h("button", { type: "button", id: `key-${key}`, onclick: () => press(key, need.count, sides) }, key)), h("button", { type: "button", id: "key-back", class: "back", "aria-label": "Take the last die back", onclick: () => press("back", need.count, sides) }, "⌫")),
    h("p", { class: "slip", role: "alert", id: "slip" }),
    h("p", { class: "row" }, h("button", { type: "button", class: "main", id: "enter", onclick: () => slipOf(need.count, sides) === "" && book.draft.typed.length === need.count && settle([{ faces: book.draft.typed, by: "player" }]) }, "Enter these dice")),
    h("p", { class: "row" }, h("button", { type: "button", id: "roll", onclick: () => settle([{ faces: rolledHere(need.count, sides), by: "app" }]) }, "Roll these here"), h("button", { type: "button", id: "roll-all", onclick: rollToTheEnd }, "Roll to the end")),
    field("faces", "Or type or paste them", h("input", { id: "faces", inputmode: "numeric", autocomplete: "off", placeholder: "3 7 0", value: book.draft.typed.map((face) => face ?? "?").join(" "), oninput: (event) => paste(event.target.value, need.count, sides) })));
}

let chosenSlot = -1;

// What is wrong with the dice that were typed, if anything.
function slipOf(count, sides) {
  const { typed } = book.draft;
  const slip = typed.findIndex((face) => face === null || face > sides);
  if (slip >= 0) return `Die ${slip + 1} is no face of the die: correct it.`;
  return typed.length > count ? `${typed.length} dice are there, and ${count} ${count === 1 ? "is" : "are"} wanted.` : "";
}

function showSlots() {
  const place = document.getElementById("entry");
  if (!place) return;
  const [sides, count] = [Number(place.dataset.sides), Number(place.dataset.count)];
  const { typed } = book.draft;
  const next = chosenSlot >= 0 && chosenSlot < typed.length ? chosenSlot : typed.length;
  renew("slots", Array.from({ length: Math.max(count, typed.length) }, (_, at) => h("button", {
    type: "button", id: `slot-${at}`, class: at < count && typed[at] !== null && !(typed[at] > sides) ? "slot" : "slot over", "aria-current": at === next ? "true" : undefined,
    "aria-label": `Die ${at + 1} of ${count}: ${at < typed.length ? (typed[at] ?? "no face") : "not yet"}`, onclick: () => { chosenSlot = at < typed.length ? at : -1; showSlots(); },
  }, at < typed.length ? String(typed[at] ?? "?") : "·")));
  const slip = slipOf(count, sides);
  document.getElementById("slip").textContent = slip;
  const enter = document.getElementById("enter");
  if (!slip && typed.length === count) enter.removeAttribute("aria-disabled");
  else enter.setAttribute("aria-disabled", "true");
}

function press(key, count, sides) {
  const typed = [...book.draft.typed];
  if (key === "back") typed.splice(chosenSlot >= 0 ? chosenSlot : typed.length - 1, 1);
  else {
    const face = key === "0" ? 10 : Number(key);
    if (face > sides || (key === "0" && sides !== 10)) return;
    if (chosenSlot >= 0) typed[chosenSlot] = face;
    else if (typed.length < count) typed.push(face);
  }
  chosenSlot = -1;
  book.draft.typed = typed;
  keepBook();
  document.getElementById("faces").value = typed.map((face) => face ?? "?").join(" ");
  showSlots();
  if (typed.length === count && key !== "back") document.getElementById("enter").focus({ preventScroll: true });
}

function paste(text, count, sides) {
  book.draft.typed = facesOf(text, count, sides);
  chosenSlot = -1;
  keepBook();
  showSlots();
}

function startAgain() {
  book.draft.rolls = [];
  book.draft.typed = [];
  keepBook();
  showAttack();
}

function rollToTheEnd() {
  const question = asked(stand(), book.draft);
  for (let at = 0; at < 500; at += 1) {
    const { need } = play(question, book.draft.rolls);
    if (!need) break;
    book.draft.rolls.push({ faces: rolledHere(need.count, FACTS.asks[need.ask][2]), by: "app" });
  }
  settle([]);
}

// The dice count: ask for the next ones, or write down what happened.
function settle(rolls) {
  const question = asked(stand(), book.draft);
  book.draft.rolls.push(...rolls);
  book.draft.typed = [];
  chosenSlot = -1;
  const { log, done } = play(question, book.draft.rolls);
  if (!done) {
    keepBook();
    showAttack();
    document.getElementById("entry")?.scrollIntoView({ block: "nearest" });
    return;
  }
  const { unit, choice, target } = question;
  const title = `${unit.name}: ${choice.title}${target ? `, at ${target.name}` : ""}`;
  const luck = done.luck ? { ...done.luck, chance: question.odds.more[done.luck.got] } : null;
  book.draft.rolls = [];
  book.draft.n = 0;
  if (choice.test || question.unit.gone) book.draft.way = "";
  shownResult = { title, lines: done.lines };
  note({ title, lines: done.lines, rolls: log, sets: done.sets, luck });
  if (!hittableStill()) book.draft.at = "";
  keepBook();
  showAll();
  document.getElementById("happened").focus({ preventScroll: false });
}

function hittableStill() {
  const game = stand();
  return !game.units.get(book.draft.at)?.gone;
}

function happened({ title, lines }) {
  return h("section", { class: "card result", id: "happened", tabindex: "-1", role: "status" }, h("h2", {}, "What happened"), h("p", {}, title), lines.map((line) => h("p", { class: "lead" }, line)),
    h("p", { class: "row" }, h("button", { type: "button", id: "undo-here", onclick: () => back() }, "Take it back")));
}
