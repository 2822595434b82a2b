// Named numbers over time, whoever named them: which belong into one chart, and how they are drawn.
import type { ChartData, ChartOptions, Series } from "./chart";

export interface SignalGroup {
  title: string;
  names: string[];
  labels: string[]; // of the names, in a chart with that title
}

/** Names with a common beginning ("sigma_least", "sigma_most"; "angle 1", "angle 2") are one group,
 * in the order of their first. */
export function signalGroups(names: readonly string[]): SignalGroup[] {
  const stem = (name: string): string => /^(.+)[ _][^ _]+$/.exec(name)?.[1] ?? name;
  const isShared = (one: string): boolean => names.filter((name) => stem(name) === one || name === one).length > 1;
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const title = isShared(name) ? name : isShared(stem(name)) ? stem(name) : name;
    groups.set(title, [...(groups.get(title) ?? []), name]);
  }
  const words = (text: string): string => text.replace(/_/g, " ");
  return [...groups].map(([title, members]) => ({
    title: words(title), names: members,
    labels: members.map((name) => (members.length > 1 && name !== title ? words(name.slice(title.length + 1)) : words(name))),
  }));
}

/** Are there values, and are all of them positive? */
export function isPositive(columns: readonly (readonly (number | null)[])[]): boolean {
  let count = 0;
  for (const column of columns) {
    for (const value of column) {
      if (value === null) continue;
      if (!(value > 0)) return false;
      ++count;
    }
  }
  return count > 0;
}

/** A group as lines over `x`. */
export function signalData(group: SignalGroup, x: number[], column: (name: string) => (number | null)[]): ChartData {
  // From the third colour on: the first two are those of fitness.
  const order = [2, 3, 4, 0, 1, 5, 6, 7];
  return {
    x, series: group.names.map((name, i): Series => ({
      label: group.labels[i], y: column(name), width: 1.6,
      colour: (colours) => colours.series[order[i % order.length]],
      dash: i < order.length ? undefined : [5, 3],
    })),
  };
}

export function signalOptions(group: SignalGroup, xLabel: string, more: Pick<ChartOptions, "isLogX" | "isLogY" | "height"> & Partial<ChartOptions>): ChartOptions {
  return { xLabel, yLabel: group.title, ...more };
}
