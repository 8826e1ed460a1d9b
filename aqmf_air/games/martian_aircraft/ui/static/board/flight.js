// Flying a unit of aircraft: the path is drawn with a finger or set piece by piece; bombs are set on it. Every draft is
// judged by the engine when the finger is lifted, and the engine's drawing takes the place of the draft.

/** @import { Command, Judged, Piece } from "/static/payloads" */
/** @import { Spot } from "/static/board/camera.js" */
/** @import { Room } from "/static/board/main.js" */
/** @import { Place } from "/static/of/aqmf_air.games.martian_front.ui/payloads" */
/** @import { Gauge, PathPiece } from "./geometry.js" */

import { button, h } from "/static/board/dom.js";
import { Proposal } from "/static/board/proposal.js";
import { refuse } from "/static/refusal.js";
import { direction, found, inches, kindOf, shortly, tidy } from "/static/of/aqmf_air.games.martian_front.ui/board/units.js";
import { drawnPath, silhouette } from "./draft.js";
import { COARSE, FINE, joined, lay, nearest, poseAt, toward } from "./geometry.js";

/** @typedef {"light" | "medium"} BombKind */
/** @typedef {Record<BombKind, number>} Load */
/** @typedef {Load & { at: number }} Drop */
/** @typedef {{ id: string, start: Place, pieces: PathPiece[], drops: Drop[] }} Flight the way of one aircraft, with what it drops */
/**
 * What the board says of a unit that flies (ui/board/units.py).
 * @typedef {object} Facts
 * @property {Gauge} gauge
 * @property {number} least
 * @property {number} most
 * @property {boolean} may_bomb
 * @property {Record<string, Load>} bombs
 * @property {(Load & { diameters: number[] })[]} templates
 * @property {string} svg
 */

/** @type {BombKind[]} */
const KINDS = ["light", "medium"];
const DROP_STEP = 0.25;
const FINGER = 26;
const REST = 300;
const FLY = "Fly this path";
const UNDRAWN = "There is no path yet";

export default class FlightScreen {
  /** @param {Room} room @param {Piece} piece */
  constructor(room, piece) {
    this.room = room;
    this.piece = piece;
    const unit = found(room, piece.id);
    this.unit = unit;
    this.kind = kindOf(room, unit);
    /** @type {Flight[]} */
    this.flights = unit.elements.map((element) => ({
      id: element.id,
      start: { x: element.x, y: element.y, facing: element.facing },
      pieces: [],
      drops: [],
    }));
    /** @type {number | "all"} */
    this.led = unit.elements.length > 1 ? "all" : 0;
    this.lead = 0;
    this.snap = COARSE;
    /** @type {PathPiece[][][]} */
    this.undone = [];
    /** @type {{ gap: number, n: number, drop?: Drop } | null} */
    this.held = null;
    /** @type {PathPiece[]} */
    this.extra = [];
    /** @type {BombKind} */
    this.bombKind = "light";
    /** @type {Spot | undefined} */
    this.meant = undefined;
    this.asking = 0;
    this.resting = 0;
    this.planned = false; // the run that the planner found is drawn, in place of the draft
    /** @type {Facts} */
    this.facts = /** @type {any} */ (null); // until the board has answered: nothing is shown before
    this.spentOut = h("dd", { id: "spent" }, "0″");
    this.leftOut = h("dd", { id: "left" });
    this.list = h("ol", { class: "pieces" });
    this.bombList = h("div", { class: "bombs" });
    this.ghostBox = h("div", { class: "ghost-box" });
    this.proposal = new Proposal(room, FLY, (path) => this.#judged(path));
  }

  async open() {
    const { room, unit } = this;
    room.map.mark("chosen", (name) => name === unit.id);
    this.facts = await room.question("reach", { unit: unit.id });
    if (!this.facts || room.screen !== this) return;
    room.show(this.#build(), `Fly ${room.name(unit.id)}`, this.proposal.foot);
    room.camera.include(this.flights.flatMap(({ start }) => this.#about(start)));
    this.#changed();
    this.#envelope(this.flights[this.lead]);
    if (this.meant) this.tap(this.meant);
  }

  close() {
    this.proposal.stop();
    clearTimeout(this.resting);
  }

  // -- the panel ----------------------------------------------------------------------------------------------------------

  #build() {
    this.leftOut.textContent = inches(this.facts.most);
    const dials = h(
      "dl",
      { class: "dials three" },
      h("div", {}, h("dt", {}, "spent"), this.spentOut),
      h("div", {}, h("dt", {}, "left"), this.leftOut),
      h("div", {}, h("dt", {}, "at least"), h("dd", {}, inches(this.facts.least))),
    );
    const straight = h("input", {
      id: "straight-inches",
      type: "number",
      inputmode: "decimal",
      min: 0,
      max: this.facts.most,
      step: "any",
      value: 4,
    });
    const turn = h("input", {
      id: "turn-degrees",
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: 360,
      step: "any",
      value: 45,
    });
    const { room } = this;
    this.#offerPlan();
    return h(
      "div",
      { class: "flying" },
      dials,
      h(
        "div",
        { class: "row tools" },
        button("Undo", () => this.#takeBack(), { id: "take-back", "aria-label": "Undo the last piece" }),
        button("Straight on", () => this.#restStraight(), { id: "straight-on", title: "Spend what is left straight ahead" }),
        button("Clear", () => this.#set(this.#own(), [], true)),
        h(
          "label",
          { class: "chip" },
          h("input", {
            type: "checkbox",
            checked: true,
            id: "snap",
            "aria-label": "Snap to 15 degrees and half inches",
            onchange: (event) => {
              this.snap = event.target.checked ? COARSE : FINE;
            },
          }),
          " snap",
        ),
      ),
      this.flights.length > 1 ? this.#leaders() : null,
      h(
        "p",
        { class: "hint" },
        "Tap where to fly, or drag a brass ring. ",
        this.facts.may_bomb ? "A tap on the way sets a bomb on it." : "",
      ),
      this.facts.may_bomb && this.#aboard().some(({ light, medium }) => light + medium > 0) ? this.ghostBox : null,
      this.proposal.node,
      h(
        "details",
        { class: "card", open: room.roomy },
        h("summary", {}, "Set the way piece by piece"),
        this.list,
        h(
          "div",
          { class: "adding" },
          h("label", { for: "straight-inches" }, "Straight, inches"),
          straight,
          button("Add straight", () => this.#add({ straight: tidy(Number(straight.value)) })),
        ),
        h(
          "div",
          { class: "adding" },
          h("label", { for: "turn-degrees" }, "Turn, degrees"),
          turn,
          h(
            "div",
            { class: "row" },
            button("Turn left", () => this.#add({ turn: Number(turn.value), side: "left" })),
            button("Turn right", () => this.#add({ turn: Number(turn.value), side: "right" })),
          ),
        ),
      ),
      this.bombList,
      this.#readyMade(),
    );
  }

  #leaders() {
    /** @type {(value: number | "all", text: string, whole: string) => HTMLElement} */
    const choose = (value, text, whole) =>
      h(
        "label",
        { class: "chip" },
        h("input", {
          type: "radio",
          name: "led",
          value,
          "aria-label": whole,
          checked: String(this.led) === String(value),
          onchange: () => {
            this.led = value;
            if (value !== "all") this.lead = value;
            this.#changed();
          },
        }),
        ` ${text}`,
      );
    return h(
      "fieldset",
      { class: "chips" },
      h("legend", {}, "Whose way"),
      choose("all", "all", "all together"),
      this.flights.map(({ id }, n) => choose(n, shortly(id, this.unit.id), this.room.name(id))),
    );
  }

  #readyMade() {
    const offers = this.room.offers((offer) => offer.command.type === "aircraft.fly" && offer.subject === this.unit.id);
    if (!offers.length) return null;
    return h(
      "details",
      { class: "card" },
      h("summary", {}, `Ready-made flights (${offers.length})`),
      h(
        "div",
        { class: "offers" },
        offers.map((offer) => button(offer.title, () => this.#adopt(offer.command))),
      ),
    );
  }

  #list() {
    const own = this.flights[this.lead];
    this.list.replaceChildren(
      ...own.pieces.map((piece, n) => {
        const what = piece.turn ? `Turn ${piece.side}, degrees` : "Straight, inches";
        const field = h("input", {
          type: "number",
          inputmode: "decimal",
          step: "any",
          min: 0,
          max: piece.turn ? 360 : this.facts.most,
          value: Math.round((piece.turn ?? piece.straight) * 100) / 100,
          "aria-label": `Piece ${n + 1}: ${what}`,
          onchange: (event) => this.#edit(n, Number(event.target.value)),
        });
        return h(
          "li",
          {},
          h("span", {}, piece.turn ? `turn ${piece.side}` : "straight"),
          field,
          button(
            "✕",
            () =>
              this.#set(
                this.#own(),
                own.pieces.filter((_, at) => at !== n),
                true,
              ),
            { "aria-label": `Remove piece ${n + 1}` },
          ),
        );
      }),
    );
  }

  #bombs() {
    const { may_bomb: may } = this.facts;
    if (!may || !this.#aboard().some(({ light, medium }) => light + medium)) {
      this.bombList.replaceChildren();
      return;
    }
    const kinds = KINDS.filter((kind) => this.#aboard().some((load) => load[kind]));
    if (!kinds.includes(this.bombKind)) [this.bombKind] = kinds;
    const rows = this.flights.map((flight, n) =>
      h(
        "div",
        { class: "aircraft" },
        h("h4", {}, `${this.room.name(flight.id)}: ${this.#loadLeft(n) || "no bombs left"}`),
        flight.drops.map((drop, at) =>
          h(
            "div",
            { class: "drop" },
            h(
              "label",
              {},
              "after, inches",
              h("input", {
                type: "number",
                inputmode: "decimal",
                step: "any",
                min: 0,
                value: Math.round(drop.at * 100) / 100,
                "aria-label": `${this.room.name(flight.id)}, drop ${at + 1}: after how many inches`,
                onchange: (event) => {
                  drop.at = Math.max(0, Number(event.target.value));
                  this.#changed();
                },
              }),
            ),
            h(
              "span",
              {},
              [drop.light && `${drop.light} light`, drop.medium && `${drop.medium} medium`].filter(Boolean).join(", "),
            ),
            button(
              "✕",
              () => {
                flight.drops.splice(at, 1);
                this.#changed();
              },
              { "aria-label": `Keep these bombs of ${this.room.name(flight.id)}` },
            ),
          ),
        ),
        this.#left(n)[this.bombKind] > 0 && flight.pieces.length
          ? button("Drop one at the end", () => this.#drop(n, lay(flight.start, flight.pieces, this.facts.gauge).spent))
          : null,
      ),
    );
    this.bombList.replaceChildren(
      h(
        "section",
        { class: "card" },
        h("h3", {}, "Bombs"),
        kinds.length > 1
          ? h(
              "fieldset",
              { class: "chips" },
              h("legend", {}, "A tap drops"),
              kinds.map((kind) =>
                h(
                  "label",
                  { class: "chip" },
                  h("input", {
                    type: "radio",
                    name: "bomb",
                    checked: kind === this.bombKind,
                    onchange: () => {
                      this.bombKind = kind;
                    },
                  }),
                  ` a ${kind} bomb`,
                ),
              ),
            )
          : null,
        rows,
      ),
    );
  }

  // -- changing the draft -------------------------------------------------------------------------------------------------

  #aboard() {
    return this.flights.map(({ id }) => this.facts.bombs[id]);
  }

  /** @type {(n: number) => Load} */
  #left(n) {
    /** @type {(kind: BombKind) => number} */
    const used = (kind) => this.flights[n].drops.reduce((sum, drop) => sum + drop[kind], 0);
    const load = this.#aboard()[n];
    return { light: load.light - used("light"), medium: load.medium - used("medium") };
  }

  /** @type {(n: number) => string} */
  #loadLeft(n) {
    const left = this.#left(n);
    return KINDS.filter((kind) => left[kind] > 0)
      .map((kind) => `${left[kind]} ${kind} aboard`)
      .join(", ");
  }

  /** @type {() => number[]} */
  #own() {
    return this.led === "all" ? this.flights.map((_, n) => n) : [this.led];
  }

  /** @type {(which: number[], pieces: PathPiece[], keep: boolean) => void} */
  #set(which, pieces, keep) {
    if (keep) this.undone.push(this.flights.map((flight) => flight.pieces));
    for (const n of which) this.flights[n].pieces = pieces.map((piece) => ({ ...piece }));
    this.#changed();
  }

  /** @type {(piece: PathPiece) => void} */
  #add(piece) {
    const { turn = 0, straight = 0 } = piece;
    if (!(turn > 0 || straight > 0) || turn > 360) return;
    this.#set(this.#own(), joined([...this.flights[this.lead].pieces, piece]), true);
  }

  /** @type {(n: number, value: number) => void} */
  #edit(n, value) {
    const pieces = this.flights[this.lead].pieces.map((piece) => ({ ...piece }));
    const piece = pieces[n];
    if (!(value > 0) || (piece.turn && value > 360)) pieces.splice(n, 1);
    else if (piece.turn) piece.turn = value;
    else piece.straight = tidy(value);
    this.#set(this.#own(), pieces, true);
  }

  #takeBack() {
    const before = this.undone.pop();
    if (!before) return;
    before.forEach((pieces, n) => {
      this.flights[n].pieces = pieces;
    });
    this.#changed();
  }

  #restStraight() {
    const rest =
      this.facts.most - lay(this.flights[this.lead].start, this.flights[this.lead].pieces, this.facts.gauge).spent;
    if (rest > 1e-6) this.#add({ straight: tidy(rest) });
  }

  /** @type {(n: number, at: number) => void} */
  #drop(n, at) {
    const left = this.#left(n);
    const kind = left[this.bombKind] > 0 ? this.bombKind : left.light > 0 ? "light" : left.medium > 0 ? "medium" : null;
    if (!kind) {
      this.room.say(`${this.room.name(this.flights[n].id)} has no bomb left.`);
      return;
    }
    const there = this.flights[n].drops.find((drop) => Math.abs(drop.at - at) < 1e-6);
    if (there) there[kind] += 1;
    else this.flights[n].drops.push({ at: tidy(at), light: 0, medium: 0, [kind]: 1 });
    this.#changed();
  }

  /**
   * Take over the flights of an order: one that was offered, or planned.
   * @type {(command: Command) => void}
   */
  #adopt(command) {
    this.undone.push(this.flights.map((flight) => flight.pieces));
    /** @type {{ path: { turn: number, side: "left" | "right", straight: number }[], drops: Drop[] }[]} */
    const flights = command.flights;
    const each = flights.length === 1 ? this.flights.map(() => flights[0]) : flights;
    each.forEach(({ path, drops }, n) => {
      this.flights[n].pieces = path.map((piece) =>
        piece.turn ? { turn: piece.turn, side: piece.side } : { straight: piece.straight },
      );
      this.flights[n].drops = drops.map(({ at, light, medium }) => ({ at, light, medium }));
    });
    this.#changed();
  }

  /** Show the run that was found no longer: the draft is what is flown. */
  #leavePlan() {
    if (!this.planned) return;
    this.planned = false;
    this.room.map.fill("ghost", []);
    this.#offerPlan();
  }

  /** @type {() => Command} */
  #command() {
    return {
      type: "aircraft.fly",
      unit: this.unit.id,
      flights: this.flights.map(({ pieces, drops }) => ({ path: pieces, drops })),
    };
  }

  #changed() {
    const { gauge } = this.facts;
    for (const flight of this.flights) {
      const { spent } = lay(flight.start, flight.pieces, gauge);
      for (const drop of flight.drops) drop.at = Math.min(drop.at, spent);
      flight.drops = flight.drops.filter(() => flight.pieces.length);
    }
    this.#leavePlan();
    this.proposal.give.textContent = FLY;
    this.#sketch();
    this.#list();
    this.#bombs();
    if (this.flights.some((flight) => flight.pieces.length)) this.proposal.set(this.#command());
    else this.proposal.none("", UNDRAWN);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#envelope(this.flights[this.lead]), REST);
  }

  /** @type {(lead: Flight) => Promise<void>} */
  async #envelope(lead) {
    const { room } = this;
    if (room.busy) return; // the order is given, and the unit may be gone
    this.asking += 1;
    const number = this.asking;
    const facts = await room.question("reach", { unit: this.unit.id, element: lead.id, path: lead.pieces });
    if (facts?.svg !== undefined && number === this.asking && room.screen === this) room.map.fill("ranges", facts.svg);
  }

  /** @type {(path: Judged) => void} */
  #judged(path) {
    if (path.flights && !this.held && !this.planned) this.#sketch(true);
  }

  async #offerPlan() {
    const { room } = this;
    const ask = button(
      "Show me the best bombing run",
      async () => {
        this.ghostBox.replaceChildren(h("p", {}, "The planner is at work…"));
        const plan = await room.question("plan", { unit: this.unit.id });
        if (!plan || room.screen !== this) return;
        if (!plan.command) {
          this.ghostBox.replaceChildren(ask);
          refuse(ask, plan.none ?? plan.fault);
          return;
        }
        this.planned = true; // what is drawn is what is flown: the draft is back once the run is left, or taken to be changed
        for (const layer of ["draft", "answer"]) room.map.fill(layer, []);
        room.map.fill("ghost", plan.svg);
        this.proposal.give.textContent = "Fly the run shown";
        this.proposal.set(plan.command);
        const leave = button("Leave it", () => this.#changed());
        this.ghostBox.replaceChildren(
          h(
            "p",
            {},
            `The best run found is worth ${plan.value.toFixed(1)} points in hits; no legal one exceeds ${plan.upper_bound.toFixed(1)}. Explosions are not counted.`,
          ),
          h(
            "div",
            { class: "row" },
            button("Take this run", () => this.#adopt(plan.command), {}),
            leave,
          ),
          h(
            "ul",
            {},
            plan.orders.map((/** @type {{ element: string, said: string }} */ order) =>
              h("li", {}, `${room.name(order.element)}: ${order.said}.`),
            ),
          ),
        );
        leave.scrollIntoView({ block: "nearest" }); // on a phone it lies under the bar
      },
      { id: "plan" },
    );
    this.ghostBox.replaceChildren(ask);
  }

  // -- on the table -------------------------------------------------------------------------------------------------------

  /**
   * Points that a view of an aircraft's move should hold: ahead of it, and a turn to either side.
   * @type {(start: Place) => [number, number][]}
   */
  #about(start) {
    const [ux, uy] = direction(start.facing);
    const { most } = this.facts;
    return [
      [0, -3],
      [0, most],
      [-most / 2, most / 2],
      [most / 2, most / 2],
    ].map(([aside, ahead]) => [start.x + ahead * ux + aside * uy, start.y + ahead * uy - aside * ux]);
  }

  #tracks() {
    const moving = this.held ? this.#own() : [];
    return this.flights.map((flight, n) =>
      lay(flight.start, moving.includes(n) ? [...flight.pieces, ...this.extra] : flight.pieces, this.facts.gauge),
    );
  }

  /**
   * The draft; where the engine has drawn the path itself, only the handles.
   * @type {(engineDrew?: boolean) => void}
   */
  #sketch(engineDrew = false) {
    const { map } = this.room;
    const tracks = this.#tracks();
    const size = this.kind.base_diameter;
    /** @type {Element[]} */
    const parts = [];
    if (!engineDrew) map.fill("answer", []);
    tracks.forEach((track, n) => {
      if (!engineDrew && track.pieces.length) {
        parts.push(drawnPath(map, track, this.facts.gauge), silhouette(map, track.end, size, this.piece.id));
      }
      for (const drop of this.flights[n].drops) {
        const at = poseAt(track, drop.at, this.facts.gauge);
        if (!engineDrew) parts.push(...this.#templates(drop).map((across) => map.ring(at, across, "template")));
      }
    });
    for (const n of this.#own()) parts.push(map.handle(tracks[n].end, n === this.lead));
    const { spent } = tracks[this.lead];
    if (this.held) parts.push(map.word(tracks[this.lead].end, `${inches(this.facts.most - spent)} left`));
    map.fill("draft", parts);
    this.spentOut.textContent = inches(spent);
    this.leftOut.textContent = inches(this.facts.most - spent);
    this.leftOut.classList.toggle("over", spent > this.facts.most + 1e-6);
    this.spentOut.classList.toggle("over", spent < this.facts.least - 1e-6);
  }

  /** @type {(load: Load) => number[]} */
  #templates({ light, medium }) {
    return this.facts.templates.find((template) => template.light === light && template.medium === medium)?.diameters ?? [];
  }

  /** @type {(point: Spot) => boolean} */
  grab(point) {
    if (!this.facts?.gauge) return false;
    const near = this.room.camera.length(FINGER);
    const tracks = this.#tracks();
    /** @type {{ gap: number, n: number, drop?: Drop } | null} */
    let best = null;
    for (const [n, flight] of this.flights.entries()) {
      for (const drop of flight.drops) {
        const at = poseAt(tracks[n], drop.at, this.facts.gauge);
        const gap = Math.hypot(at.x - point.x, at.y - point.y);
        if (gap < near * 0.8 && (!best || gap < best.gap)) best = { gap, drop, n };
      }
    }
    for (const n of this.#own()) {
      const { end } = tracks[n];
      const gap = Math.hypot(end.x - point.x, end.y - point.y);
      if (gap < near && (!best || gap <= best.gap)) best = { gap, n };
    }
    if (!best) return false;
    if (!best.drop) this.lead = best.n;
    this.held = best;
    this.extra = [];
    return true;
  }

  /** @type {(point: Spot) => void} */
  drag(point) {
    if (!this.held) return;
    const flight = this.flights[this.held.n];
    const track = lay(flight.start, flight.pieces, this.facts.gauge);
    if (this.held.drop) {
      this.held.drop.at = this.#onMark(nearest(track, point.x, point.y, this.facts.gauge).at, track.spent);
    } else {
      this.extra = toward(
        track.end,
        point.x,
        point.y,
        this.facts.gauge,
        Math.max(0, this.facts.most - track.spent),
        this.snap,
      );
    }
    this.#sketch();
  }

  release() {
    if (!this.held) return;
    const { drop, n } = this.held;
    this.held = null;
    if (drop) this.#changed();
    else if (this.extra.length) this.#set(this.#own(), joined([...this.flights[n].pieces, ...this.extra]), true);
    else this.#changed();
    this.extra = [];
  }

  letGo() {
    this.held = null;
    this.extra = [];
    this.#sketch();
  }

  /**
   * A tap on the way sets a bomb on it, one beside it leads the way there.
   * @type {(point: Spot) => boolean}
   */
  tap(point) {
    if (!this.facts) return true;
    /** @type {{ at: number, gap: number, n: number, spent: number } | null} */
    let best = null;
    for (const [n, track] of this.#tracks().entries()) {
      if (!track.pieces.length || !this.facts.may_bomb) continue;
      const closest = nearest(track, point.x, point.y, this.facts.gauge);
      const spare = this.#left(n).light + this.#left(n).medium > 0 ? 0 : 1e-3;
      if (closest.gap < this.room.camera.length(FINGER) && (!best || closest.gap + spare < best.gap)) {
        best = { ...closest, n, spent: track.spent, gap: closest.gap + spare };
      }
    }
    if (best) {
      this.#drop(best.n, this.#onMark(best.at, best.spent));
      return true;
    }
    this.held = { gap: 0, n: this.lead };
    this.drag(point);
    this.release();
    return true;
  }

  /**
   * A place on the path, on the nearest quarter of an inch.
   * @type {(at: number, spent: number) => number}
   */
  #onMark(at, spent) {
    return Math.min(spent, tidy(Math.round(at / DROP_STEP) * DROP_STEP));
  }
}
