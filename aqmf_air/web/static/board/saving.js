// Links that keep what is on the table as a file: the picture, and where the board measures inches its shapes.

/** @import { Command } from "../payloads" */
/** @import { Room } from "./main.js" */

import { h } from "./dom.js";

/**
 * The links; with an order, the table with that order drawn over it.
 * @type {(room: Room, command?: Command | null) => HTMLElement | null}
 */
export function saving(room, command = null) {
  if (!room.drawn) return null;
  /** @type {Record<string, string>} */
  const over = command ? { order: JSON.stringify(command), ...(room.about ? { chosen: room.about } : {}) } : {};
  /** @type {(kind: string, words: string) => HTMLElement} */
  const link = (kind, words) =>
    h("a", { class: "button", href: room.address(`board.${kind}`, over), download: `${room.sheet.game}.${kind}` }, words);
  return h("p", { class: "saving" }, "Save as ", link("svg", "SVG"), room.shapes ? [" ", link("geojson", "GeoJSON")] : null);
}
