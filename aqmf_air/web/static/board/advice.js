// What each order is worth, when the player asks: the game is played on from each, and the table says how that ends.

import { button, h, sentence } from "./dom.js";
import { AimedOffer } from "./proposal.js";

const AGAIN_MS = 300;

export class AdviceScreen {
  constructor(room, times = 0) {
    Object.assign(this, { room, times });
  }

  open() {
    const { room } = this;
    this.told = h("p", { role: "status" }, "The game is played on from each order…");
    room.show(h("div", { class: "advice" }, this.told), "What is each worth?");
    this.#ask(room.sheet.entries);
  }

  async #ask(entries) {
    const { room, times } = this;
    while (room.screen === this) {
      const found = await room.asked(room.server.post("advice", { as: room.as, entries, times }));
      if (room.screen !== this) return;
      if (!found || found.fault) {
        this.told.textContent = sentence(found?.fault ?? "the table could not be asked: go back and try again");
        return;
      }
      if (found.status !== 202) return void this.#show(found);
      this.told.textContent = `The game is played on from each order: ${found.done} ends so far.`;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }

  #show({ unit, orders, more }) {
    const { room } = this;
    const worst = Math.max(...orders.map((one) => one.behind), 0.01);
    const most = Math.max(...orders.map((one) => one.ends));
    room.show(h("div", { class: "advice" },
      h("p", {}, `In ${unit}. Played on ${most} times by the automatic player; ± is the standard error.`),
      h("ol", { class: "worths" }, orders.map((one, n) => h("li", {}, button([
        h("span", { class: "name" }, sentence(one.title)),
        h("span", { class: "worth" }, `${signed(one.mean)} ± ${one.error.toFixed(1)}`),
        h("small", { class: "chances" }, n ? behind(one) : "the best so far", one.ends < most ? `; left after ${one.ends} ends` : ""),
        h("meter", { min: 0, max: worst, value: worst - one.behind, "aria-hidden": "true" }),
      ], () => room.go(new AimedOffer(room, one)))))),
      more ? button("Ask for four times as many", () => room.go(new AdviceScreen(room, this.times + 1))) : null), "What is each worth?");
  }
}

function behind({ behind: by, behind_error: error }) {
  if (by < 0.05 && error < 0.05) return "as good as the best";
  return `${by.toFixed(1)} ± ${error.toFixed(1)} behind the best${by < 2 * error ? ", not certain" : ""}`;
}

function signed(number) {
  return `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;
}
