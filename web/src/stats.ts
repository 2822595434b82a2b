// Statistics over runs.
import type { RunCurve } from "./types";

/** The q-quantile by linear interpolation between order statistics; `sorted` ascends. */
export function quantile(sorted: readonly number[], q: number): number {
  if (sorted.length === 0) return NaN;
  const at = q * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface Band {
  x: number[];
  mean: (number | null)[];
  median: (number | null)[];
  lower: (number | null)[]; // quartiles
  upper: (number | null)[];
  least: (number | null)[];
  most: (number | null)[];
  runs: number[]; // that reach so far
}

/** The x values of all runs, thinned to at most `most` that are evenly spread over their ranks. */
export function commonGrid(runs: readonly RunCurve[], axis: "evaluations" | "generation", most = 240): number[] {
  const all = [...new Set(runs.flatMap((run) => run[axis]))].sort((a, b) => a - b);
  if (all.length <= most) return all;
  const grid: number[] = [];
  for (let i = 0; i < most; ++i) grid.push(all[Math.round((i * (all.length - 1)) / (most - 1))]);
  return grid;
}

/**
 * Statistics over runs at each x of the grid. A run counts from its first generation on, with the
 * value it had last; beyond its end too, so that a run that stopped early is not forgotten, as far
 * as the longest run of the setup goes.
 */
export function bandOf(runs: readonly RunCurve[], axis: "evaluations" | "generation", quantity: "best_so_far" | "mean", grid: readonly number[]): Band {
  const at = runs.map(() => -1);
  const end = Math.max(...runs.map((run) => run[axis][run[axis].length - 1] ?? -Infinity));
  const band: Band = { x: [...grid], mean: [], median: [], lower: [], upper: [], least: [], most: [], runs: [] };
  for (const x of grid) {
    const values: number[] = [];
    runs.forEach((run, k) => {
      while (at[k] + 1 < run[axis].length && run[axis][at[k] + 1] <= x) ++at[k];
      if (at[k] >= 0 && x <= end) values.push(run[quantity][at[k]]);
    });
    values.sort((a, b) => a - b);
    const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
    band.mean.push(orNull(mean(values)));
    band.median.push(orNull(quantile(values, 0.5)));
    band.lower.push(orNull(quantile(values, 0.25)));
    band.upper.push(orNull(quantile(values, 0.75)));
    band.least.push(orNull(values[0] ?? NaN));
    band.most.push(orNull(values[values.length - 1] ?? NaN));
    band.runs.push(values.length);
  }
  return band;
}
