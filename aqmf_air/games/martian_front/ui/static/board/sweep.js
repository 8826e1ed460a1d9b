// Sweeping with a heat ray: its strip is dragged by its middle and turned by its end.

import { button, h, sentence } from "/static/board/dom.js";
import { Proposal } from "/static/board/proposal.js";
import { tidy, unit as direction } from "./plane.js";
import { found } from "./units.js";

const TURN = 15;
const FINGER = 30;

export default class SweepScreen {
  constructor(room, piece, doing) {
    this.room = room;
    this.piece = piece;
    this.unit = found(room, piece.id);
    this.doing = doing;
    this.strip = doing.facts;
    this.order = { ...doing.choices[0].command };
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
    const near = this.room.camera.length(FINGER);
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
