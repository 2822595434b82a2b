// What the tests of the page share: the program, folders with made-up runs, a browser.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const program = process.env.LOWPASS_PROGRAM ?? join(root, "build/test/app/lowpass");
export const screenshots = process.env.LOWPASS_SCREENSHOTS ?? join(root, "build/test/screenshots");
export const require = createRequire(join(root, "web/package.json"));

/** A folder of this test's own; the last thing to call is its `remove`. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "lowpass-web-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A module of the page, bundled with what it needs. */
export async function moduleOf(name) {
  const { build } = require("esbuild");
  const folder = temporaryFolder();
  const result = await build({ entryPoints: [join(root, "web/src", `${name}.ts`)], bundle: true, format: "esm", write: false, platform: "neutral", mainFields: ["module", "main"] });
  const file = join(folder.path, `${name}.mjs`);
  writeFileSync(file, result.outputFiles[0].text);
  const module = await import(pathToFileURL(file));
  folder.remove();
  return module;
}

// ---- made-up runs ------------------------------------------------------------------------------

const configuration = {
  task: { name: "octopus", preset: "paper", compartments: 10, actions: "raw", control_step: 1.0, steps: 250, goal: [3.5, -3.0], starts: [-1.5707963267948966, 0.0, 1.5707963267948966] },
  network: { activation: "logistic" },
  encoding: { mapping: "omega3", coefficients: 20, basis: "cosine" },
  optimizer: { name: "snes", preset: "paper", sigma0: 3.0, weight_rms: 0.3 },
  budget: { evaluations: 6000, target: 0.75, stop_at_target: false },
  growth: { enabled: false, step: 10, evaluations: 6000, patience: 6 },
  run: { seed: 1, threads: 1 },
};

export function generationLine(g, seed = 1) {
  const best = 0.95 - 0.6 * Math.exp(-g / (40 + (seed % 7) * 5)) - 0.02 * ((seed * 37 + g * 11) % 10) / 10;
  return JSON.stringify({
    generation: g, evaluations: 16 * g, coefficients: 20, best, mean: best - 0.1234567890123, worst: best - 0.31234567890123,
    best_so_far: best + 0.0012345678901234, sigma_least: 0.512345678901234, sigma_mean: 1.512345678901234, sigma_most: 3.512345678901234, diverged: 0,
  }) + "\n";
}

/** A run folder as `evolve` leaves it, without the files that only a simulation can make. `task` has other keys of the task. */
export function writeRun(folder, { seed = 1, coefficients = 20, generations = 50, isFinished = true, mapping = "omega3", task = {} } = {}) {
  mkdirSync(folder, { recursive: true });
  const made = structuredClone(configuration);
  made.encoding = { ...made.encoding, coefficients, mapping };
  made.task = { ...made.task, ...task };
  made.run.seed = seed;
  const result = isFinished ? { evaluations: 16 * generations, coefficients, best_fitness: 0.9, evaluations_to_target: 640, diverged: 0, digest: "0123456789abcdef", wall_seconds: 12.5 } : null;
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ format: "lowpass-run", version: 1, configuration: made, seed, lowpass: "0.1.0", started: "2026-01-01T00:00:00Z", threads: 1, result }, null, 2));
  let text = "";
  for (let g = 1; g <= generations; ++g) text += generationLine(g, seed);
  writeFileSync(join(folder, "generations.jsonl"), text);
}

/** What `reproduce` writes besides runs. */
export function writePaper(folder) {
  const figure = (name, title, columns, rows) => write(join(folder, "figures", `${name}.json`), JSON.stringify({ format: "lowpass-figure", version: 1, name, title, columns, rows }));
  const counts = [10, 20, 40, 80, 160, 320];
  const curve = ["Ψ1Ω1", "Ψ1Ω2", "Ψ2Ω1", "Ψ2Ω3"].flatMap((configurationName, p) => [...counts.map(String), "direct"].flatMap((c, k) =>
    [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 6000].map((evaluations) => {
      const value = 0.95 - 0.02 * k - 0.04 * p - 0.6 * Math.exp(-evaluations / (300 + 200 * k));
      return [configurationName, c, 20, evaluations, value, value - 0.03, value, value + 0.03, value - 0.05, value - 0.08, value - 0.05, value - 0.02];
    })));
  figure("convergence", "Fitness against evaluations", ["configuration", "coefficients", "runs", "evaluations", "best_mean", "best_lower_quartile", "best_median", "best_upper_quartile", "generation_mean", "generation_lower_quartile", "generation_median", "generation_upper_quartile"], curve);
  figure("evaluations", "Evaluations to reach 0.75", ["configuration", "coefficients", "runs", "runs_that_reached_it", "mean", "interval_low", "interval_high", "is_lower_bound", "median"],
    ["Ψ1Ω1", "Ψ2Ω3"].flatMap((name, p) => [...counts.map(String), "direct"].map((c, k) => [name, c, 20, 20 - k, 400 + 500 * k * (p + 1), 300 + 450 * k, 600 + 600 * k * (p + 1), k > 5 ? 1 : 0, 380 + 480 * k])));
  const box = (k) => [0.5 + 0.02 * k, 0.7 + 0.02 * k, 0.8 + 0.01 * k, 0.86 + 0.01 * k, 0.93];
  figure("incremental", "Fitness for each number of coefficients", ["coefficients", "runs", "least", "lower_quartile", "median", "upper_quartile", "most", "runs_with_this_best_number"], [10, 20, 30, 40, 50].map((c, k) => [c, 20 - 2 * k, ...box(k), k]));
  figure("starts", "Fitness from starts that were not trained", ["configuration", "coefficients", "runs", "least", "lower_quartile", "median", "upper_quartile", "most"], ["Ψ1Ω1", "Ψ2Ω3"].flatMap((name) => [...counts.map(String), "direct"].map((c, k) => [name, c, 20, ...box(k / 2)])));
  figure("lengths", "Indirect less direct fitness on other arms", ["configuration", "direct_resized_through", "controller", "coefficients", "compartments", "indirect_mean", "direct_mean", "difference"],
    [["Ψ1Ω1", "omega1"], ["Ψ2Ω3", "omega3"]].flatMap(([name, resize]) => ["last", "best"].flatMap((controller) => counts.flatMap((c, k) => Array.from({ length: 18 }, (_, i) => {
      const difference = 0.25 * Math.sin((i + k) / 4) + 0.1;
      return [name, resize, controller, c, i + 3, 0.5 + difference, 0.5, difference];
    })))));
  write(join(folder, "figures", "sketch.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200" height="60"><script>window.__hit = 1</script><circle cx="30" cy="30" r="20" fill="#0072b2" onload="window.__hit = 1"/><text x="60" y="35">any other figure</text></svg>');
  write(join(folder, "claims.json"), JSON.stringify({ format: "lowpass-claims", version: 1, claims: [
    { number: 1, name: "1", title: "Twenty coefficients beat direct search", statement: "C = 20 reaches 0.75 in 455 evaluations, 11 times faster than direct.", rule: "The ratio's interval lies above 1.", verdict: "holds", reason: "It does.",
      measures: [{ what: "evaluations to 0.75, C = 20, mean", published: "455", ours: "612 [480, 745]", interval: [480, 745], verdict: "holds", note: "20 runs" }, { what: "ratio", published: "11", ours: "8.1 [6, 10]", interval: null, verdict: null, note: "" }] },
    { number: 2, name: "2", title: "Adding coefficients helps", statement: "The median peaks at C = 30.", rule: "…", verdict: "does not hold", reason: "It peaks elsewhere.", measures: [] },
    { number: 3, name: "3", title: "Longer arms", statement: "…", rule: "…", verdict: "not decided", reason: "Too few runs.", measures: [] },
  ] }));
}

/** A finished run by the program itself: small, with everything in its folder. */
export function evolve(folder, settings = [], more = [], task = "octopus") {
  const done = spawnSync(program, ["evolve", task, "--out", folder, "--threads", "2", ...settings.flatMap((one) => ["--set", one]), ...more], { encoding: "utf8" });
  if (done.status !== 0) throw done.error ?? new Error(done.stderr);
}

// ---- the server --------------------------------------------------------------------------------

/** A program that goes on in the background; `stop` ends it with a signal and gives its exit code. */
export function background(args, command = program) {
  const [name, ...before] = [command].flat();
  const child = spawn(name, [...before, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  process.on("exit", () => child.kill("SIGKILL")); // also where a test has failed
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const ended = new Promise((done) => child.on("exit", (code, signal) => done(code ?? signal)));
  return {
    child, ended, out: () => out, err: () => err,
    stop: async (signal = "SIGINT") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** `command`: what starts the program; another one, or a list: say, under a limit of memory. */
export async function serve(folder, command = program) {
  const server = background(["serve", folder, "--port", "0"], command);
  await until(() => {
    if (server.child.exitCode !== null) throw new Error(`serve ended: ${server.err()}`);
    return server.out().includes("\n");
  });
  const address = server.out().trim();
  return { ...server, address, port: Number(new URL(address).port), memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]) / 1024 };
}

/** How many times as long as on an idle machine things take here and now, at least 1: limits are multiples of it. */
export function slowness() {
  const nominal = 60; // milliseconds of this work, on an idle core of 2020
  const began = Date.now();
  let text = "";
  for (let i = 0; i < 400_000; ++i) text = `${text.slice(0, 100)}${i}`;
  return Math.max(1, (Date.now() - began) / nominal);
}

/** What `work` took, over what a limit for it may be: that of an idle machine, times how slow this one is before or after. */
export async function shareOfLimit(milliseconds, work) {
  const before = slowness();
  const began = Date.now();
  const taken = (await work()) ?? Date.now() - began;
  return { taken, share: taken / (milliseconds * Math.max(before, slowness())) };
}

export async function until(isDone, seconds = 20, what = "what was waited for") {
  const end = Date.now() + 1000 * seconds * slowness();
  for (;;) {
    if (await isDone()) return;
    if (Date.now() > end) throw new Error(`${what} did not come in ${seconds} s`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** One request, headers and path exactly as given. */
export function get(port, path, headers = {}, method = "GET") {
  return new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      let body = "";
      response.on("data", (data) => (body += data));
      response.on("end", () => done({ status: response.statusCode, headers: response.headers, body, json: () => JSON.parse(body) }));
    });
    sent.on("error", fail);
    sent.end();
  });
}

/** Bytes sent as they are, and all that comes back until the other side closes. */
export function raw(port, bytes, seconds = 15) {
  return new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const timer = setTimeout(() => {
      socket.destroy();
      done(answer);
    }, 1000 * seconds * slowness());
    socket.on("data", (data) => (answer += data));
    socket.on("close", () => {
      clearTimeout(timer);
      done(answer);
    });
    socket.on("error", (error) => {
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") fail(error);
    });
    for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part);
  });
}

// ---- the browser -------------------------------------------------------------------------------

const kNoise = /favicon/;

export async function openBrowser(options = {}) {
  const { chromium } = require("playwright-core");
  const profile = temporaryFolder();
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: process.env.LOWPASS_CHROMIUM ?? "/usr/bin/chromium",
    headless: true, acceptDownloads: true, viewport: { width: 1280, height: 860 }, colorScheme: "light", ...options,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const complaints = [];
  const page = await context.newPage();
  page.setDefaultTimeout(60_000 * slowness());
  page.on("console", (message) => {
    if (message.type() === "error" && !kNoise.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  mkdirSync(screenshots, { recursive: true });
  // Chromium drops, without a word, what would be the eleventh download of a page within a second:
  // more than a person can ask for, but not more than a test on a fast machine.
  const saves = [];
  const turn = () => {
    const tenBefore = saves.at(-10);
    return tenBefore === undefined ? undefined : page.waitForTimeout(Math.max(0, tenBefore + 1001 - Date.now()));
  };
  return {
    context, page, complaints,
    shot: (name) => page.screenshot({ path: join(screenshots, `${name}.png`) }),
    /** Clicks a button that saves; the file's name and content. */
    saved: async (locator) => {
      await turn();
      const [download] = await Promise.all([page.waitForEvent("download"), locator.click()]);
      saves.push(Date.now());
      return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
    },
    close: async () => {
      await context.close();
      profile.remove();
    },
  };
}
