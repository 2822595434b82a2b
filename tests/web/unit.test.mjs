// The page's pure functions, against hand calculation and the files that the C++ tests use.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { cartRecording, chainRecording, part, recordingAnswer } from "./fixtures.mjs";
import { moduleOf, root } from "./support.mjs";

const modules = {};

before(async () => {
  for (const name of ["cosine", "stats", "format", "source", "colour", "heatmap", "scene", "picture", "signals", "setups", "grid", "run_curve", "player"]) {
    modules[name] = await moduleOf(name);
  }
});

const golden = (name) => JSON.parse(readFileSync(join(root, "tests/data/golden", `${name}.json`), "utf8"));

test("the order of coefficients is that of the program", () => {
  for (const name of ["order_4x6", "order_6x4", "order_5x5", "order_8x91"]) {
    const { shape, order } = golden(name);
    assert.deepEqual(modules.cosine.coefficientOrder(...shape), order, name);
    assert.deepEqual(modules.cosine.coefficientOrder(...shape, 7), order.slice(0, 7), "a prefix");
  }
});

test("a genome decodes to the weights of the program", () => {
  for (const name of ["idct_4x6_n5", "idct_4x7_fig", "idct_5x5_n25", "idct_8x91_n20"]) {
    const { shape, chromosome, weights } = golden(name);
    const decoded = modules.cosine.decoded(chromosome, ...shape).flat();
    // Sums of at most 25 terms of order 10 in double precision.
    weights.flat().forEach((weight, i) => assert.ok(Math.abs(weight - decoded[i]) < 1e-12, `${name} ${i}`));
  }
});

test("quantiles interpolate between order statistics", () => {
  assert.equal(modules.stats.quantile([1, 2, 3, 4], 0.5), 2.5);
  assert.equal(modules.stats.quantile([1, 2, 3, 4, 5], 0.25), 2);
  assert.ok(Number.isNaN(modules.stats.quantile([], 0.5)));
});

test("a band has a run from its first generation on, and keeps its last value", () => {
  const run = (evaluations, best_so_far) => ({ path: "", seed: 1, generation: evaluations, evaluations, best_so_far, mean: best_so_far });
  const runs = [run([10, 20], [0.1, 0.2]), run([20, 30], [0.4, 0.5])];
  const band = modules.stats.bandOf(runs, "evaluations", "best_so_far", [5, 10, 20, 30, 40]);
  assert.deepEqual(band.runs, [0, 1, 2, 2, 0]);
  assert.deepEqual(band.median.map((value) => value && Number(value.toFixed(6))), [null, 0.1, 0.3, 0.35, null]);
  assert.deepEqual(modules.stats.commonGrid(runs, "evaluations"), [10, 20, 30]);
  assert.equal(modules.stats.commonGrid([run([...Array(5000).keys()], [])], "evaluations", 100).length, 100);
});

test("CSV quotes what needs it", () => {
  assert.equal(modules.format.csv(["a", "b,c"], [[1, 'say "x"'], [null, NaN]]), 'a,"b,c"\n1,"say ""x"""\n,\n');
});

test("times and numbers read well", () => {
  const { brief, count, duration, fitness, rate } = modules.format;
  assert.equal(count(1234567), "1\u202f234\u202f567");
  assert.equal(duration(59.2), "60 s");
  assert.equal(duration(3661), "1 h 1 min");
  assert.equal(duration(null), "–");
  assert.equal(brief(-0.0012345), "−0.00123");
  assert.equal(brief(123456), "123\u202f456");
  assert.equal(fitness(0.75), "0.7500");
  assert.equal(fitness(99999.5), "99999.5");
  assert.equal(rate(0), "–");
});

test("the key of a request has its parameters in order", () => {
  assert.equal(modules.source.requestKey("recording", { which: "best", size: 10, path: "a/1", condition: "trial:0" }), "recording?condition=trial:0&path=a/1&size=10&which=best");
});

test("the diverging scale is blue above zero, orange below, and nothing at zero", () => {
  const { diverging, light } = modules.colour;
  assert.equal(diverging(0, light), light.zero);
  assert.equal(diverging(1, light), light.positive);
  assert.equal(diverging(-3, light), light.negative);
  assert.equal(diverging(NaN, light), light.zero);
});

test("a recording's numbers come back, points that parts share included", () => {
  const scene = { quantities: [{ name: "force", tint: "pink" }], parts: [part("line", "a", { points: 2 }), part("circle", "b", { quantity: 0, radius: 0.01 })], signals: ["x", "y"], step_time: 0.02, time_unit: "s", view: null };
  const answer = recordingAnswer(scene, [{ points: [0, 0, 0.1, 0.05, 0, 0], levels: [0], signals: [1, 2] }, { points: [0, 0, 0.1, -0.05, 0, 0], levels: [1], signals: [3, 4] }]);
  const { decodedRecording, levelOf, pointsOf, signalOf, timeOf, recordingTable } = modules.scene;
  const recording = decodedRecording({ ...answer, places: [0, 1, 0] });
  const near = (actual, expected) => actual.flat().forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-5, `${actual}`));
  near(pointsOf(recording, recording.parts[0], 1), [0, 0, 0.1, -0.05]);
  near(pointsOf(recording, recording.parts[1], 1), [0, 0]);
  assert.equal(levelOf(recording, recording.parts[1], 1), 1);
  assert.equal(signalOf(recording, 1, 1), 4);
  assert.equal(timeOf(recording, 1), 0.02);
  const table = recordingTable(recording);
  assert.deepEqual(table.columns, ["step", "time", "x", "y", "a1_x1", "a1_y1", "a1_x2", "a1_y2", "b1_x1", "b1_y1", "b1_force"]);
  assert.deepEqual(table.rows[1].slice(0, 4), [1, 0.02, 3, 4]);
  assert.equal(modules.player.pace(recording), 50);
});

test("in sight is what moves, with a margin, and the scene's own view; backdrops are not", () => {
  const chain = modules.scene.decodedRecording(chainRecording());
  assert.ok(chain.box.right < 20 && chain.box.left > -20, "the water does not count");
  assert.ok((chain.box.right - chain.box.left) / (chain.box.top - chain.box.bottom) >= 1.6 - 1e-9);
  const cart = modules.scene.decodedRecording(cartRecording());
  assert.deepEqual([cart.box.left, cart.box.right].map((value) => Number(value.toFixed(4))), [-2.8, 2.8]);
});

test("a legend has the quantities that are shown, and each part that says what it is, once", () => {
  const entries = (answer) => modules.picture.legendEntries(answer.scene, modules.colour.light).map(([text]) => text);
  assert.deepEqual(entries(chainRecording()), ["upper", "across", "lower", "surface", "way of the tip", "goal"]);
  assert.deepEqual(entries(cartRecording()), ["force", "end of the track", "pole"]);
});

test("signals with a common beginning share a chart", () => {
  const groups = (names) => modules.signals.signalGroups(names).map(({ title, labels }) => [title, ...labels]);
  assert.deepEqual(groups(["sigma_least", "condition", "sigma_mean", "sigma_most"]), [["sigma", "least", "mean", "most"], ["condition", "condition"]]);
  assert.deepEqual(groups(["position", "angle 1", "angle 2"]), [["position", "position"], ["angle", "1", "2"]]);
  assert.deepEqual(groups(["sigma", "sigma_least", "p_c"]), [["sigma", "sigma", "least"], ["p c", "p c"]]);
  assert.equal(modules.signals.isPositive([[1, null, 2], [3]]), true);
  assert.equal(modules.signals.isPositive([[1, 0]]), false);
  assert.equal(modules.signals.isPositive([[null]]), false);
});

test("new generations are put in their place, signals that come later with a gap before them", () => {
  const rows = (generation, signals) => ({ generation, evaluations: generation, coefficients: generation, diverged: generation, best: generation, mean: generation, worst: generation, best_so_far: generation, signals });
  const columns = rows([1, 2, 3], { old: [1, 2, 3] });
  modules.run_curve.mergeColumns(columns, rows([3, 4], { late: [7, 8] }), 2);
  assert.deepEqual(columns.best, [1, 2, 3, 4]);
  assert.deepEqual(columns.signals, { old: [1, 2, null, null], late: [null, null, 7, 8] });
});

test("setups with one title are told apart by their folder; a filter needs all of its words", () => {
  const run = (group, title) => ({ path: group, group, title, best: 0.5 });
  const labels = modules.setups.setupsOf([run("a|1", "C = 20"), run("b|1", "C = 20"), run("b|2", "C = 9")]).map(({ label }) => label);
  assert.deepEqual(labels, ["C = 20 (a)", "C = 9", "C = 20 (b)"]);
  assert.equal(modules.setups.matches("c 20", "C = 20, direct"), true);
  assert.equal(modules.setups.matches("C = 2, direct", "C = 20, direct"), true);
  assert.equal(modules.setups.matches("σ0 = 2", "C = 20, σ0 = 1"), false);
  assert.equal(modules.setups.matches("c 21", "C = 20, direct"), false);
  assert.equal(modules.setups.matches("", "anything"), true);
  const { Choice, kMostChosen } = modules.setups;
  const choice = new Choice();
  for (let i = 0; i < kMostChosen + 3; ++i) choice.set(`s${i}`, true);
  assert.equal(choice.keys().length, kMostChosen);
  choice.set("s3", false);
  choice.set("again", true);
  assert.equal(choice.style("again"), 3, "a style that became free");
});

test("a setup reached its target where more than half of its runs did", () => {
  const setup = (...counts) => ({ runs: counts.map((to_target) => ({ to_target })) });
  const { toTarget } = modules.setups;
  assert.deepEqual(toTarget(setup(300, null, 100)), { reached: 2, median: 300 }); // of 100, 300, never
  assert.deepEqual(toTarget(setup(300, 100, null, 200)), { reached: 3, median: 250 });
  assert.deepEqual(toTarget(setup(100, 200, null, null)), { reached: 2, median: null });
  assert.deepEqual(toTarget(setup(null)), { reached: 0, median: null });
});

test("units are called by their place in the grid", () => {
  const { boundaries, gridName, unitName } = modules.grid;
  const geometry = { inputs: [{ name: "variable", size: 4 }, { name: "segment", size: 3 }], hidden: [], neurons: [{ name: "neuron", size: 5 }], cells: { neurons: [4, 0] } };
  assert.equal(unitName(geometry, "inputs", 5), "segment 2, variable 2");
  assert.equal(unitName(geometry, "neurons", 0), "neuron 5");
  assert.equal(gridName(geometry.inputs), "segment 3 × variable 4");
  assert.deepEqual(boundaries(geometry, "inputs", 12), [4, 8]);
  assert.deepEqual(boundaries(geometry, "neurons", 2), []);
});

test("a request for a replay leaves out what is as in the run", () => {
  const task = { size: { own: 10 } };
  const request = (wanted) => modules.player.recordingRequest("a/1", task, { condition: "trial:0", which: "best", size: 10, set: " ", ...wanted });
  assert.deepEqual(request({}), { path: "a/1", condition: "trial:0", which: "best" });
  assert.deepEqual(request({ size: 12, set: "task.goal=[1,2]" }), { path: "a/1", condition: "trial:0", which: "best", size: 12, set: "task.goal=[1,2]" });
  assert.deepEqual(request({ condition: "recorded:x", size: 12 }), { path: "a/1", condition: "recorded:x" });
});

test("the page's sources name no task, but in the paper's room", () => {
  const files = readdirSync(join(root, "web/src"), { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) {
    assert.doesNotMatch(readFileSync(join(root, "web/src", name), "utf8"), /\b(arm|arms)\b|compartment|muscle|octopus|\bpoles?\b/i, name);
  }
});
