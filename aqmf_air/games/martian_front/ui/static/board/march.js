// Moving a unit on the ground, or setting it up: drag the whole unit or one element, turn it, or write the places down.

import { button, h } from "/static/board/dom.js";
import { Proposal } from "/static/board/proposal.js";
import { inches, tidy, unit as direction } from "./plane.js";
import { found, kindOf, shortly } from "./units.js";

const TURN = 15;
const NUDGE = 0.5;
const FINGER = 26;
const ARROWS = { ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, NUDGE], ArrowDown: [0, -NUDGE] };

export default class MarchScreen {
  constructor(room, piece, doing) {
    this.room = room;
    this.piece = piece;
    const unit = this.unit = found(room, piece.id);
    this.type = doing.type;
    this.kind = kindOf(room, unit);
    this.places = unit.elements.map(({ x, y, facing }) => ({ x, y, facing }));
    this.led = unit.elements.length > 1 ? "all" : 0;
    this.assault = "";
    this.held = null;
  }

  get setsUp() {
    return this.type === "host.deploy";
  }

  async open() {
    const { room, unit } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    this.facts = await room.question("reach", { unit: unit.id });
    if (!this.facts || room.screen !== this) return;
    if (!this.setsUp) room.map.fill("ranges", this.facts.svg);
    this.proposal = new Proposal(room, this.setsUp ? "Set up here" : "Move here", () => { if (!this.held) this.#handles(); });
    this.#build();
    room.show(this.node, this.setsUp ? `Set up ${unit.id}` : `Move ${unit.id}`, this.proposal.foot);
    room.camera.include(this.places.flatMap(({ x, y }) => [[x - this.#room(), y - this.#room()], [x + this.#room(), y + this.#room()]]));
    this.#changed();
  }

  close() {
    this.proposal?.stop();
  }

  #build() {
    const { room, unit } = this;
    this.far = h("dd", {}, "0″");
    this.fields = h("div", { class: "places" });
    const may = this.setsUp ? null : h("div", {}, h("dt", {}, "may move"), h("dd", {}, inches(this.facts.inches)));
    const step = (text, dx, dy, label) => button(text, () => this.#shift(dx, dy), { "aria-label": label });
    const foes = room.sheet.view.enemies.filter((one) => kindOf(room, one).speed);
    this.node = h("div", { class: "marching" },
      h("dl", { class: "dials three" }, h("div", {}, h("dt", {}, "moves"), this.far), may),
      unit.elements.length > 1 ? h("fieldset", { class: "chips" }, h("legend", {}, "Who"),
        [["all", "all", "all together"], ...unit.elements.map(({ id }, n) => [n, shortly(id, unit.id), id])].map(([value, text, whole]) => h("label", { class: "chip" },
          h("input", { type: "radio", name: "led", "aria-label": whole, checked: this.led === value, onchange: () => { this.led = value; this.#changed(); } }), ` ${text}`))) : null,
      h("p", { class: "hint" }, "Drag the unit on the table, or use the keys below or the arrow keys."),
      h("div", { class: "compass" },
        button("⟲", () => this.#turn(-TURN), { "aria-label": `Turn left by ${TURN} degrees` }), step("↑", 0, NUDGE, "Half an inch up"),
        button("⟳", () => this.#turn(TURN), { "aria-label": `Turn right by ${TURN} degrees` }),
        step("←", -NUDGE, 0, "Half an inch left"), step("↓", 0, -NUDGE, "Half an inch down"), step("→", NUDGE, 0, "Half an inch right")),
      !this.setsUp && foes.length ? h("label", { class: "assault" }, "Assault",
        h("select", { onchange: (event) => { this.assault = event.target.value; this.#changed(); } },
          h("option", { value: "" }, "nobody"), foes.map((one) => h("option", {}, one.id)))) : null,
      this.proposal.node,
      h("details", { class: "card" }, h("summary", {}, "Write the places down"), this.fields),
      this.#readyMade());
  }

  #readyMade() {
    const offers = this.room.offers((one) => one.type === this.type && one.subject === this.unit.id);
    if (!offers.length) return null;
    return h("details", { class: "card" }, h("summary", {}, `Ready-made moves (${offers.length})`),
      h("div", { class: "offers" }, offers.map((one) => button(one.title, () => {
        this.places = one.command.to.map((place) => ({ ...place }));
        this.#changed();
      }))));
  }

  /** Inches about an element that are worth seeing. */
  #room() {
    return this.setsUp ? 8 : this.facts.inches + 1;
  }

  #which() {
    return this.led === "all" ? this.places : [this.places[this.led]];
  }

  #shift(dx, dy) {
    for (const place of this.#which()) {
      place.x = tidy(place.x + dx);
      place.y = tidy(place.y + dy);
    }
    this.#changed();
  }

  /** An arrow key, with the focus in the panel and in no field. */
  key(name) {
    if (!ARROWS[name] || !this.proposal) return false;
    this.#shift(...ARROWS[name]);
    return true;
  }

  #turn(degrees) {
    for (const place of this.#which()) place.facing = (place.facing + degrees + 360) % 360;
    this.#changed();
  }

  #changed() {
    this.#sketch();
    this.fields.replaceChildren(...this.places.map((place, n) => h("fieldset", {}, h("legend", {}, this.unit.elements[n].id),
      [["x", "x, inches"], ["y", "y, inches"], ["facing", "facing, °"]].map(([key, text]) => h("label", {}, text,
        h("input", { type: "number", inputmode: "decimal", step: "any", value: Math.round(place[key] * 100) / 100,
          "aria-label": `${this.unit.elements[n].id}: ${text}`,
          onchange: (event) => { place[key] = Number(event.target.value); this.#changed(); } }))))));
    const to = this.places.map(({ x, y, facing }) => ({ x, y, facing }));
    this.proposal.set({ type: this.type, unit: this.unit.id, to, ...(this.assault ? { assault: this.assault } : {}) });
  }

  #sketch() {
    const { map } = this.room;
    map.fill("answer", []);
    map.fill("draft", this.places.flatMap((place) => {
      const [ux, uy] = direction(place.facing);
      const nose = this.kind.base_diameter / 2 + 0.35;
      return [map.ring(place, this.kind.base_diameter, "standing-base"),
        map.line([[place.x, place.y], [place.x + nose * ux, place.y + nose * uy]], "way")];
    }));
    this.#measure();
  }

  #handles() {
    const { map } = this.room;
    map.fill("draft", [map.handle(this.#which()[0], true)]);
  }

  #measure() {
    const far = Math.max(...this.places.map((place, n) => Math.hypot(place.x - this.unit.elements[n].x, place.y - this.unit.elements[n].y)));
    this.far.textContent = inches(far);
    this.far.classList.toggle("over", !this.setsUp && far > this.facts.inches + 1e-6);
  }

  grab(point) {
    if (!this.facts) return false;
    const near = Math.max(this.kind.base_diameter / 2, this.room.camera.length(FINGER));
    let best = null;
    this.places.forEach((place, n) => {
      const gap = Math.hypot(place.x - point.x, place.y - point.y);
      if ((this.led === "all" || this.led === n) && gap < near && (!best || gap < best.gap)) best = { gap, n };
    });
    if (!best) return false;
    this.held = { from: point, places: this.places.map((place) => ({ ...place })) };
    return true;
  }

  drag(point) {
    let dx = point.x - this.held.from.x;
    let dy = point.y - this.held.from.y;
    const which = this.led === "all" ? this.places.map((_, n) => n) : [this.led];
    if (!this.setsUp) [dx, dy] = this.#within(dx, dy, which);
    for (const n of which) {
      this.places[n].x = tidy(this.held.places[n].x + dx);
      this.places[n].y = tidy(this.held.places[n].y + dy);
    }
    this.#sketch();
  }

  /** A shift that takes nobody farther than the unit may move: the line to the finger, cut where the first one is stopped. */
  #within(dx, dy, which) {
    const far = Math.max(...which.map((n) => {
      const start = this.unit.elements[n];
      return Math.hypot(this.held.places[n].x + dx - start.x, this.held.places[n].y + dy - start.y);
    }));
    if (far <= this.facts.inches) return [dx, dy];
    let [low, high] = [0, 1];
    for (let round = 0; round < 24; round += 1) {
      const share = (low + high) / 2;
      const out = which.some((n) => {
        const start = this.unit.elements[n];
        return Math.hypot(this.held.places[n].x + share * dx - start.x, this.held.places[n].y + share * dy - start.y) > this.facts.inches;
      });
      if (out) high = share;
      else low = share;
    }
    return [dx * low, dy * low];
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

  tap() {
    return true;
  }
}
