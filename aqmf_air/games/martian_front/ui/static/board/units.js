// Units as the view of this game has them, and points of its table: lengths are inches, facings degrees clockwise from
// straight up the table.

import { h } from "/static/board/dom.js";

/** The unit of this id, of either side. */
export function found(room, name) {
  const { own, enemies } = room.sheet.view;
  return [...own, ...enemies].find((one) => one.id === name);
}

/** The profile of a unit. */
export function kindOf(room, unit) {
  return room.sheet.view.types.find((one) => one.name === unit.type);
}

/** The name of an element beside the other ones of its unit. */
export function shortly(element, unit) {
  return element.startsWith(`${unit}-`) ? element.slice(unit.length + 1) : element;
}

/** One inch in a direction. */
export function direction(degrees) {
  const angle = (degrees / 180) * Math.PI;
  return [Math.sin(angle), Math.cos(angle)];
}

export function turned(facing, degrees) {
  return (facing + degrees + 360) % 360;
}

export function tidy(number) {
  return Math.round(number * 1e6) / 1e6;
}

/** A length for people. */
export function inches(number) {
  return `${Math.round(number * 100) / 100}″`;
}

/** Fields for numbers of the place that `of` gives, by their names; whose they are is said before each. */
export function numberFields(of, names, whose, changed) {
  return Object.entries(names).map(([key, text]) => {
    const onchange = (event) => {
      of()[key] = Number(event.target.value);
      changed();
    };
    const field = h("input", { type: "number", inputmode: "decimal", step: "any", "aria-label": whose + text, onchange });
    field.renew = () => {
      field.value = Math.round(of()[key] * 100) / 100;
    };
    return h("label", {}, text, field);
  });
}

/** What the fields in a part of the page hold, as it is now. */
export function renew(part) {
  for (const field of part.querySelectorAll("input")) field.renew();
}
