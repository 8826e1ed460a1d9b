// A clock, and how long a player has been away, as the board and the page of seats show them.

export const LOW = 30; // seconds from which on a clock warns

/**
 * What a side has left, in figures; below 0 it is late.
 * @type {(seconds: number) => string}
 */
export function figures(seconds) {
  const rest = Math.abs(Math.round(seconds));
  return `${seconds < -0.5 ? "−" : ""}${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
}

/** @type {(seconds: number) => string} */
export function absence(seconds) {
  return seconds < 60 ? "away" : `away for ${Math.floor(seconds / 60)} min`;
}
