// The curve of a run: fitness, the signals of its search, diverged episodes; grows while it goes on.
import { Chart, chartPicture, type ChartData, type ChartOptions } from "./chart";
import { checkbox, h, notice, replace } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import type { RunContext } from "./run";
import { isPositive, signalData, signalGroups, signalOptions, type SignalGroup } from "./signals";
import type { Columns } from "./types";
import type { View } from "./view";

/** Puts rows that begin at index `first` into the columns; what a signal lacks is a gap. */
export function mergeColumns(columns: Columns, rows: Columns, first: number): void {
  const { signals, ...fixed } = columns;
  for (const key of Object.keys(fixed) as (keyof typeof fixed)[]) {
    columns[key].length = Math.min(columns[key].length, first);
    columns[key].push(...rows[key]);
  }
  for (const name of new Set([...Object.keys(signals), ...Object.keys(rows.signals)])) {
    const column = (signals[name] ??= []);
    column.length = Math.min(column.length, first);
    while (column.length < first) column.push(null);
    column.push(...(rows.signals[name] ?? rows.generation.map(() => null)));
  }
}

const axes = { isLogX: false, isLogY: false };

interface Plotted {
  chart: Chart;
  data: () => ChartData;
  options: () => ChartOptions;
}

export function curveTab({ store, root, path, details }: RunContext): View {
  const { columns } = details;
  if (columns.generation.length === 0 && details.summary.state !== "running") {
    replace(root, notice("No generation is recorded", details.summary.state === "stopped" ? "The run stopped before its first generation ended; --resume goes on with it." : "generations.jsonl has no whole line."));
    return {};
  }
  const name = path.replace(/\W+/g, "-");
  const x = (): number[] => columns.evaluations;
  const plotted = (data: () => ChartData, options: () => ChartOptions): Plotted => ({ chart: new Chart(options()), data, options });
  const shown = (id: string, title: string, caption: string | undefined, { chart, data, options }: Plotted): HTMLElement =>
    figure({ name: `${name}-${id}`, title, caption, svg: (c) => chartPicture(data(), options(), c), csv: () => rowsOf(columns, data()) }, chart.element);

  const main = plotted(() => ({
    x: x(), series: [
      { label: "best so far", y: columns.best_so_far, colour: (c) => c.series[0], width: 2.4 },
      { label: "best", y: columns.best, colour: (c) => c.series[5], width: 1 },
      { label: "mean", y: columns.mean, colour: (c) => c.series[1], width: 1.6 },
      { label: "worst", y: columns.worst, colour: (c) => c.series[7], width: 1 },
    ],
  }), () => ({ xLabel: "evaluations", yLabel: "fitness", ...axes, height: 400 }));
  const diverged = plotted(
    () => ({ x: x(), series: [{ label: "diverged", y: columns.diverged, colour: (c) => c.series[1], width: 1.6 }] }),
    () => ({ xLabel: "evaluations", yLabel: "diverged episodes", isLogX: axes.isLogX, isLogY: false, height: 200 }));
  let signals: Plotted[] = [];
  let drawnSignals = "";
  const signalPlace = h("div", { class: "pair" });
  const divergedPlace = h("div", {}, shown("diverged", "Diverged episodes a generation", undefined, diverged));

  const signalPlot = (group: SignalGroup): Plotted => plotted(
    () => signalData(group, x(), (signal) => columns.signals[signal] ?? []),
    () => signalOptions(group, "evaluations", { isLogX: axes.isLogX, isLogY: isPositive(group.names.map((one) => columns.signals[one] ?? [])), height: 240 }));

  /** Which signals there are is known with the first generation. */
  function makeSignals(): void {
    const groups = signalGroups(Object.keys(columns.signals));
    const key = JSON.stringify(groups);
    if (key === drawnSignals) return;
    drawnSignals = key;
    signals.forEach(({ chart }) => chart.dispose());
    signals = groups.map(signalPlot);
    replace(signalPlace, ...groups.map((group, i) => shown(group.names[0], group.title[0].toUpperCase() + group.title.slice(1), undefined, signals[i])));
  }

  function draw(): void {
    makeSignals();
    divergedPlace.hidden = !columns.diverged.some((value) => value > 0);
    for (const { chart, data, options } of [main, ...signals, ...(divergedPlace.hidden ? [] : [diverged])]) chart.show(data(), options());
  }

  replace(root,
    h("div", { class: "toolbar" },
      checkbox("log x", axes.isLogX, (isOn) => { axes.isLogX = isOn; draw(); }),
      checkbox("log y", axes.isLogY, (isOn) => { axes.isLogY = isOn; draw(); })),
    shown("fitness", "Fitness", "Of each generation, and the best of all so far. Drag to zoom, double-click to see all.", main),
    signalPlace, divergedPlace);
  draw();
  store.watchRun(path, () => columns.generation.length, (rows) => {
    mergeColumns(columns, rows.columns, rows.first);
    draw();
  });
  return {
    dispose: () => [main, diverged, ...signals].forEach(({ chart }) => chart.dispose()),
    redraw: () => {
      [main, diverged, ...signals].forEach(({ chart }) => chart.make());
      draw();
    },
  };
}

function rowsOf(columns: Columns, data: ChartData): string {
  return csv(["generation", "evaluations", ...data.series.map((one) => one.label)],
    data.x.map((x, i) => [columns.generation[i], x, ...data.series.map((one) => one.y[i])]));
}
