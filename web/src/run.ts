// One run: curve, arm, weights, spectrum, population, details.
import { armTab } from "./arm";
import { Chart, chartPicture, type ChartData, type ChartOptions } from "./chart";
import { checkbox, h, notice, replace } from "./dom";
import { figure } from "./figure";
import { ago, count, csv, duration, fitness, rate } from "./format";
import { stateMark } from "./overview";
import { populationTab } from "./population";
import { spectrumTab } from "./spectrum";
import type { Columns, RunDetails } from "./types";
import { address, throttled, type Context, type View } from "./view";
import { weightsTab } from "./weights";

export interface RunContext extends Context {
  path: string;
  details: RunDetails;
}

const kTabs: [name: string, text: string][] = [
  ["curve", "Curve"], ["arm", "Arm"], ["weights", "Weights"], ["spectrum", "Spectrum"], ["population", "Population"], ["details", "Details"],
];

/** Puts rows that begin at index `first` into the columns. */
export function mergeColumns(columns: Columns, rows: Columns, first: number): void {
  for (const key of Object.keys(columns) as (keyof Columns)[]) {
    columns[key].length = Math.min(columns[key].length, first);
    columns[key].push(...rows[key]);
  }
}

export function runView(context: Context, path: string, tab: string): View {
  const { store, root } = context;
  const head = h("div", { class: "run-head" });
  const body = h("div", { role: "tabpanel", id: "panel", tabindex: -1 });
  let details: RunDetails | null = null;
  let inner: View = {};
  let isDisposed = false;

  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the run" }, ...kTabs.map(([name, text]) =>
    h("a", { role: "tab", href: address("run", path, name), "aria-selected": name === tab ? "true" : "false", tabindex: name === tab ? 0 : -1 }, text)));
  tabs.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.stopPropagation();
    const at = kTabs.findIndex(([name]) => name === tab);
    location.hash = address("run", path, kTabs[(at + step + kTabs.length) % kTabs.length][0]);
    window.setTimeout(() => document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus(), 50);
  });
  replace(root, head, tabs, body);

  function drawHead(): void {
    const run = store.runs.get(path) ?? details?.summary;
    if (!run) return;
    const isGone = store.overview !== null && !store.runs.has(path);
    const fact = (label: string, value: string): HTMLElement => h("div", {}, h("dt", {}, label), h("dd", {}, value));
    replace(head,
      h("div", { class: "crumbs" }, h("a", { href: "#/" }, "Runs"), " / ", h("a", { href: address("curves", run.group) }, run.title), " / ", `seed ${run.seed}`),
      h("h1", {}, run.title, h("small", {}, run.path), stateMark(run.state)),
      isGone ? notice("This run was deleted", "What is shown is the last that was read of it.") : null,
      run.problem ? notice("Something is wrong with the files", run.problem) : null,
      h("dl", { class: "facts" },
        fact("best fitness", fitness(run.best)),
        fact("evaluations", run.budget > 0 ? `${count(run.evaluations)} of ${count(run.budget)}` : count(run.evaluations)),
        fact(`to ${run.target}`, run.to_target === null ? "not reached" : count(run.to_target)),
        fact("generation", count(run.generation)),
        fact("genes", count(run.coefficients)),
        fact("speed", rate(run.rate)),
        run.state === "running" ? fact("left", duration(run.eta)) : fact("last news", run.updated ? ago(Date.now() / 1000 - run.updated) : "–"),
        fact("diverged episodes", count(run.diverged))));
  }

  async function load(): Promise<void> {
    if (!store.source.hasDetails(path)) {
      drawHead();
      replace(body, notice("Not part of this report", "A report holds the best run of each setup in detail. lowpass serve, on the folder of the runs, shows all of them."));
      return;
    }
    try {
      details = await store.source.get<RunDetails>("run", { path });
    } catch (error) {
      if (!isDisposed) replace(body, notice("This run cannot be shown", h("p", {}, (error as Error).message), h("p", {}, h("a", { href: "#/" }, "To the runs"))));
      return;
    }
    if (isDisposed) return;
    drawHead();
    const runContext: RunContext = { ...context, root: body, path, details };
    if (tab === "arm") inner = armTab(runContext);
    else if (tab === "weights") inner = weightsTab(runContext);
    else if (tab === "spectrum") inner = spectrumTab(runContext);
    else if (tab === "population") inner = populationTab(runContext);
    else if (tab === "details") inner = detailsTab(runContext);
    else inner = curveTab(runContext);
  }

  const later = throttled(500, drawHead);
  const stop = store.listen((changed) => {
    if (changed.has(path) || changed.size === 0 || details === null) later();
  });
  void load();
  return {
    dispose: () => {
      isDisposed = true;
      stop();
      inner.dispose?.();
    },
    redraw: () => {
      drawHead();
      inner.redraw?.();
    },
    onKey: (event) => inner.onKey?.(event) ?? false,
  };
}

const axes = { isLogX: false, isLogY: false };

function curveTab({ store, root, path, details }: RunContext): View {
  const { columns } = details;
  if (columns.generation.length === 0 && details.summary.state !== "running") {
    replace(root, notice("No generation is recorded", details.summary.state === "stopped" ? "The run stopped before its first generation ended; --resume goes on with it." : "generations.jsonl has no whole line."));
    return {};
  }
  const fitnessOptions = (): ChartOptions => ({ xLabel: "evaluations", yLabel: "fitness", ...axes, height: 400 });
  const sigmaOptions = (): ChartOptions => ({ xLabel: "evaluations", yLabel: "σ of the genes", isLogX: axes.isLogX, isLogY: true, height: 240 });
  const divergedOptions = (): ChartOptions => ({ xLabel: "evaluations", yLabel: "diverged episodes", isLogX: axes.isLogX, isLogY: false, height: 200 });
  const charts = [new Chart(fitnessOptions()), new Chart(sigmaOptions()), new Chart(divergedOptions())];
  const fitnessData = (): ChartData => ({
    x: columns.evaluations, series: [
      { label: "best so far", y: columns.best_so_far, colour: (c) => c.series[0], width: 2.4 },
      { label: "best", y: columns.best, colour: (c) => c.series[5], width: 1 },
      { label: "mean", y: columns.mean, colour: (c) => c.series[1], width: 1.6 },
      { label: "worst", y: columns.worst, colour: (c) => c.series[7], width: 1 },
    ],
  });
  const sigmaData = (): ChartData => ({
    x: columns.evaluations, series: [
      { label: "largest", y: columns.sigma_most, colour: (c) => c.series[3], width: 1.2 },
      { label: "mean", y: columns.sigma_mean, colour: (c) => c.series[2], width: 2 },
      { label: "smallest", y: columns.sigma_least, colour: (c) => c.series[4], width: 1.2 },
    ],
  });
  const divergedData = (): ChartData => ({ x: columns.evaluations, series: [{ label: "diverged", y: columns.diverged, colour: (c) => c.series[1], width: 1.6 }] });
  const hasDiverged = (): boolean => columns.diverged.some((value) => value > 0);

  const name = path.replace(/\W+/g, "-");
  const divergedPlace = h("div", {});
  function draw(): void {
    charts[0].show(fitnessData(), fitnessOptions());
    charts[1].show(sigmaData(), sigmaOptions());
    if (hasDiverged()) charts[2].show(divergedData(), divergedOptions());
    divergedPlace.hidden = !hasDiverged();
  }
  const rows = (data: ChartData) => () => csv(["generation", "evaluations", ...data.series.map((one) => one.label)],
    data.x.map((x, i) => [columns.generation[i], x, ...data.series.map((one) => one.y[i])]));
  divergedPlace.append(figure({ name: `${name}-diverged`, title: "Diverged episodes a generation", svg: (c) => chartPicture(divergedData(), divergedOptions(), c), csv: () => rows(divergedData())() }, charts[2].element));
  replace(root,
    h("div", { class: "toolbar" },
      checkbox("log x", axes.isLogX, (isOn) => { axes.isLogX = isOn; draw(); }),
      checkbox("log y", axes.isLogY, (isOn) => { axes.isLogY = isOn; draw(); })),
    figure({ name: `${name}-fitness`, title: "Fitness", caption: "Of each generation, and the best of all so far. Drag to zoom, double-click to see all.", svg: (c) => chartPicture(fitnessData(), fitnessOptions(), c), csv: () => rows(fitnessData())() }, charts[0].element),
    figure({ name: `${name}-sigma`, title: "Step sizes of the search", caption: "Smallest, mean and largest σ over the genes.", svg: (c) => chartPicture(sigmaData(), sigmaOptions(), c), csv: () => rows(sigmaData())() }, charts[1].element),
    divergedPlace);
  draw();
  store.watchRun(path, () => columns.generation.length, (rowsOfRun) => {
    mergeColumns(columns, rowsOfRun.columns, rowsOfRun.first);
    draw();
  });
  return {
    dispose: () => charts.forEach((chart) => chart.dispose()),
    redraw: () => {
      charts.forEach((chart) => chart.make());
      draw();
    },
  };
}

function detailsTab({ root, details }: RunContext): View {
  const { manifest, files } = details;
  const table = (title: string, rows: [string, unknown][]): HTMLElement =>
    h("section", {}, h("h3", {}, title), h("table", { class: "plain" }, ...rows.map(([key, value]) =>
      h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, typeof value === "string" ? value : JSON.stringify(value))))));
  if (manifest === null) {
    replace(root, notice("There is no manifest to read", `Files here: ${files.join(", ") || "none"}.`));
    return {};
  }
  const { configuration = {}, result, ...rest } = manifest;
  replace(root, h("div", { class: "columns" },
    table("Run", Object.entries(rest)),
    result && typeof result === "object" ? table("Result", Object.entries(result)) : null,
    ...Object.entries(configuration).map(([name, keys]) => table(name, Object.entries(keys))),
    table("Files", files.map((file) => [file, ""]))));
  return {};
}
