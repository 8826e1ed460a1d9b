// What the app sends to its scripts, as types: JSON as aqmf_air/web/live, aqmf_air/web/board and aqmf_air/web/film.py write it.

/** A place in the units of a board. */
export type Point = [x: number, y: number];
/** Points, each with the facing there and the turn on the arc to it, where they matter. */
export type Points = number[][];

/** What every answer has besides its own. */
export type Answer = { status: number; fault?: string };

export type Command = { type: string; [field: string]: any };
export type Offer = { command: Command; title: string; subject?: string; ends_stage?: boolean; kind?: string };
export type Objection = { rule: string; reason: string };
export type Reason = { value: number; reason: string; rule: string };

// -- what happened (web/board/marks.py, web/live/position.py) ---------------------------------------------------------------

type Passing = { passes?: boolean };
export type Way = Passing & { kind: "way"; piece: string; part?: string; view?: string; points: Points };
export type Shot = Passing & {
  kind: "shot";
  start: Point;
  end: Point;
  outcome?: "miss" | "hit" | "damage";
  look?: "shot" | "ray" | "lob" | "sight";
  by: string;
  at: string;
  view?: string;
};
export type Area = Passing & {
  kind: "area";
  points: Point[];
  radius: number;
  under?: string[];
  damaged?: string[];
  start?: Point;
};
export type Burst = Passing & { kind: "burst"; at: Point; radius: number; by?: string; on?: string; harmless?: boolean };
export type Loss = Passing & { kind: "loss"; piece: string; part?: string; at: Point; radius: number };
export type Word = Passing & { kind: "word"; piece: string; text: string; good?: boolean };
export type Mark = Way | Shot | Area | Burst | Loss | Word;

/** A part of a picture with a view of its own: left, top, right and lower edge. */
export type Pane = {
  name: string;
  title: string;
  box: [number, number, number, number];
  focus?: [number, number, number, number];
  near?: [number, number, number, number];
  part?: number;
};

/** One event: what is told of it, what is drawn of it; in a film also a picture of its own. */
/**
 * In films: ``rolled``, how many rolls of its order are made by then; ``with``, how many orders before it are told with it;
 * ``by``, whose deed it is, where that is not the side that gave the order; empty: nobody's.
 */
/** Where a game is; an event has what is not as in its frame. */
export type Heading = { when: string; phase: string; chapter: number };
export type Beat = Drawn &
  Partial<Heading> & { says?: string; headline?: number; marks: Mark[]; rolled?: number; with?: number; by?: string };

/** A roll, or dice that are asked for: its label, what it needs, on whom, and who rolls where that is not who ordered. */
export type Rolled = { label: string; need?: string; on?: string; side?: string };
export type Roll = Rolled & {
  die: string;
  faces: (number | string)[];
  by: string;
  won?: boolean[];
  words?: string[];
  looked_up?: { said: string; lines: string[][]; row: number; changes: Reason[] };
};
export type Need = Rolled & {
  die: string;
  sides: number;
  count: number;
  /** How many rolls like it may follow. */
  further: number;
  /** What is typed, the face, its name; empty: faces are numbers. */
  numbers: [number | string, number | string, string][];
  given: Roll[];
  by: string;
};
export type Entry = {
  entry: number;
  kind: string;
  by: string;
  /** The number of the chapter that it led to; 0 in a game without. */
  chapter: number;
  when: string;
  phase: string;
  lines: string[];
  rolls: Roll[];
  beats: Beat[];
  places: string[];
  undone?: boolean;
  reasoned?: boolean;
};

// -- the table (web/live/requests.py) ---------------------------------------------------------------------------------------

export type Side = { id: string; name: string; colour: string };
export type Piece = { id: string; title: string; own: boolean; at: Point[]; ready: boolean };
export type SeatOf = {
  side: string;
  who: string;
  name: string;
  here: boolean;
  /** Nobody has sat down there yet; its player has not come to the rematch. */
  waits: boolean;
  away: number;
  player?: string;
  reasoned?: boolean;
};
export type StepBack = { by: string; agree: string[]; whose: string[] };
export type Clock = {
  left: Record<string, number>;
  running: string[];
  zero: string;
  /** What is said where no side has time left. */
  both: string;
  /** When it was heard, by the clock of the page. */
  heard?: number;
};
export type Request = {
  id: string;
  what: "undo" | "redo" | "draw" | "rematch" | "here" | "automatic";
  by: string;
  side: string;
  lines: string[];
  later: Record<string, number>;
  mine: boolean;
  yours: boolean;
  declined?: string;
  /** Of the offer of a draw or a rematch: what it says to the seat. */
  words: string;
};
export type Sheet = Answer & {
  game: string;
  entries: number;
  you: string[];
  as: string;
  sides: Side[];
  active: string[];
  turn: number;
  when: string;
  phase: string;
  phase_title: string;
  over: string | null;
  verdict: { headline: string; why: string } | null;
  since: number;
  log_from: number;
  log: Entry[];
  undone: number[];
  undo: StepBack | null;
  redo: StepBack | null;
  no_undo: string;
  asked: Request | null;
  waiting: Need | null;
  seats: SeatOf[];
  clock: Clock | null;
  /** It is agreed that a game may be claimed when the other side's time is over. */
  claims: boolean;
  /** Players may end the game: give up, or claim it. */
  may_end: boolean;
  may_draw: boolean;
  /** Why players may not end the game of two sides. */
  to_its_end: string;
  /** The game in which the same players play again; empty until it is begun. */
  rematch: string;
  opener: boolean;
  commitment: string | null;
  /** What the side sees, as its game has it. */
  view: any;
  names: Record<string, string>;
  summary: string[];
  figures: [string, string][];
  pieces: Piece[];
  hint: string;
  /** The piece that alone may act, and the type of its order: its editor opens by itself. */
  opens: [piece: string, type: string] | null;
  obstacles: Objection[];
  offers: Offer[] | null;
  /** The positions that orders since led to, by their entries in the log; not that of now. */
  steps: Record<number, InShort>;
  /** The picture as the last chapter began, if that is since. */
  begun: string | null;
  /** What who opened the table may order for sides that play by themselves (left_to), and leave it to people. */
  left: Offer | null;
  left_to: string[];
  /** The mission of a campaign. */
  part: string;
};
/** The figures, what pieces are, and the lines that are written beside them on the map, each with its colour. */
export type InShort = {
  figures: [string, string][];
  titles: Record<string, string>;
  labels: Record<string, [string, string][]>;
};
/** How things were after so many entries of the log, with the picture. */
export type Then = InShort & { entries: number; picture: string };

export type Choice = { command: Command; title: string; piece?: string; part?: string; at?: Point | null };
export type Doing = { type: string; title: string; choices: Choice[]; why: Objection[]; facts: any };
export type Track = { title: string; boxes: number; marked: number; said: string; gaps: number[]; alarm: boolean };
export type About = {
  what: string;
  conditions: string[];
  damage: string[];
  tracks: Track[];
  profile: [string, string][];
  notes: string[];
  svg: string;
  doings: Doing[];
};

export type Odds = { p: Record<string, number>; mean: number };
export type Target = {
  what: string;
  roll: string;
  number: number | null;
  base: number;
  reason: string;
  rule: string;
  modifiers: Reason[];
};
export type Question = { title: string; odds: Odds | null; targets: Target[] };
/** What the engine makes of an order; the board of a game adds facts of its own. */
export type Judged = {
  objections: Objection[];
  under: string[];
  warnings: string[];
  svg: string;
  shapes: boolean;
  questions: Question[];
  [fact: string]: any;
};
export type Outcome = {
  done?: boolean;
  entries: number;
  told: string[];
  rolls: Roll[];
  objections?: Objection[];
  need?: Need;
  dice?: boolean;
};
export type Stepped = { done: boolean; asked?: boolean; entries: number };
export type Meaning = Partial<Offer> & {
  near?: Offer[];
  more?: number;
  misread?: string;
  at?: number;
  word?: string;
  sayings?: { example: string }[];
};
export type Worth = Offer & {
  mean: number;
  error: number;
  ends: number;
  worse: boolean;
  behind: number;
  behind_error: number;
};
export type Advice = { unit: string; orders: Worth[]; more: boolean; done?: number };
export type Why = {
  reasons: {
    given: { title: string; points: number; reasons: { points: number; words: string; about: string }[] };
    others: { title: string; points: number }[];
    unit: string;
    said: string;
  } | null;
  player: string;
  said: string;
};
export type Earlier = { log?: Entry[]; done: number; of: number };

/** What the app answers where something is asked or ordered at a table, by the end of the address. */
export type Answers = {
  "sheet.json": Sheet;
  "earlier.json": Earlier;
  "then.json": Then;
  about: About;
  ask: Judged;
  weigh: { weighed: Question[][] };
  best: { best: (Offer & { brings: string })[] };
  words: Meaning;
  order: Outcome;
  undo: Stepped;
  redo: Stepped;
  resign: Stepped;
  claim: Stepped;
  draw: Stepped;
  "ask-rematch": Stepped;
  answer: Stepped;
  advice: Advice;
  why: Why;
  [question: `board/${string}`]: any;
};

// -- paths (web/board/paths.py) and several things at once (web/board/several.py) --------------------------------------------

export type PathStep = {
  title: string;
  sign: string;
  adds: string;
  cost: number;
  why: Objection[];
  key: string;
  whole: boolean;
  note: string;
};
export type PathCell = { at: Point; adds: string; cost: number; next: boolean; whole: boolean; word: string };
export type PathChoice = {
  name: string;
  title: string;
  values: [string, string][];
  chosen: string;
  slider: boolean;
  menu: boolean;
  head: boolean;
};
export type PathDial = {
  name: string;
  title: string;
  reach: number;
  chosen: [angle: number, amount: number] | null;
  start: number;
  end: number;
  step: number;
  reach_step: number;
  unit: string;
  bend: number;
  labels: [number, string][];
  barred: [number, number, string][];
};
export type DrawnPath = {
  path: string;
  points: Points;
  budget: number;
  left: number;
  unit: string;
  steps: PathStep[];
  cells: PathCell[];
  outline: Point[];
  choosing: PathChoice[];
  facts: [string, string][];
  notes: string[];
  svg: string;
  word: string;
  command: Command | null;
  why: string;
  dials: PathDial[];
  about: string;
  alarms: string[];
};
export type Several = {
  items: { id: string; title: string; note: string }[];
  least: number;
  most: number;
  command: Command;
  field: string;
};

// -- films (web/film.py) ------------------------------------------------------------------------------------------------------

export type Drawn = { parts?: number[]; panes?: number; size?: string; focus?: string };
export type Frame = Drawn &
  Heading & {
    winner: string;
    summary: string[];
    lost: number[];
    kind?: string;
    by: string;
    lines: string[];
    rolls: Roll[];
    beats?: Beat[];
    undone?: boolean;
  };
export type Film = {
  title: string;
  sides: Side[];
  pieces: string[];
  frames: Frame[];
  losses: Loss[];
  size: string;
  scale: number;
  left: number;
  top: number;
  up: boolean;
  steady: boolean;
  unit: string;
  legend: Record<string, string>;
  opening: string[];
  end: string[];
  first: number;
};

// -- htmx, which pages load as it is ------------------------------------------------------------------------------------------

type Htmx = CustomEvent<{
  elt: HTMLElement & { form?: HTMLFormElement };
  xhr: XMLHttpRequest;
  successful: boolean;
  requestConfig: { verb: string; triggeringEvent?: SubmitEvent };
}>;
declare global {
  interface DocumentEventMap {
    "htmx:afterRequest": Htmx;
    "htmx:afterOnLoad": Htmx;
    "htmx:beforeRequest": Htmx;
    "htmx:responseError": Htmx;
    "htmx:sendError": Htmx;
  }
  const htmx: {
    process(part: Element | null): void;
    ajax(verb: string, address: string, how: object): void;
    defineExtension(name: string, extension: object): void;
  };
}
