// The paper's claims and figures, as `lowpass reproduce` wrote them.
import * as Plot from "@observablehq/plot";
import { plotPicture } from "../chart";
import { palette, type Palette } from "../colour";
import { command, h, notice, replace } from "../dom";
import { figure } from "../figure";
import { csv } from "../format";
import type { FigureAnswer, FigureData } from "../types";
import { throttled, type Context, type View } from "../view";

interface Measure {
  what?: string;
  published?: string | number | null;
  ours?: string | number | null;
  interval?: unknown;
  note?: string;
  verdict?: string | null;
}

interface Claim {
  number?: number | string;
  name?: string;
  title?: string;
  statement?: string;
  rule?: string;
  reason?: string;
  verdict?: string;
  measures?: Measure[];
}

type Row = { [column: string]: number | string | null };

function rowsOf(data: FigureData): Row[] {
  const columns = data.columns ?? [];
  return (data.rows ?? []).map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])));
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));

function verdictMark(verdict: string | null | undefined): HTMLElement | null {
  if (!verdict) return null;
  const kind = /not hold|no/i.test(verdict) && !/decided/i.test(verdict) ? "bad" : /decided|open|unknown/i.test(verdict) ? "open" : "good";
  const sign = { good: "✓", bad: "✗", open: "?" }[kind];
  return h("span", { class: `verdict ${kind}` }, h("i", { "aria-hidden": "true" }, sign), verdict);
}

function claimsTable(claims: Claim[]): HTMLElement {
  return h("div", { class: "claims" }, ...claims.map((claim) =>
    h("details", { open: claims.length <= 3 },
      h("summary", {}, h("span", { class: "claim-number" }, text(claim.number ?? claim.name)), h("span", { class: "claim-title" }, claim.title ?? claim.statement ?? text(claim.name)), verdictMark(claim.verdict)),
      claim.statement ? h("p", {}, h("b", {}, "The paper: "), claim.statement) : null,
      claim.rule ? h("p", {}, h("b", {}, "Rule: "), claim.rule) : null,
      claim.measures && claim.measures.length > 0 ? h("div", { class: "scroll" }, h("table", { class: "plain lines" },
        h("thead", {}, h("tr", {}, ...["measure", "paper", "ours, 95 % interval", "part"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...claim.measures.map((measure) => h("tr", {},
          h("td", {}, text(measure.what), measure.note ? h("small", {}, measure.note) : null),
          h("td", {}, text(measure.published)), h("td", {}, text(measure.ours)), h("td", {}, verdictMark(measure.verdict))))))) : null,
      claim.reason ? h("p", {}, claim.reason) : null)));
}

const order = (a: string, b: string): number => {
  const n = (value: string): number => (/^\d+$/.test(value) ? Number(value) : Infinity);
  return n(a) - n(b) || a.localeCompare(b);
};
const distinct = (rows: Row[], column: string): string[] => [...new Set(rows.map((row) => text(row[column])))].sort(order);
const labelOf = (coefficients: unknown): string => (/^\d+$/.test(text(coefficients)) ? `C = ${text(coefficients)}` : text(coefficients));

/** The figures that are drawn here from their data; others are shown as their SVG. */
const drawings: { [name: string]: (rows: Row[], colours: Palette) => SVGSVGElement } = {
  convergence(rows, colours) {
    const usable = rows.map((row): Row => ({ ...row, label: labelOf(row.coefficients) })).filter((row) => Number(row.evaluations) > 0);
    const least = Math.max(0.01, Math.min(...usable.map((row) => Number(row.generation_mean)).filter((value) => value > 0)));
    const labels = distinct(rows, "coefficients").map(labelOf);
    const range = labels.map((_, i) => colours.series[i % colours.series.length]);
    const facets = distinct(rows, "configuration");
    return plotPicture({
      width: 1060, height: 80 + 230 * Math.ceil(facets.length / 2), marginLeft: 50, marginRight: 20, marginTop: 36, marginBottom: 46, grid: true,
      fx: { axis: null, padding: 0.12 }, fy: { axis: null, padding: 0.2 },
      x: { type: "log", label: "evaluations", tickFormat: "~s", ticks: 5 }, y: { type: "log", label: "best fitness of a generation", domain: [least, 1], ticks: [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1].filter((tick) => tick >= least), tickFormat: "~g" },
      color: { domain: labels, range },
      marks: [
        Plot.frame({ stroke: colours.line }),
        Plot.line(usable, { x: "evaluations", y: "generation_mean", stroke: "label", strokeWidth: 1.5, fx: (row: Row) => facets.indexOf(text(row.configuration)) % 2, fy: (row: Row) => Math.floor(facets.indexOf(text(row.configuration)) / 2) }),
        Plot.text(facets.map((name, i) => ({ name, i })), { text: "name", fx: (f: { i: number }) => f.i % 2, fy: (f: { i: number }) => Math.floor(f.i / 2), frameAnchor: "top-left", dx: 6, dy: 6, fontWeight: 600 }),
      ],
    }, colours, labels.map((label, i) => [label, range[i]]));
  },
  evaluations(rows, colours) {
    const labels = distinct(rows, "coefficients");
    return plotPicture({
      width: 1060, height: 350, marginLeft: 60, marginBottom: 44, marginTop: 44,
      fx: { label: null }, x: { domain: labels, label: "coefficients" }, y: { grid: true, label: "evaluations", tickFormat: "~s" },
      marks: [
        Plot.barY(rows, { fx: "configuration", x: (row: Row) => text(row.coefficients), y: "mean", fill: (row: Row) => (Number(row.is_lower_bound) || row.is_lower_bound === "yes" ? colours.series[4] : colours.series[0]) }),
        Plot.ruleX(rows.filter((row) => row.interval_low !== null), { fx: "configuration", x: (row: Row) => text(row.coefficients), y1: "interval_low", y2: "interval_high", stroke: colours.ink }),
        Plot.ruleY([0]),
      ],
    }, colours, [["to the target: mean over runs, 95 % interval", colours.series[0]], ["a lower bound: some runs never reach it", colours.series[4]]]);
  },
  incremental(rows, colours) {
    return boxes(rows, colours, undefined, "coefficients", "best fitness so far");
  },
  starts(rows, colours) {
    return boxes(rows, colours, "configuration", "coefficients", "fitness from untrained starts");
  },
  lengths(rows, colours) {
    const chosen = rows.filter((row) => row.controller === "last" || !rows.some((one) => one.controller === "last"));
    const facet = (row: Row): string => `${text(row.configuration)}, direct through ${text(row.direct_resized_through).replace("omega", "Ω")}`;
    const most = Math.max(0.01, ...chosen.map((row) => Math.abs(Number(row.difference))));
    const facets = [...new Set(chosen.map(facet))];
    return plotPicture({
      width: 1060, height: 80 + 190 * facets.length, marginLeft: 60, marginRight: 10, marginTop: 34, marginBottom: 46, padding: 0,
      fy: { label: null, padding: 0.25, domain: facets, axis: null },
      x: { label: "compartments", type: "band" }, y: { label: "coefficients", type: "band", domain: distinct(chosen, "coefficients") },
      color: { type: "linear", domain: [-most, 0, most], range: [colours.negative, colours.zero, colours.positive] },
      marks: [
        Plot.cell(chosen, { fy: facet, x: "compartments", y: (row: Row) => text(row.coefficients), fill: "difference", inset: 0.5 }),
        Plot.text(chosen, { fy: facet, x: "compartments", y: (row: Row) => text(row.coefficients), text: (row: Row) => Number(row.difference).toFixed(2).replace("-", "−").replace("0.", "."), fontSize: 9, fill: colours.ink }),
        Plot.text(facets, { fy: (name: string) => name, text: (name: string) => name, frameAnchor: "top-left", dy: -14, fontWeight: 600 }),
      ],
    }, colours, [["indirect better", colours.positive], ["direct better", colours.negative]]);
  },
};

function boxes(rows: Row[], colours: Palette, facet: string | undefined, x: string, label: string): SVGSVGElement {
  const shared = { ...(facet ? { fx: facet } : {}), x: (row: Row) => text(row[x]) };
  return plotPicture({
    width: facet ? 1060 : 640, height: 350, marginLeft: 56, marginBottom: 44, marginTop: facet ? 44 : 26,
    ...(facet ? { fx: { label: null } } : {}), x: { label: "coefficients", domain: distinct(rows, x) }, y: { label, grid: true },
    marks: [
      Plot.ruleX(rows, { ...shared, y1: "least", y2: "most", stroke: colours.muted }),
      Plot.barY(rows, { ...shared, y1: "lower_quartile", y2: "upper_quartile", fill: colours.series[5], fillOpacity: 0.7, inset: 4 }),
      Plot.tickY(rows, { ...shared, y: "median", stroke: colours.ink, strokeWidth: 2, inset: 4 }),
    ],
  }, colours, [["middle half of the runs", colours.series[5]], ["median", colours.ink], ["least to most", colours.muted]]);
}

/** A picture from outside is shown as an image: whatever is in it, it runs no script. */
function asImage(svg: string, title: string): HTMLElement {
  return h("img", { class: "outside", alt: title, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
}

function oneFigure(answer: FigureAnswer): HTMLElement {
  const { name, data, svg } = answer;
  const title = data?.title ?? name;
  const draw = data && Object.prototype.hasOwnProperty.call(drawings, name) ? drawings[name] : null;
  const place = h("div", { class: "scroll" });
  let picture: ((colours: Palette) => SVGSVGElement | string) | undefined;
  if (draw && data) {
    try {
      place.append(draw(rowsOf(data), palette()));
      picture = (colours) => draw(rowsOf(data), colours);
    } catch {
      place.replaceChildren(); // data of a shape that is not known here: its SVG is shown instead
    }
  }
  if (!picture && svg) {
    place.append(asImage(svg, title));
    picture = () => svg;
  }
  if (answer.problem) place.append(notice("The data cannot be read", answer.problem));
  else if (!place.hasChildNodes()) place.append(notice("Nothing to draw", "This figure has numbers only; CSV saves them."));
  return figure({ name, title, svg: picture, csv: data?.columns ? () => csv(data.columns ?? [], data.rows ?? []) : undefined }, place);
}

export function paperView({ store, root }: Context): View {
  const place = h("div", {}, notice("Reading …"));
  replace(root, h("h1", {}, "The paper’s claims and figures"), place);
  let shown = "";
  let isDisposed = false;

  async function draw(isForced = false): Promise<void> {
    const { overview } = store;
    if (!overview) return;
    const state = JSON.stringify([overview.has_claims, overview.figures]);
    if (state === shown && !isForced) return;
    shown = state;
    if (!overview.has_claims && overview.figures.length === 0) {
      replace(place, notice("Nothing reproduced here yet", h("p", {}, "This command runs the paper’s experiments and judges its claims; then serve or report its folder:"), command("lowpass reproduce")));
      return;
    }
    const parts: HTMLElement[] = [];
    if (overview.has_claims) {
      try {
        const answer = await store.source.get<Claim[] | { claims?: Claim[] }>("claims");
        const claims = Array.isArray(answer) ? answer : answer.claims ?? [];
        parts.push(h("h2", {}, "Claims"), figure({
          name: "claims", title: `${claims.filter((claim) => claim.verdict === "holds").length} of ${claims.length} hold`,
          csv: () => csv(["claim", "verdict", "measure", "paper", "ours", "note"], claims.flatMap((claim) => (claim.measures ?? [{}]).map((measure) => [text(claim.number ?? claim.name), text(claim.verdict), text(measure.what), text(measure.published), text(measure.ours), text(measure.note)]))),
        }, claimsTable(claims)));
      } catch (error) {
        parts.push(notice("The claims cannot be shown", (error as Error).message));
      }
    }
    if (overview.figures.length > 0) parts.push(h("h2", {}, "Figures"));
    for (const name of overview.figures) {
      try {
        parts.push(oneFigure(await store.source.get<FigureAnswer>("figure", { name })));
      } catch (error) {
        parts.push(notice(name, (error as Error).message));
      }
    }
    if (!isDisposed) replace(place, ...parts);
  }
  const stop = store.listen(throttled(1000, () => void draw()));
  void draw();
  return {
    dispose: () => {
      isDisposed = true;
      stop();
    },
    redraw: () => void draw(true),
  };
}
