// What each order is worth, when the player asks: the game is played on from each, and the table says how that ends.

/** @import { Advice, Worth } from "../payloads" */
/** @import { Room } from "./main.js" */

import { button, h, sentence } from "./dom.js";
import { AimedOffer } from "./proposal.js";

const AGAIN_MS = 300;

export class AdviceScreen {
  /** @param {Room} room @param {number} times */
  constructor(room, times = 0) {
    this.room = room;
    this.times = times;
    this.told = h("p", { role: "status" }, "The game is played on from each order…");
  }

  open() {
    const { room } = this;
    room.show(h("div", { class: "advice" }, this.told), "What is each worth?");
    this.#ask(room.sheet.entries);
  }

  /** @type {(entries: number) => Promise<void>} */
  async #ask(entries) {
    const { room, times } = this;
    while (room.screen === this) {
      const answer = await room.asked(room.server.post("advice", { as: room.as, entries, times }));
      if (room.screen !== this) return;
      if (!answer || answer.fault) {
        this.told.textContent = sentence(answer?.fault ?? "the table could not be asked: go back and try again");
        return;
      }
      if (answer.status !== 202) return void this.#show(answer);
      this.told.textContent = `The game is played on from each order: ${answer.done} ends so far.`;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }

  /** @type {(advice: Advice) => void} */
  #show({ unit, orders, more }) {
    const { room } = this;
    const [best, worse] = [false, true].map((is) => orders.filter((order) => order.worse === is));
    const most = Math.max(...orders.map((order) => order.ends));
    /** @type {(some: Worth[]) => HTMLElement} */
    const listed = (some) =>
      h(
        "ul",
        { class: "worths" },
        some.map((order) =>
          h(
            "li",
            {},
            button(
              [
                h("span", { class: "name" }, sentence(order.title)),
                h(
                  "span",
                  { class: "worth" },
                  order.ends > 1 ? `${signed(order.mean)} ± ${order.error.toFixed(1)}` : signed(order.mean),
                ),
                h(
                  "small",
                  { class: "chances" },
                  [
                    order.worse ? `${order.behind.toFixed(1)} ± ${order.behind_error.toFixed(1)} behind` : "",
                    order.ends < most ? `left after ${order.ends} ends` : "",
                  ]
                    .filter(Boolean)
                    .join("; "),
                ),
              ],
              () => room.go(new AimedOffer(room, order)),
            ),
          ),
        ),
      );
    room.show(
      h(
        "div",
        { class: "advice" },
        h("p", {}, `In ${unit}. Played on ${most} times by the automatic player; ± is the standard error.`),
        h("h3", {}, best.length > 1 ? "Which of these is the best cannot be told" : "The best"),
        listed(best),
        worse.length ? [h("h3", {}, "Worse"), listed(worse)] : null,
        more ? button("Ask for four times as many", () => room.go(new AdviceScreen(room, this.times + 1))) : null,
      ),
      "What is each worth?",
    );
  }
}

/** @type {(number: number) => string} */
function signed(number) {
  return `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;
}
