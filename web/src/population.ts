// The population: the individuals of the current generation, drawn again from the checkpoint.
import { palette, type Palette } from "./colour";
import { h, notice, replace, s } from "./dom";
import { figure } from "./figure";
import { csv, fitness } from "./format";
import { colourKey, heatCells, robustMost } from "./heatmap";
import type { RunContext } from "./run";
import type { PopulationAnswer } from "./types";
import type { View } from "./view";

/** One row an individual, best first: fitness as a bar, then how far each gene lies from the mean. */
function populationPicture(answer: PopulationAnswer, colours: Palette): SVGSVGElement {
  // Bars begin at 0, or at the worst where that lies below.
  const least = Math.min(0, ...answer.fitness);
  const most = Math.max(least + 1e-12, ...answer.fitness);
  const order = answer.fitness.map((_, k) => k).sort((a, b) => answer.fitness[b] - answer.fitness[a]);
  const rows = order.length;
  const cell = 17;
  const barWidth = 170;
  const left = 70;
  const genes = answer.genomes.length > 0 ? answer.genes : 0;
  const geneWidth = genes === 0 ? 0 : Math.max(300, Math.min(640, genes * 24));
  const width = left + barWidth + 30 + geneWidth + 4;
  const height = rows * cell;
  const picture = s("svg", { viewBox: `0 0 ${width} ${height + 74}`, width, height: height + 74, role: "img", "aria-label": "The population", class: "fluid", "font-size": 11, fill: colours.muted });
  picture.append(s("text", { x: left, y: 12 }, "fitness"));
  order.forEach((k, row) => {
    const y = 20 + row * cell;
    const value = answer.fitness[k];
    picture.append(
      s("text", { x: left - 8, y: y + 12, "text-anchor": "end", fill: colours.ink }, fitness(value)),
      s("rect", { x: left, y: y + 2, width: (((value - least) / (most - least)) * barWidth).toFixed(1), height: cell - 4, fill: answer.diverged[k] > 0 ? colours.negative : colours.series[0] }));
    if (answer.diverged[k] > 0) picture.append(s("text", { x: left + 6, y: y + 12, fill: colours.ink }, `${answer.diverged[k]} diverged`));
  });
  if (genes > 0) {
    const value = (row: number, column: number): number => (answer.genomes[order[row]][column] - answer.mean[column]) / (answer.sigma[column] || 1);
    const group = s("g", { transform: `translate(${left + barWidth + 30} 20)` });
    group.append(heatCells({ rows, columns: genes, value, most: 2.5 }, geneWidth, height, colours));
    const key = colourKey({ most: 2.5 }, colours, "gene − mean, in σ");
    key.setAttribute("transform", `translate(${left + barWidth + 30} ${height + 36})`);
    picture.append(group, key, s("text", { x: left + barWidth + 30, y: 12 }, `${genes} genes, low frequencies of each chromosome first`));
  }
  return picture;
}

export function populationTab({ store, root, path, details }: RunContext): View {
  let answer: PopulationAnswer | null = null;
  let isDisposed = false;
  const place = h("div", { class: "scroll" });
  const note = h("span", {});
  const button = h("button", { type: "button", click: () => void load() }, "Look again");

  function draw(): void {
    if (!answer) return;
    replace(place, populationPicture(answer, palette()));
    const spread = robustMost(answer.sigma);
    note.textContent = `${answer.is_finished ? `The run is finished: this is what generation ${answer.generation} would be` : `Generation ${answer.generation}`}: ${answer.fitness.length} individuals, drawn again from the checkpoint and evaluated here.` +
      (answer.genomes.length === 0 ? ` Their ${answer.genes} genes are too many to draw.` : ` Largest σ ${Number(spread.toPrecision(3))}.`);
  }

  async function load(): Promise<void> {
    button.disabled = true;
    if (!answer) replace(place, notice("Evaluating the population …"));
    try {
      answer = await store.source.get<PopulationAnswer>("population", { path });
      if (!isDisposed) draw();
    } catch (error) {
      if (!isDisposed) replace(place, notice("No population", h("p", {}, (error as Error).message)));
    }
    button.disabled = false;
  }

  replace(root,
    store.source.isLive && details.summary.state === "running" ? h("div", { class: "toolbar" }, button) : null,
    figure({
      name: `${path.replace(/\W+/g, "-")}-population`, title: "Population", caption: note,
      svg: (colours) => (answer ? populationPicture(answer, colours) : null),
      csv: () => {
        const data = answer;
        if (!data) return "";
        return csv(["individual", "fitness", "diverged", ...(data.genomes[0] ?? []).map((_, i) => `gene${i}`)], data.fitness.map((value, k) => [k, value, data.diverged[k], ...(data.genomes[k] ?? [])]));
      },
    }, place));
  void load();
  return {
    dispose: () => {
      isDisposed = true;
    },
    redraw: draw,
  };
}
