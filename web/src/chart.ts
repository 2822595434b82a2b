// Curves: uPlot draws them live; Observable Plot draws the same data for paper.
import * as Plot from "@observablehq/plot";
import uPlot from "uplot";
import { palette, type Palette } from "./colour";
import { h, s } from "./dom";

export interface Series {
  label: string;
  y: (number | null)[];
  colour: (colours: Palette) => string;
  width?: number;
  dash?: number[];
  /** Index of the series that this one spans a band with. */
  bandTo?: number;
  isHidden?: boolean; // from the legend
}

export interface ChartData {
  x: number[];
  series: Series[];
}

export interface ChartOptions {
  xLabel: string;
  yLabel: string;
  isLogX: boolean;
  isLogY: boolean;
  height?: number;
  yRange?: [number, number];
  isSmall?: boolean; // without a label for its only line
  /** Gets the x that a reader clicked at. */
  onPick?: (x: number) => void;
}

/** On a logarithmic axis there is no place for zero. */
function visible(data: ChartData, options: ChartOptions): uPlot.AlignedData {
  const keep = data.x.map((x) => !options.isLogX || x > 0);
  const x = data.x.filter((_, i) => keep[i]);
  const columns = data.series.map((one) =>
    one.y.filter((_, i) => keep[i]).map((y) => (y === null || (options.isLogY && y <= 0) ? null : y)));
  return [x, ...columns];
}

/** Ticks that are few enough to read: on a logarithmic axis 1, 2 and 5 of each decade. */
function tickLabels(isLog: boolean) {
  return (_: uPlot, splits: (number | null)[]): (string | null)[] =>
    splits.map((value) => {
      if (value === null) return null;
      if (isLog && !/^[125]/.test(value.toExponential())) return null;
      return Number(value.toPrecision(4)).toLocaleString("en", { maximumFractionDigits: 6 }).replace(/,/g, "\u202f");
    });
}

export class Chart {
  readonly element: HTMLElement;
  private plot: uPlot | null = null;
  private readonly observer: ResizeObserver;
  private data: ChartData = { x: [], series: [] };
  private readonly marker = h("div", { class: "mark", hidden: true });
  private marked: number | null = null;

  constructor(private options: ChartOptions) {
    this.element = h("div", { class: options.isSmall ? "chart small" : "chart" });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.element);
  }

  /** New data; with the same series it is drawn without making the plot anew. */
  show(data: ChartData, options: ChartOptions = this.options): void {
    const isSame = this.plot !== null && JSON.stringify(options) === JSON.stringify(this.options) &&
      data.series.length === this.data.series.length &&
      data.series.every((one, i) => one.label === this.data.series[i].label);
    this.data = data;
    this.options = options;
    if (isSame) this.plot?.setData(visible(data, options));
    else this.make();
  }

  make(): void {
    this.plot?.destroy();
    this.plot = null;
    const width = this.element.clientWidth;
    if (width === 0 || this.data.x.length === 0) return;
    this.plot = new uPlot(this.plotOptions(width), visible(this.data, this.options), this.element);
    const { over } = this.plot;
    over.append(this.marker);
    if (this.options.onPick) {
      over.addEventListener("click", (event) => {
        const at = this.plot?.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
        if (at !== undefined) this.options.onPick?.(at);
      });
    }
    this.placeMark();
  }

  /** A line across the chart at x, without drawing the rest again. */
  mark(x: number): void {
    this.marked = x;
    this.placeMark();
  }

  private placeMark(): void {
    this.marker.hidden = this.marked === null || !this.plot;
    if (this.marked !== null && this.plot) this.marker.style.transform = `translateX(${this.plot.valToPos(this.marked, "x").toFixed(1)}px)`;
  }

  dispose(): void {
    this.observer.disconnect();
    this.plot?.destroy();
  }

  private resize(): void {
    if (!this.plot) this.make();
    else if (this.plot.width !== this.element.clientWidth) {
      this.plot.setSize({ width: this.element.clientWidth, height: this.height() });
      this.placeMark();
    }
  }

  private height(): number {
    return Math.min(this.options.height ?? 380, Math.max(220, this.element.clientWidth * 0.7));
  }

  private plotOptions(width: number): uPlot.Options {
    const colours = palette();
    const axis = (label: string, isLog: boolean, space: number): uPlot.Axis => ({
      label: label || undefined, stroke: colours.muted, grid: { stroke: colours.line, width: 1 }, ticks: { stroke: colours.line },
      font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif", labelSize: this.options.isSmall ? 16 : 22,
      values: tickLabels(isLog), space,
    });
    const bands: uPlot.Band[] = [];
    this.data.series.forEach((one, i) => {
      if (one.bandTo !== undefined) bands.push({ series: [i + 1, one.bandTo + 1], fill: one.colour(colours) + "2e" });
    });
    return {
      width, height: this.height(), bands,
      scales: {
        x: { time: false, distr: this.options.isLogX ? 3 : 1 },
        y: this.options.isLogY ? { distr: 3 } : this.options.yRange ? { range: this.options.yRange } : {},
      },
      axes: [axis(this.options.xLabel, this.options.isLogX, 50), axis(this.options.isSmall ? "" : this.options.yLabel, this.options.isLogY, this.options.isSmall ? 22 : 30)],
      legend: { show: !this.options.isSmall || this.data.series.length > 1, live: true, markers: { fill: (plot, i) => (plot.series[i].stroke as () => string)(), width: 0 } },
      cursor: { drag: { x: true, y: false }, points: { size: 6 } },
      series: [
        { label: this.options.xLabel, value: (_, value) => (value === null ? "–" : Number(value.toPrecision(6)).toString()) },
        ...this.data.series.map((one): uPlot.Series => ({
          label: one.label, stroke: one.colour(colours), width: one.width ?? 2, dash: one.dash,
          points: { show: (plot) => plot.data[0].length === 1 }, spanGaps: true,
          value: (_, value) => (value === null || value === undefined ? "–" : Number(value.toPrecision(4)).toString()),
          class: one.isHidden ? "legend-off" : undefined,
        })),
      ],
    };
  }
}

/** The chart for paper. */
export function chartPicture(data: ChartData, options: ChartOptions, colours: Palette): SVGSVGElement {
  const marks: Plot.Markish[] = [Plot.frame({ stroke: colours.line })];
  const usable = (x: number, y: number | null): boolean =>
    y !== null && (!options.isLogX || x > 0) && (!options.isLogY || y > 0);
  const lines: { x: number; y: number; label: string }[] = [];
  const domain: string[] = [];
  const range: string[] = [];
  data.series.forEach((one) => {
    if (one.bandTo !== undefined) {
      const other = data.series[one.bandTo].y;
      const band = data.x.map((x, i) => ({ x, low: other[i], high: one.y[i] }))
        .filter((point) => usable(point.x, point.low) && usable(point.x, point.high));
      marks.push(Plot.areaY(band, { x: "x", y1: "low", y2: "high", fill: one.colour(colours), fillOpacity: 0.18 }));
    }
    if (one.isHidden) return;
    domain.push(one.label);
    range.push(one.colour(colours));
    data.x.forEach((x, i) => {
      const y = one.y[i];
      if (y !== null && usable(x, y)) lines.push({ x, y, label: one.label });
    });
  });
  marks.push(Plot.line(lines, { x: "x", y: "y", stroke: "label", strokeWidth: 1.6 }));
  return plotPicture({
    width: 640, height: 400, marginLeft: 56, marginBottom: 44, grid: true,
    x: { label: options.xLabel, type: options.isLogX ? "log" : "linear", ...(options.isLogX ? { ticks: 6, tickFormat: "~s" } : {}) },
    y: { label: options.yLabel, type: options.isLogY ? "log" : "linear", ...(options.yRange ? { domain: options.yRange } : {}), ...(options.isLogY ? { tickFormat: ".2~f" } : {}) },
    color: { domain, range },
    marks,
  }, colours, domain.map((label, i) => [label, range[i]]));
}

/** A plot as one SVG element, with its legend inside. */
export function plotPicture(options: Plot.PlotOptions, colours: Palette, legend: [string, string][] = []): SVGSVGElement {
  const width = options.width ?? 640;
  const rows: [string, string, number][][] = [[]];
  let x = 0;
  for (const [label, colour] of legend) {
    const size = 30 + 6.6 * label.length;
    if (x + size > width - 20 && rows[rows.length - 1].length > 0) {
      rows.push([]);
      x = 0;
    }
    rows[rows.length - 1].push([label, colour, x]);
    x += size;
  }
  const top = legend.length > 0 ? 18 * rows.length + 10 : 0;
  const height = options.height ?? 400;
  const plot = Plot.plot({
    ...options, width, height,
    style: { background: "transparent", color: colours.ink, fontSize: "12px", fontFamily: "system-ui, sans-serif", overflow: "visible" },
  }) as SVGSVGElement;
  plot.setAttribute("y", String(top));
  const picture = s("svg", { viewBox: `0 0 ${width} ${height + top}`, width, height: height + top, "font-family": "system-ui, sans-serif", "font-size": 12, role: "img", class: "fluid roomy" });
  rows.forEach((row, r) => row.forEach(([label, colour, at]) => picture.append(
    s("rect", { x: at + 8, y: 8 + 18 * r, width: 14, height: 4, rx: 2, fill: colour }),
    s("text", { x: at + 27, y: 14 + 18 * r, fill: colours.ink }, label))));
  picture.append(plot);
  return picture;
}

