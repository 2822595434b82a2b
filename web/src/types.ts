// What the program answers (app/server/api.cpp; docs/DASHBOARD.md).

export type RunState = "running" | "finished" | "stopped" | "unreadable";

export interface RunSummary {
  path: string;
  group: string;
  setup: string;
  title: string;
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
  sigma_least: number[];
  sigma_mean: number[];
  sigma_most: number[];
}

export interface RunDetails {
  summary: RunSummary;
  manifest: Manifest | null;
  files: string[];
  columns: Columns;
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

export interface TrajectoryAnswer {
  compartments: number;
  start: number;
  control_step: number;
  goal: [number, number];
  surface: number;
  fitness: number;
  touched: boolean;
  frames: number;
  unit: number;
  nodes: string; // base64, 16-bit integers in `unit`s
  activations: string; // base64, bytes: 255 is 1
}

export interface WeightsAnswer {
  inputs: number;
  neurons: number;
  genes: number;
  mapping: string;
  compartments: number;
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
