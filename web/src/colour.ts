// Colours that people with any of the common kinds of colour blindness tell apart (Okabe and Ito).
import type { Tint } from "./types";

export interface Palette {
  isDark: boolean;
  ink: string;
  muted: string;
  line: string;
  surface: string;
  series: string[];
  negative: string;
  zero: string;
  positive: string;
  low: string; // of a sequential scale
  high: string;
  ground: string; // of scenes
  tints: { [tint in Tint]: string }; // of scenes; "none" is the ground
  waterLine: string; // lines of water are stronger than its area
}

export const light: Palette = {
  isDark: false,
  ink: "#1c1e21", muted: "#5c6470", line: "#dcdfe3", surface: "#ffffff",
  series: ["#0072b2", "#d55e00", "#009e73", "#b8559a", "#c58900", "#3fa2dd", "#6b5b00", "#444a52"],
  negative: "#d9730d", zero: "#ffffff", positive: "#0a5fa5", low: "#f4f6f8", high: "#0a4a83",
  ground: "#fafaf8", waterLine: "#56a0cd",
  tints: { none: "#fafaf8", ink: "#24292f", faint: "#656d76", grey: "#969ca3", white: "#ffffff", water: "#e7f2f9", orange: "#d55e00", blue: "#005ab2", green: "#00946c", pink: "#be4c8c", violet: "#9e8ab8" },
};

export const dark: Palette = {
  isDark: true,
  ink: "#e8eaed", muted: "#a3abb7", line: "#363b44", surface: "#1b1e24",
  series: ["#56b4e9", "#ef8354", "#2dbd92", "#dc8fc2", "#e6b23c", "#8ecdf5", "#c9b84a", "#c7ccd3"],
  negative: "#f2994a", zero: "#1f232a", positive: "#58aeea", low: "#20242c", high: "#7cc4f5",
  ground: "#1b1e24", waterLine: "#4f93bd",
  tints: { none: "#1b1e24", ink: "#e8eaed", faint: "#a3abb7", grey: "#737a84", white: "#262b33", water: "#16242f", orange: "#ff8a3d", blue: "#56a8f5", green: "#1fbf8f", pink: "#e07fb5", violet: "#9e8ab8" },
};

/** A tint as a line has it. */
export function lineColour(tint: Tint, colours: Palette): string {
  return tint === "water" ? colours.waterLine : colours.tints[tint];
}

export function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
}

export function palette(): Palette {
  return isDark() ? dark : light;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** `share` 0 is `from`, 1 is `to`. */
export function mixed(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  const hex = a.map((value, i) => Math.round(value + share * (b[i] - value)).toString(16).padStart(2, "0"));
  return `#${hex.join("")}`;
}

/** -1 is negative, 0 nothing, 1 positive: blue and orange. */
export function diverging(value: number, colours: Palette): string {
  const share = Math.min(1, Math.abs(value));
  return mixed(colours.zero, value < 0 ? colours.negative : colours.positive, Number.isFinite(share) ? share : 0);
}

/** 0 to 1, low to high. */
export function sequential(value: number, colours: Palette): string {
  return mixed(colours.low, colours.high, Math.max(0, Math.min(1, Number.isFinite(value) ? value : 0)));
}
