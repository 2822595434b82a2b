// 500 runs of 400 generations in one folder.
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { generationLine, openBrowser, serve, shareOfLimit, temporaryFolder, until, writeRun } from "./support.mjs";

const folder = temporaryFolder();
let server, browser, page;

before(async () => {
  for (let i = 0; i < 500; ++i) {
    const coefficients = 10 * (1 + (i % 25));
    writeRun(join(folder.path, `c${coefficients}`, String(1 + Math.floor(i / 25))), { seed: 1 + Math.floor(i / 25), coefficients, generations: 400, isFinished: i > 0 });
  }
  server = await serve(folder.path);
  browser = await openBrowser();
  page = browser.page;
});

after(async () => {
  await browser?.close();
  await server.stop();
  folder.remove();
});

test("the overview is there within 2 seconds, the first look at the files included", async () => {
  const { taken, share } = await shareOfLimit(2000, async () => {
    await page.goto(server.address);
    await page.waitForFunction(() => document.querySelectorAll("tr.group").length === 25);
  });
  assert.equal(await page.locator(".tile .value").first().innerText(), "500");
  console.log(`overview after ${taken} ms, server ${server.memory().toFixed(0)} MB`);
  assert.ok(share < 1, `${taken} ms`);
  await browser.shot("scale");
});

test("the server stays below 200 MB, with all curves asked for", async () => {
  await page.evaluate(() => { location.hash = "#/curves"; });
  await page.waitForSelector(".uplot canvas");
  const overview = await (await fetch(`${server.address}api/v1/overview`)).json();
  for (const group of new Set(overview.runs.map((run) => run.group))) await fetch(`${server.address}api/v1/curves?group=${encodeURIComponent(group)}`).then((answer) => answer.json());
  assert.ok(server.memory() < 200, `${server.memory()} MB`);
});

test("a live curve stays smooth: no frame waits while generations come in", async () => {
  await page.evaluate(() => { location.hash = `#/run/${encodeURIComponent("c10/1")}`; });
  await page.waitForSelector(".uplot canvas");
  await until(async () => (await page.locator(".facts").innerText()).includes("400"));
  await page.evaluate(() => {
    window.__tasks = [];
    new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
  });
  const { taken, share } = await shareOfLimit(250, async () => {
    for (let g = 401; g <= 440; ++g) {
      appendFileSync(join(folder.path, "c10/1/generations.jsonl"), generationLine(g));
      await page.waitForTimeout(50);
    }
    await until(async () => (await page.locator(".facts").innerText()).includes("440"));
    return Math.max(0, ...(await page.evaluate(() => window.__tasks)));
  });
  console.log(`longest task while live: ${taken} ms`);
  assert.ok(share < 1, `${taken} ms`);
  assert.deepEqual(browser.complaints, []);
});
