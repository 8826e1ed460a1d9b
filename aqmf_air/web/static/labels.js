// Where names stand on a picture. The same as aqmf_air/drawing/labels.py, sum for sum: both give the same places for the same
// cases, and a test holds them to it. Boxes are [left, top, right, bottom], pieces [x, y, radius], lines [x, y, x, y]; pixels,
// y down.

/** @typedef {number[]} Box left, top, right, bottom */
/**
 * A name to be placed; see Name in labels.py.
 * @typedef {{ wide: number, high: number, pieces?: number[][], spots?: number[][], keyed?: boolean, matters?: number }} Name
 */
/** @typedef {Required<Name>} Whole */
/** @typedef {{ box: Box, leader: number[] | null, number: number }} Place */
/** @typedef {{ frame: Box, pieces: number[][], borders: number[][], lines: number[][], boxes: Box[], leaders: number[][] }} Taken */

const GAP = 3;
const APART = 1;
const BESIDE = 12;
const RINGS = [0, 9, 20, 34, 52, 74, 100, 132, 170];
const [S, C, D] = [0.3826834323650898, 0.9238795325112867, Math.SQRT1_2];
const WAYS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [D, D],
  [-D, D],
  [D, -D],
  [-D, -D],
  [S, C],
  [-S, C],
  [S, -C],
  [-S, -C],
  [C, S],
  [-C, S],
  [C, -S],
  [-C, -S],
];
const OVER_LINE = 14;
const BY_ANOTHER = 7;

/**
 * A place for every name, in their order: { box, leader or null, number }; a number other than 0 stands for the name, which is
 * then told in a key.
 *
 * A name: { wide, high, pieces: [[x, y, radius]], spots: [[x, y]], keyed, matters }; see Name in labels.py.
 * @type {(names: Name[], pieces: number[][], frame: Box, more?: { borders?: number[][], lines?: number[][], number?: number[] }) => Place[]}
 */
export function place(names, pieces, frame, { borders = [], lines = [], number = [16, 14] } = {}) {
  /** @type {() => Taken} */
  const fresh = () => ({ frame, pieces, borders, lines, boxes: [], leaders: [] });
  const whole = names.map(({ wide, high, pieces: own = [], spots = [], keyed = true, matters = 0 }) => ({
    wide,
    high,
    pieces: own,
    spots,
    keyed,
    matters,
  }));
  const choice = whole.map((name) => choices(name, fresh()));
  let best = null;
  for (const order of orders(whole, choice)) {
    const attempt = placed(whole, order, fresh(), number);
    if (!best || attempt.numbered < best.numbered || (attempt.numbered === best.numbered && attempt.cost < best.cost))
      best = attempt;
    if (!attempt.numbered) break;
  }
  return best?.places ?? [];
}

/**
 * Where the name of an area stands: at the first of its spots where it is on no other name, no leader and no piece but its own
 * (pixels, as above); null where there is no such spot.
 * @type {(name: Whole, taken: { frame: Box, pieces: number[][], boxes: Box[], leaders: number[][], borders?: number[][] }) => Box | null}
 */
export function standing({ wide, high, pieces: own, spots }, taken) {
  const open = { borders: [], ...taken, pieces: taken.pieces.filter((piece) => !isOf(own, piece)) };
  const boxes = spots.map(([x, y]) => [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]);
  return boxes.find((box) => free(open, box, null, own, false)) ?? null;
}

/** @type {(names: Whole[], choice: number[]) => Generator<number[]>} */
function* orders(names, choice) {
  /** @type {(by: (at: number) => number) => number[]} */
  const sorted = (by) =>
    names.map((_, at) => at).sort((a, b) => names[b].matters - names[a].matters || by(a) - by(b) || a - b);
  yield sorted((at) => choice[at]);
  for (const [axis, sign] of [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
  ])
    yield sorted((at) => sign * anchor(names[at])[axis]);
}

/** @type {(name: Whole) => number[]} */
function anchor({ pieces, spots }) {
  return pieces.length ? pieces[0] : spots[0];
}

/** @type {(names: Whole[], order: number[], taken: Taken, number: number[]) => { places: Place[], numbered: number, cost: number }} */
function placed(names, order, taken, number) {
  /** @type {Place[]} */
  const places = [];
  /** @type {number[]} */
  const late = [];
  let cost = 0;
  for (const at of order) {
    const name = names[at];
    const [chosen, price] = bestOf(name, taken, [name.wide, name.high]);
    if (!chosen) {
      late.push(at);
      continue;
    }
    places[at] = take(chosen, taken);
    cost += price;
  }
  const numbered = late.filter((at) => names[at].keyed).sort((a, b) => names[b].matters - names[a].matters || a - b);
  for (const at of late) {
    const name = names[at];
    const size = name.keyed ? number : [name.wide, name.high];
    let [chosen, price] = bestOf(name, taken, size);
    if (!chosen) {
      [chosen, price] = bestOf(name, taken, size, true);
      cost += 100;
    }
    places[at] = { ...take(chosen ?? last(name, taken, size), taken), number: numbered.indexOf(at) + 1 };
    cost += price;
  }
  return { places, numbered: late.length, cost };
}

/** @type {(chosen: Place, taken: Taken) => Place} */
function take(chosen, taken) {
  taken.boxes.push(chosen.box);
  if (chosen.leader) taken.leaders.push(chosen.leader);
  return chosen;
}

/** @type {(name: Whole, taken: Taken) => number} */
function choices(name, taken) {
  let count = 0;
  for (const [, box, leader] of tried(name, [name.wide, name.high], 1)) {
    if (!leader && free(taken, box, null, name.pieces, false)) count += 1;
  }
  return count;
}

/** @type {(name: Whole, taken: Taken, size: number[], covers?: boolean) => [Place | null, number]} */
function bestOf(name, taken, size, covers = false) {
  /** @type {Place | null} */
  let best = null;
  let least = Infinity;
  for (const [cost, box, leader] of tried(name, size, RINGS.length, covers)) {
    if (cost >= least) break;
    if (!free(taken, box, leader, name.pieces, covers)) continue;
    const total = cost + dear(taken, box, name.pieces);
    if (total < least) {
      best = { box, leader, number: 0 };
      least = total;
    }
  }
  return [best, best ? least : 0];
}

/** @type {(name: Whole, taken: Taken, size: number[]) => Place} */
function last(name, taken, [wide, high]) {
  const { frame } = taken;
  const [x, y] = anchor(name);
  /** @type {(box: Box) => number} */
  const away = ([left, top]) => (left + wide / 2 - x) * (left + wide / 2 - x) + (top + high / 2 - y) * (top + high / 2 - y);
  /** @type {Box[]} */
  const lattice = [];
  for (let row = 0; row < Math.trunc((frame[3] - frame[1]) / high); row += 1) {
    for (let column = 0; column < Math.trunc((frame[2] - frame[0]) / wide); column += 1) {
      const [left, top] = [frame[0] + column * wide, frame[1] + row * high];
      lattice.push([left, top, left + wide, top + high]);
    }
  }
  const open = lattice
    .sort((box, other) => away(box) - away(other))
    .filter((box) => free(taken, box, null, name.pieces, true));
  for (const box of open) {
    const leader = name.pieces.length ? leaderOf(box, name.pieces[0]) : null;
    if (free(taken, box, leader, name.pieces, true)) return { box, leader, number: 0 };
  }
  const left = Math.max(frame[0], Math.min(frame[2] - wide, x - wide / 2));
  const top = Math.max(frame[1], Math.min(frame[3] - high, y - high / 2));
  return { box: open[0] ?? [left, top, left + wide, top + high], leader: null, number: 0 };
}

/** @type {(name: Whole, size: number[], rings: number, onIt?: boolean) => Generator<[number, Box, number[] | null]>} */
function* tried(name, [wide, high], rings, onIt = false) {
  if (onIt) for (const [x, y] of name.pieces) yield [0, [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], null];
  for (const [at, [x, y]] of name.spots.entries()) {
    yield [0.25 * at, [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], null];
  }
  const start = 0.25 * name.spots.length;
  for (let ring = 0; ring < rings; ring += 1) {
    const out = RINGS[ring];
    for (let way = 0; way < (ring ? 16 : 8); way += 1) {
      const [dx, dy] = WAYS[way];
      for (const [at, [cx, cy, radius]] of name.pieces.entries()) {
        const x = cx + dx * (radius + GAP + out + wide / 2);
        const y = cy + dy * (radius + GAP + out + high / 2);
        const box = [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
        yield [start + out + (ring ? 4 : 0) + 0.5 * way + 0.25 * at, box, leaderOf(box, [cx, cy, radius])];
      }
    }
  }
}

/** @type {(box: Box, piece: number[]) => number[] | null} */
function leaderOf([left, top, right, bottom], [cx, cy, radius]) {
  const x = Math.max(left, Math.min(right, cx));
  const y = Math.max(top, Math.min(bottom, cy));
  const far = Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy));
  if (far - radius <= BESIDE) return null;
  return [x, y, cx + ((x - cx) / far) * radius, cy + ((y - cy) / far) * radius];
}

/** @type {(taken: Omit<Taken, "lines">, box: Box, leader: number[] | null, own: number[][], covers: boolean) => boolean} */
function free(taken, box, leader, own, covers) {
  const { frame } = taken;
  if (box[0] < frame[0] || box[2] > frame[2] || box[1] < frame[1] || box[3] > frame[3]) return false;
  if (taken.boxes.some((other) => meets(box, other, APART)) || taken.leaders.some((leader) => cuts(leader, box)))
    return false;
  if (!covers && (taken.pieces.some((piece) => touches(piece, box)) || taken.borders.some((border) => cuts(border, box))))
    return false;
  if (!leader) return true;
  return !(
    taken.leaders.some((other) => crosses(leader, other)) ||
    taken.boxes.some((box) => cuts(leader, box)) ||
    (!covers && taken.pieces.some((piece) => !isOf(own, piece) && near(leader, piece)))
  );
}

/** @type {(taken: Taken, box: Box, own: number[][]) => number} */
function dear({ lines, pieces }, box, own) {
  const over = lines.filter((line) => cuts(line, box)).length;
  const by = pieces.filter((piece) => !isOf(own, piece) && touches([piece[0], piece[1], piece[2] + BY_ANOTHER], box)).length;
  return OVER_LINE * over + BY_ANOTHER * by;
}

/** @type {(own: number[][], piece: number[]) => boolean} */
function isOf(own, [cx, cy, around]) {
  return own.some(([x, y, radius]) => x === cx && y === cy && radius === around);
}

/** @type {(box: Box, other: Box, apart: number) => boolean} */
function meets(box, other, apart) {
  return box[0] < other[2] + apart && other[0] < box[2] + apart && box[1] < other[3] + apart && other[1] < box[3] + apart;
}

/** @type {(piece: number[], box: Box) => boolean} */
function touches([cx, cy, radius], [left, top, right, bottom]) {
  const x = cx - Math.max(left, Math.min(right, cx));
  const y = cy - Math.max(top, Math.min(bottom, cy));
  return x * x + y * y < radius * radius;
}

/** @type {(line: number[], piece: number[]) => boolean} */
function near([x, y, toX, toY], [cx, cy, radius]) {
  const dx = toX - x;
  const dy = toY - y;
  const long = dx * dx + dy * dy;
  const along = long > 0 ? Math.max(0, Math.min(1, ((cx - x) * dx + (cy - y) * dy) / long)) : 0;
  const gapX = x + along * dx - cx;
  const gapY = y + along * dy - cy;
  return gapX * gapX + gapY * gapY < radius * radius;
}

/** @type {(line: number[], other: number[]) => boolean} */
function crosses(line, other) {
  return (
    turn(line, other[0], other[1]) * turn(line, other[2], other[3]) < 0 &&
    turn(other, line[0], line[1]) * turn(other, line[2], line[3]) < 0
  );
}

/** @type {(line: number[], x: number, y: number) => number} */
function turn(line, x, y) {
  return (line[2] - line[0]) * (y - line[1]) - (line[3] - line[1]) * (x - line[0]);
}

/** @type {(line: number[], box: Box) => boolean} */
function cuts([x, y, toX, toY], [left, top, right, bottom]) {
  let first = 0;
  let final = 1;
  for (const [way, room] of [
    [x - toX, x - left],
    [toX - x, right - x],
    [y - toY, y - top],
    [toY - y, bottom - y],
  ]) {
    if (way === 0) {
      if (room <= 0) return false;
    } else if (way < 0) first = Math.max(first, room / way);
    else final = Math.min(final, room / way);
  }
  return first < final;
}
