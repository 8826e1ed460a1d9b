// An order that is a path over cells: drawn by a tap on the next cell, or on one farther off, or by the keys of the panel,
// with what is left to spend; the last tap can be taken back. The board says what may come next (web/board/paths.py).

import { button, h, objections, s } from "./dom.js";
import { Proposal } from "./proposal.js";

const CELL = matchMedia("(pointer: coarse)").matches ? 48 : 34; // pixels of a cell at least, for a finger or a mouse
const AROUND = 3; // cells that are shown about it
const ROW = 6; // keys in the first two rows, the one that takes back among them

/** A figure of what is spent: 7.5, and 7 where it is whole. */
const figure = (amount) => String(Math.round(amount * 100) / 100);

export default class PathScreen {
  constructor(room, piece, doing) {
    Object.assign(this, { room, piece, doing, taps: [""], chosen: {}, path: null, number: 0 });
  }

  open() {
    const { room, piece } = this;
    room.map.mark("chosen", (name) => name === piece.id);
    this.left = h("p", { class: "left", role: "status" });
    this.facts = h("p", { class: "facts" });
    this.choices = h("div", { class: "choosing" });
    this.keys = h("div", { class: "stepping", role: "group", "aria-label": "Steps" });
    this.notes = h("div", { class: "at-its-end" });
    this.proposal = new Proposal(room, "…");
    room.show(
      h(
        "div",
        { class: "pathing" },
        this.choices,
        h("div", { class: "spending" }, this.left, this.facts),
        this.keys,
        this.notes,
        this.proposal.node,
      ),
      `${this.doing.title}: ${room.name(piece.id)}`,
      this.proposal.foot,
    );
    this.#ask();
  }

  close() {
    this.number += 1;
    this.proposal.stop();
  }

  async #ask() {
    const { room, piece, doing } = this;
    this.number += 1;
    const { number } = this;
    const path = await room.question("path", {
      piece: piece.id,
      type: doing.type,
      path: this.taps.at(-1),
      chosen: this.chosen,
    });
    if (number !== this.number || !path) return;
    if (path.fault) {
      room.say(path.fault);
      return;
    }
    const first = !this.path;
    this.path = path;
    while (this.taps.at(-1).length > path.path.length) this.taps.pop();
    if (this.taps.at(-1) !== path.path) this.taps.push(path.path);
    this.#show();
    this.#draw();
    this.#look(first);
  }

  #add(steps) {
    this.taps.push(this.taps.at(-1) + steps);
    this.#ask();
  }

  #back() {
    if (this.taps.length > 1) this.taps.pop();
    this.#ask();
  }

  #show() {
    const { path } = this;
    const from = document.activeElement?.dataset.step;
    this.left.replaceChildren(
      h("strong", {}, figure(path.left)),
      ` of ${figure(path.budget)} ${path.unit} left`,
      path.why && path.left === 0 ? `: ${path.why}` : "",
    );
    this.facts.replaceChildren(
      ...path.facts.map(([name, value]) => h("span", {}, name ? `${name} ` : "", h("b", {}, value))),
    );
    this.choices.replaceChildren(...path.choosing.map((one) => this.#choice(one)));
    const undo = button([h("b", {}, "↶"), h("small", {}, "undo")], () => this.#back(), {
      "aria-label": "Take the last tap back",
      disabled: this.taps.length < 2,
      "data-step": "undo",
    });
    const keys = path.steps.filter((step) => path.left || !step.why.length).map((step) => this.#key(step)); // once all is spent, only what is free
    this.keys.replaceChildren(...keys.slice(0, ROW - 1), undo, ...keys.slice(ROW - 1));
    this.keys.querySelector(`[data-step="${from}"]`)?.focus({ preventScroll: true });
    const not = path.steps.filter((one) => one.why.length && path.left > 0);
    this.notes.replaceChildren(
      path.notes.length
        ? h(
            "ul",
            { class: "notes" },
            path.notes.map((one) => h("li", {}, one)),
          )
        : "",
      not.length
        ? h(
            "details",
            { class: "card" },
            h("summary", {}, "What may not come next, and why"),
            not.map((one) => h("div", { class: "not" }, h("h4", {}, one.title), objections(one.why))),
          )
        : "",
    );
    this.proposal.give.textContent = path.word;
    if (path.command) this.proposal.set(path.command, 0);
    else this.proposal.none();
  }

  #key(step) {
    const price = step.cost ? `${figure(step.cost)} ${this.path.unit}` : "";
    return button(
      [h("b", {}, step.sign), h("small", {}, step.why.length ? "–" : price || step.title)],
      () => this.#add(step.adds),
      {
        "aria-label": [step.title, step.why.length ? "" : price].filter(Boolean).join(", "),
        title: step.title,
        disabled: step.why.length > 0,
        "data-step": step.adds,
      },
    );
  }

  #choice({ name, title, values, chosen }) {
    const choose = (value) => () => {
      this.chosen = { ...this.chosen, [name]: value };
      this.#ask();
    };
    return h(
      "fieldset",
      { class: "chips" },
      h("legend", {}, title),
      h("span", { class: "what", "aria-hidden": "true" }, title),
      values.map(([value, words]) =>
        button(words, choose(value), {
          "aria-pressed": String(value === chosen),
          "aria-label": `${title} ${words}`,
          "data-step": `${name} ${value}`,
        }),
      ),
    );
  }

  #draw() {
    const {
      room: { map },
      path,
    } = this;
    map.fill("answer", []);
    map.fill("ghost", path.svg);
    const cell = ({ at: [x, y], cost, next }) => {
      const made = path.outline.length
        ? [
            map.line(
              path.outline.map(([dx, dy]) => [x + dx, y + dy]),
              next ? "cell next" : "cell",
              true,
            ),
          ]
        : [];
      const [cx, cy] = map.units(x, y);
      const said = s("text", { x: cx, y: cy, dy: ".35em", class: "cost" });
      said.textContent = cost ? figure(cost) : "";
      return [...made, said];
    };
    map.fill("draft", [...path.cells.flatMap(cell), map.line(path.points, "way")]);
  }

  /** From the middle of a cell to its side; where a board gives no outline, what a finger covers. */
  #size() {
    const {
      path: { outline },
      room: { camera },
    } = this;
    return outline.length ? Math.max(...outline.map(([dx]) => dx)) : camera.length(CELL / 2);
  }

  /** Have the end of the path in view, with cells that are large enough for a finger. */
  #look(first) {
    const {
      room: { camera },
      path,
    } = this;
    const [x, y] = path.points.at(-1);
    const size = this.#size() * 2;
    if (first && camera.view.k * size < CELL) camera.close([x, y], CELL / size);
    const reach = AROUND * size * 0.7;
    camera.reveal(
      [
        [x - size, y - size],
        [x + size, y + size],
      ],
      path.left
        ? [
            [x - reach, y - reach],
            [x + reach, y + reach],
          ]
        : [this.piece.at[0]],
    );
  }

  /** A key that was pressed with the focus in the panel. */
  key(name) {
    if (name === "Backspace" && this.taps.length > 1) {
      this.#back();
      return true;
    }
    const step = this.path?.steps.find((one) => one.key === name && !one.why.length);
    if (step) this.#add(step.adds);
    return Boolean(step);
  }

  tap(point) {
    const { path } = this;
    if (!path?.cells.length) return true;
    const away = ({ at: [x, y] }) => Math.hypot(x - point.x, y - point.y);
    const nearest = path.cells.reduce((best, one) => (away(one) < away(best) ? one : best));
    const size = Math.max(this.#size(), ...path.outline.map(([dx, dy]) => Math.hypot(dx, dy)));
    if (away(nearest) <= size) this.#add(nearest.adds);
    return true;
  }
}
