// Runs and sweeps at a glance.
import { palette } from "./colour";
import { command, h, notice, replace, s } from "./dom";
import { ago, brief, count, csv, duration, fitness, rate } from "./format";
import { figure } from "./figure";
import { chosen, kMostChosen, matches, setupsOf, toTarget, type Setup } from "./setups";
import { quantile } from "./stats";
import type { RunState, RunSummary } from "./types";
import { address, throttled, type Context, type View } from "./view";

export const stateText: { [state in RunState]: string } = {
  running: "running", finished: "finished", stopped: "stopped", unreadable: "unreadable",
};

export function stateMark(state: RunState): HTMLElement {
  return h("span", { class: `state ${state}` }, h("i", { "aria-hidden": "true" }), stateText[state]);
}

/** The best fitness so far, as a line; from 0, or from the least where that lies below. */
function glance(values: number[]): SVGSVGElement {
  const picture = s("svg", { class: "glance", viewBox: "0 0 80 22", width: 80, height: 22, "aria-hidden": "true" });
  if (values.length > 1) {
    const least = Math.min(0, ...values);
    const most = Math.max(least + 1e-12, ...values);
    const path = values.map((value, i) => `${i === 0 ? "M" : "L"}${((i / (values.length - 1)) * 78 + 1).toFixed(1)} ${(21 - (20 * (value - least)) / (most - least)).toFixed(1)}`).join("");
    picture.append(s("path", { d: path, fill: "none", stroke: palette().series[0], "stroke-width": 1.5, "stroke-linejoin": "round" }));
  }
  return picture;
}

function bar(share: number): HTMLElement {
  return h("span", { class: "bar", role: "presentation" }, h("span", { style: `width:${Math.round(100 * Math.min(1, share))}%` }));
}

function runRow(run: RunSummary, hasDetails: boolean): HTMLElement {
  const name = run.path === "." ? "this run" : run.path.slice(run.path.lastIndexOf("/") + 1);
  const link = h("a", { href: address("run", run.path), "data-key": run.path, class: hasDetails ? "" : "bare" }, name);
  return h("tr", { class: "run" },
    h("td", {}, link, run.problem ? h("div", { class: "problem" }, run.problem) : null),
    h("td", {}, stateMark(run.state)),
    h("td", { class: "number" }, fitness(run.best)),
    h("td", { class: "number" }, run.to_target === null ? "–" : count(run.to_target)),
    h("td", { class: "number wide" }, count(run.evaluations), run.budget > 0 && run.state !== "finished" ? bar(run.evaluations / run.budget) : null),
    h("td", { class: "number wide" }, rate(run.rate)),
    h("td", { class: "number wide" }, run.state === "running" ? duration(run.eta) : run.updated ? ago(Date.now() / 1000 - run.updated) : "–"),
    h("td", { class: "number wide" }, run.diverged > 0 ? count(run.diverged) : "–"),
    h("td", { class: "wide" }, glance(run.glance)));
}

function groupRow(group: Setup, isOpen: boolean, toggle: () => void): HTMLElement {
  const { runs } = group;
  const best = runs.map((run) => run.best).filter((value): value is number => value !== null).sort((a, b) => a - b);
  const { reached, median } = toTarget(group);
  const running = runs.filter((run) => run.state === "running");
  const count_of = (state: RunState): number => runs.filter((run) => run.state === state).length;
  const states = (["running", "finished", "stopped", "unreadable"] as RunState[])
    .filter((state) => count_of(state) > 0)
    .map((state) => h("span", { class: `state ${state}` }, h("i", { "aria-hidden": "true" }), `${count_of(state)} ${stateText[state]}`));
  const etas = running.map((run) => run.eta).filter((eta): eta is number => eta !== null);
  const problems = runs.filter((run) => run.problem).length;
  return h("tr", { class: "group" },
    h("td", {}, h("button", { type: "button", class: "fold", "aria-expanded": isOpen ? "true" : "false", "data-key": group.key, click: toggle },
      h("span", { class: "arrow", "aria-hidden": "true" }, isOpen ? "▾" : "▸"), h("span", {}, h("strong", {}, group.title), h("small", {}, group.folder))),
      problems > 0 ? h("div", { class: "problem" }, `${problems} with problems`) : null),
    h("td", {}, h("div", { class: "states" }, ...states)),
    h("td", { class: "number" }, best.length > 0 ? h("span", { title: "median, least to most" }, fitness(quantile(best, 0.5)), h("small", {}, `${brief(best[0])}–${brief(best[best.length - 1])}`)) : "–"),
    h("td", { class: "number" }, reached > 0 ? h("span", { title: "median over all runs, if more than half reached it" }, median === null ? "–" : count(median), h("small", {}, `${reached} of ${runs.length}`)) : "–"),
    h("td", { class: "number wide" }, count(runs.reduce((sum, run) => sum + run.evaluations, 0))),
    h("td", { class: "number wide" }, rate(running.reduce((sum, run) => sum + run.rate, 0))),
    h("td", { class: "number wide" }, etas.length > 0 ? duration(Math.max(...etas)) : "–"),
    h("td", { class: "number wide" }, count(runs.reduce((sum, run) => sum + run.diverged, 0)) === "0" ? "–" : count(runs.reduce((sum, run) => sum + run.diverged, 0))),
    h("td", { class: "wide" }, h("a", { href: address("curves", group.key), "data-key": `c${group.key}` }, "curves")));
}

function tiles(runs: RunSummary[]): HTMLElement {
  const running = runs.filter((run) => run.state === "running");
  const best = runs.reduce<RunSummary | null>((top, run) => (run.best !== null && (top === null || run.best > (top.best ?? -Infinity)) ? run : top), null);
  const eta = Math.max(0, ...running.map((run) => run.eta ?? 0));
  const tile = (value: string, label: string, href?: string): HTMLElement =>
    h("div", { class: "tile" }, h("span", { class: "value" }, href ? h("a", { href }, value) : value), h("span", { class: "label" }, label));
  return h("div", { class: "tiles" },
    tile(count(runs.length), runs.length === 1 ? "run" : "runs"),
    tile(String(running.length), "running"),
    tile(best ? fitness(best.best) : "–", best ? `best: ${best.title}` : "best fitness", best ? address("run", best.path) : undefined),
    tile(rate(running.reduce((sum, run) => sum + run.rate, 0)), "evaluations"),
    tile(running.length > 0 && eta > 0 ? duration(eta) : "–", "until the last one ends"));
}

export function overviewView({ store, root }: Context): View {
  const open = new Map<string, boolean>();
  let filter = "";
  const search = h("input", {
    type: "search", placeholder: "Filter: setup, folder, state  ( / )", "aria-label": "Filter the runs",
    input: (event: Event) => {
      filter = (event.target as HTMLInputElement).value;
      draw();
    },
  });
  const compare = h("button", { type: "button", click: () => compareShown() }, "Compare these");
  const summary = h("div", {});
  const list = h("div", {});
  replace(root, h("h1", {}, "Runs"), summary, h("div", { class: "toolbar" }, search, compare), list);

  const isShown = (run: RunSummary): boolean => matches(filter, `${run.path} ${run.title} ${run.state}`);

  function compareShown(): void {
    chosen.clear();
    for (const { key } of setupsOf([...store.runs.values()].filter(isShown)).slice(0, kMostChosen)) chosen.set(key, true);
    location.hash = address("curves");
  }

  function draw(): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset.key;
    const runs = [...store.runs.values()];
    replace(summary, runs.length > 0 ? tiles(runs) : null);
    search.parentElement?.toggleAttribute("hidden", runs.length < 4);
    if (store.overview === null) {
      replace(list, notice(store.error ? "No answer" : "Reading the folder …", store.error || ""));
      return;
    }
    if (runs.length === 0) {
      replace(list, notice(store.overview.exists ? "No runs here yet" : "This folder does not exist yet",
        h("p", {}, store.overview.folder),
        h("p", {}, "Start one, and it appears here by itself:"), command(`lowpass evolve ${store.overview.tasks[0] ?? "TASK"} --out ${store.overview.folder}/first`)));
      return;
    }
    const groups = setupsOf(runs.filter(isShown));
    compare.disabled = groups.length === 0;
    compare.textContent = groups.length > kMostChosen ? `Compare the first ${kMostChosen}` : filter === "" ? "Compare all" : "Compare these";
    const isSmall = runs.length <= 12;
    const body = h("tbody", {});
    for (const group of groups) {
      const isOpen = open.get(group.key) ?? (isSmall || filter !== "" && groups.length <= 3);
      body.append(groupRow(group, isOpen, () => {
        open.set(group.key, !isOpen);
        draw();
      }));
      if (isOpen) for (const run of group.runs) body.append(runRow(run, store.source.hasDetails(run.path)));
    }
    const heads = ["Setup", "State", "Best", "To target", "Evaluations", "Speed", "Left / last news", "Diverged", ""];
    const table = h("table", { class: "runs" },
      h("thead", {}, h("tr", {}, ...heads.map((text, i) => h("th", { scope: "col", class: `${i > 1 && i < 8 ? "number" : ""} ${i > 3 ? "wide" : ""}` }, text)))), body);
    replace(list, groups.length === 0 ? notice("Nothing matches", "Another word, or an empty field, shows more.") :
      figure({
        name: "runs", title: groups.length === 1 ? "One setup" : `${groups.length} setups`,
        caption: store.source.isLive ? "Open a setup to see its runs; open a run to see its curve, replay, weights and spectrum." :
          "A report holds the best run of each setup in detail (underlined), and the curves of all.",
        csv: () => csv(["path", "setup", "seed", "state", "generation", "evaluations", "best", "evaluations_to_target", "evaluations_per_second", "diverged", "coefficients"],
          runs.map((run) => [run.path, run.title, run.seed, run.state, run.generation, run.evaluations, run.best, run.to_target, run.rate, run.diverged, run.coefficients])),
      }, h("div", { class: "scroll" }, table)));
    if (focused) for (const element of list.querySelectorAll<HTMLElement>("[data-key]")) if (element.dataset.key === focused) element.focus();
  }

  const later = throttled(800, draw);
  const stop = store.listen(later);
  draw();
  return {
    dispose: stop,
    redraw: draw,
    onKey: (event) => {
      if (event.key !== "/") return false;
      search.focus();
      return true;
    },
  };
}
