// Grids of inputs and neurons: what a unit is called, and where its neighbours end.
import type { Axis, Geometry } from "./types";

export type GridName = "inputs" | "hidden" | "neurons";

export function cellOf(geometry: Geometry, grid: GridName, unit: number): number {
  return geometry.cells?.[grid]?.[unit] ?? unit;
}

/** "row 3, column 1": the slowest axis first, counted from 1. */
export function unitName(geometry: Geometry, grid: GridName, unit: number): string {
  let cell = cellOf(geometry, grid, unit);
  return geometry[grid].map(({ name, size }) => {
    const at = cell % size;
    cell = Math.floor(cell / size);
    return `${name} ${at + 1}`;
  }).reverse().join(", ");
}

/** "row 11 × column 3": the axes, the slowest first. */
export function gridName(axes: readonly Axis[]): string {
  return [...axes].reverse().map(({ name, size }) => `${name} ${size}`).join(" × ");
}

/** The units before which the slowest axis goes on, in grids of several axes. */
export function boundaries(geometry: Geometry, grid: GridName, units: number): number[] {
  const axes = geometry[grid];
  if (axes.length < 2) return [];
  const block = axes.slice(0, -1).reduce((product, { size }) => product * size, 1);
  const found: number[] = [];
  for (let unit = 1; unit < units; ++unit) {
    if (Math.floor(cellOf(geometry, grid, unit) / block) !== Math.floor(cellOf(geometry, grid, unit - 1) / block)) found.push(unit);
  }
  return found;
}
