// Aiming: at a unit or an element that the rules offer, by tapping it, by dragging a template onto it, or from a list;
// and sweeping with a heat ray, whose strip is dragged and turned.

import { button, h, sentence } from "./dom.js";
import { tidy, unit as direction } from "./geometry.js";
import { Proposal } from "./proposal.js";

const TURN = 15;
const FINGER = 30;

/** Chooses among offers of one kind: shots, barrages, bombardments, spotting, whatever has a target. */
export class TargetScreen {
  constructor(room, unit, doing) {
    this.room = room;
    this.unit = unit;
    this.doing = doing;
    this.offers = room.offers((one) => one.type === doing.type && one.unit === unit.id
      && (!doing.weapon || one.command.weapon === doing.weapon));
    this.chosen = null;
    this.held = false;
  }

  get lays() {
    return this.offers.some(({ command }) => command.element);
  }

  open() {
    const { room, unit } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    this.proposal = new Proposal(room, sentence(this.doing.title.split(" ")[0]), () => this.#handle());
    this.list = h("div", { class: "offers" });
    this.node = h("div", { class: "aiming" },
      h("p", { class: "hint" }, this.lays ? "Tap a target on the table, or drag the template onto one." : "Tap a target on the table, or choose it here."),
      this.list, this.proposal.node);
    room.show(this.node, sentence(this.doing.title), this.proposal.foot);
    room.map.mark("target", (name, element) => this.offers.some(({ command }) => command.target === name && (!command.element || command.element === element)));
    const at = [...unit.elements, ...this.offers.flatMap((one) => this.#place(one) ?? [])];
    room.camera.include(at.map(({ x, y }) => [x, y]));
    this.#choose(this.offers.length === 1 ? this.offers[0] : null);
  }

  close() {
    this.proposal.stop();
    this.room.map.mark("target", () => false);
  }

  #name({ command, title }) {
    const target = this.room.find(command.target);
    return target ? `${command.element || target.id}, ${target.type}` : title;
  }

  #place({ command }) {
    const target = this.room.find(command.target);
    return target?.elements.find((one) => one.id === command.element) ?? target?.elements[0];
  }

  #choose(offer) {
    this.chosen = offer;
    this.list.replaceChildren(...this.offers.map((one) => button(this.#name(one), () => this.#choose(one), { "aria-pressed": String(one === offer) })));
    if (offer) this.proposal.set(offer.command, 0);
    else this.proposal.none(this.offers.length ? "" : "Nothing can be ordered so now.");
    this.#handle();
  }

  #handle() {
    const at = this.chosen && this.lays ? this.#place(this.chosen) : null;
    this.room.map.fill("draft", at ? [this.room.map.handle(at, true)] : []);
  }

  #offered(point) {
    const found = this.room.map.meant(point, (one) => this.offers.some(({ command }) => command.target === one.unit));
    if (!found) return null;
    const fit = this.offers.filter(({ command }) => command.target === found.unit);
    return fit.find(({ command }) => command.element === found.element) ?? fit[0];
  }

  #nearest(point) {
    const gap = (one) => { const at = this.#place(one); return at ? Math.hypot(at.x - point.x, at.y - point.y) : Infinity; };
    return this.offers.reduce((best, one) => (gap(one) < gap(best) ? one : best), this.offers[0]);
  }

  grab(point) {
    const at = this.chosen && this.lays ? this.#place(this.chosen) : null;
    this.held = Boolean(at && Math.hypot(at.x - point.x, at.y - point.y) < this.room.camera.inches(FINGER));
    return this.held;
  }

  drag(point) {
    const { map } = this.room;
    const at = this.#place(this.#nearest(point));
    map.fill("answer", []);
    map.fill("draft", [map.handle(point), map.line([[point.x, point.y], [at.x, at.y]], "way"), map.handle(at, true)]);
  }

  release(point) {
    this.held = false;
    this.#choose(this.#nearest(point));
  }

  letGo() {
    this.held = false;
    this.#handle();
  }

  tap(point) {
    const offer = this.#offered(point);
    if (offer) this.#choose(offer);
    return Boolean(offer);
  }
}

/** A sweep: a strip that is dragged by its middle and turned by its end. */
export class SweepScreen {
  constructor(room, unit, doing) {
    this.room = room;
    this.unit = unit;
    this.doing = doing;
    this.strip = doing.strip;
    const first = room.offers((one) => one.type === doing.type && one.unit === unit.id && one.command.weapon === doing.weapon)[0];
    const start = unit.elements[0];
    const [ux, uy] = direction(start.facing);
    this.order = first ? { ...first.command } : { type: doing.type, unit: unit.id, weapon: doing.weapon, element: start.id,
      x: tidy(start.x + 10 * ux), y: tidy(start.y + 10 * uy), direction: 0 };
    this.held = null;
  }

  open() {
    const { room, unit } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    this.proposal = new Proposal(room, "Sweep here", () => { if (!this.held) this.#handles(); });
    const field = (key, text) => {
      const input = h("input", { type: "number", inputmode: "decimal", step: "any", "aria-label": text,
        onchange: (event) => { this.order[key] = Number(event.target.value); this.#changed(); } });
      this.fields = { ...this.fields, [key]: input };
      return h("label", {}, text, input);
    };
    this.node = h("div", { class: "aiming" },
      h("p", { class: "hint" }, "Drag the middle of the strip to move it, its end to turn it."),
      unit.elements.length > 1 ? h("label", {}, "Who sweeps", h("select", { onchange: (event) => { this.order.element = event.target.value; this.#changed(); } },
        unit.elements.map((one) => h("option", { selected: one.id === this.order.element }, one.id)))) : null,
      h("div", { class: "row" },
        button("⟲ 15°", () => this.#turn(-TURN), { "aria-label": "Turn the strip left by 15 degrees" }),
        button("⟳ 15°", () => this.#turn(TURN), { "aria-label": "Turn the strip right by 15 degrees" })),
      this.proposal.node,
      h("details", { class: "card" }, h("summary", {}, "Write the place down"),
        h("div", { class: "places" }, field("x", "x, inches"), field("y", "y, inches"), field("direction", "direction, °"))));
    room.show(this.node, sentence(this.doing.title), this.proposal.foot);
    room.camera.include([[this.order.x, this.order.y], ...unit.elements.map(({ x, y }) => [x, y])]);
    this.#changed();
  }

  close() {
    this.proposal.stop();
  }

  #turn(degrees) {
    this.order.direction = (this.order.direction + degrees + 360) % 360;
    this.#changed();
  }

  #changed() {
    for (const [key, input] of Object.entries(this.fields)) input.value = Math.round(this.order[key] * 100) / 100;
    this.#sketch();
    this.proposal.set({ ...this.order });
  }

  #end() {
    const [ux, uy] = direction(this.order.direction);
    const half = this.strip.length / 2;
    return { x: this.order.x + half * ux, y: this.order.y + half * uy };
  }

  #handles() {
    const { map } = this.room;
    map.fill("draft", [map.handle(this.order, true), map.handle(this.#end())]);
  }

  #sketch() {
    const { map, order, strip } = { map: this.room.map, order: this.order, strip: this.strip };
    const [ux, uy] = direction(order.direction);
    const corner = (along, across) => [order.x + along * ux + across * uy, order.y + along * uy - across * ux];
    const [l, w] = [strip.length / 2, strip.width / 2];
    map.fill("answer", []);
    map.fill("draft", [map.line([corner(l, w), corner(l, -w), corner(-l, -w), corner(-l, w)], "strip", true),
      map.handle(order, true), map.handle(this.#end())]);
  }

  grab(point) {
    const near = this.room.camera.inches(FINGER);
    const end = this.#end();
    const [toMiddle, toEnd] = [this.order, end].map((at) => Math.hypot(at.x - point.x, at.y - point.y));
    if (Math.min(toMiddle, toEnd) > near) return false;
    this.held = { part: toEnd < toMiddle ? "end" : "middle", before: { ...this.order } };
    return true;
  }

  drag(point) {
    if (this.held.part === "middle") {
      this.order.x = tidy(Math.round(point.x * 10) / 10);
      this.order.y = tidy(Math.round(point.y * 10) / 10);
    } else {
      const degrees = Math.atan2(point.x - this.order.x, point.y - this.order.y) / Math.PI * 180;
      this.order.direction = (Math.round(degrees / 5) * 5 + 360) % 360;
    }
    this.#sketch();
  }

  release() {
    this.held = null;
    this.#changed();
  }

  letGo() {
    if (this.held) this.order = this.held.before;
    this.held = null;
    this.#changed();
  }

  tap(point) {
    this.order.x = tidy(Math.round(point.x * 10) / 10);
    this.order.y = tidy(Math.round(point.y * 10) / 10);
    this.#changed();
    return true;
  }
}
