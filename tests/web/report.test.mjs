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
  assert.equal(rows.length, 4);
  assert.match(rows[0], /^path,setup,seed,state,/);
});

test("shows runs, curves, claims and figures", async () => {
  await page.waitForFunction(() => document.querySelectorAll("tr.run").length === 3);
  await browser.shot("report");
  await go("curves");
  await page.waitForSelector(".uplot canvas");
  await go("paper");
  await page.waitForSelector("figure >> text=Fitness against evaluations");
  assert.equal(await page.evaluate(() => window.__hit), undefined);
});

test("plays the arm of the best run from trained and untrained starts, and at other lengths", async () => {
  await go("");
  await page.locator('tr.run a[href*="runs%2F"]:not(.bare)').click(); // the best of its setup
  await page.waitForSelector(".uplot canvas");
  await page.getByRole("tab", { name: "Arm" }).click();
  await page.waitForSelector("svg.arm");
  await page.getByLabel("Start").selectOption({ label: "+45° (not trained)" });
  await page.waitForSelector("svg.arm");
  await page.getByLabel("Start").selectOption({ label: "0° (trained)" });
  await page.getByLabel("Length").fill("12");
  await page.waitForFunction(() => document.querySelector(".readout")?.textContent?.includes("/ 300"));
  await browser.shot("report-arm");
  const saved = await browser.saved(page.locator("button.save", { hasText: "SVG" }).first());
  assert.match(saved.content.toString(), /<svg/);
  await page.getByLabel("Length").fill("11");
  await page.waitForSelector("text=not part of the report");
  for (const tab of ["Weights", "Spectrum", "Population", "Details"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForSelector("#panel figure, #panel section");
    assert.equal(await page.locator("#panel .notice").count(), 0, tab);
  }
});

test("asks nobody, complains of nothing", () => {
  assert.deepEqual(browser.complaints, []);
});
