// Made-up answers of the server: a page without a program, for tests of the page alone.
import { readFileSync } from "node:fs";

const base64 = (typed) => Buffer.from(typed.buffer, typed.byteOffset, typed.byteLength).toString("base64");

export const part = (kind, role, more) => ({ kind, role, legend: "", points: 1, fixed: [], fill: "none", line: "none", width: 0, radius: 0, quantity: -1, gain: 0, backdrop: false, text: "", ...more });

/** The answer to a request for a recording, from moments in plain numbers. */
export function recordingAnswer(scene, moments, { title = "trial 1", fitness = 0.5, succeeded = false, outcome = "" } = {}) {
  const count = moments[0].points.length / 2;
  let extent = 1e-9;
  for (const { points } of moments) for (const value of points) extent = Math.max(extent, Math.abs(value));
  const unit = extent / 32000;
  return {
    title, fitness, succeeded, success: "succeeded", outcome, frames: moments.length, stride: 1, scene, origin: [0, 0], unit,
    places: [...Array(count).keys()],
    points: base64(Int16Array.from(moments.flatMap(({ points }) => points.map((value) => Math.round(value / unit))))),
    levels: base64(Uint8Array.from(moments.flatMap(({ levels }) => levels.map((value) => Math.round(255 * value))))),
    signals: base64(Float32Array.from(moments.flatMap(({ signals }) => signals))),
  };
}

/** An episode without a picture. */
function curvesRecording() {
  const scene = { quantities: [], parts: [], signals: ["reward"], step_time: 1, time_unit: "steps", view: null };
  return recordingAnswer(scene, Array.from({ length: 50 }, (_, i) => ({ points: [], levels: [], signals: [i] })), { title: "curves" });
}

/** A cart of 0.4 m that balances a pole: small numbers, seconds, a quantity on a line. */
export function cartRecording(frames = 200) {
  const scene = {
    quantities: [{ name: "force", tint: "pink" }],
    parts: [
      part("line", "track", { points: 0, fixed: [-2.4, 0, 2.4, 0], line: "ink", width: 0.02 }),
      part("line", "limit", { points: 0, fixed: [-2.4, -0.05, -2.4, 0.3], line: "grey", width: 0.03, legend: "end of the track" }),
      part("line", "limit", { points: 0, fixed: [2.4, -0.05, 2.4, 0.3], line: "grey", width: 0.03 }),
      part("line", "pole", { points: 2, line: "orange", width: 0.04, legend: "pole" }),
      part("polygon", "cart", { points: 4, fill: "grey", line: "ink", width: 0.01 }),
      part("line", "force", { points: 2, line: "faint", width: 0.015, quantity: 0, gain: 0.015 }),
      part("text", "note", { points: 0, fixed: [-2.3, 1.05], line: "faint", width: 0.09, text: "one pole" }),
    ],
    signals: ["position", "angle 1", "angle 2", "force"], step_time: 0.02, time_unit: "s", view: [-2.8, -0.15, 2.8, 1.25],
  };
  const moments = Array.from({ length: frames }, (_, i) => {
    const x = 0.9 * Math.sin(i / 40), angle = 0.2 * Math.cos(i / 17), force = Math.sin(i / 9);
    return {
      points: [x, 0.16, x + Math.sin(angle), 0.16 + Math.cos(angle), x - 0.2, 0, x + 0.2, 0, x + 0.2, 0.16, x - 0.2, 0.16, x + 0.2 * Math.sign(force), 0.08, x + 0.2 * Math.sign(force) + 0.5 * force, 0.08],
      levels: [Math.abs(force)], signals: [x, (180 * angle) / Math.PI, 6 * Math.cos(i / 11), 10 * force],
    };
  });
  return recordingAnswer(scene, moments, { title: "trial 1", fitness: 1000, succeeded: true, outcome: "fitness 1000, balanced after 1000 steps" });
}

/** A chain of quadrilaterals in water with a goal: fills and lines by quantities, a trace, backdrops. */
export function chainRecording(links = 10, frames = 120) {
  const scene = {
    quantities: [{ name: "upper", tint: "orange" }, { name: "across", tint: "green" }, { name: "lower", tint: "blue" }],
    parts: [
      part("polygon", "water", { points: 0, fixed: [-1000, -1000, 1000, -1000, 1000, 2, -1000, 2], fill: "water", backdrop: true }),
      part("line", "surface", { points: 0, fixed: [-1000, 2, 1000, 2], line: "water", width: 0.06, backdrop: true, legend: "surface" }),
      part("trace", "way", { points: 1, line: "violet", width: 0.05, legend: "way of the tip" }),
      ...Array.from({ length: links }, () => part("polygon", "link", { points: 4, fill: "white", line: "grey", width: 0.03, quantity: 1 })),
      ...Array.from({ length: links }, () => part("line", "above", { points: 2, line: "grey", width: 0.05, gain: 0.12, quantity: 0 })),
      ...Array.from({ length: links }, () => part("line", "below", { points: 2, line: "grey", width: 0.05, gain: 0.12, quantity: 2 })),
      part("circle", "goal", { points: 0, fixed: [3.5, -3], line: "pink", width: 0.08, radius: 0.2, legend: "goal" }),
      part("circle", "turn", { points: 0, fixed: [0, 0], radius: 0.35, quantity: 0 }),
    ],
    signals: ["distance"], step_time: 1, time_unit: "", view: null,
  };
  const moments = Array.from({ length: frames }, (_, i) => {
    const nodes = [];
    let x = 0, y = 0;
    for (let k = 0; k <= links; ++k) {
      const bend = -(1.2 * i) / frames + 0.12 * k * Math.sin(i / 20), half = 0.5 - (0.35 * k) / links;
      nodes.push([x - half * Math.sin(bend), y + half * Math.cos(bend), x + half * Math.sin(bend), y - half * Math.cos(bend)]);
      x += 0.9 * Math.cos(bend);
      y += 0.9 * Math.sin(bend);
    }
    const pairs = Array.from({ length: links }, (_, k) => [nodes[k], nodes[k + 1]]);
    const level = (k, phase) => 0.5 + 0.5 * Math.sin(i / 12 + k / 2 + phase);
    const tip = nodes[links];
    const at = [(tip[0] + tip[2]) / 2, (tip[1] + tip[3]) / 2];
    return {
      points: [...at, ...pairs.flatMap(([a, b]) => [a[0], a[1], b[0], b[1], b[2], b[3], a[2], a[3]]), ...pairs.flatMap(([a, b]) => [a[0], a[1], b[0], b[1]]), ...pairs.flatMap(([a, b]) => [a[2], a[3], b[2], b[3]])],
      levels: [...pairs.map((_, k) => level(k, 1)), ...pairs.map((_, k) => level(k, 2)), ...pairs.map((_, k) => level(k, 3)), level(0, 0)],
      signals: [Math.hypot(at[0] - 3.5, at[1] + 3)],
    };
  });
  return recordingAnswer(scene, moments, { title: "start −π/2 (down)", fitness: 0.8123, outcome: "fitness 0.8123" });
}

const geometry = { inputs: [{ name: "variable", size: 4 }, { name: "segment", size: 6 }], hidden: [], neurons: [{ name: "group", size: 3 }, { name: "segment", size: 6 }] };

function runDetails(summary, task) {
  const at = Array.from({ length: 60 }, (_, i) => i + 1);
  return {
    summary, manifest: { configuration: { task: { name: task.name } } }, files: ["manifest.json"], task, geometry,
    columns: {
      generation: at, evaluations: at.map((g) => 16 * g), coefficients: at.map(() => 20), diverged: at.map(() => 0),
      best: at.map((g) => 1 - 0.7 * Math.exp(-g / 20)), mean: at.map((g) => 0.8 - 0.7 * Math.exp(-g / 20)), worst: at.map((g) => 0.3 - 0.2 * Math.exp(-g / 9)), best_so_far: at.map((g) => 1.01 - 0.7 * Math.exp(-g / 20)),
      signals: { sigma_least: at.map((g) => 2 * Math.exp(-g / 30)), sigma_mean: at.map((g) => 3 * Math.exp(-g / 40)), sigma_most: at.map((g) => 4 * Math.exp(-g / 60)), condition: at.map((g) => 1 + g * g), drift: at.map((g) => Math.sin(g / 9)) },
    },
  };
}

/** Answers for a page with two tasks and `setups` setups of three runs each. */
export function fixtureAnswers(setups = 30) {
  const summary = (path, group, title, best) => ({
    path, group, setup: "0123456789abcdef", title, seed: 1, state: "finished", generation: 60, evaluations: 960, budget: 960, best, target: 0.75, to_target: 300,
    rate: 120, eta: null, diverged: 0, coefficients: 20, updated: 1.7e9, started: "", problem: null, glance: [0.1, 0.3, 0.6, 0.8, 0.9],
  });
  const condition = (id, name, test = null) => ({ id, name, trained: test === null, test });
  const tasks = {
    chain: { name: "chain", help: "reach a goal with a chain", can_replay: true, problem: null, size: { key: "links", own: 10, low: 3, high: 20 }, conditions: [condition("trial:0", "start −π/2 (down)"), condition("test:0:0", "start −π/4", "starts")] },
    cart: { name: "cart", help: "balance a pole", can_replay: true, problem: null, size: null, conditions: [condition("trial:0", "trial 1"), { id: "recorded:curves", name: "curves", trained: false, test: null }] },
    other: { name: "other", help: "", can_replay: false, problem: "task.name = other: expected one of chain, cart", size: null, conditions: [] },
  };
  const runs = Object.keys(tasks).map((name) => summary(name, `|${name}`, name, 0.9));
  const answers = {};
  for (let k = 0; k < setups; ++k) {
    const title = `C = ${10 * (k + 1)}, σ0 = ${1 + (k % 3)}`;
    const at = Array.from({ length: 50 }, (_, i) => i + 1);
    const curve = (seed) => ({ path: `sweep/${k}/${seed}`, seed, generation: at, evaluations: at.map((g) => 16 * g), best_so_far: at.map((g) => 1 - 0.8 * Math.exp(-g / (5 + k + seed))), mean: at.map((g) => 0.9 - 0.8 * Math.exp(-g / (5 + k + seed))) });
    const group = `sweep|${k}`;
    for (const seed of [1, 2, 3]) runs.push({ ...summary(`sweep/${k}/${seed}`, group, title, curve(seed).best_so_far[49]), seed });
    answers[`curves?group=${group}`] = { group, title, runs: [1, 2, 3].map(curve) };
  }
  for (const [name, task] of Object.entries(tasks)) answers[`run?path=${name}`] = runDetails(runs.find((run) => run.path === name), task);
  for (const name of Object.keys(tasks)) answers[`curves?group=|${name}`] = { group: `|${name}`, title: name, runs: answers["curves?group=sweep|0"].runs };
  answers.overview = { version: 1, lowpass: "0", folder: "runs", exists: true, revision: 1, tasks: ["chain", "cart"], figures: [], has_claims: false, runs };
  answers["recording?condition=trial:0&path=chain&which=best"] = chainRecording();
  answers["recording?condition=test:0:0&path=chain&which=best"] = chainRecording(10, 80);
  answers["recording?condition=trial:0&path=chain&size=15&which=best"] = chainRecording(15);
  answers["recording?condition=trial:0&path=cart&which=best"] = cartRecording();
  answers["recording?condition=recorded:curves&path=cart"] = curvesRecording();
  const weights = Float32Array.from({ length: 18 * (24 + 18 + 1) }, (_, i) => Math.sin(i / 7) * Math.cos(i / 31));
  answers["weights?path=chain&which=best"] = { inputs: 24, neurons: 18, hidden: 0, links: 774, genes: 20, mapping: "omega3", size: 10, geometry, values: base64(weights) };
  return { answers, detailed: Object.keys(tasks) };
}

/** A report with these answers, from the page as it is built. */
export function fixturePage(page, { answers, detailed }) {
  const data = JSON.stringify({ version: 1, detailed, answers }).replaceAll("<", "\\u003c");
  return readFileSync(page, "utf8").replace("<!-- lowpass-data -->", `<script type="application/json" id="lowpass-data">${data}</script>`);
}
