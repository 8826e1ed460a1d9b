// The sheet begins: what was kept is read, everything is shown, and keys and tabs are listened to.

function showTable() {
  const game = stand();
  const owed = [...game.units.values()].filter(owesTest);
  const next = lastDone() + 1;
  renew("table-body",
    h("p", { class: "turn" }, h("strong", {}, game.turn ? `Turn ${game.turn}` : "Before turn 1"), ` · ${phaseName(game.phase)}`),
    owed.length ? h("div", { class: "notice" }, h("p", {}, `Morale at the end of this phase: ${owed.map((unit) => unit.name).join(", ")}.`), h("p", { class: "row" }, owed.map((unit) => h("button", { type: "button", id: `test-${unit.id}`, onclick: () => testNow(unit) }, `Test ${unit.name}`)))) : null,
    h("p", { class: "row" },
      h("button", { type: "button", id: "next-phase", onclick: nextPhase }, owed.length ? `Next phase, without ${plural(owed.length, "test")}` : "Next phase"),
      h("button", { type: "button", id: "undo", "aria-disabled": lastDone() < 0 ? "true" : undefined, onclick: () => lastDone() >= 0 && back() }, "Take back"),
      h("button", { type: "button", id: "redo", "aria-disabled": book.entries[next] ? undefined : "true", onclick: () => book.entries[next] && again() }, "Redo")),
    kept ? null : h("p", { class: "notice", role: "alert" }, "This browser keeps nothing for this file: save the log before you close it."));
}

function testNow(unit) {
  choose("who", unit.id);
  choose("way", "morale");
  location.hash = "#attack";
  document.getElementById("attack").scrollIntoView();
}

function nextPhase() {
  const { phase, turn, begins, sets } = phaseEnds(stand());
  note({ title: begins ? `Turn ${turn}: ${phaseName(phase).toLowerCase()}` : phaseName(phase), sets });
  showAll();
}

function back() {
  const entry = takeBack();
  shownResult = null;
  showAll();
  say(`Taken back: ${entry.title}`);
}

function again() {
  const entry = bringBack();
  showAll();
  say(`Done again: ${entry.title}`);
}

function say(text) {
  document.getElementById("said").textContent = text;
}

function showAll() {
  showTable();
  showAttack();
  showForces();
  showLog();
}

function showTab() {
  const tab = ["attack", "forces", "log", "numbers"].find((name) => location.hash === `#${name}`) ?? "attack";
  document.body.dataset.tab = tab;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function slug() {
  return `${FACTS.forces[0].name} log`.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase();
}

document.getElementById("save-text").addEventListener("click", () => download(`${slug()}.txt`, "text/plain", logText()));
document.getElementById("save-json").addEventListener("click", () => {
  const document_ = { sheet: document.documentElement.dataset.sheet, title: document.title, entries: book.entries, luck: luckOf().map(({ name, attacks, got, mean }) => ({ name, attacks, got, mean })) };
  download(`${slug()}.json`, "application/json", `${JSON.stringify(document_, null, 1)}\n`);
});
document.getElementById("clear").addEventListener("click", () => document.getElementById("sure").showModal());
document.getElementById("clear-yes").addEventListener("click", () => {
  book = { entries: [], draft: emptyDraft() };
  shownResult = null;
  keepBook();
  document.getElementById("sure").close();
  showAll();
});
document.getElementById("clear-no").addEventListener("click", () => document.getElementById("sure").close());
document.addEventListener("keydown", (event) => {
  const entryNow = event.target.closest?.("#entry");
  if (!entryNow || event.target.id === "faces" || event.ctrlKey || event.metaKey || event.altKey) return;
  const { sides, count } = entryNow.dataset;
  if (/^[0-9]$/.test(event.key)) press(event.key, Number(count), Number(sides));
  else if (event.key === "Backspace") press("back", Number(count), Number(sides));
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.target.id === "faces" && event.key === "Enter") document.getElementById("enter").click();
});
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  readBook();
  showAll();
  say("The sheet was changed in another window; this is how it stands now.");
});
window.addEventListener("hashchange", showTab);
window.addEventListener("beforeprint", layOpen);
window.addEventListener("afterprint", () => {
  showForces();
  showNumbers();
});

document.documentElement.dataset.ready = "yes";
readBook();
showTab();
showAll();
showNumbers();
