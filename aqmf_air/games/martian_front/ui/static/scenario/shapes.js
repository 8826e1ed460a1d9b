// The things on the table that a hand can take: where they are, where their handles are, and how they look while dragged.
// Points are [x, y] in inches. Nothing here knows the page.

const STEP = 0.5;

export function snapped(value) {
  return Math.round(value / STEP) * STEP;
}

export function snap(point, size) {
  const within = (value, most) => Math.min(Math.max(snapped(value), 0), most);
  return [within(point.x ?? point[0], size.width), within(point.y ?? point[1], size.depth)];
}

export function box([x, y], [u, v]) {
  const [left, right] = [Math.min(x, u), Math.max(x, u)];
  const [near, far] = [Math.min(y, v), Math.max(y, v)];
  return [[left, near], [right, near], [right, far], [left, far]];
}

export function holds(corners, { x, y }) {
  let inside = false;
  corners.forEach(([ax, ay], n) => {
    const [bx, by] = corners[(n + 1) % corners.length];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

function zoneCorners(zone) {
  return [[zone.left, zone.near], [zone.right, zone.near], [zone.right, zone.far], [zone.left, zone.far]];
}

/** Everything that can be taken, what lies on top first. */
export function thingsOf(draft) {
  const bases = (unit) => unit.elements.map(([x, y]) => [x, y, unit.size / 2]);
  return [
    ...draft.units.map((one) => ({ part: "unit", known: one.id, one, discs: bases(one), moves: true })),
    ...draft.dummies.map((one) => ({ part: "dummies", known: one.side, one, discs: [[one.x, one.y, 0.5]], moves: true })),
    ...draft.objectives.map((one) => ({ part: "objectives", known: one.name, one, discs: [[one.x, one.y, 0.8]], moves: true })),
    ...draft.terrain.map((one) => ({ part: "terrain", known: one.name, one, corners: one.corners, moves: true })),
    ...draft.zones.map((one) => ({ part: "zones", known: one.side, one, corners: zoneCorners(one), moves: true })),
  ];
}

/** What was meant by a point, `reach` inches being a finger's width. */
export function meant(things, point, reach) {
  let best = null;
  for (const thing of things) {
    for (const [x, y, radius] of thing.discs ?? []) {
      const gap = Math.max(0, Math.hypot(x - point.x, y - point.y) - radius);
      if (gap < reach && (!best || gap < best.gap)) best = { gap, thing };
    }
  }
  return best?.thing ?? things.find((thing) => thing.corners && holds(thing.corners, point)) ?? null;
}

export function same(one, other) {
  return Boolean(one && other) && one.part === other.part && one.known === other.known && one.one.at === other.one.at;
}

/** A thing moved by some inches, kept on the table: the places that it would have. */
export function moved(thing, dx, dy, size) {
  const points = thing.corners ?? thing.discs;
  const clamp = (by, n, most) => {
    const all = points.map((one) => one[n]);
    return Math.min(Math.max(by, -Math.min(...all)), most - Math.max(...all));
  };
  const [x, y] = [clamp(dx, 0, size.width), clamp(dy, 1, size.depth)];
  return points.map(([px, py, radius]) => [px + x, py + y, radius]);
}

const spelled = (points) => points.map((one) => one.map((value) => Number(value.toFixed(3))).join(" ")).join(", ");

/** What a form would say of a thing at these places. */
export function fields(thing, points) {
  const { part, known, one } = thing;
  if (part === "unit") return { unit: known, elements: spelled(points.map(([x, y], n) => [x, y, one.elements[n][2]])) };
  const about = { at: one.at, known };
  const [x, y] = points[0];
  if (part === "terrain") return { ...about, corners: spelled(points.map(([px, py]) => [px, py])) };
  if (part !== "zones") return { ...about, x, y };
  const [xs, ys] = [0, 1].map((n) => points.map((each) => each[n]));
  return { ...about, left: Math.min(...xs), right: Math.max(...xs), near: Math.min(...ys), far: Math.max(...ys) };
}

/** The corners of a thing with one of them elsewhere; a zone stays a rectangle. */
export function reshaped(thing, n, at) {
  if (thing.part === "zones") return box(at, thing.corners[(n + 2) % 4]);
  return thing.corners.map((corner, number) => (number === n ? at : corner));
}

/** A unit's places, all turned by some degrees. */
export function turned(unit, degrees) {
  return unit.elements.map(([x, y, facing]) => [x, y, (facing + degrees + 360) % 360]).map((one) => one.join(" ")).join(", ");
}
