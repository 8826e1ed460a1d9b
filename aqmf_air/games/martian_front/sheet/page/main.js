// The sheet begins: what was kept is read, everything is shown, and keys and tabs are listened to.

/** @import { Entry, Unit } from "./payloads" */

import { button, element, elements, h, sentence } from "/static/board/dom.js";
import { choose, forgetResult, showAttack, stepped } from "./attack.js";
import { layOpen, logText, showForces, showLog, showNumbers } from "./forces.js";
import {
  book,
  clearBook,
  FACTS,
  kept,
  KEY,
  lastDone,
  note,
  owesTest,
  phaseEnds,
  phaseName,
  plural,
  readBook,
  stand,
  whenChanged,
} from "./state.js";
import { chooser, field, renew, say } from "./view.js";

/** @type {(id: string, act: () => unknown) => void} */
const on = (id, act) => element(`#${id}`).addEventListener("click", act);

function showTable() {
  const game = stand();
  const owed = [...game.units.values()].filter(owesTest);
  const next = book.entries[lastDone() + 1];
  const sides = ["human", "martian"].map((value) => ({ value, title: `${sentence(value)} side` }));
  renew(
    "table-body",
    h(
      "p",
      { class: "turn" },
      h("strong", {}, game.turn ? `Turn ${game.turn}` : "Before turn 1"),
      ` · ${phaseName(game.phase, game.first)}`,
    ),
    owed.length &&
      h(
        "div",
        { class: "notice" },
        h("p", {}, `Morale at the end of this phase: ${owed.map((unit) => unit.name).join(", ")}.`),
        h(
          "p",
          { class: "row" },
          owed.map((unit) => button(`Test ${unit.name}`, () => testNow(unit), { id: `test-${unit.id}` })),
        ),
      ),
    h(
      "div",
      { class: "row" },
      button(
        owed.length ? `Next phase, without ${plural(owed.length, "test")}` : "Next phase",
        () => written(phaseEnds(stand())),
        { id: "next-phase" },
      ),
      button("Take back", () => lastDone() >= 0 && stepped(true), { id: "undo", "aria-disabled": lastDone() < 0 && "true" }),
      button("Redo", () => next && stepped(false), { id: "redo", "aria-disabled": !next && "true" }),
      field(
        "first",
        "Goes first",
        chooser("first", sides, game.first, (side) =>
          written({ title: `The ${side} side goes first`, sets: [["", "first", side]] }),
        ),
      ),
    ),
    !kept &&
      h(
        "p",
        { class: "notice", role: "alert" },
        "This browser keeps nothing for this file: save the log before you close it.",
      ),
  );
}

/** @type {(unit: Unit) => void} */
function testNow(unit) {
  choose("who", unit.id);
  choose("way", "morale");
  location.hash = "#attack";
  element("#attack").scrollIntoView();
}

/** @type {(entry: Partial<Entry> & { title: string }) => void} */
function written(entry) {
  note(entry);
  showAll();
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
  /** @type {HTMLAnchorElement[]} */
  const links = elements("nav a");
  for (const link of links) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function saveLog() {
  const name = `${FACTS.forces[0].name} log`
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
  const address = URL.createObjectURL(new Blob([logText()], { type: "text/plain" }));
  h("a", { href: address, download: `${name}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

on("save-text", saveLog);
/** @type {HTMLDialogElement} */
const sure = element("#sure");
on("clear", () => sure.showModal());
on("clear-no", () => sure.close());
on("clear-yes", () => {
  clearBook();
  forgetResult();
  sure.close();
  showAll();
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
whenChanged(showAll);
readBook();
showTab();
showAll();
showNumbers();
