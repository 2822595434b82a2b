// Fitness over evaluations, over the runs of each setup; setups side by side.
import { Chart, chartPicture, type ChartData, type ChartOptions, type Series } from "./chart";
import { palette } from "./colour";
import { checkbox, h, notice, replace, select } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import { bandOf, commonGrid, quantile, type Band } from "./stats";
import type { Curves } from "./types";
import { throttled, type Context, type View } from "./view";

type Axis = "evaluations" | "generation";
type Quantity = "best_so_far" | "mean";
type Statistic = "median" | "mean";

const kMostSetups = 8;

const settings = { axis: "evaluations" as Axis, quantity: "best_so_far" as Quantity, statistic: "median" as Statistic, isLogX: true, isLogY: false, hasBands: true };

/** What differs if two setups have the same title: the folder. */
function labels(groups: Map<string, string>): Map<string, string> {
  const seen = new Map<string, number>();
  for (const title of groups.values()) seen.set(title, (seen.get(title) ?? 0) + 1);
  const result = new Map<string, string>();
  for (const [key, title] of groups) {
    const folder = key.slice(0, key.lastIndexOf("|"));
    result.set(key, (seen.get(title) ?? 0) > 1 ? `${title} (${folder || "."})` : title);
  }
  return result;
}

export function curvesView({ store, root }: Context, asked: string | null): View {
  const chosen: string[] = [];
  const loaded = new Map<string, Curves>();
  const colourOf = new Map<string, number>();
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Setups to compare" });
  const place = h("div", {});
  const chart = new Chart(options());
  let isDisposed = false;

  function options(): ChartOptions {
    return {
      xLabel: settings.axis === "evaluations" ? "evaluations" : "generation",
      yLabel: settings.quantity === "best_so_far" ? "best fitness so far" : "mean fitness of the generation",
      isLogX: settings.isLogX, isLogY: settings.isLogY, height: 460,
    };
  }

  const groupTitles = (): Map<string, string> => {
    const order = new Intl.Collator("en", { numeric: true });
    const titles = new Map<string, string>();
    for (const run of [...store.runs.values()].sort((a, b) => order.compare(a.group, b.group))) titles.set(run.group, run.title);
    return titles;
  };

  function choose(key: string, isOn: boolean): void {
    const at = chosen.indexOf(key);
    if (isOn && at < 0 && chosen.length < kMostSetups) {
      const used = new Set(chosen.map((one) => colourOf.get(one)));
      colourOf.set(key, [...Array(kMostSetups).keys()].find((i) => !used.has(i)) ?? 0);
      chosen.push(key);
    }
    if (!isOn && at >= 0) chosen.splice(at, 1);
  }

  /** Of each kind of setup ("Ψ2Ω3", "Ψ2 direct") the one with the best median. */
  function defaults(keys: string[]): string[] {
    const top = new Map<string, { key: string; value: number }>();
    for (const key of keys) {
      const runs = [...store.runs.values()].filter((run) => run.group === key);
      const best = runs.map((run) => run.best ?? 0).sort((a, b) => a - b);
      const kind = runs[0].title.replace(/, C = .*/, "");
      const value = quantile(best, 0.5);
      if (value > (top.get(kind)?.value ?? -1)) top.set(kind, { key, value });
    }
    return [...top.values()].map(({ key }) => key).slice(0, kMostSetups);
  }

  async function load(key: string): Promise<void> {
    try {
      loaded.set(key, await store.source.get<Curves>("curves", { group: key }));
    } catch {
      loaded.delete(key); // deleted in the meantime: its chip goes, too
    }
  }

  function bands(): [string, Band][] {
    const shown = chosen.map((key) => [key, loaded.get(key)] as const).filter((pair): pair is readonly [string, Curves] => pair[1] !== undefined);
    const grid = commonGrid(shown.flatMap(([, curves]) => curves.runs), settings.axis);
    return shown.map(([key, curves]) => [key, bandOf(curves.runs, settings.axis, settings.quantity, grid)]);
  }

  function chartData(): ChartData {
    const names = labels(groupTitles());
    const series: Series[] = [];
    let x: number[] = [];
    for (const [key, band] of bands()) {
      x = band.x;
      const colour = (colours: { series: string[] }): string => colours.series[colourOf.get(key) ?? 0];
      const runs = loaded.get(key)?.runs.length ?? 0;
      const label = `${names.get(key) ?? key} (${runs})`;
      series.push({ label, y: band[settings.statistic], colour, width: 2.2 });
      if (settings.hasBands && runs > 1) {
        series.push({ label: `${label} lower quartile`, y: band.lower, colour: (c) => colour(c), width: 0, isHidden: true });
        series.push({ label: `${label} upper quartile`, y: band.upper, colour: (c) => colour(c), width: 0, bandTo: series.length - 1, isHidden: true });
      }
    }
    return { x, series };
  }

  function drawChips(): void {
    const names = labels(groupTitles());
    const focused = (document.activeElement as HTMLElement | null)?.dataset.key;
    replace(chips, ...[...names].map(([key, name]) => {
      const isOn = chosen.includes(key);
      const colour = isOn ? palette().series[colourOf.get(key) ?? 0] : "transparent";
      return h("button", {
        type: "button", class: "chip", "aria-pressed": isOn ? "true" : "false", "data-key": key,
        disabled: !isOn && chosen.length >= kMostSetups,
        click: () => {
          choose(key, !isOn);
          void refresh([key]);
        },
      }, h("i", { style: `background:${colour}` }), name);
    }));
    if (focused) for (const element of chips.querySelectorAll<HTMLElement>("[data-key]")) if (element.dataset.key === focused) element.focus();
  }

  async function refresh(keys: string[]): Promise<void> {
    await Promise.all(keys.filter((key) => chosen.includes(key)).map(load));
    if (!isDisposed) draw();
  }

  function draw(): void {
    drawChips();
    if (store.runs.size === 0) {
      replace(place, notice("No runs yet", "Curves appear here as soon as a run has its first generation."));
      return;
    }
    if (chosen.length === 0) {
      replace(place, notice("Choose setups above", "Their runs are drawn as median and quartiles; up to eight at a time."));
      return;
    }
    const data = chartData();
    if (!place.contains(chart.element)) {
      replace(place, figure({
        name: "curves", title: "Fitness over the search",
        caption: "Lines: the runs of each setup together (their number in brackets); bands: the middle half of them. Drag to zoom, double-click to see all.",
        svg: (colours) => chartPicture(chartData(), options(), colours),
        csv: () => csv(["setup", options().xLabel, "median", "mean", "lower_quartile", "upper_quartile", "least", "most", "runs"],
          bands().flatMap(([key, band]) => band.x.map((x, i) => [labels(groupTitles()).get(key) ?? key, x, band.median[i], band.mean[i], band.lower[i], band.upper[i], band.least[i], band.most[i], band.runs[i]]))),
      }, chart.element));
    }
    chart.show(data, options());
  }

  const set = <K extends keyof typeof settings>(key: K) => (value: (typeof settings)[K]): void => {
    settings[key] = value;
    draw();
  };
  replace(root, h("h1", {}, "Curves"), chips,
    h("div", { class: "toolbar" },
      select("Show", [["best_so_far", "best so far"], ["mean", "mean of the generation"]], settings.quantity, (v) => set("quantity")(v as Quantity)),
      select("as", [["median", "median"], ["mean", "mean"]], settings.statistic, (v) => set("statistic")(v as Statistic)),
      select("over", [["evaluations", "evaluations"], ["generation", "generations"]], settings.axis, (v) => set("axis")(v as Axis)),
      checkbox("log x", settings.isLogX, set("isLogX")),
      checkbox("log y", settings.isLogY, set("isLogY")),
      checkbox("quartiles", settings.hasBands, set("hasBands"))),
    place);

  function begin(): void {
    const keys = [...groupTitles().keys()];
    if (asked !== null && keys.includes(asked)) choose(asked, true);
    else defaults(keys).forEach((key) => choose(key, true));
    void refresh([...chosen]);
  }
  const changed = new Set<string>();
  const later = throttled(1000, () => {
    if (chosen.length === 0 && asked === null) begin();
    const keys = [...changed];
    changed.clear();
    void refresh(keys);
  });
  const stop = store.listen((paths) => {
    for (const path of paths) {
      const run = store.runs.get(path);
      if (run) changed.add(run.group);
    }
    later();
  });
  begin();
  return {
    dispose: () => {
      isDisposed = true;
      stop();
      chart.dispose();
    },
    redraw: () => {
      chart.make();
      draw();
    },
  };
}
