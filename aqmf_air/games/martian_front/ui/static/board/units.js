// Units as the view of this game has them, and points of its table: lengths are inches, facings degrees clockwise from
// straight up the table.

/** @import { Room } from "/static/board/main.js" */
/** @import { Kind, Unit, View } from "../payloads" */

import { elements, h } from "/static/board/dom.js";

/** @typedef {HTMLInputElement & { renew: () => void }} Renewed a field that shows again what it is for */

/**
 * The unit of this id, of either side.
 * @type {(room: Room, name: string) => Unit}
 */
export function found(room, name) {
  /** @type {View} */
  const { own, enemies } = room.sheet.view;
  return /** @type {Unit} */ ([...own, ...enemies].find((unit) => unit.id === name));
}

/**
 * The profile of a unit.
 * @type {(room: Room, unit: Unit) => Kind}
 */
export function kindOf(room, unit) {
  /** @type {View} */
  const { types } = room.sheet.view;
  return /** @type {Kind} */ (types.find((kind) => kind.name === unit.type));
}

/**
 * The name of an element beside the other ones of its unit.
 * @type {(element: string, unit: string) => string}
 */
export function shortly(element, unit) {
  return element.startsWith(`${unit}-`) ? element.slice(unit.length + 1) : element;
}

/**
 * One inch in a direction.
 * @type {(degrees: number) => [number, number]}
 */
export function direction(degrees) {
  const angle = (degrees / 180) * Math.PI;
  return [Math.sin(angle), Math.cos(angle)];
}

/** @type {(facing: number, degrees: number) => number} */
export function turned(facing, degrees) {
  return (facing + degrees + 360) % 360;
}

/** @type {(number: number) => number} */
export function tidy(number) {
  return Math.round(number * 1e6) / 1e6;
}

/**
 * A length for people.
 * @type {(number: number) => string}
 */
export function inches(number) {
  return `${Math.round(number * 100) / 100}″`;
}

/**
 * Fields for numbers of the place that `of` gives, by their names; whose they are is said before each.
 * @type {(of: () => any, names: Record<string, string>, whose: string, changed: () => void) => HTMLElement[]}
 */
export function numberFields(of, names, whose, changed) {
  return Object.entries(names).map(([key, text]) => {
    const onchange = () => {
      of()[key] = Number(field.value);
      changed();
    };
    const field = h("input", { type: "number", inputmode: "decimal", step: "any", "aria-label": whose + text, onchange });
    const renew = () => {
      field.value = String(Math.round(of()[key] * 100) / 100);
    };
    return h("label", {}, text, Object.assign(field, { renew }));
  });
}

/**
 * What the fields in a part of the page hold, as it is now.
 * @type {(part: Element) => void}
 */
export function renew(part) {
  /** @type {Renewed[]} */
  const fields = elements("input", part);
  for (const field of fields) field.renew();
}
