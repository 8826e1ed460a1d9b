// The closed forms of a flight path, for the moment of dragging: where pieces lead, what they spend. The engine judges
// what was drawn when the finger is lifted; tests hold both against each other. Lengths are inches, facings degrees
// clockwise from straight up the table.

/** @import { Place } from "/static/of/aqmf_air.games.martian_front.ui/payloads" */

import { direction, tidy } from "/static/of/aqmf_air.games.martian_front.ui/board/units.js";

/** @typedef {{ radius: number, inches_per_degree: number }} Gauge */
/** @typedef {{ straight: number, turn?: undefined, side?: undefined }} Straight */
/** @typedef {{ turn: number, side: "left" | "right", straight?: undefined }} Turn */
/** @typedef {Straight | Turn} PathPiece */
/** @typedef {{ start: Place, pieces: PathPiece[], joints: (Place & { spent: number })[], spent: number, end: Place }} Laid */
/** @typedef {{ degrees: number, inches: number }} Snap */

const FULL = 2 * Math.PI;

/** @type {(piece: PathPiece, gauge: Gauge) => number} */
export function cost(piece, gauge) {
  return piece.turn === undefined ? piece.straight : piece.turn * gauge.inches_per_degree;
}

/**
 * Where `share` (0 to 1) of a piece ends.
 * @type {(pose: Place, piece: PathPiece, gauge: Gauge, share?: number) => Place}
 */
export function advance(pose, piece, gauge, share = 1) {
  const [ux, uy] = direction(pose.facing);
  if (piece.turn === undefined) {
    const far = piece.straight * share;
    return { x: pose.x + far * ux, y: pose.y + far * uy, facing: pose.facing };
  }
  const sign = piece.side === "right" ? 1 : -1;
  const facing = pose.facing + sign * piece.turn * share;
  const [vx, vy] = direction(facing);
  const reach = sign * gauge.radius;
  return { x: pose.x + reach * (uy - vy), y: pose.y + reach * (vx - ux), facing };
}

/**
 * A track laid from a pose: the pose after each piece, and what is spent by then.
 * @type {(start: Place, pieces: PathPiece[], gauge: Gauge) => Laid}
 */
export function lay(start, pieces, gauge) {
  /** @type {Laid["joints"]} */
  const joints = [];
  let at = start;
  let spent = 0;
  for (const piece of pieces) {
    at = advance(at, piece, gauge);
    spent += cost(piece, gauge);
    joints.push({ ...at, spent });
  }
  return { start, pieces, joints, spent, end: at };
}

/**
 * The pose when `spent` inches of movement are spent on a laid track.
 * @type {(track: Laid, spent: number, gauge: Gauge) => Place}
 */
export function poseAt(track, spent, gauge) {
  let before = 0;
  let from = track.start;
  for (const [n, piece] of track.pieces.entries()) {
    const joint = track.joints[n];
    if (spent <= joint.spent || n === track.pieces.length - 1) {
      const width = joint.spent - before;
      return advance(from, piece, gauge, width > 0 ? Math.min(1, Math.max(0, (spent - before) / width)) : 1);
    }
    before = joint.spent;
    from = joint;
  }
  return from;
}

/**
 * The point of a laid track that is nearest to (x, y): inches spent there, and how far away it is.
 * @type {(track: Laid, x: number, y: number, gauge: Gauge) => { at: number, gap: number }}
 */
export function nearest(track, x, y, gauge) {
  let best = { at: 0, gap: Math.hypot(x - track.start.x, y - track.start.y) };
  let before = 0;
  let from = track.start;
  for (const [n, piece] of track.pieces.entries()) {
    const share = piece.turn === undefined ? shareOfStraight(from, piece, x, y) : shareOfTurn(from, piece, gauge, x, y);
    for (const s of [share, 1]) {
      const on = advance(from, piece, gauge, s);
      const gap = Math.hypot(x - on.x, y - on.y);
      if (gap < best.gap) best = { at: before + s * cost(piece, gauge), gap };
    }
    before = track.joints[n].spent;
    from = track.joints[n];
  }
  return best;
}

/** @type {(from: Place, piece: Straight, x: number, y: number) => number} */
function shareOfStraight(from, piece, x, y) {
  const [ux, uy] = direction(from.facing);
  const along = (x - from.x) * ux + (y - from.y) * uy;
  return piece.straight > 0 ? Math.min(1, Math.max(0, along / piece.straight)) : 0;
}

/** @type {(from: Place, piece: Turn, gauge: Gauge, x: number, y: number) => number} */
function shareOfTurn(from, piece, gauge, x, y) {
  const [ahead, aside] = seenFrom(from, x, y, piece.side === "right" ? 1 : -1);
  const angle = (((Math.atan2(ahead, gauge.radius - aside) + FULL) % FULL) * 360) / FULL;
  return angle <= piece.turn ? angle / piece.turn : 0;
}

/**
 * A point in the frame of a pose: inches ahead, and inches to the side (`sign` 1: to the right).
 * @type {(pose: Place, x: number, y: number, sign: number) => [number, number]}
 */
function seenFrom(pose, x, y, sign) {
  const [ux, uy] = direction(pose.facing);
  const dx = x - pose.x;
  const dy = y - pose.y;
  return [dx * ux + dy * uy, sign * (dx * uy - dy * ux)];
}

export const COARSE = { degrees: 15, inches: 0.5 };
export const FINE = { degrees: 1, inches: 0.1 };

/**
 * The turn and the straight that lead from a pose to a point, snapped to the gauge's marks, within `left` inches.
 * @type {(pose: Place, x: number, y: number, gauge: Gauge, left: number, snap: Snap) => PathPiece[]}
 */
export function toward(pose, x, y, gauge, left, snap) {
  const [ahead, right] = seenFrom(pose, x, y, 1);
  const side = right >= 0 ? "right" : "left";
  const turn = wantedTurn(ahead, Math.abs(right), gauge.radius);
  const most = Math.floor(left / gauge.inches_per_degree / snap.degrees + 1e-9) * snap.degrees;
  const degrees = Math.min(Math.round(turn / snap.degrees) * snap.degrees, most, 360);
  /** @type {PathPiece[]} */
  const pieces = degrees > 0 ? [{ turn: degrees, side }] : [];
  const after = pieces.length ? advance(pose, pieces[0], gauge) : pose;
  const rest = left - degrees * gauge.inches_per_degree;
  const along = turn > degrees + snap.degrees ? 0 : seenFrom(after, x, y, 1)[0];
  const straight = along >= rest ? rest : Math.round(along / snap.inches) * snap.inches;
  if (straight > 1e-6) pieces.push({ straight: tidy(Math.min(straight, rest)) });
  return pieces;
}

/**
 * Degrees to turn towards a point so that a straight leads to it; inside the gauge's circle, to come abreast of it.
 * @type {(ahead: number, aside: number, radius: number) => number}
 */
function wantedTurn(ahead, aside, radius) {
  if (ahead > 0 && aside < Math.max(0.25, 0.06 * ahead)) return 0;
  const across = aside - radius;
  const far = Math.hypot(ahead, across);
  const angle =
    far <= radius
      ? Math.atan2(ahead, -across)
      : Math.atan2(across, ahead) + Math.atan2(radius, Math.sqrt(far * far - radius * radius));
  return (((angle + FULL) % FULL) * 360) / FULL;
}

/**
 * Pieces with neighbours of one kind made one.
 * @type {(pieces: PathPiece[]) => PathPiece[]}
 */
export function joined(pieces) {
  /** @type {PathPiece[]} */
  const out = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (last?.straight !== undefined && piece.straight !== undefined) last.straight = tidy(last.straight + piece.straight);
    else if (last?.turn && piece.turn && last.side === piece.side && last.turn + piece.turn <= 360) last.turn += piece.turn;
    else out.push({ ...piece });
  }
  return out;
}
