// Decoded weight matrices: input, recurrent, bias; blue is positive, orange negative.
import { floats } from "./binary";
import { palette, type Palette } from "./colour";
import { h, notice, replace, s, select, slider } from "./dom";
import { figure } from "./figure";
import { brief, csv } from "./format";
import { boundaries, gridName, unitName } from "./grid";
import { colourKey, heatCells, robustMost } from "./heatmap";
import type { RunContext } from "./run";
import type { Parameters } from "./source";
import type { WeightsAnswer } from "./types";
import type { View } from "./view";

interface Block {
  name: string;
  columns: number;
  value: (row: number, column: number) => number;
  unit: (column: number) => string;
  lines: number[]; // columns before which the grid's slowest axis goes on
}

/** Hidden neurons are numbered first, then the task's own. */
function neuronName({ geometry, hidden }: WeightsAnswer, neuron: number): string {
  return neuron < hidden ? unitName(geometry, "hidden", neuron) : unitName(geometry, "neurons", neuron - hidden);
}

function neuronLines({ geometry, hidden, neurons }: WeightsAnswer): number[] {
  const own = boundaries(geometry, "neurons", neurons - hidden).map((at) => at + hidden);
  return hidden > 0 ? [...boundaries(geometry, "hidden", hidden), hidden, ...own] : own;
}

function blocks(answer: WeightsAnswer, values: Float32Array): Block[] {
  const { inputs, neurons, geometry } = answer;
  return [
    { name: `input: ${gridName(geometry.inputs)}`, columns: inputs, value: (row, column) => values[row * inputs + column], unit: (column) => unitName(geometry, "inputs", column), lines: boundaries(geometry, "inputs", inputs) },
    { name: `recurrent: ${answer.hidden > 0 ? `${gridName(geometry.hidden)}, ` : ""}${gridName(geometry.neurons)}`, columns: neurons, value: (row, column) => values[neurons * inputs + row * neurons + column], unit: (column) => neuronName(answer, column), lines: neuronLines(answer) },
    { name: "bias", columns: 1, value: (row) => values[neurons * (inputs + neurons) + row], unit: () => "bias", lines: [] }, // drawn two cells wide
  ];
}

/** Lines where the slowest axis of a grid goes on. */
function gridLines(block: Block, rows: number[], width: number, height: number, neurons: number, colours: Palette): SVGGElement {
  const group = s("g", { stroke: colours.muted, "stroke-width": 0.5, "stroke-opacity": 0.7 });
  for (const at of block.lines) group.append(s("line", { x1: ((at * width) / block.columns).toFixed(2), x2: ((at * width) / block.columns).toFixed(2), y1: 0, y2: height }));
  for (const at of rows) group.append(s("line", { x1: 0, x2: width.toFixed(2), y1: ((at * height) / neurons).toFixed(2), y2: ((at * height) / neurons).toFixed(2) }));
  return group;
}

/** The three matrices side by side, cells of one size; `onPoint` gets what lies under the pointer. */
export function weightsPicture(answer: WeightsAnswer, colours: Palette, onPoint: (text: string) => void = () => undefined): SVGSVGElement {
  const values = floats(answer.values);
  const most = robustMost(values);
  const gap = 16;
  const all = blocks(answer, values);
  const columns = all.reduce((sum, block) => sum + Math.max(2, block.columns), 0);
  const cell = Math.max(2, Math.min(22, (940 - 2 * gap) / columns, 640 / answer.neurons + 8));
  const widthOf = (block: Block): number => Math.max(2, block.columns) * cell;
  const width = Math.max(420, columns * cell + 2 * gap + 30);
  const height = answer.neurons * cell;
  const rows = neuronLines(answer);
  const picture = s("svg", { viewBox: `0 0 ${width.toFixed(0)} ${(height + 70).toFixed(0)}`, width: Math.round(width), height: Math.round(height + 70), role: "img", "aria-label": "Weight matrices", class: "fluid roomy" });
  let x = 1;
  let textEnd = 0;
  for (const block of all) {
    const group = s("g", { transform: `translate(${x.toFixed(1)} 20)` });
    group.append(heatCells({ rows: answer.neurons, columns: block.columns, value: block.value, most }, widthOf(block), height, colours), gridLines(block, rows, widthOf(block), height, answer.neurons, colours));
    group.addEventListener("pointermove", (event) => {
      const place = group.getBoundingClientRect();
      const row = Math.max(0, Math.min(answer.neurons - 1, Math.floor(((event.clientY - place.top) / place.height) * answer.neurons)));
      const column = Math.max(0, Math.min(block.columns - 1, Math.floor(((event.clientX - place.left) / place.width) * block.columns)));
      onPoint(`to ${neuronName(answer, row)} from ${block.unit(column)}: ${brief(block.value(row, column), 4)}`);
    });
    // A name that would run into the one before it is moved on.
    const at = Math.max(x, textEnd);
    textEnd = at + 6 * block.name.length + 8;
    picture.append(group, s("text", { x: at, y: 12, "font-size": 11, fill: colours.muted }, block.name));
    x += widthOf(block) + gap;
  }
  const key = colourKey({ most }, colours, "weight");
  key.setAttribute("transform", `translate(1 ${height + 38})`);
  picture.append(key);
  return picture;
}

export function weightsTab({ store, root, path, details }: RunContext): View {
  const { size } = details.task;
  const wanted = { which: "best", size: size?.own ?? null };
  let answer: WeightsAnswer | null = null;
  let asked = 0;
  const place = h("div", { class: "scroll" });
  const note = h("span", {});
  const pointed = h("div", { class: "pointed", "aria-hidden": "true" });

  async function load(): Promise<void> {
    const ticket = ++asked;
    const request: Parameters = { path, which: wanted.which };
    if (wanted.size !== null && wanted.size !== size?.own) request.size = wanted.size;
    try {
      const result = await store.source.get<WeightsAnswer>("weights", request);
      if (ticket !== asked) return;
      answer = result;
      draw();
    } catch (error) {
      if (ticket !== asked) return;
      answer = null;
      replace(place, notice("No weights", h("p", {}, (error as Error).message)));
    }
  }

  function draw(): void {
    if (!answer) return;
    const weights = answer.links;
    replace(place, weightsPicture(answer, palette(), (text) => { pointed.textContent = text; }));
    const rows = `Rows are neurons${answer.hidden > 0 ? `, the ${answer.hidden} hidden ones first` : ""}, columns what they listen to; thin lines divide their grids.`;
    note.textContent = answer.mapping === "direct"
      ? `${weights} weights, each a gene of its own. ${rows}`
      : `${weights} weights from ${answer.genes} genes: ${brief(weights / answer.genes, 3)} to 1. ${rows} Neighbours are alike because the genes are low frequencies.`;
  }

  replace(root,
    h("div", { class: "toolbar" },
      select("Controller", [["best", "best of the run"], ["last", "best of the last generation"]], wanted.which, (value) => { wanted.which = value; void load(); }),
      size && wanted.size !== null ? slider("Decoded for", { min: Math.min(size.low, size.own), max: Math.max(size.high, size.own), step: 1, value: wanted.size }, (value) => `${size.key} = ${value}`, (value) => { wanted.size = value; void load(); }) : null),
    figure({
      name: `${path.replace(/\W+/g, "-")}-weights`, title: "Weights", caption: note,
      svg: (colours) => (answer ? weightsPicture(answer, colours) : null),
      csv: () => {
        if (!answer) return "";
        const shown = answer;
        const all = blocks(shown, floats(shown.values));
        return csv(["neuron", ...all.flatMap((block) => Array.from({ length: block.columns }, (_, column) => (block.columns === 1 && block.name === "bias" ? "bias" : `${block.name.replace(/:.*/, "")} ${block.unit(column)}`)))],
          Array.from({ length: shown.neurons }, (_, row) => [neuronName(shown, row), ...all.flatMap((block) => Array.from({ length: block.columns }, (_, column) => Number(block.value(row, column).toPrecision(7))))]));
      },
    }, place, pointed));
  void load();
  return { redraw: draw };
}
