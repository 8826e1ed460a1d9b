// All of the table, small in a corner of a view that shows a part of it: which part, and where the pieces are.

/** @import { View } from "./views.js" */

import { STRIP } from "./camera.js";
import { button, elements, s } from "./dom.js";

const SHARE = 0.24; // of the shorter edge of a view, how long its longer one is
const MOST = 160; // pixels
const LEAST = 240; // pixels of the shorter edge of a view that has room for it
const ENOUGH = 0.75; // of the table in view: then nothing is small in a corner
const GAP = 6; // pixels to the edges of the view
const ALIKE = 40; // how far colours of a side may be apart, over red, green and blue
const INK = "#241e16";

/**
 * Draw it anew in the corner where it covers least; nothing where a view shows enough of the table. A piece has the first
 * colour of its drawing or its name that is like one of the sides' `colours`; a push shows all of the table.
 * @type {(view: View, colours: string[], open: () => void) => void}
 */
export function overview({ camera, map }, colours, open) {
  const { stage, size, view } = camera;
  const { actors, labels, picture } = map.now;
  stage.querySelector(".overview")?.remove();
  const room = [stage.clientWidth, stage.clientHeight];
  const whole = [size.width * view.k, size.depth * view.k];
  const [across, down] = [view.x, view.y].map((at, n) => Math.min(room[n], at + whole[n]) - Math.max(0, at));
  const shorter = Math.min(...room);
  if (!picture || shorter < LEAST || across * down > ENOUGH * whole[0] * whole[1]) return;
  const small = Math.min(MOST, SHARE * shorter) / Math.max(...whole);
  const [width, height] = whole.map((length) => length * small);
  const ground = /** @type {SVGElement} */ (picture.cloneNode(true));
  for (const node of elements(".element, text", ground)) node.remove();
  const { corner } = map;
  const [left, top] = corner;
  const pixel = map.scale / view.k; // of the view, in the drawing
  const r = (3.4 * pixel) / small;
  const dots = actors.flatMap(({ gone, group, piece, x, y }) => {
    const drawn = group.outerHTML + labels.map((label) => (label.piece === piece ? JSON.stringify(label.lines) : ""));
    const fill = drawn.match(/#[0-9a-f]{6}/g)?.find((colour) => colours.some((side) => alike(colour, side))) ?? INK;
    const [cx, cy] = map.units(x, y).map((at, n) => Math.max(corner[n], Math.min(at, corner[n] + corner[n + 2])));
    return !gone && (fill !== INK || group.matches(".element"))
      ? s("circle", { cx, cy, r, fill, stroke: "#fbf6ea", "stroke-width": r / 3 })
      : [];
  });
  const seen = { x: left - view.x * pixel, y: top - view.y * pixel, width: room[0] * pixel, height: room[1] * pixel };
  const shown = s("svg", { viewBox: corner.join(" "), width, height }, ground, s("rect", seen), ...dots);
  const node = button(shown, open, { class: "overview", tabindex: -1, "aria-hidden": "true" });
  stage.append(node);
  const box = stage.getBoundingClientRect();
  const taken = [
    ...actors.filter(({ gone }) => !gone).map(({ x, y }) => [...camera.pixel(x, y), ...camera.pixel(x, y)]),
    ...elements("text", map.names.layer).map((name) => {
      const { left, top, right, bottom } = name.getBoundingClientRect();
      return [left - box.left, top - box.top, right - box.left, bottom - box.top];
    }),
  ];
  const lid = stage.matches("[data-zooms=over] > *") ? STRIP : GAP; // below the buttons that lie over the view
  const [beside, under] = [room[0] - width - GAP, room[1] - height - GAP];
  const corners = [
    [beside, under],
    [GAP, under],
    [beside, lid],
    [GAP, lid],
  ];
  /** @type {(corner: number[]) => number} */
  const covered = ([x, y]) =>
    taken.filter(([least, high, most, low]) => most > x && least < x + width && low > y && high < y + height).length;
  const [x, y] = corners.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
  Object.assign(node.style, { left: `${x}px`, top: `${y}px` });
}

/** @type {(colour: string, other: string) => boolean} */
function alike(colour, other) {
  const gaps = [1, 3, 5].map(
    (n) => Number.parseInt(colour.slice(n, n + 2), 16) - Number.parseInt(other.slice(n, n + 2), 16),
  );
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) < ALIKE;
}
