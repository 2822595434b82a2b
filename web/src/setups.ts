// Setups: runs that differ in their seed alone, and which of them the reader has chosen to compare.
import type { RunSummary } from "./types";

export interface Setup {
  key: string;
  folder: string;
  title: string;
  label: string; // the title; with the folder where several have it
  runs: RunSummary[];
}

const order = new Intl.Collator("en", { numeric: true });

export function setupsOf(runs: Iterable<RunSummary>): Setup[] {
  const setups = new Map<string, Setup>();
  const titles = new Map<string, number>();
  for (const run of runs) {
    let setup = setups.get(run.group);
    if (!setup) {
      setup = { key: run.group, folder: run.group.slice(0, run.group.lastIndexOf("|")), title: run.title, label: run.title, runs: [] };
      setups.set(run.group, setup);
      titles.set(run.title, (titles.get(run.title) ?? 0) + 1);
    }
    setup.runs.push(run);
  }
  for (const setup of setups.values()) {
    setup.runs.sort((a, b) => order.compare(a.path, b.path));
    if ((titles.get(setup.title) ?? 0) > 1) setup.label = `${setup.title} (${setup.folder || "."})`;
  }
  return [...setups.values()].sort((a, b) => order.compare(a.folder, b.folder) || order.compare(a.title, b.title));
}

/** Does every word of the filter occur? "C = 20" is one word. */
export function matches(filter: string, text: string): boolean {
  const plain = (one: string): string => one.toLowerCase().replace(/\s*=\s*/g, "=");
  return plain(filter).split(/[\s,]+/).every((word) => plain(text).includes(word));
}

/** The median of the best fitness over the runs of a setup. */
export function medianBest({ runs }: Setup): number {
  const best = runs.map((run) => run.best).filter((value): value is number => value !== null).sort((a, b) => a - b);
  return best.length === 0 ? -Infinity : (best[(best.length - 1) >> 1] + best[best.length >> 1]) / 2;
}

/** Over the runs of a setup, as the table of a sweep has it: how many reached the target, and the median of their evaluations up to it, if more than half of all did. */
export function toTarget({ runs }: Setup): { reached: number; median: number | null } {
  const counts = runs.map((run) => run.to_target ?? Infinity).sort((a, b) => a - b);
  const reached = counts.filter((value) => value < Infinity).length;
  const half = counts.length / 2;
  return { reached, median: reached > half ? (counts[Math.ceil(half) - 1] + counts[Math.floor(half)]) / 2 : null };
}

/** As many setups are compared at most: eight colours, each solid, dashed and dotted. */
export const kMostChosen = 24;
export const kColours = 8;
export const kDashes: (number[] | undefined)[] = [undefined, [7, 4], [2, 4]];

/** The setups that are compared, each with a style of its own that stays while it is chosen. */
export class Choice {
  private readonly styles = new Map<string, number>();

  keys(): string[] {
    return [...this.styles.keys()];
  }

  has(key: string): boolean {
    return this.styles.has(key);
  }

  style(key: string): number {
    return this.styles.get(key) ?? 0;
  }

  isFull(): boolean {
    return this.styles.size >= kMostChosen;
  }

  set(key: string, isOn: boolean): void {
    if (!isOn) this.styles.delete(key);
    else if (!this.has(key) && !this.isFull()) {
      const used = new Set(this.styles.values());
      this.styles.set(key, [...Array(kMostChosen).keys()].find((i) => !used.has(i)) ?? 0);
    }
  }

  clear(): void {
    this.styles.clear();
  }

  /** Forgets what is there no longer. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.keys()) if (!keys.has(key)) this.styles.delete(key);
  }
}

/** One choice for the whole page: what is chosen among the runs is compared among the curves. */
export const chosen = new Choice();
