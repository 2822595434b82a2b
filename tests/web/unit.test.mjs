// The page's pure functions, against hand calculation and the files that the C++ tests use.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { require, root, temporaryFolder } from "./support.mjs";

const modules = {};

before(async () => {
  const { build } = require("esbuild");
  const folder = temporaryFolder();
  for (const name of ["cosine", "stats", "format", "source", "colour", "heatmap"]) {
    const result = await build({ entryPoints: [join(root, "web/src", `${name}.ts`)], bundle: true, format: "esm", write: false, platform: "neutral" });
    const file = join(folder.path, `${name}.mjs`);
    writeFileSync(file, result.outputFiles[0].text);
    modules[name] = await import(pathToFileURL(file));
  }
  rmSync(folder.path, { recursive: true });
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
  const { count, duration, degrees, rate } = modules.format;
  assert.equal(count(1234567), "1\u202f234\u202f567");
  assert.equal(duration(59.2), "60 s");
  assert.equal(duration(3661), "1 h 1 min");
  assert.equal(duration(null), "–");
  assert.equal(degrees(-Math.PI / 4), "−45°");
  assert.equal(rate(0), "–");
});

test("the key of a request has its parameters in order", () => {
  assert.equal(modules.source.requestKey("trajectory", { which: "best", compartments: 10, path: "a/1", start: "0.0000" }), "trajectory?compartments=10&path=a/1&start=0.0000&which=best");
});

test("the diverging scale is blue above zero, orange below, and nothing at zero", () => {
  const { diverging, light } = modules.colour;
  assert.equal(diverging(0, light), light.zero);
  assert.equal(diverging(1, light), light.positive);
  assert.equal(diverging(-3, light), light.negative);
  assert.equal(diverging(NaN, light), light.zero);
});
