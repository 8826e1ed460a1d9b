// The things on the table that a hand can take: where they are, where their handles are, and how they look while dragged.
// Points are [x, y] in inches. Nothing here knows the page.

const STEP = 0.5;

export function snap({ x, y }, size) {
  const within = (value, most) => Math.min(Math.max(Math.round(value / STEP) * STEP, 0), most);
  return [within(x, size.width), within(y, size.depth)];
}

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

function holds(corners, { x, y }) {
  let inside = false;
  corners.forEach(([ax, ay], n) => {
    const [bx, by] = corners[(n + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Everything that can be taken, what lies on top first. */
export function thingsOf(draft) {
  return [
    ...draft.units.map((one) => ({
      part: "unit",
      known: one.called,
      one,
      discs: one.elements.map(([x, y]) => [x, y, one.size / 2]),
    })),
    ...draft.dummies.map((one) => ({ part: "dummies", known: one.side, one, discs: [[one.x, one.y, 0.5]] })),
    ...draft.objectives.map((one) => ({ part: "objectives", known: one.name, one, discs: [[one.x, one.y, 0.8]] })),
    ...draft.terrain.map((one) => ({ part: "terrain", known: one.name, one, corners: one.corners })),
    ...draft.zones.map((one) => ({
      part: "zones",
      known: one.side,
      one,
      corners: box([one.left, one.near], [one.right, one.far]),
    })),
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

export function spelled(points) {
  return points.map((one) => one.map((value) => Number(value.toFixed(3))).join(" ")).join(", ");
}

/** What a form knows a thing by. */
export function about({ part, known, one }) {
  return part === "unit" ? { unit: one.id, known } : { at: one.at, known };
}

/** What a form would say of a thing at these places. */
export function fields(thing, points) {
  const { part, one } = thing;
  const [[x, y], , corner] = points;
  if (part === "unit")
    return { ...about(thing), elements: spelled(points.map(([px, py], n) => [px, py, one.elements[n][2]])) };
  if (part === "terrain") return { ...about(thing), corners: spelled(points.map(([px, py]) => [px, py])) };
  if (part !== "zones") return { ...about(thing), x, y };
  const [[left, near], , [right, far]] = box([x, y], corner);
  return { ...about(thing), left, right, near, far };
}

/** The corners of a thing with one of them elsewhere; a zone stays a rectangle. */
export function reshaped(thing, n, at) {
  if (thing.part === "zones") return box(at, thing.corners[(n + 2) % 4]);
  return thing.corners.map((corner, number) => (number === n ? at : corner));
}

/** A unit's places, all turned by some degrees. */
export function turned(unit, degrees) {
  return spelled(unit.elements.map(([x, y, facing]) => [x, y, (facing + degrees + 360) % 360]));
}
