// A program with a task of its own (OWN_PROGRAM: its path) has the page, too. Without one, skipped.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, serve, temporaryFolder } from "./support.mjs";

const own = process.env.OWN_PROGRAM;
const folder = temporaryFolder();
let server, browser, name;

/** The task that the program adds to those of the library. */
function ownTask() {
  const listed = JSON.parse(spawnSync(own, ["tasks", "--json"], { encoding: "utf8" }).stdout);
  const names = (Array.isArray(listed) ? listed : listed.tasks).map((task) => task.name);
  return names[names.length - 1];
}

before(async () => {
  if (!own) return;
  name = ownTask();
  const done = spawnSync(own, ["evolve", name, "--out", join(folder.path, "first"), "--set", "budget.evaluations=200"], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  server = await serve(folder.path, own);
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

test("a user's own task: curve, replay, weights, spectrum, population", { skip: !own && "OWN_PROGRAM is not set" }, async () => {
  const { page } = browser;
  const open = async (route) => {
    await page.goto(`${server.address}#/${route}`);
    await page.waitForSelector(".view h1");
  };
  await open("");
  await page.waitForSelector(`tr.group >> text=${name}`);
  await browser.shot("own-overview");
  await open("run/first");
  await page.waitForSelector(".uplot canvas");
  await open("run/first/replay");
  await page.waitForSelector("svg.scene");
  await page.locator(".scrubber").fill("3");
  await browser.shot("own-replay");
  for (const tab of ["weights", "spectrum", "population", "details"]) {
    await open(`run/first/${tab}`);
    await page.waitForSelector("#panel figure svg, #panel section");
    assert.equal(await page.locator("#panel .notice").count(), 0, tab);
  }
  assert.deepEqual(browser.complaints, []);
});
