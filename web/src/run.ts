// One run: curve, replay, weights, spectrum, population, details.
import { h, notice, replace } from "./dom";
import { ago, count, duration, fitness, rate } from "./format";
import { stateMark } from "./overview";
import { playerTab } from "./player";
import { populationTab } from "./population";
import { curveTab } from "./run_curve";
import { spectrumTab } from "./spectrum";
import type { Axis, RunDetails } from "./types";
import { address, throttled, type Context, type View } from "./view";
import { weightsTab } from "./weights";

export interface RunContext extends Context {
  path: string;
  details: RunDetails;
}

const kTabs: [name: string, text: string][] = [
  ["curve", "Curve"], ["replay", "Replay"], ["weights", "Weights"], ["spectrum", "Spectrum"], ["population", "Population"], ["details", "Details"],
];

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
    if (tab === "replay") inner = playerTab(runContext);
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

function detailsTab({ root, details }: RunContext): View {
  const { manifest, files, task, geometry } = details;
  const grid = (axes: Axis[]): string => axes.map(({ name, size }) => `${name} ${size}`).join(" × ");
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
    table("Task", [[task.name, task.help], ...(task.problem ? [["replay", task.problem] as [string, unknown]] : [])]),
    geometry ? table("Grids", [["inputs", grid(geometry.inputs)], ...(geometry.hidden.length > 0 ? [["hidden neurons", grid(geometry.hidden)] as [string, unknown]] : []), ["neurons", grid(geometry.neurons)]]) : null,
    table("Files", files.map((file) => [file, ""]))));
  return {};
}
