// How the draft of a flight is drawn until the engine draws it.

/** @import { Place } from "/static/of/aqmf_air.games.martian_front.ui/payloads" */
/** @import { Views } from "/static/board/views.js" */
/** @import { Gauge, Laid } from "./geometry.js" */

import { s } from "/static/board/dom.js";

/**
 * The line of a laid track.
 * @type {(map: Views, track: Laid, gauge: Gauge) => SVGElement}
 */
export function drawnPath(map, track, gauge) {
  const [x, y] = map.units(track.start.x, track.start.y);
  let d = `M${x} ${y}`;
  track.pieces.forEach((piece, n) => {
    const end = map.units(track.joints[n].x, track.joints[n].y);
    if (!piece.turn) {
      d += `L${end}`;
      return;
    }
    const clockwise = piece.side === "right" ? 1 : 0;
    const radius = gauge.radius * map.scale;
    if (piece.turn < 355) {
      d += `A${radius} ${radius} 0 ${piece.turn > 180 ? 1 : 0} ${clockwise} ${end}`;
      return;
    }
    const from = n ? track.joints[n - 1] : track.start;
    const across = ((from.facing + (clockwise ? 90 : -90)) / 180) * Math.PI;
    const half = map.units(from.x + 2 * gauge.radius * Math.sin(across), from.y + 2 * gauge.radius * Math.cos(across));
    d += `A${radius} ${radius} 0 0 ${clockwise} ${half}A${radius} ${radius} 0 0 ${clockwise} ${end}`;
  });
  return s("path", { d, class: "way", fill: "none" });
}

/**
 * An aircraft as it would stand: the outline that the engine drew for its piece.
 * @type {(map: Views, pose: Place, diameter: number, piece: string) => SVGElement}
 */
export function silhouette(map, pose, diameter, piece) {
  const [x, y] = map.units(pose.x, pose.y);
  const drawn = map.position.querySelector(`[data-piece="${CSS.escape(piece)}"] use`);
  if (!drawn) return map.ring(pose, diameter, "standing");
  const size = /scale\([^)]*\)/.exec(drawn.getAttribute("transform") ?? "")?.[0];
  return s("use", {
    href: drawn.getAttribute("href"),
    class: "standing",
    transform: `translate(${x} ${y}) rotate(${pose.facing}) ${size}`,
  });
}
