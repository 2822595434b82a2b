// The page in a real browser, while a run goes on.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { background, evolve, openBrowser, serve, temporaryFolder, until, writePaper, writeRun } from "./support.mjs";

const folder = temporaryFolder();
const script = "<img src=x onerror=window.__hit=1><script>window.__hit=1</script>".replaceAll("/", "_");
let server, browser, page, run;

before(async () => {
  evolve(join(folder.path, "done"), ["budget.evaluations=400"]);
  evolve(join(folder.path, "direct"), ["budget.evaluations=120", "encoding.mapping=direct"]);
  evolve(join(folder.path, "balance"), ["task.poles=2", "budget.evaluations=150"], [], "poles");
  writeRun(join(folder.path, "torn", script), { generations: 20 });
  writePaper(folder.path);
  server = await serve(folder.path);
  browser = await openBrowser();
  page = browser.page;
});

after(async () => {
  await run?.stop();
  await browser?.close();
  await server.stop();
  folder.remove();
});

const open = async (route) => {
  await page.goto(`${server.address}#/${route}`);
  await page.waitForSelector(".view h1, .view .notice");
};
const saves = async (title, kinds = ["SVG", "PNG", "CSV"]) => {
  const figure = page.locator("figure", { has: page.locator("h3", { hasText: title }) }).first();
  const files = {};
  for (const kind of kinds) files[kind] = await browser.saved(figure.locator("button", { hasText: kind }));
  if (files.SVG) {
    assert.match(files.SVG.name, /\.svg$/);
    assert.match(files.SVG.content.toString(), /^<\?xml[^]*<svg[^]*<\/svg>\s*$/, title);
    assert.doesNotMatch(files.SVG.content.toString(), /var\(--/);
  }
  if (files.PNG) assert.equal(files.PNG.content.subarray(1, 4).toString(), "PNG");
  if (files.CSV) assert.ok(files.CSV.content.toString().split("\n").length > 2, title);
  return files;
};
const picture = () => page.locator("svg.scene").evaluate((svg) => svg.outerHTML);
const clean = () => assert.deepEqual(browser.complaints, []);

test("a run that starts while the page is open appears, and its numbers grow", async () => {
  await open("");
  await page.waitForFunction(() => document.querySelectorAll("tr.run").length === 4);
  run = background(["evolve", "octopus", "--out", join(folder.path, "live", "1"), "--threads", "1", "--set", "budget.evaluations=1000000"]);
  await page.waitForSelector("tr.run .state.running");
  const evaluations = () => page.locator("tr.run", { has: page.locator(".state.running") }).locator("td").nth(4).innerText();
  const before = await evaluations();
  await until(async () => (await evaluations()) !== before);
  await browser.shot("overview");
  await saves("setups", ["CSV"]);
  clean();
});

test("a name that is a script is shown as text", async () => {
  await page.locator("tr.run a", { hasText: "onerror=window.__hit" }).waitFor();
  await open(`run/${encodeURIComponent(`torn/${script}`)}`);
  await page.waitForSelector("figure");
  assert.match(await page.locator("h1").innerText(), /<img src=x onerror/);
  await open("paper");
  await page.waitForSelector("img.outside");
  assert.equal(await page.evaluate(() => window.__hit), undefined);
  clean();
});

test("the curve of a run grows without reloading", async () => {
  await page.evaluate(() => { window.__kept = true; });
  await page.evaluate(() => { location.hash = `#/run/${encodeURIComponent("live/1")}`; });
  await page.waitForSelector(".uplot canvas");
  const generation = async () => Number((await page.locator(".facts div", { hasText: "generation" }).locator("dd").innerText()).replace(/\D/g, ""));
  const before = await generation();
  const image = await page.locator(".uplot canvas").first().evaluate((canvas) => canvas.toDataURL());
  await until(async () => (await generation()) > before + 5);
  await until(async () => (await page.locator(".uplot canvas").first().evaluate((canvas) => canvas.toDataURL())) !== image);
  assert.equal(await page.evaluate(() => window.__kept), true);
  await page.getByLabel("log x").check();
  await page.getByLabel("log y").check();
  await browser.shot("curve");
  const files = await saves("Fitness");
  assert.match(files.CSV.content.toString(), /^generation,evaluations,best so far,best,mean,worst\n1,16,/);
  clean();
});

test("setups are filtered, chosen and compared, live, on linear and logarithmic axes", async () => {
  await open("curves");
  await page.waitForSelector(".uplot canvas");
  await page.waitForFunction(() => document.querySelectorAll(".chip[aria-pressed=true]").length >= 2);
  await page.getByLabel("log x").uncheck();
  await page.getByLabel("log y").check();
  await browser.shot("curves");
  const files = await saves("Fitness over the search");
  assert.match(files.CSV.content.toString(), /^setup,evaluations,median,mean,lower_quartile,/);
  const pressed = () => page.locator(".chip[aria-pressed=true]").count();
  const all = await pressed();
  await page.getByLabel("Filter the setups").fill("direct");
  assert.equal(await page.locator(".chip").count(), 1);
  await page.getByRole("button", { name: "None" }).click();
  await page.getByLabel("Filter the setups").fill("");
  await until(async () => (await pressed()) === all - 1);
  await page.getByRole("button", { name: "None" }).click();
  await page.waitForSelector("text=Choose setups");
  await page.getByRole("button", { name: "All" }).click();
  await until(async () => (await pressed()) === all);
  run.child.kill("SIGSTOP"); // nothing below looks at it while it goes on, and it takes a core
  clean();
});

test("an episode plays, is scrubbed, starts elsewhere and changes its size and its keys", async () => {
  await open("run/done/replay");
  await page.waitForSelector("svg.scene");
  const first = await picture();
  await until(async () => (await picture()) !== first);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.locator(".scrubber").fill("100");
  await page.waitForFunction(() => document.querySelector(".readout")?.textContent?.includes("100 / "));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".readout")?.textContent?.includes("101 / "));
  const down = await picture();
  await page.getByLabel("Condition").selectOption({ label: "start π/4" });
  await until(async () => (await picture()) !== down);
  const parts = () => page.locator("svg.scene path").count();
  const before = await parts();
  await page.getByLabel("compartments").fill("15");
  await until(async () => (await parts()) > before);
  await page.getByLabel("Other keys").fill("task.steps=20");
  await page.getByLabel("Other keys").press("Tab");
  await page.waitForFunction(() => document.querySelector(".readout")?.textContent?.includes("/ 20"));
  await page.getByLabel("Other keys").fill("");
  await page.getByLabel("Other keys").press("Tab");
  await page.waitForFunction(() => document.querySelector(".readout")?.textContent?.includes("/ 375"));
  await page.getByLabel("Controller").selectOption("last");
  await page.waitForTimeout(300);
  await page.locator(".scrubber").fill("60");
  await browser.shot("replay");
  const files = await saves("Replay");
  assert.match(files.CSV.content.toString(), /^step,time,distance,/);
  assert.match((await saves("distance")).CSV.content.toString(), /^time,distance\n0,/);
  clean();
});

test("a key that the task refuses is told in its own words", async () => {
  await open("run/done/replay");
  await page.waitForSelector("svg.scene");
  await page.getByLabel("Other keys").fill("task.gaol=[1,2]");
  await page.getByLabel("Other keys").press("Tab");
  await page.waitForSelector("text=did you mean task.goal");
  browser.complaints.length = 0; // the browser tells of the 400
  await page.getByLabel("Other keys").fill("");
  await page.getByLabel("Other keys").press("Tab");
  await page.waitForSelector("svg.scene");
});

test("another task has the same: curve, replay with its signals, weights, spectrum, population", async () => {
  await open("run/balance");
  await page.waitForSelector("figure >> text=Sigma");
  await browser.shot("poles-curve");
  await open("run/balance/replay");
  await page.waitForSelector("svg.scene");
  await page.waitForSelector(".signals .uplot canvas");
  assert.deepEqual(await page.locator(".signals h3").allInnerTexts(), ["position", "angle", "force"]);
  assert.match(await page.locator(".readout").innerText(), /time [\d.]+ s/);
  const mark = () => page.locator(".signals .mark").first().evaluate((element) => element.style.transform);
  await page.locator(".scrubber").fill("0");
  const start = await mark();
  await page.locator(".scrubber").fill("5");
  await until(async () => (await mark()) !== start);
  await browser.shot("poles");
  const files = await saves("Replay");
  assert.match(files.CSV.content.toString(), /^step,time,position,angle 1,angle 2,force,/);
  for (const [tab, text] of [["weights", "8 weights from"], ["spectrum", "Coefficients now"], ["population", "individuals"]]) {
    await open(`run/balance/${tab}`);
    await page.waitForSelector(`text=${text}`);
  }
  clean();
});

test("weights, spectrum, population and details are there", async () => {
  await open("run/done/weights");
  await page.waitForSelector("figure svg rect");
  await page.getByLabel("Decoded for").fill("14");
  await page.waitForFunction(() => document.querySelector("figcaption")?.textContent?.startsWith("6996 weights"));
  await browser.shot("weights");
  assert.equal((await saves("Weights")).CSV.content.toString().split("\n").length, 46);
  await open("run/done/spectrum");
  await page.waitForSelector("figure >> text=Coefficients over generations");
  await browser.shot("spectrum");
  await saves("Coefficients now");
  await saves("Step sizes over generations");
  await open("run/done/population");
  await page.waitForSelector("figcaption >> text=individuals");
  await browser.shot("population");
  await saves("Population");
  await open("run/direct/spectrum");
  await page.waitForSelector("text=This run searches the weights themselves");
  await open("run/done/details");
  await page.waitForSelector("text=wall_seconds");
  await browser.shot("details");
  clean();
});

test("the paper's claims and every figure, and the encoding explained", async () => {
  await open("paper");
  await page.waitForFunction(() => document.querySelectorAll("figure").length === 7);
  assert.equal(await page.locator(".claims details").count(), 3);
  await browser.shot("paper");
  for (const title of ["Fitness against evaluations", "Evaluations to reach 0.75", "Fitness for each number", "Fitness from starts", "Indirect less direct"]) await saves(title);
  const sketch = page.locator("figure", { has: page.locator("h3", { hasText: "sketch" }) });
  assert.match((await browser.saved(sketch.locator("button", { hasText: "SVG" }))).content.toString(), /any other figure/);
  await browser.saved(sketch.locator("button", { hasText: "PNG" }));
  await open("encoding");
  await page.getByRole("slider", { name: "Rows" }).fill("5");
  await page.getByRole("slider", { name: "Coefficients" }).fill("7");
  await page.getByLabel("g₁").fill("-4");
  await browser.shot("encoding");
  await saves("Order of the coefficients");
  await saves("The same five genes");
  clean();
});

test("keys lead everywhere; dark and narrow fit", async () => {
  await page.keyboard.press("1");
  await page.waitForSelector("h1 >> text=Runs");
  await page.keyboard.press("/");
  await page.keyboard.type("direct");
  await page.waitForFunction(() => document.querySelectorAll("tr.group").length === 1);
  await page.keyboard.press("Tab");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  for (const [width, name] of [[1280, "dark"], [390, "narrow"]]) {
    await page.setViewportSize({ width, height: 860 });
    for (const route of ["", "curves", "run/done/replay", "run/balance/replay", "run/done/weights", "encoding", "paper"]) {
      await open(route);
      await page.waitForTimeout(200);
      const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(content <= window_ + 1, `${route}: ${content} in ${window_}`);
      await browser.shot(`${name}-${route.replace(/\W/g, "-") || "overview"}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  clean();
});

test("a deleted run and a stopped server are told", async () => {
  await open("run/live%2F1");
  await page.waitForSelector(".uplot canvas");
  await run.stop("SIGKILL");
  rmSync(join(folder.path, "live"), { recursive: true });
  await page.waitForSelector("text=This run was deleted");
  await open("run/nowhere");
  await page.waitForSelector("text=This run cannot be shown");
  browser.complaints.length = 0; // the browser tells of the 404
  await open("");
  await server.stop();
  await page.waitForSelector(".banner:not([hidden])");
  await browser.shot("lost");
});
