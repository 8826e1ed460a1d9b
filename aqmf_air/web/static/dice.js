// Dice that the app has rolled tumble for a moment before they lie still; a tap or a key stops them at once. The faces stand in
// the page from the start: what tumbles is drawn over them, and nothing moves for those who want less motion.

import { element, elements } from "./board/dom.js";

const TUMBLE_MS = 650;
const TURN_MS = 70;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {HTMLElement[]} */
let tumbling = []; // dice that are not at rest yet
let turning = 0;
let ends = 0;

/**
 * Let these dice tumble.
 * @type {(dice: HTMLElement[]) => void}
 */
export function tumble(dice) {
  if (still.matches || document.hidden || !dice.length) return;
  for (const die of dice) die.classList.add("tumbling");
  tumbling.push(...dice);
  ends = performance.now() + TUMBLE_MS;
  if (!turning) turn();
}

function turn() {
  if (performance.now() >= ends) return rest();
  for (const die of tumbling) {
    die.dataset.face = String(1 + Math.floor(Math.random() * (Number(die.dataset.sides) || 10)));
  }
  turning = setTimeout(turn, TURN_MS);
}

/** Stop all dice. */
export function rest() {
  clearTimeout(turning);
  turning = 0;
  for (const die of tumbling) {
    die.classList.remove("tumbling");
    delete die.dataset.face;
  }
  tumbling = [];
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, rest);

// A page whose address holds its dice: those that are there for the first time and were rolled by the app tumble.
function news() {
  const log = element("[data-rolled]");
  const place = `rolled:${location.pathname}`;
  const before = Number(sessionStorage.getItem(place) ?? Infinity);
  const now = Number(log?.dataset.rolled ?? 0);
  sessionStorage.setItem(place, String(now));
  if (now <= before) return;
  tumble(
    elements(":scope > *", log)
      .slice(0, now - before)
      .filter((item) => item.dataset.by === "app")
      .flatMap((item) => elements(".die", item)),
  );
}

document.addEventListener("htmx:afterSwap", news);
news();
