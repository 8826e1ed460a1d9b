// Units as the view of this game has them.

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
