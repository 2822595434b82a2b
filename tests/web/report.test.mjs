// A report opens from disk, without any network.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { evolve, openBrowser, program, temporaryFolder, writePaper, writeRun } from "./support.mjs";

const folder = temporaryFolder();
const html = join(folder.path, "report.html");
let browser, page;

before(async () => {
  evolve(join(folder.path, "runs"), ["budget.evaluations=200"], ["--runs", "2"]);
  evolve(join(folder.path, "balance"), ["task.poles=2", "budget.evaluations=150"], [], "poles");
  writeRun(join(folder.path, "</script><script>window.__hit=1</script>".replaceAll("/", "_"), "1"), { coefficients: 40 });
  writePaper(folder.path);
  const done = spawnSync(program, ["report", folder.path], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  assert.equal(done.stdout, `${html}\n${join(folder.path, "report.csv")}\n`);
  browser = await openBrowser({ offline: true });
  page = browser.page;
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) browser.complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(pathToFileURL(html).href);
});

after(async () => {
  await browser?.close();
  folder.remove();
});

const go = async (route) => {
  await page.evaluate((hash) => { location.hash = hash; }, `#/${route}`);
  await page.waitForSelector(".view h1");
};

test("is one file of moderate size, with the runs as CSV beside it", () => {
  assert.ok(statSync(html).size < 15e6);
  const rows = readFileSync(join(folder.path, "report.csv"), "utf8").trim().split("\n");
  assert.equal(rows.length, 5);
  assert.match(rows[0], /^path,setup,seed,state,/);
});

test("shows runs, curves, claims and figures", async () => {
  await page.waitForFunction(() => document.querySelectorAll("tr.run").length === 4);
  await browser.shot("report");
  await go("curves");
  await page.waitForSelector(".uplot canvas");
  await go("paper");
  await page.waitForSelector("figure >> text=Fitness against evaluations");
  assert.equal(await page.evaluate(() => window.__hit), undefined);
});

test("plays the best run under trained and untrained conditions, and at other sizes", async () => {
  await go("");
  await page.locator('tr.run a[href*="runs%2F"]:not(.bare)').click(); // the best of its setup
  await page.waitForSelector(".uplot canvas");
  await page.getByRole("tab", { name: "Replay" }).click();
  await page.waitForSelector("svg.scene");
  await page.getByLabel("Condition").selectOption({ label: "start π/4" });
  await page.waitForSelector("svg.scene");
  await page.getByLabel("Condition").selectOption({ label: "start 0" });
  await page.getByLabel("compartments").fill("13");
  await page.waitForFunction(() => document.querySelector(".readout")?.textContent?.includes("/ 325"));
  assert.equal(await page.getByLabel("Other keys").count(), 0);
  await browser.shot("report-replay");
  const saved = await browser.saved(page.locator("button.save", { hasText: "SVG" }).first());
  assert.match(saved.content.toString(), /<svg/);
  await page.getByLabel("compartments").fill("11");
  await page.waitForSelector("text=not part of the report");
  for (const tab of ["Weights", "Spectrum", "Population", "Details"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForSelector("#panel figure, #panel section");
    assert.equal(await page.locator("#panel .notice").count(), 0, tab);
  }
});

test("plays another task, from its own start and those of its tests", async () => {
  await go("run/balance/replay");
  await page.waitForSelector("svg.scene");
  assert.equal(await page.getByLabel("Condition").locator("option").count(), 13);
  await page.getByLabel("Condition").selectOption({ index: 7 });
  await page.waitForSelector("svg.scene");
  await browser.shot("report-poles");
});

test("asks nobody, complains of nothing", () => {
  assert.deepEqual(browser.complaints, []);
});
