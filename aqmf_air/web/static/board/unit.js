// One unit: what it is, how it stands, what it may do now, and of the rest why it may not.

import { AimedOffer } from "./offer.js";
import { SweepScreen, TargetScreen } from "./aim.js";
import { button, h, objections, sentence } from "./dom.js";
import { FlightScreen } from "./flight.js";
import { MarchScreen } from "./march.js";

const EDITORS = {
  "aircraft.fly": FlightScreen,
  "host.move": MarchScreen,
  "host.deploy": MarchScreen,
  "host.sweep": SweepScreen,
};
const FREE = new Set(["aircraft.fly", "host.move", "host.deploy"]);

export class UnitScreen {
  constructor(room, unit) {
    this.room = room;
    this.unit = unit;
    this.kind = room.kind(unit);
  }

  async open() {
    const { room, unit, kind } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    room.camera.reveal(unit.elements.map(({ x, y }) => [x, y]));
    const about = await room.asked(room.server.post("about", { as: room.as, unit: unit.id }));
    if (!about || room.screen !== this) return;
    if (about.fault) {
      room.say(about.fault);
      return;
    }
    room.map.fill("ranges", about.svg);
    const may = about.doings.filter((one) => one.possible);
    const not = about.doings.filter((one) => !one.possible);
    const covered = new Set(about.doings.map((one) => one.type));
    const rest = room.offers((one) => one.unit === unit.id && !covered.has(one.type));
    this.doings = may;
    room.show(h("div", { class: "about-unit" },
      h("p", { class: "kind" }, kind.name, about.altitude ? `, flies ${about.altitude}` : "",
        about.conditions.length ? h("strong", {}, `: ${about.conditions.join(", ")}`) : ""),
      this.#damage(about),
      may.length || rest.length ? h("div", { class: "doings" },
        may.map((one) => button(sentence(one.title), () => this.#begin(one), { class: "main" })),
        rest.map((one) => button(sentence(one.title), () => room.go(new AimedOffer(room, one))))) : null,
      not.length ? h("details", { class: "card", open: !may.length && !rest.length }, h("summary", {}, "What it may not do now, and why"),
        not.map((one) => h("div", { class: "not" }, h("h4", {}, sentence(one.title)), objections(one.why)))) : null,
      profile(kind)), unit.id);
  }

  #damage(about) {
    const hurt = about.elements.filter((one) => one.damage.length);
    if (!hurt.length) return null;
    return h("ul", { class: "damage" }, hurt.map((one) => h("li", {}, `${about.elements.length > 1 ? `${one.id}: ` : ""}${one.damage.join(", ")}`)));
  }

  #begin(doing) {
    const { room, unit } = this;
    const Editor = EDITORS[doing.type] ?? TargetScreen;
    const offers = room.offers((one) => one.type === doing.type && one.unit === unit.id);
    if (FREE.has(doing.type)) room.go(new Editor(room, unit, doing.type));
    else if (Editor === TargetScreen && offers.length === 1 && !offers[0].command.target) room.go(new AimedOffer(room, offers[0]));
    else room.go(new Editor(room, unit, doing));
  }

  /** A tap on an enemy, while a unit that can fire at it is chosen, aims at it. */
  tap(point) {
    const { room } = this;
    const found = room.map.meant(point);
    const shots = this.doings?.filter((one) => one.targets.includes(found?.unit)) ?? [];
    if (!found || !shots.length || found.unit === this.unit.id) return false;
    const screen = new TargetScreen(room, this.unit, shots[0]);
    room.go(screen);
    screen.tap(point);
    return true;
  }
}

function profile(kind) {
  return h("details", { class: "card profile" }, h("summary", {}, "Profile"),
    h("dl", { class: "dials" }, [["Speed", kind.speed], ["Defense", kind.defense], ["Armor", kind.armor], ["Points", kind.points]]
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    kind.weapons.length ? h("ul", { class: "weapons" }, kind.weapons.map(({ weapon, count, arcs }) => h("li", {},
      `${count > 1 ? `${count} × ` : ""}${weapon.name}: `,
      [weapon.range ? `${weapon.range}″` : null, `Power ${weapon.power >= 0 ? "+" : ""}${weapon.power}`,
        weapon.shots > 1 ? `${weapon.shots} shots` : null, weapon.barrage ? `Barrage ${weapon.barrage}` : null,
        arcs.length ? `arcs: ${arcs.join(", ")}` : null, ...weapon.traits].filter(Boolean).join(", ")))) : null,
    kind.traits.length ? h("p", {}, kind.traits.join(", ")) : null);
}
