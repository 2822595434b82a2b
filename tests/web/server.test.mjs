// What the server promises to who asks politely, and to who does not.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chainRecording } from "./fixtures.mjs";
import { background, evolve, generationLine, get, moduleOf, program, raw, root, serve, shareOfLimit, temporaryFolder, until, write, writePaper, writeRun } from "./support.mjs";

const folder = temporaryFolder();
const runs = join(folder.path, "runs");
let server;

const api = async (request) => (await get(server.port, `/api/v1/${request}`)).json();
const runAt = async (path) => (await api("overview")).runs.find((run) => run.path === path);

before(async () => {
  write(join(folder.path, "secret.json"), '{"secret":true}');
  writeRun(join(folder.path, "outside"), {});
  writeRun(join(runs, "sweep/1"), { seed: 1 });
  writeRun(join(runs, "sweep/2"), { seed: 2, isFinished: false });
  symlinkSync("../outside", join(runs, "linked"));
  mkdirSync(join(runs, "half"));
  symlinkSync("../../secret.json", join(runs, "half/manifest.json"));
  writeFileSync(join(runs, "half/generations.jsonl"), generationLine(1));
  writePaper(runs);
  symlinkSync("../../secret.json", join(runs, "figures/leak.json"));
  server = await serve(runs);
});

after(async () => {
  await server.stop();
  folder.remove();
});

test("prints its address, which is on 127.0.0.1", () => {
  assert.match(server.out(), /^http:\/\/127\.0\.0\.1:\d+\/\n$/);
});

test("the page comes with a policy that allows no other script", async () => {
  const page = await get(server.port, "/");
  assert.equal(page.status, 200);
  assert.match(page.headers["content-type"], /^text\/html/);
  assert.match(page.body, /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
  assert.doesNotMatch(page.body.replace(/www\.w3\.org/g, ""), /(src|href)="https?:/);
});

test("runs are found at any depth, with state and problem", async () => {
  const one = await runAt("sweep/1");
  assert.equal(one.state, "finished");
  assert.equal(one.title, "octopus, omega3, C = 20");
  assert.equal(one.generation, 50);
  assert.equal(one.problem, null);
  const { columns } = await api(`run?path=sweep/1`);
  assert.equal(columns.best.length, 50);
  assert.deepEqual(Object.keys(columns.signals), ["sigma_least", "sigma_mean", "sigma_most"]);
  assert.equal(columns.signals.sigma_mean.length, 50);
  assert.equal((await api(`curves?group=${encodeURIComponent(one.group)}`)).runs.length, 2);
});

test("no file outside the folder is served: .., encoded .., absolute paths and links", async () => {
  const paths = ["/../secret.json", "/%2e%2e/secret.json", "/..%2fsecret.json", "/api/v1/../../secret.json", "//etc/passwd", "/runs/sweep/1/manifest.json"];
  for (const path of paths) {
    const answer = await raw(server.port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 40[04]/, path);
    assert.doesNotMatch(answer, /secret":true|root:/, path);
  }
  for (const run of ["..", "../outside", "sweep/../../outside", "linked", "/etc", "sweep/1/", "%2e%2e/outside", "sweep\0/1", "half/manifest.json"]) {
    for (const name of ["run", "weights", "spectrum", "population", "recording"]) {
      const answer = await get(server.port, `/api/v1/${name}?path=${encodeURIComponent(run)}&condition=trial:0`);
      assert.equal(answer.status, 404, `${name} ${run}`);
    }
  }
  for (const name of ["../claims", "../../secret", "leak", "..%2fclaims", "sub/x"]) {
    const answer = await get(server.port, `/api/v1/figure?name=${encodeURIComponent(name)}`);
    assert.equal(answer.status, 404, name);
    assert.doesNotMatch(answer.body, /"secret":true/);
  }
  assert.equal(await runAt("linked"), undefined);
  assert.match((await runAt("half")).problem, /manifest\.json is missing/);
});

test("foreign Host and Origin are refused, our own are not", async () => {
  const status = async (headers) => (await get(server.port, "/api/v1/overview", headers)).status;
  assert.equal(await status({ Host: `localhost:${server.port}` }), 200);
  assert.equal(await status({ Host: "[::1]:9" }), 200);
  for (const Host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1.evil.example", "10.1.2.3", "localhost.evil.example"]) {
    assert.equal(await status({ Host }), 403, Host);
  }
  assert.match(await raw(server.port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"), /^HTTP\/1\.1 403/);
  assert.match(await raw(server.port, "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"), /^HTTP\/1\.1 40[03]/);
  assert.equal(await status({ Origin: `http://127.0.0.1:${server.port}` }), 200);
  for (const Origin of ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"]) {
    assert.equal(await status({ Origin }), 403, Origin);
  }
  assert.equal(await status({ "Sec-Fetch-Site": "cross-site" }), 403);
});

test("oversized and malformed requests get a clean error, and the server goes on", async () => {
  const head = "Host: 127.0.0.1\r\nConnection: close\r\n";
  const cases = {
    "a long address": [`GET /${"a".repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 4\d\d/],
    "a long header": [`GET / HTTP/1.1\r\n${head}X: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 4\d\d/],
    "ten thousand headers": [`GET / HTTP/1.1\r\n${head}${"X: y\r\n".repeat(10_000)}\r\n`, /^HTTP\/1\.1 4\d\d/],
    "no request": ["hello\r\n\r\n", /^HTTP\/1\.1 400/],
    "zeros": ["\0\0\0\0\r\n\r\n", /^HTTP\/1\.1 400/],
    "another method": [`POST /api/v1/overview HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nhello`, /^HTTP\/1\.1 405/],
    "a body": [`GET /api/v1/overview HTTP/1.1\r\n${head}Content-Length: 999999999\r\n\r\n`, /^HTTP\/1\.1 413/],
    "an endless body": [`POST / HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n${"x".repeat(100_000)}`, /^HTTP\/1\.1 4\d\d/],
    "two hosts": [`GET / HTTP/1.1\r\n${head}Host: evil.example\r\n\r\n`, /^HTTP\/1\.1 403/],
    "a wrong escape": [`GET /api/v1/run?path=%zz%f HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 404/],
    "many parameters": [`GET /api/v1/run?${"a=1&".repeat(5)}${Array.from({ length: 40 }, (_, i) => `p${i}=1`).join("&")} HTTP/1.1\r\n${head}\r\n`, /^HTTP\/1\.1 400/],
    "a range": [`GET /api/v1/overview HTTP/1.1\r\n${head}Range: bytes=0-0,1-1,2-99999999999999999999\r\n\r\n`, /^HTTP\/1\.1 \d\d\d/],
  };
  for (const [name, [bytes, expected]] of Object.entries(cases)) assert.match(await raw(server.port, bytes), expected, name);
  for (const request of ["weights?path=sweep/1&size=x", "weights?path=sweep/1&size=-1", "weights?path=sweep/1&which=../best", "recording?path=sweep/1&which=first", "recording?path=sweep/1&size=1e99", "run"]) {
    const answer = await get(server.port, `/api/v1/${request}`);
    assert.equal(answer.status, 400, request);
    assert.equal(typeof answer.json().error, "string");
  }
  assert.equal((await get(server.port, "/api/v1/overview")).status, 200);
  assert.equal((await get(server.port, "/api/v1/nothing")).status, 404);
});

test("200 idle connections do not stop the page, nor do event streams", async () => {
  const sockets = Array.from({ length: 200 }, () => connect(server.port, "127.0.0.1").on("error", () => undefined));
  for (let i = 0; i < 40; ++i) sockets[i].write("GET /api/v1/events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  for (let i = 40; i < 80; ++i) sockets[i].write("GET / HT"); // a request that never ends
  await Promise.all(sockets.slice(0, 40).map((socket) => new Promise((done) => socket.once("data", done))));
  const { taken, share } = await shareOfLimit(1500, async () => {
    assert.equal((await get(server.port, "/")).status, 200);
    assert.equal((await get(server.port, "/api/v1/overview")).status, 200);
  });
  assert.ok(share < 1, `${taken} ms`);
  sockets.forEach((socket) => socket.destroy());
});

/** `count` connections that ask for events, one after the other; each with what it has been told so far. */
async function eventStreams(port, count) {
  const streams = [];
  while (streams.length < count) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    const stream = { socket, told: "" };
    socket.on("data", (data) => (stream.told += data));
    await new Promise((done) => socket.once("connect", done));
    socket.write("GET /api/v1/events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    streams.push(stream);
  }
  return streams;
}

test("a client that wants all event streams gets some, and locks nobody out", async () => {
  const streams = await eventStreams(server.port, 600);
  await until(() => streams.every((stream) => stream.told !== ""));
  const given = streams.filter((stream) => stream.told.startsWith("HTTP/1.1 200")).length;
  assert.ok(given > 0 && given <= 256, `${given}`); // some may still belong to who has just left
  assert.ok(streams.every((stream) => /^HTTP\/1\.1 (200|503)/.test(stream.told)));
  assert.equal((await get(server.port, "/")).status, 200);
  assert.equal((await get(server.port, "/api/v1/overview")).status, 200);
  streams.forEach((stream) => stream.socket.destroy());
  // What they had is free again.
  await until(async () => {
    const [again] = await eventStreams(server.port, 1);
    await until(() => again.told !== "");
    again.socket.destroy();
    return again.told.startsWith("HTTP/1.1 200");
  });
});

for (const [megabytes, halves] of [[400, 0], [250, 0], [150, 0], [150, 200]]) {
  test(`where no more threads can be started, the page is answered and streams give way: ${megabytes} MB, ${halves} half requests`, async () => {
    const small = await serve(runs, ["sh", "-c", `ulimit -v ${megabytes * 1024}; exec "$0" "$@"`, program]);
    const streams = await eventStreams(small.port, 60);
    const unfinished = Array.from({ length: halves }, () => connect(small.port, "127.0.0.1").on("error", () => {}));
    unfinished.forEach((socket) => socket.write("GET / HT"));
    // Memory may run out for one request; it does not end the server, nor keep others from being answered.
    const isAnswered = async () => {
      if (small.child.exitCode ?? small.child.signalCode) throw new Error(`serve ended, ${small.child.exitCode ?? small.child.signalCode}: ${small.err()}`);
      return (await get(small.port, "/api/v1/overview").catch(() => ({}))).status === 200;
    };
    await until(isAnswered, 20, "an answer beside the streams");
    [...unfinished, ...streams.map((stream) => stream.socket)].forEach((socket) => socket.destroy());
    await until(isAnswered, 20, "an answer without them");
    assert.equal(await small.stop(), 0);
  });
}

test("files that no run wrote are told, and neither end the server nor a report", async () => {
  const bad = join(folder.path, "bad");
  writeRun(join(bad, "good/1"), {});
  const deep = "[".repeat(200_000);
  const manifests = { deep, "deep-and-closed": deep + "]".repeat(200_000), list: "[1,2]", number: "7", nothing: "null", text: '"x"', odd: '{"configuration":{"task":7,"encoding":[],"budget":null},"seed":1e300,"result":[]}', starts: '{"configuration":{"task":{"starts":{"a":1},"compartments":1e300}}}' };
  for (const [name, manifest] of Object.entries(manifests)) {
    writeRun(join(bad, name, "1"), {});
    writeFileSync(join(bad, name, "1/manifest.json"), manifest);
  }
  const steps = { format: "lowpass-genome", version: 1, task: "octopus", actions: "raw", mapping: "omega3", genome: [1, 2, 3], steps: 2147483647 };
  writeFileSync(join(bad, "good/1/best.json"), JSON.stringify(steps));
  writeFileSync(join(bad, "good/1/last.json"), JSON.stringify({ ...steps, steps: 900_000 }));
  writeFileSync(join(bad, "claims.json"), deep);
  write(join(bad, "figures/deep.json"), deep);
  const shown = await serve(bad);
  const status = async (request) => (await get(shown.port, `/api/v1/${request}`)).status;
  assert.equal(await status("overview"), 200);
  assert.equal(await status("claims"), 404);
  assert.equal(await status("figure?name=deep"), 200);
  assert.equal(await status("recording?path=good/1&which=best"), 404); // more steps than there may be
  assert.equal(await status("recording?path=good/1&which=last"), 200); // as many as there may be, or nearly
  for (const name of Object.keys(manifests)) {
    for (const request of ["run", "spectrum", "population", "weights"]) assert.ok([200, 400, 404].includes(await status(`${request}?path=${name}/1`)), `${request} ${name}`);
  }
  assert.ok(shown.memory() < 200, `${shown.memory()} MB`);
  assert.equal(await shown.stop(), 0);
  const report = spawnSync(program, ["report", bad], { encoding: "utf8" });
  assert.equal(report.status, 0, report.stderr);
});

test("a request that comes drop by drop is ended after a few seconds", async () => {
  const socket = connect(server.port, "127.0.0.1");
  const timer = setInterval(() => socket.write("X"), 200);
  const { taken, share } = await shareOfLimit(9000, async () => {
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ");
    await new Promise((done) => socket.on("close", done).on("error", done).resume());
  });
  clearInterval(timer);
  assert.ok(share < 1, `${taken} ms`);
});

test("events tell of new generations, new runs and deleted runs", async () => {
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => (text += data));
  const { revision } = await api("overview");
  socket.write(`GET /api/v1/events?since=${revision}&path=sweep/2&from=50 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await until(() => text.includes("text/event-stream"));
  appendFileSync(join(runs, "sweep/2/generations.jsonl"), generationLine(51));
  await until(() => /event: generations\ndata: {"path":"sweep\/2","first":50,"size":51/.test(text));
  writeRun(join(runs, "later/1"), { seed: 1 });
  await until(() => /event: runs\ndata: [^\n]*"path":"later\/1"/.test(text));
  rmSync(join(runs, "later"), { recursive: true });
  await until(() => /"removed":\["later\/1"\]/.test(text));
  assert.equal((await get(server.port, "/api/v1/run?path=later/1")).status, 404);
  socket.destroy();
});

test("a torn last line, damaged lines and half-written files are told, and the rest is shown", async () => {
  const run = join(runs, "torn/1");
  writeRun(run, { isFinished: false, generations: 20 });
  appendFileSync(join(run, "generations.jsonl"), '{"generation":21,"evaluati');
  await until(async () => (await runAt("torn/1"))?.generation === 20);
  // While the file is fresh the run may still be writing; a finished one is not.
  writeRun(run, { isFinished: true, generations: 20 });
  appendFileSync(join(run, "generations.jsonl"), '{"generation":21,"evaluati');
  await until(async () => /torn line/.test((await runAt("torn/1")).problem ?? ""), 10);
  appendFileSync(join(run, "generations.jsonl"), 'nonsense\n' + generationLine(22));
  await until(async () => /1 unreadable line/.test((await runAt("torn/1")).problem ?? ""), 10);
  assert.equal((await runAt("torn/1")).generation, 22);
  truncateSync(join(run, "manifest.json"), 40);
  await until(async () => /half-written or damaged/.test((await runAt("torn/1")).problem ?? ""), 10);
  assert.equal((await api("run?path=torn/1")).manifest, null);
  writeFileSync(join(run, "generations.jsonl"), generationLine(1)); // begun anew
  await until(async () => (await runAt("torn/1")).generation === 1, 10);
  writeFileSync(join(run, "best.json"), '{"format":"lowpass-genome","versi');
  assert.equal((await get(server.port, "/api/v1/weights?path=torn/1")).status, 404);
  writeFileSync(join(runs, "claims.json"), '{"claims":[');
  assert.equal((await get(server.port, "/api/v1/claims")).status, 404);
});

test("a setup is its configuration: whatever differs but the seed makes another, and is named", async () => {
  const goal = { goal: [3.0, 2.0] };
  writeRun(join(runs, "goals/1"), { seed: 1, task: goal });
  writeRun(join(runs, "goals/2"), { seed: 2, task: goal });
  writeRun(join(runs, "goals/3"), { seed: 1 });
  await until(async () => (await runAt("goals/3")) !== undefined);
  const [one, two, three] = await Promise.all(["goals/1", "goals/2", "goals/3"].map(runAt));
  assert.equal(one.group, two.group);
  assert.notEqual(one.group, three.group);
  assert.equal(one.title, "goal = [3, 2]");
  assert.equal(three.title, "goal = [3.5, -3]");
  assert.equal((await runAt("sweep/1")).title, three.title, "titles of others follow");
  rmSync(join(runs, "goals"), { recursive: true });
  await until(async () => (await runAt("sweep/1")).title === "octopus, omega3, C = 20", 10);
});

test("a run of a task that this program does not have shows its curve, and what was recorded", async () => {
  writeRun(join(runs, "foreign/1"), { task: { name: "juggling", balls: 3 } });
  await until(async () => (await runAt("foreign/1")) !== undefined);
  const { task, geometry, columns } = await api("run?path=foreign/1");
  assert.equal(columns.best.length, 50);
  assert.equal(task.name, "juggling");
  assert.equal(task.can_replay, false);
  assert.match(task.problem, /juggling/);
  assert.deepEqual(task.conditions, []);
  assert.equal(geometry, null);
  const { scene } = chainRecording(1, 2);
  scene.parts = scene.parts.filter(({ role }) => role === "goal");
  const recording = { format: "lowpass-recording", version: 1, title: "three balls", fitness: 7, succeeded: true, outcome: "caught", scene, points: [[], []], levels: [[], []], signals: [[1], [2]] };
  write(join(runs, "foreign/1/recordings/three.json"), JSON.stringify(recording));
  assert.deepEqual((await api("run?path=foreign/1")).task.conditions, [{ id: "recorded:three", name: "three", trained: false, test: null }]);
  const answer = await api("recording?path=foreign/1&condition=recorded:three");
  assert.equal(answer.title, "three balls");
  assert.equal(answer.frames, 2);
  for (const name of ["..%2Fmanifest", "nothing", ""]) assert.ok((await get(server.port, `/api/v1/recording?path=foreign/1&condition=recorded:${name}`)).status >= 400, name);
  writeFileSync(join(runs, "foreign/1/recordings/three.json"), '{"format":"lowpass-rec');
  assert.equal((await get(server.port, "/api/v1/recording?path=foreign/1&condition=recorded:three")).status, 404);
});

for (const [name, settings] of [["octopus", ["task.starts=[-1.2345678901234567,0.1]", "task.compartments=23"]], ["poles", []]]) {
  test(`the episode shown is the one that was scored: ${name}`, async () => {
    const folderOfRun = join(runs, `real-${name}`);
    evolve(folderOfRun, ["budget.evaluations=60", ...settings], [], name);
    await until(async () => (await runAt(`real-${name}`)) !== undefined);
    const { task } = await api(`run?path=real-${name}`);
    assert.equal(task.can_replay, true);
    const trained = task.conditions.filter((condition) => condition.trained);
    const scores = [];
    for (const { id } of trained) scores.push((await api(`recording?path=real-${name}&condition=${id}`)).fitness);
    const { fitness } = JSON.parse(readFileSync(join(folderOfRun, "best.json"), "utf8"));
    assert.equal(scores.reduce((sum, score) => sum + score, 0) / scores.length, fitness, "to the last bit");
    assert.ok(task.conditions.some((condition) => condition.test !== null), "and there are tests");
    for (const { id } of task.conditions) assert.equal((await get(server.port, `/api/v1/recording?path=real-${name}&condition=${encodeURIComponent(id)}`)).status, 200, id);
    for (const request of ["weights", "spectrum", "population"]) assert.equal((await get(server.port, `/api/v1/${request}?path=real-${name}`)).status, 200, request);
  });
}

test("other sizes and keys are tried, within bounds; texts, which may name files, are not", async () => {
  const ask = (more) => get(server.port, `/api/v1/recording?path=real-octopus&condition=trial:0${more}`);
  assert.equal((await ask("&size=5")).status, 200);
  assert.equal((await ask("&size=23")).status, 200, "its own");
  assert.match((await ask("&size=41")).json().error, /at most 40/);
  assert.equal((await ask(`&set=${encodeURIComponent("task.goal=[3,2]; task.steps=20")}`)).json().frames, 21);
  assert.match((await ask(`&set=${encodeURIComponent("task.gaol=3")}`)).json().error, /did you mean task\.goal/);
  assert.match((await ask(`&set=${encodeURIComponent("encoding.mapping=direct")}`)).json().error, /a key of the task/);
  assert.match((await ask(`&set=${encodeURIComponent("task.arm=/etc/passwd")}`)).json().error, /cannot be set on the page/);
  assert.equal((await get(server.port, "/api/v1/recording?path=real-octopus&condition=trial:9")).status, 400);
  assert.match((await get(server.port, "/api/v1/recording?path=real-poles&condition=trial:0&size=3")).json().error, /no size/);
});

test("runs of earlier versions show, and replay the episodes that were scored", async () => {
  const earlier = join(root, "tests/data/earlier");
  const other = await serve(earlier);
  const ask = async (request) => (await get(other.port, `/api/v1/${request}`)).json();
  const { runs: all } = await ask("overview");
  assert.deepEqual(all.map(({ path }) => path), ["direct", "finished", "growing", "stopped"]);
  for (const { path } of all) {
    const { task, columns } = await ask(`run?path=${path}`);
    assert.ok(columns.signals.sigma_mean.length > 0, path);
    const scores = [];
    for (const { id } of task.conditions.filter(({ trained }) => trained)) scores.push((await ask(`recording?path=${path}&condition=${id}`)).fitness);
    const { fitness } = JSON.parse(readFileSync(join(earlier, path, "best.json"), "utf8"));
    assert.equal(scores.reduce((sum, score) => sum + score, 0) / scores.length, fitness, path);
    for (const request of ["weights", "spectrum", "population"]) assert.equal((await get(other.port, `/api/v1/${request}?path=${path}`)).status, 200, `${path} ${request}`);
  }
  assert.equal(await other.stop(), 0);
});

test("an address in use is one line on stderr; Ctrl-C ends with 0, also while pages are open", async () => {
  const second = background(["serve", runs, "--port", String(server.port)]);
  assert.equal(await second.ended, 1);
  assert.match(second.err(), /^lowpass: cannot listen at 127\.0\.0\.1 port \d+: .*\n$/);
  const third = await serve(runs);
  const sockets = [1, 2, 3].map(() => connect(third.port, "127.0.0.1").on("error", () => undefined));
  sockets[0].write("GET /api/v1/events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await new Promise((done) => sockets[0].once("data", done));
  const { taken, share } = await shareOfLimit(2000, async () => assert.equal(await third.stop(), 0));
  assert.ok(share < 1, `${taken} ms`);
  sockets.forEach((socket) => socket.destroy());
  const missing = background(["serve", join(folder.path, "nowhere")]);
  assert.equal(await missing.ended, 4);
  assert.match(missing.err(), /nowhere: no such folder/);
});

test("groups and medians are those of the sweep's table", async () => {
  const out = join(runs, "table");
  const done = spawnSync(program, ["evolve", "octopus", "--json", "--out", out, "--runs", "3", "--set", "task.preset=paper", "--set", "task.compartments=4", "--set", "task.steps=30", "--set", "budget.evaluations=100",
    "--set", "budget.target=0.1", "--sweep", "encoding.coefficients=5,10,15", "--sweep", "optimizer.sigma0=1,3"], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  const { settings } = JSON.parse(done.stdout);
  assert.ok(settings.some(({ reached, runs }) => 0 < reached && reached < runs), "the target tells the settings apart");
  await until(async () => (await api("overview")).runs.filter(({ path }) => path.startsWith("table/")).length === 18);
  const { setupsOf, toTarget } = await moduleOf("setups");
  const setups = setupsOf((await api("overview")).runs).filter(({ folder: place }) => place.startsWith("table/"));
  const shown = Object.fromEntries(setups.map((setup) => [setup.folder.slice("table/".length), setup]));
  assert.deepEqual(Object.keys(shown).sort(), settings.map(({ name }) => name).sort());
  for (const { name, runs: count, reached, median_evaluations, best_fitness } of settings) {
    assert.equal(shown[name].runs.length, count, name);
    assert.deepEqual(toTarget(shown[name]), { reached, median: median_evaluations }, name);
    assert.equal(Math.max(...shown[name].runs.map(({ best }) => best)), Number(best_fitness.toPrecision(6)), `${name}: the page has six digits`);
  }
});
