// Moving a unit on the ground, or setting it up: drag the whole unit or one element, turn it, or write the places down.

/** @import { Doing, Offer, Piece } from "/static/payloads" */
/** @import { Spot } from "/static/board/camera.js" */
/** @import { Room } from "/static/board/main.js" */
/** @import { Place, Reach, View } from "../payloads" */

import { button, h } from "/static/board/dom.js";
import { Proposal } from "/static/board/proposal.js";
import { direction, found, inches, kindOf, numberFields, renew, shortly, tidy, turned } from "./units.js";

const TURN = 15;
const NUDGE = 0.5;
const FINGER = 26;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, NUDGE], ArrowDown: [0, -NUDGE] };

export default class MarchScreen {
  /** @param {Room} room @param {Piece} piece @param {Doing} doing */
  constructor(room, piece, doing) {
    const unit = found(room, piece.id);
    this.room = room;
    this.piece = piece;
    this.unit = unit;
    this.kind = kindOf(room, unit);
    this.type = doing.type;
    this.setsUp = doing.type === "host.deploy";
    this.assault = "";
    this.places = unit.elements.map(({ x, y, facing }) => ({ x, y, facing }));
    this.led = unit.elements.map((_, n) => n); // the elements that are led together
    /** @type {{ from: Spot, places: Place[] } | null} */
    this.held = null;
    /** @type {Reach | null} */
    this.facts = null;
    /** @type {Spot | undefined} */
    this.meant = undefined;
    this.far = h("dd", {}, "0″");
    this.fields = h("div", { class: "places" });
    this.proposal = new Proposal(room, this.setsUp ? "Set up here" : "Move here", () => {
      if (!this.held) this.#handles();
    });
  }

  async open() {
    const { room, unit } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    /** @type {Reach | undefined} */
    const facts = await room.question("reach", { unit: unit.id });
    if (!facts || room.screen !== this) return;
    this.facts = facts;
    if (!this.setsUp) room.map.fill("ranges", facts.svg);
    room.show(
      this.#build(facts),
      this.setsUp ? `Set up ${room.name(unit.id)}` : `Move ${room.name(unit.id)}`,
      this.proposal.foot,
    );
    const about = this.setsUp ? 8 : facts.inches + 1; // inches about an element that are worth seeing
    room.camera.include(
      this.places.flatMap(({ x, y }) => [
        [x - about, y - about],
        [x + about, y + about],
      ]),
    );
    this.#changed();
    if (this.meant) this.tap(this.meant);
  }

  close() {
    this.proposal.stop();
  }

  /** @type {(facts: Reach) => HTMLElement} */
  #build(facts) {
    const { room, unit } = this;
    const all = this.led;
    const names = { x: "x, inches", y: "y, inches", facing: "facing, °" };
    this.fields.replaceChildren(
      ...unit.elements.map(({ id }, n) =>
        h(
          "fieldset",
          {},
          h("legend", {}, room.name(id)),
          numberFields(
            () => this.places[n],
            names,
            `${room.name(id)}: `,
            () => this.#changed(),
          ),
        ),
      ),
    );
    const may = this.setsUp ? null : h("div", {}, h("dt", {}, "may move"), h("dd", {}, inches(facts.inches)));
    /** @type {(text: string, dx: number, dy: number, label: string) => HTMLElement} */
    const step = (text, dx, dy, label) => button(text, () => this.#shift(dx, dy), { "aria-label": label });
    /** @type {(text: string, degrees: number, where: string) => HTMLElement} */
    const turn = (text, degrees, where) =>
      button(text, () => this.#turn(degrees), { "aria-label": `Turn ${where} by ${TURN} degrees` });
    /** @type {(which: number[], text: string, whole: string) => HTMLElement} */
    const leading = (which, text, whole) =>
      h(
        "label",
        { class: "chip" },
        h("input", {
          type: "radio",
          name: "led",
          "aria-label": whole,
          checked: which === all,
          onchange: () => {
            this.led = which;
            this.#changed();
          },
        }),
        ` ${text}`,
      );
    /** @type {View} */
    const { enemies } = room.sheet.view;
    const foes = this.setsUp ? [] : enemies.filter((enemy) => kindOf(room, enemy).speed);
    return h(
      "div",
      { class: "marching" },
      h("dl", { class: "dials three" }, h("div", {}, h("dt", {}, "moves"), this.far), may),
      all.length > 1 &&
        h(
          "fieldset",
          { class: "chips" },
          h("legend", {}, "Who"),
          leading(all, "all", "all together"),
          unit.elements.map(({ id }, n) => leading([n], shortly(id, unit.id), room.name(id))),
        ),
      h("p", { class: "hint" }, "Drag the unit on the table, tap where it goes, or use the keys below or the arrow keys."),
      h(
        "div",
        { class: "compass" },
        turn("⟲", -TURN, "left"),
        step("↑", 0, NUDGE, "Half an inch up"),
        turn("⟳", TURN, "right"),
        step("←", -NUDGE, 0, "Half an inch left"),
        step("↓", 0, -NUDGE, "Half an inch down"),
        step("→", NUDGE, 0, "Half an inch right"),
      ),
      foes.length > 0 &&
        h(
          "label",
          { class: "assault" },
          "Assault",
          h(
            "select",
            {
              onchange: (event) => {
                this.assault = event.target.value;
                this.#changed();
              },
            },
            h("option", { value: "" }, "nobody"),
            foes.map((foe) => h("option", { value: foe.id }, room.name(foe.id))),
          ),
        ),
      this.proposal.node,
      h("details", { class: "card" }, h("summary", {}, "Write the places down"), this.fields),
      this.#readyMade(),
    );
  }

  #readyMade() {
    const offers = this.room.offers((offer) => offer.command.type === this.type && offer.subject === this.unit.id);
    /** @type {(offer: Offer) => () => void} */
    const take = (offer) => () => {
      this.places = offer.command.to.map((/** @type {Place} */ place) => ({ ...place }));
      this.#changed();
    };
    return (
      offers.length > 0 &&
      h(
        "details",
        { class: "card" },
        h("summary", {}, `Ready-made moves (${offers.length})`),
        h(
          "div",
          { class: "offers" },
          offers.map((offer) => button(offer.title, take(offer))),
        ),
      )
    );
  }

  /** @type {(dx: number, dy: number, from?: Place[]) => void} */
  #shift(dx, dy, from = this.places) {
    for (const n of this.led) Object.assign(this.places[n], { x: tidy(from[n].x + dx), y: tidy(from[n].y + dy) });
    if (this.held) this.#sketch();
    else this.#changed();
  }

  /**
   * An arrow key, with the focus in the panel and in no field.
   * @type {(name: string) => boolean}
   */
  key(name) {
    if (!ARROWS[name] || !this.facts) return false;
    this.#shift(...ARROWS[name]);
    return true;
  }

  /** @type {(degrees: number) => void} */
  #turn(degrees) {
    for (const n of this.led) this.places[n].facing = turned(this.places[n].facing, degrees);
    this.#changed();
  }

  #changed() {
    this.#sketch();
    renew(this.fields);
    const to = this.places.map(({ x, y, facing }) => ({ x, y, facing }));
    this.proposal.set({ type: this.type, unit: this.unit.id, to, ...(this.assault ? { assault: this.assault } : {}) });
  }

  #sketch() {
    const { map } = this.room;
    const { base_diameter: wide } = this.kind;
    map.fill("answer", []);
    map.fill(
      "draft",
      this.places.flatMap((place) => {
        const [ux, uy] = direction(place.facing);
        const nose = wide / 2 + 0.35;
        return [
          map.ring(place, wide, "standing-base"),
          map.line(
            [
              [place.x, place.y],
              [place.x + nose * ux, place.y + nose * uy],
            ],
            "way",
          ),
        ];
      }),
    );
    const far = Math.max(
      ...this.unit.elements.map((element, n) => Math.hypot(this.places[n].x - element.x, this.places[n].y - element.y)),
    );
    this.far.textContent = inches(far);
    this.far.classList.toggle("over", !this.setsUp && far > (this.facts?.inches ?? 0) + 1e-6);
  }

  #handles() {
    const { map } = this.room;
    map.fill("draft", [map.handle(this.places[this.led[0]], true)]);
  }

  /** @type {(point: Spot) => boolean} */
  grab(point) {
    if (!this.facts) return false;
    const near = Math.max(this.kind.base_diameter / 2, this.room.camera.length(FINGER));
    if (!this.led.some((n) => Math.hypot(this.places[n].x - point.x, this.places[n].y - point.y) < near)) return false;
    this.held = { from: point, places: this.places.map((place) => ({ ...place })) };
    return true;
  }

  /** @type {(point: Spot) => void} */
  drag(point) {
    if (!this.held) return;
    const { from, places } = this.held;
    const [dx, dy] = [point.x - from.x, point.y - from.y];
    const share = this.setsUp ? 1 : this.#share(dx, dy, places);
    this.#shift(dx * share, dy * share, places);
  }

  /**
   * How much of a shift takes nobody farther than the unit may move: the line to the finger, cut where the first one is stopped.
   * @type {(dx: number, dy: number, places: Place[]) => number}
   */
  #share(dx, dy, places) {
    const { inches: most = 0 } = this.facts ?? {};
    const length = Math.hypot(dx, dy) || 1;
    return Math.min(
      1,
      ...this.led.map((n) => {
        const [start, place] = [this.unit.elements[n], places[n]];
        const [x, y] = [place.x - start.x, place.y - start.y];
        const along = (x * dx + y * dy) / length;
        const left = along ** 2 - x * x - y * y + most ** 2;
        return Math.max(0, Math.sqrt(Math.max(0, left)) - along) / length;
      }),
    );
  }

  release() {
    this.held = null;
    this.#changed();
  }

  letGo() {
    if (this.held) this.places = this.held.places;
    this.held = null;
    this.#sketch();
  }

  /**
   * The unit goes there, or as far as it may.
   * @type {(point: Spot) => boolean}
   */
  tap(point) {
    if (!this.facts) return true;
    this.held = { from: this.places[this.led[0]], places: this.places.map((place) => ({ ...place })) };
    this.drag(point);
    this.release();
    return true;
  }
}
