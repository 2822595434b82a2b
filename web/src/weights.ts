// Decoded weight matrices, in the style of the paper's figure: input, recurrent, bias; blue is
// positive, orange negative.
import { floats } from "./binary";
import { palette, type Palette } from "./colour";
import { h, notice, replace, s, select, slider } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import { colourKey, heatCells, robustMost } from "./heatmap";
import type { RunContext } from "./run";
import type { WeightsAnswer } from "./types";
import type { View } from "./view";

interface Block {
  name: string;
  columns: number;
  value: (row: number, column: number) => number;
}

function blocks(answer: WeightsAnswer, values: Float32Array): Block[] {
  const { inputs, neurons } = answer;
  return [
    { name: `input, ${neurons} × ${inputs}`, columns: inputs, value: (row, column) => values[row * inputs + column] },
    { name: `recurrent, ${neurons} × ${neurons}`, columns: neurons, value: (row, column) => values[neurons * inputs + row * neurons + column] },
    { name: "bias", columns: 1, value: (row) => values[neurons * (inputs + neurons) + row] }, // drawn two cells wide
  ];
}

/** The three matrices side by side, cells of one size. */
export function weightsPicture(answer: WeightsAnswer, colours: Palette): SVGSVGElement {
  const values = floats(answer.values);
  const most = robustMost(values);
  const gap = 16;
  const all = blocks(answer, values);
  const columns = all.reduce((sum, block) => sum + block.columns, 0);
  const cell = Math.max(2, Math.min(14, (940 - 2 * gap) / columns));
  const width = Math.max(420, columns * cell + 2 * gap + 30);
  const widthOf = (block: Block): number => Math.max(2, block.columns) * cell;
  const height = answer.neurons * cell;
  const picture = s("svg", { viewBox: `0 0 ${width.toFixed(0)} ${(height + 70).toFixed(0)}`, width: Math.round(width), height: Math.round(height + 70), role: "img", "aria-label": "Weight matrices", class: "fluid roomy" });
  let x = 1;
  for (const block of all) {
    const group = s("g", { transform: `translate(${x.toFixed(1)} 20)` });
    group.append(heatCells({ rows: answer.neurons, columns: block.columns, value: block.value, most }, widthOf(block), height, colours));
    picture.append(group, s("text", { x, y: 12, "font-size": 11, fill: colours.muted }, block.name));
    x += widthOf(block) + gap;
  }
  const key = colourKey({ most }, colours, "weight");
  key.setAttribute("transform", `translate(1 ${height + 38})`);
  picture.append(key);
  return picture;
}

export function weightsTab({ store, root, path, details }: RunContext): View {
  const own = Number((details.manifest?.configuration?.task as { compartments?: number } | undefined)?.compartments ?? 10);
  let which = "best";
  let compartments = own;
  let answer: WeightsAnswer | null = null;
  let asked = 0;
  const place = h("div", { class: "scroll" });
  const note = h("span", {});

  async function load(): Promise<void> {
    const ticket = ++asked;
    try {
      const result = await store.source.get<WeightsAnswer>("weights", { path, compartments, which });
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
    const weights = answer.neurons * (answer.inputs + answer.neurons + 1);
    replace(place, weightsPicture(answer, palette()));
    note.textContent = answer.mapping === "direct"
      ? `${weights} weights, each a gene of its own. Rows are neurons.`
      : `${weights} weights from ${answer.genes} genes: ${Math.round(weights / answer.genes)} to 1. Rows are neurons, columns what they listen to. Neighbours are alike because the genes are low frequencies.`;
  }

  replace(root,
    h("div", { class: "toolbar" },
      select("Controller", [["best", "best of the run"], ["last", "best of the last generation"]], which, (value) => { which = value; void load(); }),
      slider("Decoded for", { min: 3, max: 20, step: 1, value: compartments }, (value) => `${value} compartments`, (value) => { compartments = value; void load(); })),
    figure({
      name: `${path.replace(/\W+/g, "-")}-weights`, title: "Weights", caption: note,
      svg: (colours) => (answer ? weightsPicture(answer, colours) : null),
      csv: () => {
        if (!answer) return "";
        const { inputs, neurons } = answer;
        const values = floats(answer.values);
        const all = blocks(answer, values);
        return csv(["neuron", ...Array.from({ length: inputs }, (_, i) => `input${i}`), ...Array.from({ length: neurons }, (_, i) => `recurrent${i}`), "bias"],
          Array.from({ length: neurons }, (_, row) => [row, ...all.flatMap((block) => Array.from({ length: block.columns }, (_, column) => Number(block.value(row, column).toPrecision(7))))]));
      },
    }, place));
  void load();
  return { redraw: draw };
}
