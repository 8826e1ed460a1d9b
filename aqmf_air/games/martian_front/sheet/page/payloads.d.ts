// What a sheet holds for its script (sheet/document.py, sheet/tables.py), and what the script makes of it, as types.

export type Chances = [name: string, millionths: number, exact?: string][];

/** A way to attack: with so many shots, or with templates; `at` has what it takes against each kind, or below 0 a refusal. */
export type Way = {
  title: string;
  weapon: string;
  range: number | null;
  at: (number | null)[];
  uses?: number;
  wild?: number;
  spent?: number;
  explodes?: number;
} & (
  | { shots: number; templates?: undefined; sizes?: undefined }
  | { shots?: undefined; templates: number[]; sizes: number[] }
);
export type OtherRoll = {
  title: string;
  chart: number;
  needs: number[];
  most?: number;
  odds?: number[];
  chances?: Chances;
  at?: string;
  marks?: string;
};
export type Kind = {
  name: string;
  side: string;
  elements: number;
  armor: number;
  points: number;
  facts: [string, string][];
  traits: string[];
  damage: string;
  weapons: { name: string; count: number; facts: string; used: number }[];
  ways: Way[];
  rolls: OtherRoll[];
  /** Tests by `lost.left.near`, and the rally. */
  morale: Record<string, number>;
};
export type Listed = { id: string; name: string; kind: number; elements: number; about: string };
export type Force = {
  side: string;
  name: string;
  points: number;
  limit: number | null;
  units: Listed[];
  unknown: string[];
  open: boolean;
};

/** Everything on the sheet; most is held once, in lists, and known by its number there. */
export type Facts = {
  forces: Force[];
  covers: string[];
  kinds: Kind[];
  numbers: number[][];
  needs: [what: string, takes: string, grade: string][];
  reasons: [value: number, reason: string, rule: string][];
  takes: [to: number, covers: [hit: number, damage: number[]][]][][];
  refusals: [reason: string, rule: string][];
  tests: [need: number, chart: number, chances: Chances][];
  odds: [just: number[], more: number[], mean: number, exact: string][];
  fates: number[][];
  asks: [label: string, takes: string, sides: number, names: string[], about: string][];
  nodes: number[][];
  ends: any[];
  pairs: Record<string, Tables>;
  tripod: number[][];
  damage: [low: number, high: number, said: string][];
  phases: [title: string, whose: string, once: number, frees: number[]][];
  rules: Record<string, string>;
};
export type Tables = {
  chart: number;
  shots: number[];
  struck: Record<string, number[]>;
  fates: Record<string, number[]>;
};
export type Numbers = { what: string; takes: string; grade: string; reasons: Facts["reasons"] };
export type Odds = { just: number[]; more: number[]; mean: number; exact: string };

// -- the game as it stands, and its log -------------------------------------------------------------------------------------

export type Unit = Listed & {
  side: string;
  left: number;
  lost: number;
  armor: number;
  bombs: Record<string, number>;
  gone: string;
  working: string[];
  hit: string[];
  marks: Record<string, string | true>;
};
export type Game = { units: Map<string, Unit>; turn: number; phase: number; first: string };

/** What an entry changes: of a unit, or of the game where there is no id. */
export type Change = [id: string, name: string, value: unknown];
export type Faces = { faces: number[]; by: string };
export type Need = { label: string; takes: string; sides: number; about: string; count: number; names: string[] };
export type Rolled = Faces & { label: string; takes: string; sides: number; names: string[] };
export type Done = { lines: string[]; sets: Change[]; luck?: { side: string; got: number; mean: number } };
export type Entry = Done & {
  turn: number;
  phase: number;
  first: string;
  title: string;
  rolls: Rolled[];
  undone?: boolean;
  adds?: Listed;
};
export type Draft = {
  who: string;
  way: string;
  at: string;
  cover: number;
  band: number;
  n: number;
  templates: number;
  pieces: number;
  near: boolean;
  rolls: Faces[];
  typed: (number | null)[];
};
export type Book = { entries: Entry[]; draft: Draft };

// -- what is chosen, and asked of the dice ----------------------------------------------------------------------------------

export type Choice = { value: string; title: string; way?: Way; roll?: OtherRoll; test?: string };
/** The choice as far as it is made; what is ready has all that its dice need. */
export type Question = {
  unit?: Unit;
  choices?: Choice[];
  choice?: Choice;
  way?: Way;
  roll?: OtherRoll;
  targets?: Unit[] | null;
  target?: Unit;
  refusal?: [string, string];
  why?: string;
  tripod?: boolean;
  bands?: Facts["takes"][number];
  band?: number;
  numbers?: Numbers[];
  chart?: number;
  copies?: number;
  most?: number;
  n?: number;
  templates?: number;
  pieces?: number;
  spends?: number;
  odds?: Odds | null;
  fates?: Chances | null;
  chances?: Chances;
  ready?: boolean;
};
export type Ready = { [fact in keyof Question]-?: NonNullable<Question[fact]> };
/** Something to choose from a list, under the name of a group where it has one. */
export type Option = { value: string | number; title: string; group?: string };
