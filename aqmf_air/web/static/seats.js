// The page of seats: who sits down, comes or goes is seen at once; the clocks run, and what zero brings stands there.

import { LOW, absence, figures } from "./board/clock.js";
import { element, elements } from "./board/dom.js";
import { patch } from "./patch.js";

const TICK = 250; // milliseconds
let heard = performance.now(); // when the page was as its figures have it
let asking = false;
let again = false; // something was heard while the page was asked for

async function refresh() {
  again = asking;
  if (asking) return;
  asking = true;
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#page");
  asking = false;
  if (fresh) {
    heard = performance.now();
    patch(element("#page"), document.importNode(fresh, true));
  }
  if (again) refresh();
}

function tick() {
  const gone = (performance.now() - heard) / 1000;
  for (const clock of elements(".time.runs")) {
    const then = Number(clock.dataset.left);
    const now = then - gone;
    element("b", clock).textContent = figures(now);
    clock.classList.toggle("low", now < LOW);
    if (then > 0 && now <= 0) refresh(); // the page says what follows
  }
  for (const tag of elements("[data-away]")) tag.textContent = absence(Number(tag.dataset.away) + gone);
}

setInterval(tick, TICK);
const stream = new EventSource(`${element("[data-seats]").dataset.seats}/stream`);
for (const kind of ["seats", "asked", "clock", "moved"]) stream.addEventListener(kind, refresh);
addEventListener("pagehide", () => stream.close());
