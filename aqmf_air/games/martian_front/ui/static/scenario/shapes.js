// The things on the table that a hand can take: where they are, where their handles are, and how they look while dragged.
// Points are [x, y] in inches. Nothing here knows the page.

/** @import { Spot } from "/static/board/camera.js" */
/** @import { Draft, DraftDummy, DraftObjective, DraftTerrain, DraftUnit, DraftZone, Table } from "../payloads" */

/**
 * A thing on the table: the part of the scenario that it is of, what it is known by, and its discs or its corners.
 * @typedef {{ known: string, discs: number[][], corners?: undefined } & ({ part: "unit", item: DraftUnit } | { part: "dummies", item: DraftDummy } | { part: "objectives", item: DraftObjective })} Discs
 * @typedef {{ known: string, discs?: undefined, corners: number[][] } & ({ part: "terrain", item: DraftTerrain } | { part: "zones", item: DraftZone })} Corners
 * @typedef {Discs | Corners} Thing
 */

const STEP = 0.5;

/** @type {(point: Spot, size: Table) => [number, number]} */
export function snap({ x, y }, size) {
  /** @type {(value: number, most: number) => number} */
  const within = (value, most) => Math.min(Math.max(Math.round(value / STEP) * STEP, 0), most);
  return [within(x, size.width), within(y, size.depth)];
}

/** @type {(from: number[], to: number[]) => number[][]} */
export function box([x, y], [u, v]) {
  const [left, right] = [Math.min(x, u), Math.max(x, u)];
  const [near, far] = [Math.min(y, v), Math.max(y, v)];
  return [
    [left, near],
    [right, near],
    [right, far],
    [left, far],
  ];
}

/** @type {(corners: number[][], point: Spot) => boolean} */
function holds(corners, { x, y }) {
  let inside = false;
  corners.forEach(([ax, ay], n) => {
    const [bx, by] = corners[(n + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/**
 * Everything that can be taken, what lies on top first.
 * @type {(draft: Draft) => Thing[]}
 */
export function thingsOf(draft) {
  return [
    ...draft.units.map((unit) => ({
      part: /** @type {const} */ ("unit"),
      known: unit.called,
      item: unit,
      discs: unit.elements.map(([x, y]) => [x, y, unit.size / 2]),
    })),
    ...draft.dummies.map((dummy) => ({
      part: /** @type {const} */ ("dummies"),
      known: dummy.side,
      item: dummy,
      discs: [[dummy.x, dummy.y, 0.5]],
    })),
    ...draft.objectives.map((objective) => ({
      part: /** @type {const} */ ("objectives"),
      known: objective.name,
      item: objective,
      discs: [[objective.x, objective.y, 0.8]],
    })),
    ...draft.terrain.map((terrain) => ({
      part: /** @type {const} */ ("terrain"),
      known: terrain.name,
      item: terrain,
      corners: terrain.corners,
    })),
    ...draft.zones.map((zone) => ({
      part: /** @type {const} */ ("zones"),
      known: zone.side,
      item: zone,
      corners: box([zone.left, zone.near], [zone.right, zone.far]),
    })),
  ];
}

/**
 * What was meant by a point, `reach` inches being a finger's width.
 * @type {(things: Thing[], point: Spot, reach: number) => Thing | null}
 */
export function meant(things, point, reach) {
  /** @type {{ gap: number, thing: Thing } | null} */
  let best = null;
  for (const thing of things) {
    for (const [x, y, radius] of thing.discs ?? []) {
      const gap = Math.max(0, Math.hypot(x - point.x, y - point.y) - radius);
      if (gap < reach && (!best || gap < best.gap)) best = { gap, thing };
    }
  }
  return best?.thing ?? things.find((thing) => thing.corners && holds(thing.corners, point)) ?? null;
}

/** @type {(one: Thing | null, other: Thing | null) => boolean} */
export function same(thing, other) {
  if (!thing || !other) return false;
  return thing.part === other.part && thing.known === other.known && thing.item.at === other.item.at;
}

/**
 * A thing moved by some inches, kept on the table: the places that it would have.
 * @type {(thing: Thing, dx: number, dy: number, size: Table) => number[][]}
 */
export function moved(thing, dx, dy, size) {
  const points = thing.corners ?? thing.discs;
  /** @type {(by: number, n: number, most: number) => number} */
  const clamp = (by, n, most) => {
    const all = points.map((point) => point[n]);
    return Math.min(Math.max(by, -Math.min(...all)), most - Math.max(...all));
  };
  const [x, y] = [clamp(dx, 0, size.width), clamp(dy, 1, size.depth)];
  return points.map(([px, py, radius]) => [px + x, py + y, radius]);
}

/** @type {(points: number[][]) => string} */
export function spelled(points) {
  return points.map((point) => point.map((value) => Number(value.toFixed(3))).join(" ")).join(", ");
}

/**
 * What a form knows a thing by.
 * @type {(thing: Thing) => Record<string, unknown>}
 */
export function about({ part, known, item }) {
  return part === "unit" ? { unit: item.id, known } : { at: item.at, known };
}

/**
 * What a form would say of a thing at these places.
 * @type {(thing: Thing, points: number[][]) => Record<string, unknown>}
 */
export function fields(thing, points) {
  const { part, item } = thing;
  const [[x, y], , corner] = points;
  if (part === "unit")
    return { ...about(thing), elements: spelled(points.map(([px, py], n) => [px, py, item.elements[n][2]])) };
  if (part === "terrain") return { ...about(thing), corners: spelled(points.map(([px, py]) => [px, py])) };
  if (part !== "zones") return { ...about(thing), x, y };
  const [[left, near], , [right, far]] = box([x, y], corner);
  return { ...about(thing), left, right, near, far };
}

/**
 * The corners of a thing with one of them elsewhere; a zone stays a rectangle.
 * @type {(thing: Corners, n: number, at: number[]) => number[][]}
 */
export function reshaped(thing, n, at) {
  if (thing.part === "zones") return box(at, thing.corners[(n + 2) % 4]);
  return thing.corners.map((corner, number) => (number === n ? at : corner));
}

/**
 * A unit's places, all turned by some degrees.
 * @type {(unit: DraftUnit, degrees: number) => string}
 */
export function turned(unit, degrees) {
  return spelled(unit.elements.map(([x, y, facing]) => [x, y, (facing + degrees + 360) % 360]));
}
