// Orders that were carried out, shown on the board: over the picture of before, until the last event was played or somebody
// touches the table. The picture of now is there all the while, unseen.

import { button } from "./dom.js";
import { lossesIn } from "./scene.js";

const REST = 300; // milliseconds after an event
const EVENT = 900; // about how long one is played
const MOST = { own: 3500, others: 6000 }; // milliseconds that all of it may take
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Theatre {
  /** `ended` is called when the last event was played. */
  constructor(map, stage, ended = () => {}) {
    this.map = map;
    this.ended = ended;
    this.stage = stage;
    this.queue = [];
    this.running = false;
    this.exit = button("Skip", () => this.skip(), { id: "skip-events", hidden: true });
    stage.parentElement.querySelector(".zooms").append(this.exit);
    stage.addEventListener("pointerdown", () => this.skip(), { capture: true });
    addEventListener("keydown", (event) => event.key === "Escape" && this.skip());
  }

  /**
   * Play the events of orders over `was`, the map as it was before them (TableMap.now); while others are played, after
   * them. The map shows the picture of after them already.
   */
  async play(was, orders, own) {
    const beats = orders.flatMap((one) => one.beats);
    this.last = orders.at(-1).beats;
    if (still.matches || !was || document.hidden) {
      this.#rest();
      return;
    }
    this.queue.push(...beats);
    this.most = own ? MOST.own : MOST.others;
    if (this.running) return;
    this.running = true;
    this.exit.hidden = false;
    this.#lift(was);
    while (this.queue.length) {
      const hurry = Math.max(1, this.queue.length * (EVENT + REST) / this.most);
      if (!(await this.map.scene.play(this.queue.shift(), hurry))) break;
      await new Promise((on) => setTimeout(on, REST / hurry));
      if (!this.running) break;
    }
    this.skip();
  }

  /** Show how things are now. */
  skip() {
    if (!this.running) return;
    this.running = false;
    this.queue = [];
    this.exit.hidden = true;
    this.curtain.remove();
    this.map.position.classList.remove("unseen-picture");
    this.map.scene.halt();
    this.#rest();
    this.ended();
  }

  /** The picture of now with the marks of the last order. */
  #rest() {
    const { scene, now } = this.map;
    scene.begin(now.actors, now.labels, now.lost, now.borders);
    scene.rest(this.last.map(({ marks }) => ({ marks: marks.filter((one) => one.kind !== "way" && one.kind !== "loss" && !one.passes) })));
    scene.trails(this.last);
  }

  /** Show the picture of before in place of the present one; nothing in it can be taken for what is there now. */
  #lift({ picture, actors, labels, lost, borders }) {
    this.map.position.classList.add("unseen-picture");
    for (const one of picture.querySelectorAll("[data-piece], [data-key], [data-note]")) {
      for (const name of ["piece", "part", "key", "note", "x", "y"]) delete one.dataset[name];
    }
    this.curtain = document.createElement("div");
    this.curtain.id = "before";
    this.curtain.append(picture);
    this.map.position.after(this.curtain);
    this.map.scene.begin(actors, labels, lost, borders);
  }
}

/** What was lost in the orders of a log that count. */
export function lostIn(log, undone) {
  const out = new Set(undone);
  return log.filter((one) => !out.has(one.entry)).flatMap((one) => lossesIn(one.beats ?? [])).filter((one) => !one.passes);
}
