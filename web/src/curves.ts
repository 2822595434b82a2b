// Fitness over evaluations, over the runs of each setup; setups side by side.
import { Chart, chartPicture, type ChartData, type ChartOptions, type Series } from "./chart";
import { palette } from "./colour";
import { checkbox, h, notice, replace, select } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import { chosen, kColours, kDashes, kMostChosen, matches, medianBest, setupsOf, type Setup } from "./setups";
import { bandOf, commonGrid, type Band } from "./stats";
import type { Curves } from "./types";
import { throttled, type Context, type View } from "./view";

type Axis = "evaluations" | "generation";
type Quantity = "best_so_far" | "mean";
type Statistic = "median" | "mean";

/** So many are shown at first, the best by their median. */
const kFirst = 8;

const settings = { axis: "evaluations" as Axis, quantity: "best_so_far" as Quantity, statistic: "median" as Statistic, isLogX: true, isLogY: false, hasBands: true };

export function curvesView({ store, root }: Context, asked: string | null): View {
  const loaded = new Map<string, Curves>();
  let filter = "";
  let isDisposed = false;
  const search = h("input", { type: "search", placeholder: "Filter  ( / )", "aria-label": "Filter the setups", input: () => { filter = search.value; drawList(); } });
  const list = h("div", { class: "chips", role: "group", "aria-label": "Setups to compare" });
  const tally = h("small", {});
  const place = h("div", { class: "in-sight" });
  const chart = new Chart(options());

  function options(): ChartOptions {
    return {
      xLabel: settings.axis === "evaluations" ? "evaluations" : "generation",
      yLabel: settings.quantity === "best_so_far" ? "best fitness so far" : "mean fitness of the generation",
      isLogX: settings.isLogX, isLogY: settings.isLogY, height: 460,
    };
  }

  const setups = (): Setup[] => setupsOf(store.runs.values());
  const filtered = (): Setup[] => setups().filter((one) => matches(filter, `${one.label} ${one.folder}`));
  const labels = (): Map<string, string> => new Map(setups().map(({ key, label }) => [key, label]));

  async function load(key: string): Promise<void> {
    try {
      loaded.set(key, await store.source.get<Curves>("curves", { group: key }));
    } catch {
      loaded.delete(key); // deleted in the meantime: it goes from the list, too
    }
  }

  function bands(): [string, Band][] {
    const shown = chosen.keys().map((key) => [key, loaded.get(key)] as const).filter((pair): pair is readonly [string, Curves] => pair[1] !== undefined);
    const grid = commonGrid(shown.flatMap(([, curves]) => curves.runs), settings.axis);
    return shown.map(([key, curves]) => [key, bandOf(curves.runs, settings.axis, settings.quantity, grid)]);
  }

  function chartData(): ChartData {
    const names = labels();
    const series: Series[] = [];
    let x: number[] = [];
    for (const [key, band] of bands()) {
      x = band.x;
      const style = chosen.style(key);
      const colour: Series["colour"] = (colours) => colours.series[style % kColours];
      const runs = loaded.get(key)?.runs.length ?? 0;
      const label = `${names.get(key) ?? key} (${runs})`;
      series.push({ label, y: band[settings.statistic], colour, width: 2.2, dash: kDashes[Math.floor(style / kColours)] });
      if (settings.hasBands && runs > 1) {
        series.push({ label: `${label} lower quartile`, y: band.lower, colour, width: 0, isHidden: true });
        series.push({ label: `${label} upper quartile`, y: band.upper, colour, width: 0, bandTo: series.length - 1, isHidden: true });
      }
    }
    return { x, series };
  }

  function chip({ key, label, runs }: Setup): HTMLElement {
    const isOn = chosen.has(key);
    const style = chosen.style(key);
    const colour = palette().series[style % kColours];
    const dash = ["solid", "dashed", "dotted"][Math.floor(style / kColours)];
    return h("button", {
      type: "button", class: "chip", "aria-pressed": isOn ? "true" : "false", "data-key": key, disabled: !isOn && chosen.isFull(),
      click: () => {
        chosen.set(key, !isOn);
        void refresh([key]);
      },
    }, h("i", { style: isOn ? `border-top: 3px ${dash} ${colour}` : "" }), label, h("small", {}, runs.length));
  }

  function drawList(): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset.key;
    const shown = filtered();
    replace(list, ...shown.map(chip));
    if (shown.length === 0) replace(list, h("small", {}, "Nothing matches."));
    tally.textContent = `${chosen.keys().length} of ${setups().length} shown${chosen.isFull() ? `, at most ${kMostChosen}` : ""}`;
    if (focused) for (const element of list.querySelectorAll<HTMLElement>("[data-key]")) if (element.dataset.key === focused) element.focus();
  }

  async function refresh(keys: string[]): Promise<void> {
    await Promise.all(keys.filter((key) => chosen.has(key)).map(load));
    if (!isDisposed) draw();
  }

  function chooseShown(isOn: boolean): void {
    const keys = filtered().map(({ key }) => key);
    keys.forEach((key) => chosen.set(key, isOn));
    void refresh(keys.filter((key) => !loaded.has(key)));
  }

  function draw(): void {
    drawList();
    if (chosen.keys().length === 0) {
      replace(place, store.runs.size === 0
        ? notice("No runs yet", "Curves appear here as soon as a run has its first generation.")
        : notice("Choose setups", `Their runs are drawn as median and quartiles; up to ${kMostChosen} at a time.`));
      return;
    }
    if (!place.contains(chart.element)) {
      replace(place, figure({
        name: "curves", title: "Fitness over the search",
        caption: "Lines: the runs of each setup together (their number in brackets); bands: the middle half of them. Drag to zoom, double-click to see all.",
        svg: (colours) => chartPicture(chartData(), options(), colours),
        csv: () => csv(["setup", options().xLabel, "median", "mean", "lower_quartile", "upper_quartile", "least", "most", "runs"],
          bands().flatMap(([key, band]) => band.x.map((x, i) => [labels().get(key) ?? key, x, band.median[i], band.mean[i], band.lower[i], band.upper[i], band.least[i], band.most[i], band.runs[i]]))),
      }, chart.element));
    }
    chart.show(chartData(), options());
  }

  const set = <K extends keyof typeof settings>(key: K) => (value: (typeof settings)[K]): void => {
    settings[key] = value;
    draw();
  };
  replace(root, h("h1", {}, "Curves"),
    h("div", { class: "toolbar" },
      select("Show", [["best_so_far", "best so far"], ["mean", "mean of the generation"]], settings.quantity, (v) => set("quantity")(v as Quantity)),
      select("as", [["median", "median"], ["mean", "mean"]], settings.statistic, (v) => set("statistic")(v as Statistic)),
      select("over", [["evaluations", "evaluations"], ["generation", "generations"]], settings.axis, (v) => set("axis")(v as Axis)),
      checkbox("log x", settings.isLogX, set("isLogX")),
      checkbox("log y", settings.isLogY, set("isLogY")),
      checkbox("quartiles", settings.hasBands, set("hasBands"))),
    h("div", { class: "beside" }, place,
      h("aside", { class: "choose", "aria-label": "Setups" },
        h("div", { class: "choose-head" }, search,
          h("button", { type: "button", title: "Choose all that the filter shows", click: () => chooseShown(true) }, "All"),
          h("button", { type: "button", title: "Choose none that the filter shows", click: () => chooseShown(false) }, "None"), tally),
        list)));

  /** What was chosen before, else the setup that was asked for, else the best. */
  function begin(): void {
    const all = setups();
    chosen.keep(new Set(all.map(({ key }) => key)));
    if (asked !== null && all.some(({ key }) => key === asked)) {
      chosen.clear();
      chosen.set(asked, true);
    }
    const best = [...all].sort((a, b) => medianBest(b) - medianBest(a)).slice(0, kFirst).map(({ key }) => key);
    if (chosen.keys().length === 0) all.filter(({ key }) => best.includes(key)).forEach(({ key }) => chosen.set(key, true));
    void refresh(chosen.keys());
  }

  let hasBegun = store.runs.size > 0;
  const changed = new Set<string>();
  const later = throttled(1000, () => {
    if (!hasBegun && store.runs.size > 0) {
      hasBegun = true;
      begin();
    }
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
    onKey: (event) => {
      if (event.key !== "/") return false;
      search.focus();
      return true;
    },
  };
}
