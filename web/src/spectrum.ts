// The spectrum: coefficients and step sizes of each chromosome, now and over generations.
import { palette, type Palette } from "./colour";
import { h, notice, replace, s } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import { colourKey, heatCells, robustMost } from "./heatmap";
import type { RunContext } from "./run";
import type { SpectrumAnswer, SpectrumPoint } from "./types";
import { throttled, type View } from "./view";

/** With more genes the pictures of a chromosome do not fit beside each other. */
const kManyGenes = 24;

/** Where each chromosome's genes lie in a genome of this length. */
function offsets(answer: SpectrumAnswer, genes: number): number[] {
  const lengths = answer.lengths[String(genes)] ?? [];
  const begin = [0];
  for (const length of lengths) begin.push(begin[begin.length - 1] + length);
  return begin;
}

/** Mean with its step size, and the best individual, gene by gene. */
function nowPicture(answer: SpectrumAnswer, m: number, colours: Palette): SVGSVGElement {
  const { now, best } = answer;
  const chromosome = answer.chromosomes[m];
  const begin = offsets(answer, now.mean.length)[m];
  const genes = chromosome.length;
  const most = Math.max(1e-9, ...Array.from({ length: genes }, (_, k) => Math.max(Math.abs(now.mean[begin + k]) + now.sigma[begin + k], Math.abs(best[begin + k] ?? 0))));
  const cell = genes > kManyGenes ? Math.max(5, 1060 / genes) : Math.min(44, 300 / genes);
  const left = 44;
  const width = left + genes * cell + 10;
  const labels = cell >= 26;
  const height = 200 + (labels ? 26 : 8);
  const y = (value: number): number => 100 - (92 * value) / most;
  const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width: Math.round(width), height, role: "img", "aria-label": `Coefficients of the ${chromosome.name} chromosome`, class: "fluid", "font-size": 11, fill: colours.muted });
  for (const value of [most, 0, -most]) {
    picture.append(s("line", { x1: left, x2: width - 6, y1: y(value), y2: y(value), stroke: colours.line, "stroke-width": value === 0 ? 1.4 : 0.8 }),
      s("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, Number(value.toPrecision(2)).toString().replace("-", "−")));
  }
  for (let k = 0; k < genes; ++k) {
    const mean = now.mean[begin + k];
    const sigma = now.sigma[begin + k];
    const x = left + (k + 0.5) * cell;
    const bar = Math.max(2, 0.55 * cell);
    picture.append(
      s("rect", { x: x - bar / 2, y: Math.min(y(0), y(mean)), width: bar, height: Math.abs(y(mean) - y(0)), fill: mean < 0 ? colours.negative : colours.positive, "fill-opacity": 0.75 },
        s("title", {}, `frequency (${chromosome.frequencies[k]?.join(", ")}): mean ${mean}, σ ${sigma}, best ${best[begin + k]}`)),
      s("line", { x1: x, x2: x, y1: y(mean - sigma), y2: y(mean + sigma), stroke: colours.ink, "stroke-width": 1.3 }));
    if (best[begin + k] !== undefined) picture.append(s("circle", { cx: x, cy: y(best[begin + k]), r: Math.min(3.4, cell / 3), fill: colours.surface, stroke: colours.ink, "stroke-width": 1.2 }));
    if (labels) picture.append(s("text", { x, y: height - 8, "text-anchor": "middle", "font-size": 10 }, chromosome.frequencies[k]?.join("") ?? ""));
  }
  return picture;
}

/** Genes over generations, on a logarithmic axis; one row a gene, low frequencies at the top. */
function historyPicture(answer: SpectrumAnswer, m: number, quantity: "mean" | "sigma", colours: Palette): SVGSVGElement {
  const { history } = answer;
  const genes = Math.max(...history.map((point) => (answer.lengths[String(point.mean.length)] ?? [])[m] ?? 0));
  const last = history[history.length - 1].generation;
  const left = 44;
  const plotWidth = genes > kManyGenes ? 440 : 290;
  const cell = Math.max(3, Math.min(22, 300 / genes));
  const height = genes * cell;
  const x = (generation: number): number => left + (plotWidth * Math.log(generation)) / Math.log(Math.max(2, last + 1));
  const picture = s("svg", { viewBox: `0 0 ${left + plotWidth + 10} ${height + 74}`, width: left + plotWidth + 10, height: height + 74, role: "img", "aria-label": `${quantity} of the ${answer.chromosomes[m].name} chromosome over generations`, class: "fluid", "font-size": 11, fill: colours.muted });
  const value = (point: SpectrumPoint, k: number): number => {
    const begin = offsets(answer, point.mean.length);
    return begin[m] + k < begin[m + 1] ? point[quantity][begin[m] + k] : NaN;
  };
  const all = history.flatMap((point) => Array.from({ length: genes }, (_, k) => value(point, k))).filter(Number.isFinite);
  const most = quantity === "mean" ? robustMost(all) : Math.max(...all);
  const least = quantity === "mean" ? 0 : Math.min(...all);
  // Step sizes shrink by orders of magnitude: their logarithm is shown.
  const shown = (v: number): number => (quantity === "mean" ? v : Math.log10(Math.max(1e-12, v)));
  history.forEach((point, i) => {
    const from = x(point.generation);
    const to = x(i + 1 < history.length ? history[i + 1].generation : last + 1);
    const group = s("g", { transform: `translate(${Math.round(from)} 6)`, "shape-rendering": "crispEdges" });
    group.append(...heatCells({
      rows: genes, columns: 1, value: (row) => shown(value(point, row)), most: shown(most), least: shown(least), kind: quantity === "mean" ? "diverging" : "sequential",
    }, Math.round(to) - Math.round(from), height, { ...colours, muted: "none" }).childNodes);
    picture.append(group);
  });
  for (let g = 1; g <= last; g *= 10) {
    for (const tick of [g, 2 * g, 5 * g]) {
      if (tick > last) break;
      picture.append(s("line", { x1: x(tick), x2: x(tick), y1: height + 6, y2: height + 10, stroke: colours.muted }), s("text", { x: x(tick), y: height + 22, "text-anchor": "middle" }, tick));
    }
  }
  picture.append(s("text", { x: left + plotWidth, y: height + 36, "text-anchor": "end" }, "generation"),
    s("text", { x: left - 6, y: 14, "text-anchor": "end" }, "low"), s("text", { x: left - 6, y: height + 4, "text-anchor": "end" }, "high"));
  const key = colourKey(quantity === "mean" ? { most } : { most, least, kind: "sequential" }, colours, quantity === "mean" ? "mean" : "σ (logarithmic)");
  key.setAttribute("transform", `translate(${left} ${height + 46})`);
  picture.append(key);
  return picture;
}

export function spectrumTab({ store, root, path }: RunContext): View {
  let answer: SpectrumAnswer | null = null;
  let isDisposed = false;
  const place = h("div", {}, notice("Reading the checkpoint …"));
  replace(root, place);
  const name = path.replace(/\W+/g, "-");

  function draw(): void {
    if (!answer) return;
    if (answer.direct) {
      replace(place, notice("This run searches the weights themselves", "A direct encoding has no spectrum: each gene is one weight. The Weights tab shows them; the Curve tab shows its step sizes."));
      return;
    }
    const data = answer;
    const parts = data.chromosomes.filter((one) => one.length > 0).map((chromosome) => {
      const m = data.chromosomes.indexOf(chromosome);
      const title = `Coefficients now: ${chromosome.length} of ${chromosome.shape.join(" × ")}`;
      const begin = offsets(data, data.now.mean.length)[m];
      return h("section", {}, h("h2", {}, chromosome.name[0].toUpperCase() + chromosome.name.slice(1)), h("div", { class: chromosome.length > kManyGenes ? "pair first-wide" : "pair" },
        figure({
          name: `${name}-spectrum-${chromosome.name}`, title, caption: `Generation ${data.now.generation}: bars are the mean of the search, lines its σ, circles the best individual. From low (left) to high frequency.`,
          svg: (colours) => nowPicture(data, m, colours),
          csv: () => csv(["frequency", "mean", "sigma", "best"], chromosome.frequencies.map((f, k) => [f.join(" "), data.now.mean[begin + k], data.now.sigma[begin + k], data.best[begin + k]])),
        }, h("div", { class: "scroll" }, nowPicture(data, m, palette()))),
        ...(data.history.length > 1 ? (["mean", "sigma"] as const) : []).map((quantity) =>
          figure({
            name: `${name}-${quantity}-${chromosome.name}`, title: quantity === "mean" ? "Coefficients over generations" : "Step sizes over generations",
            svg: (colours) => historyPicture(data, m, quantity, colours),
            csv: () => csv(["generation", ...chromosome.frequencies.map((f) => f.join(" "))], data.history.map((point) => {
              const at = offsets(data, point.mean.length);
              return [point.generation, ...point[quantity].slice(at[m], at[m + 1])];
            })),
          }, h("div", { class: "scroll" }, historyPicture(data, m, quantity, palette()))))));
    });
    replace(place,
      data.history.length > 1 ? null : notice("No history", "This run was recorded without spectrum.jsonl, so only where the search stands now is known. Runs that start now keep it."),
      ...parts);
  }

  async function load(): Promise<void> {
    try {
      answer = await store.source.get<SpectrumAnswer>("spectrum", { path });
      if (!isDisposed) draw();
    } catch (error) {
      if (!isDisposed && !answer) replace(place, notice("No spectrum", h("p", {}, (error as Error).message), h("p", {}, "The first checkpoint brings it.")));
    }
  }
  const later = throttled(3000, () => void load());
  const stop = store.listen((changed) => {
    if (changed.has(path)) later();
  });
  void load();
  return {
    dispose: () => {
      isDisposed = true;
      stop();
    },
    redraw: draw,
  };
}
