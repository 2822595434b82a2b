// The page with made-up answers: scenes, signals and setups that no task of the program has.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { fixtureAnswers, fixturePage } from "./fixtures.mjs";
import { openBrowser, root, temporaryFolder, until } from "./support.mjs";

const folder = temporaryFolder();
let browser, page;

before(async () => {
  const built = join(folder.path, "page.html");
  const done = spawnSync(process.execPath, [join(root, "web/build.mjs"), "--out", built, "--with-tests"], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  const file = join(folder.path, "fixture.html");
  writeFileSync(file, fixturePage(built, fixtureAnswers(40)));
  browser = await openBrowser({ offline: true });
  page = browser.page;
  await page.goto(pathToFileURL(file).href);
});

after(async () => {
  await browser?.close();
  folder.remove();
});

const go = async (route) => {
  await page.evaluate((hash) => { location.hash = hash; }, `#/${route}`);
  await page.waitForSelector(".view h1");
};
const attribute = (selector, name) => page.locator(selector).first().getAttribute(name);

test("parts move, levels colour them, a trace grows, what stands still stays", async () => {
  await go("run/chain/replay");
  await page.waitForSelector("svg.scene");
  const look = async (frame) => {
    await page.locator(".scrubber").fill(String(frame));
    await page.waitForFunction((text) => document.querySelector(".readout")?.textContent?.includes(text), `${frame} / `);
    return { link: await attribute('[data-role="link"]', "d"), fill: await attribute('[data-role="link"]', "fill"), width: await attribute('[data-role="above"]', "stroke-width"), way: (await attribute('[data-role="way"]', "d")).length, goal: await attribute('[data-role="goal"]', "cx"), turn: await attribute('[data-role="turn"]', "fill-opacity") };
  };
  const first = await look(2);
  const later = await look(60);
  for (const moved of ["link", "fill", "width", "turn"]) assert.notEqual(first[moved], later[moved], moved);
  assert.ok(later.way > first.way);
  assert.equal(later.goal, first.goal);
  assert.deepEqual(await look(2), first, "back again");
  assert.equal(await page.locator('[data-role="goal"]').getAttribute("fill"), "none");
  assert.deepEqual(await page.locator(".key").allInnerTexts(), ["upper", "across", "lower", "surface", "way of the tip", "goal"]);
});

test("sizes that the report holds are shown, others are told", async () => {
  await page.getByLabel("links").fill("15");
  await until(async () => (await page.locator('[data-role="link"]').count()) === 15);
  await page.keyboard.press("]");
  await page.waitForSelector("text=not part of the report");
  await page.getByLabel("Condition").selectOption("test:0:0");
  await page.waitForSelector("text=not part of the report");
});

test("signals with a common beginning share a chart; a click there is a place in time", async () => {
  await go("run/cart/replay");
  await page.waitForSelector(".signals .uplot canvas");
  assert.deepEqual(await page.locator(".signals h3").allInnerTexts(), ["position", "angle", "force"]);
  await page.locator(".signals .u-over").nth(0).click({ position: { x: 30, y: 20 } });
  const step = Number(/step (\d+)/.exec(await page.locator(".readout").innerText())[1]);
  assert.ok(step > 0 && step < 100, `${step}`);
  assert.match(await page.locator(".readout").innerText(), /balanced after 1000 steps/);
  assert.equal(await page.locator("svg.scene text").innerHTML(), "one pole");
});

test("an episode without a picture is curves alone", async () => {
  await go("run/cart/replay");
  await page.getByLabel("Condition").selectOption("recorded:curves");
  await page.waitForSelector(".stage", { state: "hidden" });
  assert.deepEqual(await page.locator(".signals h3").allInnerTexts(), ["reward"]);
  await page.getByLabel("Condition").selectOption("trial:0");
  await page.waitForSelector("svg.scene");
});

test("a run that cannot be replayed says why", async () => {
  await go("run/other/replay");
  await page.waitForSelector("text=expected one of chain, cart");
});

test("any signals of a search are plotted, positive ones on a logarithmic axis", async () => {
  await go("run/chain");
  await page.waitForSelector(".uplot canvas");
  for (const title of ["Sigma", "Condition", "Drift"]) await page.waitForSelector(`figure h3 >> text=${title}`);
  const files = await browser.saved(page.locator("figure", { has: page.locator("h3", { hasText: "Sigma" }) }).locator("button", { hasText: "CSV" }));
  assert.match(files.content.toString(), /^generation,evaluations,least,mean,most\n1,16,/);
});

test("weights are called by their grids", async () => {
  await go("run/chain/weights");
  await page.waitForSelector("figure svg rect");
  assert.match(await page.locator("figure svg").first().innerHTML(), /segment 6 × variable 4/);
  await page.locator("figure svg g").first().hover();
  await page.waitForFunction(() => /^to segment \d, group \d from segment \d, variable \d: /.test(document.querySelector(".pointed")?.textContent ?? ""));
});

test("among many setups the chart stays in sight, and a filter chooses", async () => {
  await go("");
  await page.getByLabel("Filter the runs").fill("σ0 = 2");
  await page.getByRole("button", { name: "Compare these" }).click();
  await page.waitForSelector(".uplot canvas");
  assert.equal(await page.locator(".chip[aria-pressed=true]").count(), 13, "of 40, every third");
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.waitForTimeout(200);
  const box = await page.locator(".uplot").boundingBox();
  assert.ok(box.y >= 0 && box.y < 200, `${box.y}`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("button", { name: "All" }).click();
  await until(async () => (await page.locator(".chip[aria-pressed=true]").count()) === 24);
  await page.waitForSelector("text=at most 24");
});

test("dark and narrow fit", async () => {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => { document.documentElement.dataset.theme = value; }, theme);
    for (const width of [1280, 400]) {
      await page.setViewportSize({ width, height: 860 });
      for (const route of ["curves", "run/chain/replay", "run/cart/replay", "run/chain/weights"]) {
        await go(route);
        await page.waitForTimeout(250);
        const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        assert.ok(content <= window_ + 1, `${route}: ${content} in ${window_}`);
        await browser.shot(`scene-${theme}-${width}-${route.replace(/\W/g, "-")}`);
      }
    }
  }
});

test("complains of nothing", () => {
  assert.deepEqual(browser.complaints, []);
});
