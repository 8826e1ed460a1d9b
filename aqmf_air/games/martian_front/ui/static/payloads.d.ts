// What the app sends to the scripts of this game, as types: its view, what its board answers, a scenario in the editor, and
// what a ledger answers.

/** A place on the table: inches, and degrees clockwise from straight up it. */
export type Place = { x: number; y: number; facing: number };
export type Unit = { id: string; type: string; elements: (Place & { id: string })[] };
export type Kind = { name: string; base_diameter: number; speed: unknown };
export type View = { own: Unit[]; enemies: Unit[]; types: Kind[] };

/** How far a unit may go on the ground. */
export type Reach = { inches: number; svg: string };

/** A sweep of a ray: the place and the direction of its strip, and who sweeps. */
export type Sweep = { type: string; x: number; y: number; direction: number; element?: string };

// -- a scenario in the editor (ui/pages/scenario/pages.py) ------------------------------------------------------------------

export type Table = { width: number; depth: number };
type Numbered = { at: number };
export type DraftUnit = { at?: undefined; id: string; called: string; size: number; elements: number[][] };
export type DraftDummy = Numbered & { side: string; x: number; y: number };
export type DraftObjective = Numbered & { name: string; x: number; y: number };
export type DraftTerrain = Numbered & { name: string; corners: number[][] };
export type DraftZone = Numbered & { side: string; left: number; near: number; right: number; far: number };
export type Draft = {
  table: Table;
  units: DraftUnit[];
  dummies: DraftDummy[];
  objectives: DraftObjective[];
  terrain: DraftTerrain[];
  zones: DraftZone[];
};

// -- a ledger (ui/pages/ledger) ---------------------------------------------------------------------------------------------

/** What to go on with while the app is silent: the forms of each unit, and the numbers of its fire. */
export type Kit = {
  units: Record<
    string,
    { first: string; acts: Record<string, string>; fire: Record<string, Record<string, Record<string, string[]>>> }
  >;
};

/** What became of a claim that was sent. */
export type Told = {
  is: "written" | "changed" | "refused" | "dice";
  why?: string[];
  need?: string;
  agree?: boolean;
  lines?: string[];
  entry?: number;
  fault?: string;
  meanwhile?: { number: number; lines: string[] }[];
};

/** A claim that waits on this phone: the fields of its form, its rolls, and what became of it. */
export type Claim = {
  id: string;
  at: number;
  fields: [string, string][];
  rolls: string[];
  words: string;
  sure?: boolean;
  told?: Told | null;
};
