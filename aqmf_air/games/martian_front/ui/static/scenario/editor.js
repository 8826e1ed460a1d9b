// Drawing a scenario: a tool, a gesture on the table, and a form of the page sent with what it came to. The page answers
// with the scenario as it is then; nothing is kept here but what is just being drawn.

/** @import { Spot } from "/static/board/camera.js" */
/** @import { Draft } from "../payloads" */
/** @import { Corners, Thing } from "./shapes.js" */

import { Camera } from "/static/board/camera.js";
import { button, element, elements } from "/static/board/dom.js";
import { TableMap } from "/static/board/map.js";
import { about, box, fields, meant, moved, reshaped, same, snap, spelled, thingsOf, turned } from "./shapes.js";

const FINGER = 22;
const CLOSED = 30;
const MIDDLE = 0.5; // so that a small piece can still be taken between them
/** @type {Record<string, string>} */
const KINDS = { zones: " zone", dummies: " dummy" };
/** @type {Record<string, string>} */
const HINTS = {
  move: "Tap a thing to take it, then drag it or its corners.",
  unit: "Choose a unit, and tap where it stands.",
  terrain: "Tap corner after corner, and the first one again to close; or drag a box.",
  zone: "Drag a box in which the side sets up.",
  objective: "Tap where the objective lies.",
  dummy: "Tap where the dummy stands.",
};

/** @type {<T extends HTMLElement = HTMLElement>(id: string) => T} */
const get = (id) => element(`#${id}`);
/** @type {(id: string) => string} */
const chosenIn = (id) => /** @type {HTMLSelectElement} */ (get(id)).value;
const base = get("ground").dataset.base;

class Draughtsman {
  constructor() {
    this.tool = "move";
    /** @type {number[][]} */
    this.corners = [];
    /** @type {Thing | null} */
    this.taken = null;
    this.picked = -1; // the corner of what is taken that was touched last
    /** @type {{ kind: string, n: number } | null} */
    this.grip = null;
    /** @type {number[][] | null} */
    this.points = null; // of what is dragged
    this.from = [0, 0];
    this.made = "";
    this.kinds = "";
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Thing[]} */
    this.things = [];
    this.camera = new Camera(get("stage"), get("table"), this);
    this.map = new TableMap(get("table"), this.camera);
    for (const tool of elements("[data-tool]")) tool.addEventListener("click", () => this.choose(tool.dataset.tool ?? ""));
    get("zoom-in").addEventListener("click", () => this.camera.zoom(1.4));
    get("zoom-out").addEventListener("click", () => this.camera.zoom(0.7));
    get("zoom-all").addEventListener("click", () => this.camera.fit());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("htmx:afterSettle", () => this.read());
    for (const id of ["tools", "field", "hint", "deeds"]) get(id).hidden = false;
    this.choose("move");
    this.read();
  }

  /** Take up what the page now says, and have the table drawn anew. */
  async read() {
    const { made = "", draft = "" } = get("kept").dataset;
    if (made === this.made) return;
    this.made = made;
    /** @type {Draft} */
    const read = JSON.parse(draft);
    this.draft = read;
    this.things = thingsOf(read);
    this.taken =
      this.things.find((thing) => same(thing, this.taken)) ??
      this.things.find((thing) => thing.part === this.taken?.part && thing.known === this.taken.known) ??
      null;
    const answer = await fetch(`${base}/table.svg?made=${made}`);
    if (!answer.ok || made !== this.made) return;
    this.map.show(await answer.text());
    this.sketch();
    get("stage").dataset.drawn = made;
  }

  /**
   * Send a form: what it changes, and its fields.
   * @type {(change: string, values: object) => void}
   */
  send(change, values) {
    htmx.ajax("POST", `${base}/${change}`, { source: "#draw", target: "#editor", swap: "patch", values });
  }

  /** @type {(tool: string) => void} */
  choose(tool) {
    this.tool = tool;
    this.corners = [];
    if (tool !== "move") this.taken = null;
    for (const control of elements("[data-tool]"))
      control.setAttribute("aria-pressed", String(control.dataset.tool === tool));
    for (const control of elements("#tools .choice")) control.hidden = !control.dataset.for?.split(" ").includes(tool);
    get("stage").classList.toggle("drawing", tool !== "move");
    if (this.draft) this.sketch();
    else get("hint").textContent = HINTS[tool];
  }

  /** @type {(event: KeyboardEvent) => void} */
  key(event) {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (!typing && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      get(event.shiftKey ? "redo" : "undo").click();
      return;
    }
    if (!typing && event.key === "Delete") element("[data-deed=remove]", get("deeds"))?.click();
    if (event.key !== "Escape" || (!this.corners.length && !this.taken)) return;
    this.corners = [];
    this.taken = null;
    this.sketch();
  }

  // -- what a hand does on the table; points are inches -------------------------------------------------------------------

  /** @type {(point: Spot, pointer: string) => boolean} */
  grab(point, pointer) {
    if (!this.draft) return false;
    this.from = snap(point, this.draft.table);
    if (this.tool !== "move") return this.tool === "terrain" || this.tool === "zone";
    const reach = this.camera.length(FINGER);
    const [handle, n] = this.#handleAt(point, reach);
    if (handle) {
      this.grip = { kind: handle, n };
      this.picked = handle === "corner" ? n : -1;
      return true;
    }
    const thing = meant(this.things, point, reach);
    // a finger first takes a thing with a tap, so that it can move the table by dragging over others
    if (!thing || (pointer === "touch" && !same(thing, this.taken))) return false;
    this.#take(thing);
    this.grip = { kind: "whole", n: -1 };
    return true;
  }

  /** @type {(point: Spot) => void} */
  drag(point) {
    if (!this.draft) return;
    const at = snap(point, this.draft.table);
    if (this.tool === "move") this.points = this.#dragged(at);
    else if (!this.corners.length) this.points = box(this.from, at);
    this.sketch(this.points);
  }

  /** @type {(point: Spot) => void} */
  release(point) {
    this.drag(point);
    const { points, grip } = this;
    this.letGo();
    if (!points) return;
    if (this.tool === "move") {
      if (grip && this.taken) this.send(this.taken.part, fields(this.taken, points));
      return;
    }
    const [[left, near], , [right, far]] = points;
    if (left === right || near === far) this.sketch();
    else if (this.tool === "zone") this.#zone({ left, near, right, far });
    else this.#terrain(points);
  }

  letGo() {
    this.points = null;
    this.grip = null;
  }

  /** @type {(point: Spot) => void} */
  tap(point) {
    if (!this.draft) return;
    const at = snap(point, this.draft.table);
    if (this.tool === "move") {
      const onCorner = this.#handleAt(point, this.camera.length(FINGER))[0] === "corner";
      if (!onCorner) this.#take(meant(this.things, point, this.camera.length(FINGER)));
    } else if (this.tool === "unit") {
      this.send("add", { type: chosenIn("tool-type"), x: at[0], y: at[1] });
    } else if (this.tool === "objective") {
      this.send("objectives", { x: at[0], y: at[1] });
    } else if (this.tool === "dummy") {
      this.send("dummies", { side: chosenIn("tool-side"), x: at[0], y: at[1] });
    } else if (this.tool === "terrain") {
      const [first] = this.corners;
      const closes = first && Math.hypot(first[0] - point.x, first[1] - point.y) < this.camera.length(CLOSED);
      if (closes && this.corners.length > 2) {
        this.#terrain(this.corners);
        return;
      }
      if (!this.corners.some(([x, y]) => x === at[0] && y === at[1])) this.corners.push(at);
    }
    this.sketch();
  }

  laid() {
    this.map?.laid();
    if (this.draft && get("stage").dataset.drawn) this.sketch(this.points);
  }

  /** @type {(thing: Thing | null) => void} */
  #take(thing) {
    if (!same(thing, this.taken)) this.picked = -1;
    this.taken = thing;
  }

  /** @type {(points: number[][]) => void} */
  #terrain(points) {
    this.corners = [];
    this.send("terrain", { kind: chosenIn("tool-kind"), corners: spelled(points) });
  }

  /**
   * A side has one zone that is drawn: a new box takes the place of its first.
   * @type {(edges: { left: number, near: number, right: number, far: number }) => void}
   */
  #zone(edges) {
    const side = chosenIn("tool-side");
    const there = this.draft?.zones.find((zone) => zone.side === side);
    this.send("zones", { ...(there ? { at: there.at, known: side } : {}), side, ...edges });
  }

  /** @type {(point: Spot, reach: number) => [string, number]} */
  #handleAt(point, reach) {
    /** @type {(points: number[][], within: number) => number} */
    const near = (points, within) => points.findIndex(([x, y]) => Math.hypot(x - point.x, y - point.y) < within);
    if (!this.taken?.corners) return ["", -1];
    const corner = near(this.taken.corners, reach);
    if (corner >= 0) return ["corner", corner];
    const middle = this.taken.part === "terrain" ? near(this.#middles(this.taken), reach * MIDDLE) : -1;
    return middle >= 0 ? ["middle", middle] : ["", -1];
  }

  /** @type {(thing: Corners) => number[][]} */
  #middles({ corners }) {
    return corners.map(([x, y], n) => {
      const [u, v] = corners[(n + 1) % corners.length];
      return [(x + u) / 2, (y + v) / 2];
    });
  }

  /** @type {(at: number[]) => number[][] | null} */
  #dragged(at) {
    const { taken, grip, draft } = this;
    if (!taken || !grip || !draft) return null;
    if (taken.corners && grip.kind === "corner") return reshaped(taken, grip.n, at);
    if (taken.corners && grip.kind === "middle") return taken.corners.toSpliced(grip.n + 1, 0, at);
    return moved(taken, at[0] - this.from[0], at[1] - this.from[1], draft.table);
  }

  // -- what is shown of it ------------------------------------------------------------------------------------------------

  /**
   * Draw what is being drawn, or the thing that is taken, at `points` while it is dragged.
   * @type {(points?: number[][] | null) => void}
   */
  sketch(points = null) {
    /** @type {Element[]} */
    const shown = [];
    const { map, taken } = this;
    if (this.tool === "move" && taken) {
      const places = points ?? taken.corners ?? taken.discs;
      if (taken.corners) {
        shown.push(map.line(places, "draft-line", true));
        if (!points && taken.part === "terrain")
          shown.push(...this.#middles(taken).map(([x, y]) => map.ring({ x, y }, this.camera.length(16), "halfway")));
        shown.push(...places.map(([x, y], n) => map.handle({ x, y }, n === this.picked && taken.part === "terrain")));
      } else {
        shown.push(
          ...places.map(([x, y, radius]) =>
            map.ring({ x, y }, 2 * Math.max(radius, this.camera.length(12)), points ? "draft-base" : "draft-taken"),
          ),
        );
      }
    } else if (points) {
      shown.push(map.line(points, "draft-line", true));
    } else if (this.corners.length) {
      shown.push(map.line(this.corners, "draft-line"));
      shown.push(...this.corners.map(([x, y], n) => map.handle({ x, y }, n === 0)));
    }
    map.fill("draft", shown);
    this.#say(points);
  }

  /** @type {(points: number[][] | null) => void} */
  #say(points) {
    const { tool, taken, corners } = this;
    let hint = HINTS[tool];
    if (points && !taken)
      hint = `${Math.abs(points[2][0] - points[0][0])} by ${Math.abs(points[2][1] - points[0][1])} inches.`;
    else if (corners.length)
      hint = `${corners.length} ${corners.length === 1 ? "corner" : "corners"}; the last at ${corners[corners.length - 1].join(", ")}.`;
    else if (taken)
      hint = `${taken.known}${KINDS[taken.part] ?? ""} is taken: drag it${taken.corners ? ", or its corners" : ""}.`;
    if (get("hint").textContent !== hint) get("hint").textContent = hint;
    const kinds = `${tool} ${taken?.part} ${taken?.known} ${corners.length > 2} ${corners.length > 0} ${taken?.corners?.length} ${this.picked >= 0}`;
    if (kinds === this.kinds) return;
    this.kinds = kinds;
    get("deeds").replaceChildren(...this.#deeds());
  }

  /**
   * Show the form of a thing, with all that it is folded into open.
   * @type {(id: string) => void}
   */
  #open(id) {
    for (let fold = get(id).closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
    get(id).scrollIntoView({ block: "center" });
  }

  /**
   * What can be done with what is taken or drawn.
   * @type {() => HTMLElement[]}
   */
  #deeds() {
    const { taken, corners } = this;
    const back = () => {
      corners.pop();
      this.sketch();
    };
    if (corners.length) {
      const close = button("Close the shape", () => this.#terrain(this.corners), { class: "main" });
      return [...(corners.length > 2 ? [close] : []), button("One corner back", back)];
    }
    if (!taken) return [];
    const { part, known } = taken;
    /** @type {(text: string, values: { [field: string]: string }, label?: string) => HTMLElement} */
    const deed = (text, values, label = text) =>
      button(
        text,
        () => {
          this.picked = -1;
          if (values.do === "remove") this.taken = null;
          this.send(part, { ...about(taken), ...values });
        },
        { "aria-label": label, "data-deed": values.do ?? "" },
      );
    const deeds = [];
    if (taken.part === "unit") {
      deeds.push(
        deed("⟲ 15°", { elements: turned(taken.item, -15) }, "Turn left by 15 degrees"),
        deed("⟳ 15°", { elements: turned(taken.item, 15) }, "Turn right by 15 degrees"),
        deed("Back into line", { elements: "" }),
      );
    } else if (taken.part === "terrain") {
      const left = taken.corners.filter((_, n) => n !== this.picked);
      if (left.length > 2 && left.length < taken.corners.length)
        deeds.push(deed("Remove this corner", { corners: spelled(left) }));
    }
    const form = taken.part === "unit" ? `unit-${taken.item.id.replaceAll(" ", "_")}` : `${part}-${taken.item.at}`;
    deeds.push(button("Edit", () => this.#open(form), { "aria-label": `Edit ${known}` }));
    return [...deeds, deed("Remove", { do: "remove" }, `Remove ${known}`)];
  }
}

new Draughtsman();
