// Why an automatic side gave an order: what it expected of it, what it feared, and what else it thought of. It is worked out
// when somebody asks, and said in points.

/** @import { Answer, Entry, Why } from "../payloads" */
/** @import { Room } from "./main.js" */

import { h, nodes, sentence } from "./dom.js";

const AGAIN_MS = 300;
const MOST_REASONS = 4;
const MOST_OTHERS = 3;

/**
 * What opens the reasons of an order of the log; nothing where no automatic player that gives reasons gave it.
 * @type {(room: Room, entry: Entry) => HTMLElement | null}
 */
export function why(room, entry) {
  if (!entry.reasoned || entry.undone) return null;
  const place = h("div", { role: "status" });
  let requested = false;
  /** @type {(event: Event) => Promise<void>} */
  const opened = async (event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (!details.open) return;
    room.theatre.stop();
    if (requested) return;
    requested = true;
    place.textContent = "It is worked out again…";
    const answer = await reasons(room, entry.entry, place);
    if (answer) place.replaceChildren(...shown(answer));
    else requested = false;
    details.scrollIntoView({ block: "nearest" });
  };
  return h("details", { class: "why", ontoggle: opened }, h("summary", {}, "Why?"), place);
}

/** @type {(room: Room, entry: number, place: HTMLElement) => Promise<Answer & Why | undefined>} */
async function reasons(room, entry, place) {
  for (;;) {
    const answer = await room.asked(room.server.post("why", { as: room.as, entry }), place);
    if (answer?.status !== 202) return answer;
    await new Promise((again) => setTimeout(again, AGAIN_MS));
  }
}

/** @type {(answer: Answer & Why) => (Node | string)[]} */
function shown({ reasons: thoughts, player, said, fault }) {
  if (!thoughts) return [h("p", {}, `${sentence(fault ?? said)}.`)];
  const { given, others, unit } = thoughts;
  return nodes([
    h(
      "p",
      {},
      h("strong", {}, player),
      `: ${given.title}; ${thoughts.said || `worth ${points(given.points)} ${unit} to it`}`,
    ),
    list(
      given.reasons
        .slice(0, MOST_REASONS)
        .map((reason) => [reason.points, [reason.words, reason.about].filter(Boolean).join(": ")]),
    ),
    others.length ? h("p", { class: "when" }, "What else it thought of") : null,
    list(others.slice(0, MOST_OTHERS).map((other) => [other.points, other.title])),
  ]);
}

/** @type {(rows: [number, string][]) => HTMLElement | null} */
function list(rows) {
  return rows.length
    ? h(
        "ul",
        { class: "reasons" },
        rows.map(([worth, words]) =>
          h("li", {}, h("b", { class: worth < 0 ? "feared" : null }, points(worth)), " ", sentence(words)),
        ),
      )
    : null;
}

/** @type {(number: number) => string} */
function points(number) {
  return `${number <= -0.05 ? "\u2212" : "+"}${Math.abs(number).toFixed(1)}`;
}
