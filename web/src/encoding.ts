// The encoding explained: which coefficients matter first, and one genome at three network sizes.
import { palette, type Palette } from "./colour";
import { coefficientArray, coefficientOrder, decoded } from "./cosine";
import { h, replace, s, slider } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import { colourKey, heatCells, robustMost } from "./heatmap";
import type { Context, View } from "./view";

/** The genome of the paper's figure. */
const kPaperGenome = [5.0, -3.3, 4.1, -9.7, -2.2];

const state = { rows: 8, columns: 12, coefficients: 10, draw: 1, genome: [...kPaperGenome] };

/** Numbers that look random and are always the same: normal, falling with frequency. */
function someGenes(count: number, draw: number): number[] {
  let seed = 7919 * draw + 17;
  const uniform = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed + 0.5) / 4294967296;
  };
  return Array.from({ length: count }, () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()));
}

function matrix(values: number[][], x: number, y: number, width: number, height: number, colours: Palette): SVGGElement {
  const group = s("g", { transform: `translate(${x} ${y})` });
  group.append(heatCells({ rows: values.length, columns: values[0].length, value: (row, column) => values[row][column], most: robustMost(values.flat()) }, width, height, colours));
  return group;
}

/** The order in which coefficients are filled; those in use are coloured. */
function orderPicture(colours: Palette): SVGSVGElement {
  const { rows, columns, coefficients } = state;
  const cell = Math.min(40, 520 / columns);
  const picture = s("svg", { viewBox: `0 0 ${columns * cell + 4} ${rows * cell + 4}`, width: columns * cell + 4, height: rows * cell + 4, role: "img", "aria-label": "Order of the coefficients", class: "fluid" });
  coefficientOrder(rows, columns).forEach(([row, column], k) => {
    const isUsed = k < coefficients;
    picture.append(
      s("rect", { x: 2 + column * cell, y: 2 + row * cell, width: cell, height: cell, fill: isUsed ? colours.series[0] : colours.surface, "fill-opacity": isUsed ? 0.25 + 0.75 * (1 - k / Math.max(1, coefficients)) : 1, stroke: colours.line }),
      s("text", { x: 2 + (column + 0.5) * cell, y: 2 + (row + 0.5) * cell + 4, "text-anchor": "middle", "font-size": Math.min(12, cell / 2.6), fill: isUsed && k < coefficients / 2 ? (colours.isDark ? "#0e1116" : "#ffffff") : isUsed ? colours.ink : colours.muted }, k + 1));
  });
  return picture;
}

/** More coefficients, more detail; and the same coefficients at growing sizes. */
function detailPicture(colours: Palette): SVGSVGElement {
  const { rows, columns, coefficients } = state;
  const genes = someGenes(rows * columns, state.draw);
  const counts = [...new Set([1, 3, 6, coefficients, Math.min(rows * columns, 2 * coefficients), rows * columns])].filter((count) => count <= rows * columns).sort((a, b) => a - b).slice(0, 6);
  const width = 130;
  const height = Math.max(30, Math.min(150, (width * rows) / columns));
  const all = Math.max(counts.length, 3) * (width + 14);
  const picture = s("svg", { viewBox: `0 0 ${all} ${2 * height + 100}`, width: all, height: 2 * height + 100, role: "img", "aria-label": "Weights from few and many coefficients, and at growing sizes", class: "fluid", "font-size": 12, fill: colours.muted });
  counts.forEach((count, i) => {
    picture.append(matrix(decoded(genes.slice(0, count), rows, columns), i * (width + 14) + 1, 20, width, height, colours),
      s("text", { x: i * (width + 14) + 1, y: 14, fill: count === coefficients ? colours.ink : colours.muted, "font-weight": count === coefficients ? 600 : 400 }, count === rows * columns ? `all ${count}` : `${count} coefficient${count === 1 ? "" : "s"}`));
  });
  [0.5, 1, 2, 4].slice(0, Math.max(3, counts.length)).forEach((factor, i) => {
    const r = Math.max(1, Math.round(rows * factor));
    const c = Math.max(1, Math.round(columns * factor));
    picture.append(matrix(decoded(genes.slice(0, Math.min(coefficients, r * c)), r, c), i * (width + 14) + 1, height + 66, width, height, colours),
      s("text", { x: i * (width + 14) + 1, y: height + 60 }, `${coefficients} at ${r} × ${c}`));
  });
  return picture;
}

const kNetworks: [neurons: number, inputs: number][] = [[2, 1], [4, 2], [8, 4]];

/** One network: squares are inputs, circles neurons; thickness is size, colour the sign. */
function network(weights: number[][], inputs: number, x: number, y: number, size: number, colours: Palette): SVGGElement {
  const neurons = weights.length;
  const group = s("g", { transform: `translate(${x} ${y})` });
  const most = robustMost(weights.flat());
  const r = Math.max(5, 15 - neurons);
  const at = (i: number): [number, number] => {
    const angle = -Math.PI / 2 + (2 * Math.PI * (i + 0.5)) / neurons;
    return [size * 0.62 + size * 0.3 * Math.cos(angle), size / 2 + size * 0.36 * Math.sin(angle)];
  };
  const inputAt = (i: number): [number, number] => [size * 0.08, (size * (i + 0.5)) / inputs];
  const style = (weight: number): { [name: string]: string } => ({
    fill: "none", stroke: weight < 0 ? colours.negative : colours.positive,
    "stroke-width": (0.3 + 2.6 * Math.min(1, Math.abs(weight) / most)).toFixed(2), "stroke-opacity": (0.25 + 0.75 * Math.min(1, Math.abs(weight) / most)).toFixed(2),
  });
  for (let to = 0; to < neurons; ++to) {
    const [tx, ty] = at(to);
    for (let from = 0; from < inputs; ++from) {
      const [fx, fy] = inputAt(from);
      group.append(s("line", { x1: fx, y1: fy, x2: tx, y2: ty, ...style(weights[to][from]) }));
    }
    for (let from = 0; from < neurons; ++from) {
      const [fx, fy] = at(from);
      const weight = weights[to][inputs + from];
      if (from === to) group.append(s("circle", { cx: fx + r, cy: fy - r, r: r * 0.8, ...style(weight) }));
      else group.append(s("path", { d: `M${fx} ${fy}Q${(fx + tx) / 2 + (ty - fy) * 0.15} ${(fy + ty) / 2 - (tx - fx) * 0.15} ${tx} ${ty}`, ...style(weight) }));
    }
  }
  for (let i = 0; i < inputs; ++i) {
    const [ix, iy] = inputAt(i);
    group.append(s("rect", { x: ix - r * 0.8, y: iy - r * 0.8, width: 1.6 * r, height: 1.6 * r, fill: colours.surface, stroke: colours.ink, "stroke-width": 1.3 }));
  }
  for (let i = 0; i < neurons; ++i) {
    const [nx, ny] = at(i);
    group.append(s("circle", { cx: nx, cy: ny, r, fill: colours.surface, stroke: colours.ink, "stroke-width": 1.3 }));
  }
  return group;
}

function sizesPicture(colours: Palette): SVGSVGElement {
  const height = 170;
  const picture = s("svg", { viewBox: `0 0 820 ${kNetworks.length * (height + 30) + 40}`, width: 820, height: kNetworks.length * (height + 30) + 40, role: "img", "aria-label": "One genome at three network sizes", class: "fluid", "font-size": 12, fill: colours.muted });
  kNetworks.forEach(([neurons, inputs], i) => {
    const columns = neurons + inputs + 1;
    const y = i * (height + 30) + 22;
    const width = Math.min(250, (height * columns) / neurons);
    const tall = (width * neurons) / columns;
    const shift = (tall - height) / 2; // the network beside the middle of its matrices
    picture.append(
      s("text", { x: 0, y: y - 8 }, `coefficients, ${neurons} × ${columns}`), matrix(coefficientArray(state.genome, neurons, columns), 1, y, width, tall, colours),
      s("text", { x: 280, y: y - 8 }, "weights"), matrix(decoded(state.genome, neurons, columns), 280, y, width, tall, colours),
      s("text", { x: 560, y: y - 8 }, `${neurons} neurons, ${inputs} input${inputs === 1 ? "" : "s"}`), network(decoded(state.genome, neurons, columns), inputs, 560, y + Math.min(0, shift) * 0.4, height, colours));
  });
  const key = colourKey({ most: 1 }, colours, "negative to positive, each matrix by its own largest");
  key.setAttribute("transform", `translate(0 ${kNetworks.length * (height + 30) + 12})`);
  picture.append(key);
  return picture;
}

export function encodingView({ root }: Context): View {
  const first = h("div", { class: "scroll" });
  const second = h("div", { class: "scroll" });
  const third = h("div", { class: "scroll" });
  const controls = h("div", { class: "toolbar" });
  const genes = h("div", { class: "toolbar" });

  function draw(): void {
    state.coefficients = Math.min(state.coefficients, state.rows * state.columns);
    replace(first, orderPicture(palette()));
    replace(second, detailPicture(palette()));
    replace(third, sizesPicture(palette()));
  }
  function drawControls(): void {
    replace(controls,
      slider("Rows", { min: 2, max: 16, step: 1, value: state.rows }, String, (value) => { state.rows = value; draw(); }),
      slider("Columns", { min: 2, max: 24, step: 1, value: state.columns }, String, (value) => { state.columns = value; draw(); }),
      slider("Coefficients", { min: 1, max: 60, step: 1, value: state.coefficients }, String, (value) => { state.coefficients = value; draw(); }),
      h("button", { type: "button", click: () => { ++state.draw; draw(); } }, "Other values"));
    replace(genes, ...state.genome.map((gene, k) =>
      slider(`g${"₁₂₃₄₅"[k]}`, { min: -10, max: 10, step: 0.1, value: gene }, (value) => value.toFixed(1), (value) => { state.genome[k] = value; draw(); })),
      h("button", { type: "button", click: () => { state.genome = [...kPaperGenome]; drawControls(); draw(); } }, "The paper’s values"));
  }
  drawControls();
  draw();
  replace(root,
    h("h1", {}, "The encoding, explained"),
    h("p", { class: "lead" }, "A genome is a list of cosine coefficients. They are put into an array from low to high frequency, the rest is zero, and the inverse cosine transform turns the array into a matrix of weights."),
    h("h2", {}, "Which coefficients come first"), controls,
    figure({ name: "order", title: "Order of the coefficients", caption: "Diagonal by diagonal from the corner of the lowest frequency, each from its ends to the middle, beginning on the side of the longer dimension (Algorithm 1).", svg: orderPicture, csv: () => csv(["number", "row", "column"], coefficientOrder(state.rows, state.columns).map(([row, column], k) => [k + 1, row, column])) }, first),
    figure({ name: "detail", title: "More coefficients, more detail; larger matrices, the same picture", caption: "Above: the same values, cut after so many coefficients. Below: the chosen number of coefficients, decoded into matrices of half, the same, twice and four times the size.", svg: detailPicture, csv: () => { const values = decoded(someGenes(state.rows * state.columns, state.draw).slice(0, state.coefficients), state.rows, state.columns); return csv(values[0].map((_, i) => `column${i + 1}`), values); } }, second),
    h("h2", {}, "One genome, three networks"),
    h("p", {}, "The length of the genome does not depend on the size of the network: that is how a controller is carried over to a task of another size."), genes,
    figure({ name: "sizes", title: "The same five genes, decoded at three sizes", caption: "Squares are inputs, circles neurons; the thickness of a line is the size of a weight, blue is positive, orange negative.", svg: sizesPicture, csv: () => csv(["neurons", "inputs", "row", "column", "weight"], kNetworks.flatMap(([neurons, inputs]) => decoded(state.genome, neurons, neurons + inputs + 1).flatMap((row, r) => row.map((value, c) => [neurons, inputs, r, c, value])))) }, third));
  return { redraw: draw };
}
