// What the program answers (app/server/api.cpp; docs/DASHBOARD.md).

export type RunState = "running" | "finished" | "stopped" | "unreadable";

export interface RunSummary {
  path: string;
  group: string; // folder and setup
  setup: string; // a name of the configuration without its seed, for machines
  title: string; // the same for people: what sets it apart
  seed: number;
  state: RunState;
  generation: number;
  evaluations: number;
  budget: number; // 0: no limit
  best: number | null;
  target: number;
  to_target: number | null;
  rate: number; // evaluations a second; 0: unknown
  eta: number | null; // seconds
  diverged: number;
  coefficients: number;
  updated: number; // seconds since 1970
  started: string;
  problem: string | null;
  glance: number[];
}

export interface Overview {
  version: number;
  lowpass: string;
  folder: string;
  exists: boolean;
  revision: number;
  tasks: string[]; // that the program knows
  figures: string[];
  has_claims: boolean;
  runs: RunSummary[];
}

export interface Columns {
  generation: number[];
  evaluations: number[];
  coefficients: number[];
  diverged: number[];
  best: number[];
  mean: number[];
  worst: number[];
  best_so_far: number[];
  signals: { [name: string]: (number | null)[] }; // of the search
}

export interface RunDetails {
  summary: RunSummary;
  manifest: Manifest | null;
  files: string[];
  columns: Columns;
  task: TaskDetails;
  geometry: Geometry | null;
}

/** What can be replayed, and under what. */
export interface TaskDetails {
  name: string;
  help: string;
  can_replay: boolean;
  problem: string | null; // why not
  size: { key: string; own: number; low: number; high: number } | null;
  conditions: Condition[];
}

export interface Condition {
  id: string;
  name: string;
  trained: boolean;
  test: string | null; // of which it is a trial
}

export interface Axis {
  name: string;
  size: number;
}

/** The grids that units lie on, the fastest axis first. */
export interface Geometry {
  inputs: Axis[];
  hidden: Axis[];
  neurons: Axis[];
  /** Where the units of a grid lie, if they do not fill it from its first cell on. */
  cells?: { inputs?: number[]; hidden?: number[]; neurons?: number[] };
}

export interface Manifest {
  configuration?: { [table: string]: { [key: string]: unknown } };
  [key: string]: unknown;
}

export interface RunCurve {
  path: string;
  seed: number;
  generation: number[];
  evaluations: number[];
  best_so_far: number[];
  mean: number[];
}

export interface Curves {
  group: string;
  title: string;
  runs: RunCurve[];
}

export type Tint = "none" | "ink" | "faint" | "grey" | "white" | "water" | "orange" | "blue" | "green" | "pink" | "violet";

export interface ScenePart {
  kind: "polygon" | "line" | "circle" | "text" | "trace";
  role: string;
  legend: string;
  points: number; // that it takes of a moment; 0: it stands at `fixed`
  fixed: number[];
  fill: Tint;
  line: Tint;
  width: number;
  radius: number;
  quantity: number; // place in the list; -1: none
  gain: number; // added to the width at level 1
  backdrop: boolean;
  text: string;
}

/** What is the same in all moments of an episode (src/lowpass/scene/scene.h). */
export interface Scene {
  quantities: { name: string; tint: Tint }[];
  parts: ScenePart[];
  signals: string[];
  step_time: number; // between two frames
  time_unit: string;
  view: [left: number, bottom: number, right: number, top: number] | null;
}

export interface RecordingAnswer {
  title: string;
  fitness: number;
  succeeded: boolean;
  success: string; // what success is called
  outcome: string;
  frames: number;
  stride: number; // control steps from frame to frame
  scene: Scene;
  /** Coordinates are `origin` + `unit` times a 16-bit integer; base64, a row of `places` pairs a
   * frame. `places[i]` is where point i of the scene stands in the row. */
  origin: [number, number];
  unit: number;
  places: number[];
  points: string;
  levels: string; // base64, bytes: 255 is 1
  signals: string; // base64, single precision
}

export interface WeightsAnswer {
  inputs: number;
  neurons: number; // the hidden ones first
  hidden: number;
  links: number; // weights that there are: not every network has all
  genes: number;
  mapping: string;
  size: number | null;
  geometry: Geometry;
  values: string; // base64, single precision
}

export interface SpectrumPoint {
  generation: number;
  mean: number[];
  sigma: number[];
}

export interface Chromosome {
  name: string;
  shape: number[];
  length: number;
  frequencies: number[][];
}

export interface SpectrumAnswer {
  direct: boolean;
  chromosomes: Chromosome[];
  lengths: { [genes: string]: number[] };
  now: SpectrumPoint;
  best: number[];
  history: SpectrumPoint[];
}

export interface PopulationAnswer {
  generation: number;
  is_finished: boolean;
  genes: number;
  fitness: number[];
  diverged: number[];
  genomes: number[][];
  mean: number[];
  sigma: number[];
}

export interface FigureAnswer {
  name: string;
  data: FigureData | null;
  svg: string | null;
  problem: string | null;
}

export interface FigureData {
  name?: string;
  title?: string;
  columns?: string[];
  rows?: (number | string | null)[][];
}

export interface Changes {
  revision: number;
  runs: RunSummary[];
  removed: string[];
}

export interface Generations {
  path: string;
  first: number;
  size: number;
  columns: Columns;
}
