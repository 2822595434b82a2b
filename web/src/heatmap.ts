// Matrices as pictures: one cell, one rectangle; very large ones become an image.
import { diverging, sequential, type Palette } from "./colour";
import { s } from "./dom";

export interface HeatMap {
  rows: number;
  columns: number;
  value: (row: number, column: number) => number;
  /** The value that gets the full colour; smaller ones fade to nothing. */
  most: number;
  kind?: "diverging" | "sequential";
  least?: number; // of a sequential scale
}

const kMostRectangles = 6000;

/** The cells as a group of `width` x `height`. */
export function heatCells(map: HeatMap, width: number, height: number, colours: Palette): SVGGElement {
  const group = s("g", { "shape-rendering": "crispEdges" });
  const colour = (row: number, column: number): string => {
    const value = map.value(row, column);
    if (map.kind === "sequential") {
      const least = map.least ?? 0;
      return sequential((value - least) / (map.most - least || 1), colours);
    }
    return diverging(value / (map.most || 1), colours);
  };
  if (map.rows * map.columns > kMostRectangles) {
    group.append(imageOf(map, colour, width, height));
  } else {
    const w = width / map.columns;
    const t = height / map.rows;
    for (let row = 0; row < map.rows; ++row) {
      for (let column = 0; column < map.columns; ++column) {
        group.append(s("rect", { x: (column * w).toFixed(2), y: (row * t).toFixed(2), width: (w + 0.02).toFixed(2), height: (t + 0.02).toFixed(2), fill: colour(row, column) }));
      }
    }
  }
  group.append(s("rect", { x: 0, y: 0, width, height, fill: "none", stroke: colours.muted, "stroke-width": 0.7 }));
  return group;
}

function imageOf(map: HeatMap, colour: (row: number, column: number) => string, width: number, height: number): SVGImageElement {
  const canvas = document.createElement("canvas");
  canvas.width = map.columns;
  canvas.height = map.rows;
  const pen = canvas.getContext("2d");
  for (let row = 0; pen && row < map.rows; ++row) {
    for (let column = 0; column < map.columns; ++column) {
      pen.fillStyle = colour(row, column);
      pen.fillRect(column, row, 1, 1);
    }
  }
  return s("image", { href: canvas.toDataURL(), width, height, preserveAspectRatio: "none", style: "image-rendering: pixelated" });
}

/** A key: the colours from -most to most (or least to most), with numbers. */
export function colourKey(map: Pick<HeatMap, "most" | "least" | "kind">, colours: Palette, label: string): SVGGElement {
  const group = s("g", { "font-size": 11, fill: colours.muted });
  const steps = 41;
  for (let i = 0; i < steps; ++i) {
    const share = i / (steps - 1);
    const fill = map.kind === "sequential" ? sequential(share, colours) : diverging(2 * share - 1, colours);
    group.append(s("rect", { x: i * 4, y: 0, width: 4.2, height: 9, fill }));
  }
  const left = map.kind === "sequential" ? map.least ?? 0 : -map.most;
  const number = (value: number): string => Number(value.toPrecision(2)).toString().replace("-", "−");
  group.append(
    s("text", { x: 0, y: 21 }, number(left)),
    s("text", { x: 164, y: 21, "text-anchor": "end" }, number(map.most)),
    s("text", { x: 172, y: 9 }, label));
  return group;
}

/** The largest absolute value, a few outliers left out, so that one weight does not fade the rest. */
export function robustMost(values: ArrayLike<number>): number {
  const sizes = Array.from(values, Math.abs).filter(Number.isFinite).sort((a, b) => a - b);
  return sizes.length === 0 ? 1 : sizes[Math.floor(0.99 * (sizes.length - 1))] || sizes[sizes.length - 1] || 1;
}
