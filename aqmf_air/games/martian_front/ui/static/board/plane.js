// Points of the table: lengths are inches, facings degrees clockwise from straight up the table.

export function unit(degrees) {
  const angle = degrees / 180 * Math.PI;
  return [Math.sin(angle), Math.cos(angle)];
}

export function tidy(number) {
  return Math.round(number * 1e6) / 1e6;
}

/** A length for people. */
export function inches(number) {
  return `${Math.round(number * 100) / 100}″`;
}
