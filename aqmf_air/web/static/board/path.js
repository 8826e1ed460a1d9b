// An order that is a path: drawn by a tap on the next cell, or on one farther off, by the keys of the panel, or turned on a
// dial, with what is left to spend; the last tap can be taken back. The board says what may come next (web/board/paths.py).

/** @import { Doing, DrawnPath, PathCell, PathChoice, PathStep, Piece } from "../payloads" */
/** @import { Spot } from "./camera.js" */
/** @import { Room } from "./main.js" */

import { Dial, Slider } from "./dial.js";
import { button, h, objections, s, sentence } from "./dom.js";
import { Proposal, REST } from "./proposal.js";

const CELL = matchMedia("(pointer: coarse)").matches ? 48 : 34; // pixels of a cell at least, for a finger or a mouse
const BELOW = matchMedia("(max-width: 59.99rem) and (min-height: 34.01rem)"); // the panel stands below the table, as in board.css
const AROUND = 3; // cells that are shown about it
const ROW = 6; // keys in the first two rows, the one that takes back among them

/**
 * A figure of what is spent: 7.5, and 7 where it is whole.
 * @type {(amount: number) => string}
 */
const figure = (amount) => String(Math.round(amount * 100) / 100);

/** @type {(choice: PathChoice) => boolean} */
const buttoned = ({ slider, menu, head }) => !slider && !menu && !head;

/** @type {(path: DrawnPath | null) => string} */
const headed = (path) => String(path?.choosing.flatMap(({ head, chosen }) => (head ? chosen : [])));

export default class PathScreen {
  /** @param {Room} room @param {Piece} piece @param {Doing} doing */
  constructor(room, piece, doing) {
    this.room = room;
    this.piece = piece;
    this.doing = doing;
    this.taps = [""];
    /** @type {Record<string, string>} */
    this.chosen = {};
    /** @type {DrawnPath | null} */
    this.path = null;
    /** @type {Spot | undefined} */
    this.meant = undefined;
    this.asking = false;
    this.stale = false;
    this.closed = this.begun = false;
    /** @type {Map<string, Dial | Slider>} */
    this.hands = new Map();
    this.left = h("p", { class: "left", role: "status" });
    this.facts = h("p", { class: "facts" });
    this.heads = h("div", { class: "heads" });
    this.spending = h("div", { class: "spending" }, this.left, this.facts);
    this.choices = h("div", { class: "choosing" });
    this.dialling = h("div", { class: "dialling" });
    this.keys = h("div", { class: "stepping", role: "group", "aria-label": "Steps" });
    this.notes = h("div", { class: "at-its-end" });
    this.menus = h("div", { class: "menus" });
    this.proposal = new Proposal(room, "…");
  }

  open() {
    const { room, piece } = this;
    room.map.mark("chosen", (name) => name === piece.id);
    this.#ask();
  }

  /** It stands in the panel once the board has answered: its parts then have the room that they keep. */
  #begin() {
    const { room, heads, choices, dialling, spending, keys, notes, menus, proposal } = this;
    this.begun = true;
    room.show(
      h("div", { class: "pathing" }, heads, choices, dialling, spending, keys, notes, menus, proposal.node),
      `${this.doing.title}: ${room.name(this.piece.id)}`,
      proposal.foot,
    );
  }

  close() {
    this.closed = true;
    this.proposal.stop();
  }

  /**
   * Ask the board; what changes meanwhile is asked after it. Below a table, what was told gives way to the first thing `done`:
   * the table grows, and nothing moves from under a thumb.
   * @type {(done?: boolean) => Promise<void>}
   */
  async #ask(done = false) {
    if (done && BELOW.matches) this.room.news.tell([]);
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    while (this.stale && !this.closed) {
      this.stale = false;
      const asked = this.#last;
      const path = await this.room.question("path", {
        piece: this.piece.id,
        type: this.doing.type,
        path: asked,
        chosen: this.chosen,
      });
      if (path && !this.closed && asked === this.#last) this.#answered(path);
    }
    this.asking = false;
  }

  /** @type {(path: DrawnPath & { fault?: string }) => void} */
  #answered(path) {
    if (!this.begun) this.#begin();
    if (path.fault) {
      this.room.say(path.fault);
      return;
    }
    const first = !this.path;
    if (headed(this.path) !== headed(path)) this.hands.clear(); // another way to plan has dials of its own
    path.left = Number(figure(path.left));
    this.path = path;
    if (this.room.turns) this.room.turn(path.about || undefined);
    while (this.#last.length > path.path.length) this.taps.pop();
    if (this.#last !== path.path) this.taps.push(path.path);
    this.#show(path);
    this.#draw(path);
    this.#look(path, first);
    if (first && this.meant) this.tap(this.meant);
  }

  /** The path after the last tap. */
  get #last() {
    return this.taps[this.taps.length - 1];
  }

  /**
   * Something is chosen beside the path.
   * @type {(name: string, value: string) => void}
   */
  #choose(name, value) {
    this.chosen = { ...this.chosen, [name]: value };
    this.#ask(true);
  }

  /** @type {(steps: { adds: string, whole: boolean }) => void} */
  #add({ adds, whole }) {
    this.taps.push(whole ? adds : this.#last + adds);
    this.#undial();
    this.#ask(true);
  }

  /** The names of the dials that say something. @returns {string[]} */
  get #dialled() {
    return (this.path?.dials ?? []).map(({ name }) => name).filter((name) => name in this.chosen);
  }

  #undial() {
    for (const name of this.#dialled) delete this.chosen[name];
  }

  #back() {
    if (this.#dialled.length) this.#undial();
    else if (this.taps.length > 1) this.taps.pop();
    this.#ask();
  }

  /** Whether there are dials. */
  get #round() {
    return [...this.hands.values()].some((hand) => hand instanceof Dial);
  }

  /** @type {(path: DrawnPath) => void} */
  #show(path) {
    const from = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.step;
    this.left.hidden = !path.budget;
    this.left.replaceChildren(h("strong", {}, figure(path.left)), ` of ${figure(path.budget)} ${path.unit} left`);
    this.facts.replaceChildren(
      ...path.facts.map(([name, value]) =>
        h("span", { class: path.alarms.includes(name) ? "alarm" : null }, name ? `${name} ` : "", h("b", {}, value)),
      ),
    );
    this.heads.replaceChildren(...path.choosing.filter(({ head }) => head).map((choice) => this.#choice(choice)));
    this.choices.replaceChildren(...path.choosing.filter(buttoned).map((choice) => this.#choice(choice)));
    this.menus.replaceChildren(...path.choosing.filter(({ menu }) => menu).map((choice) => this.#menu(choice)));
    this.#dials(path);
    const undo = button([h("b", {}, "↶"), h("small", {}, "undo")], () => this.#back(), {
      "aria-label": "Take the last tap back",
      disabled: this.taps.length < 2 && !this.#dialled.length,
      "data-step": "undo",
    });
    const steps = path.steps.filter((step) => path.left || !step.why.length || this.#round); // once all is spent, only what is free; nothing above a dial moves
    const keys = steps.map((step) => this.#key(step, path.unit));
    const before = this.#round ? keys.length : ROW - 1;
    this.keys.replaceChildren(...keys.slice(0, before), undo, ...keys.slice(before));
    this.keys.hidden = !path.steps.length;
    /** @type {HTMLElement | null} */ (this.keys.parentElement?.querySelector(`[data-step="${from}"]`))?.focus({
      preventScroll: true,
    });
    const not = path.steps.filter((step) => step.why.length && path.left > 0);
    this.notes.replaceChildren(
      path.notes.length
        ? h(
            "ul",
            { class: "notes" },
            path.notes.map((note) => h("li", {}, note)),
          )
        : "",
      not.length
        ? h(
            "details",
            { class: "card" },
            h("summary", {}, "What may not come next, and why"),
            not.map((step) => h("div", { class: "not" }, h("h4", {}, step.title), objections(step.why))),
          )
        : "",
    );
    this.proposal.give.textContent = path.word;
    if (path.command) this.proposal.set(path.command, path.dials.length ? REST : 0);
    else this.proposal.none("", sentence(path.why));
  }

  /**
   * Dials and sliders: each stays while a hand is at it.
   * @type {(path: DrawnPath) => void}
   */
  #dials({ dials, choosing }) {
    for (const dial of dials) {
      const there = this.hands.get(dial.name);
      if (there instanceof Dial) there.show(dial, this.stale);
      else this.hands.set(dial.name, new Dial(dial, (angle, amount) => this.#choose(dial.name, `${angle} ${amount}`)));
    }
    const sliders = choosing.filter(({ slider }) => slider);
    for (const choice of sliders) {
      const there = this.hands.get(choice.name);
      if (there instanceof Slider) there.show(choice, this.stale);
      else this.hands.set(choice.name, new Slider(choice, (value) => this.#choose(choice.name, value)));
    }
    const held = [...this.hands].filter(
      ([name, hand]) => hand instanceof Dial || sliders.some((each) => each.name === name),
    );
    for (const [name, hand] of held)
      if (hand instanceof Dial) {
        hand.node.inert = !dials.some((dial) => dial.name === name); // it keeps its room until it can be turned again
        if (hand.node.inert) hand.show({ ...hand.dial, chosen: null });
      }
    const nodes = held.map(([, hand]) => hand.node);
    if (nodes.some((node, n) => node !== this.dialling.children[n]) || nodes.length !== this.dialling.childElementCount)
      this.dialling.replaceChildren(...nodes);
    if (this.heads.childElementCount) {
      if (this.heads.nextSibling !== this.spending)
        this.heads.after(this.spending, this.dialling, this.choices, this.keys, this.menus);
    } else if (this.#round && this.choices.nextSibling !== this.notes) {
      this.spending.before(this.keys, this.dialling);
      this.notes.before(this.choices);
    }
  }

  /** @type {(step: PathStep, unit: string) => HTMLElement} */
  #key(step, unit) {
    const price = step.cost ? `${figure(step.cost)} ${unit}` : "";
    return button(
      [h("b", {}, step.sign), h("small", {}, step.why.length ? "–" : step.note || price || step.title)],
      () => this.#add(step),
      {
        "aria-label": [step.title, step.why.length ? "" : price].filter(Boolean).join(", "),
        title: step.title,
        disabled: step.why.length > 0,
        "data-step": step.adds,
        "aria-pressed": step.whole ? String(step.adds === this.#last) : null,
      },
    );
  }

  /** @type {(choice: PathChoice) => HTMLElement} */
  #choice({ name, title, values, chosen }) {
    return h(
      "fieldset",
      { class: "chips" },
      h("legend", {}, title),
      h("span", { class: "what", "aria-hidden": "true" }, title),
      values.map(([value, words]) =>
        button(words, () => this.#choose(name, value), {
          "aria-pressed": String(value === chosen),
          "aria-label": `${title} ${words}`,
          "data-step": `${name} ${value}`,
        }),
      ),
    );
  }

  /** @type {(choice: PathChoice) => HTMLElement} */
  #menu({ name, title, values, chosen }) {
    return h(
      "label",
      { class: "menu" },
      h("span", { class: "what" }, title),
      h(
        "select",
        { "data-step": name, onchange: ({ currentTarget }) => this.#choose(name, currentTarget.value) },
        values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
      ),
    );
  }

  /** @type {(path: DrawnPath) => void} */
  #draw(path) {
    const { map } = this.room;
    map.fill("answer", []);
    map.fill("ghost", path.svg);
    /** @type {(cell: PathCell) => Element[]} */
    const cell = ({ at: [x, y], next }) =>
      path.outline.length
        ? [
            map.line(
              path.outline.map(([dx, dy]) => [x + dx, y + dy]),
              next ? "cell next" : "cell",
              true,
            ),
          ]
        : [];
    /** @type {(cell: PathCell) => Element} */
    const costing = ({ at: [x, y], cost, word }) => {
      const [cx, cy] = map.units(x, y);
      const label = s("text", { x: cx, y: cy, dy: ".35em", class: word ? "cost word" : "cost" });
      label.textContent = word || (cost ? figure(cost) : "");
      return label;
    };
    map.fill("draft", [...path.cells.flatMap(cell), map.line(path.points, "way"), ...path.cells.map(costing)]);
  }

  /**
   * From the middle of a cell to its side; where a board gives no outline, what a finger covers.
   * @type {(path: DrawnPath) => number}
   */
  #size({ outline }) {
    return outline.length ? Math.max(...outline.map(([dx]) => dx)) : this.room.camera.length(CELL / 2);
  }

  /**
   * Have the end of the path in view, with cells that are large enough for a finger.
   * @type {(path: DrawnPath, first: boolean) => void}
   */
  #look(path, first) {
    const { camera } = this.room;
    const [x, y] = path.points[path.points.length - 1];
    const size = this.#size(path) * 2;
    if (first && path.outline.length && camera.view.k * size < CELL) camera.close([x, y], CELL / size);
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

  /**
   * A key that was pressed with the focus in the panel.
   * @type {(name: string) => boolean}
   */
  key(name) {
    if (name === "Backspace" && (this.taps.length > 1 || this.#dialled.length)) {
      this.#back();
      return true;
    }
    const step = this.path?.steps.find((step) => step.key === name && !step.why.length);
    if (step) this.#add(step);
    return Boolean(step);
  }

  /** @type {(point: Spot) => boolean} */
  tap(point) {
    const { path } = this;
    if (!path?.cells.length) return true;
    /** @type {(cell: PathCell) => number} */
    const away = ({ at: [x, y] }) => Math.hypot(x - point.x, y - point.y);
    const nearest = path.cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
    const size = Math.max(this.#size(path), ...path.outline.map(([dx, dy]) => Math.hypot(dx, dy)));
    if (away(nearest) <= size) this.#add(nearest);
    return true;
  }
}
