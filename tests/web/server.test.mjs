// What the server promises to who asks politely, and to who does not.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { background, generationLine, get, raw, serve, temporaryFolder, until, write, writePaper, writeRun } from "./support.mjs";

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
  assert.equal(one.title, "Ψ2Ω3, C = 20");
  assert.equal(one.generation, 50);
  assert.equal(one.problem, null);
  assert.equal((await api(`run?path=sweep/1`)).columns.best.length, 50);
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
    for (const name of ["run", "weights", "spectrum", "population", "trajectory"]) {
      const answer = await get(server.port, `/api/v1/${name}?path=${encodeURIComponent(run)}&start=0`);
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
  for (const request of ["trajectory?path=sweep/1", "trajectory?path=sweep/1&start=x", "trajectory?path=sweep/1&start=1e99", "trajectory?path=sweep/1&start=0&compartments=100000", "weights?path=sweep/1&compartments=-1", "weights?path=sweep/1&which=../best", "run"]) {
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
  await new Promise((done) => setTimeout(done, 300));
  const began = Date.now();
  assert.equal((await get(server.port, "/")).status, 200);
  assert.equal((await get(server.port, "/api/v1/overview")).status, 200);
  assert.ok(Date.now() - began < 1500, `${Date.now() - began} ms`);
  sockets.forEach((socket) => socket.destroy());
});

test("a request that comes drop by drop is ended after a few seconds", async () => {
  const socket = connect(server.port, "127.0.0.1");
  const began = Date.now();
  const timer = setInterval(() => socket.write("X"), 200);
  socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ");
  await new Promise((done) => socket.on("close", done).on("error", done).resume());
  clearInterval(timer);
  assert.ok(Date.now() - began < 9000);
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

test("an address in use is one line on stderr; Ctrl-C ends with 0, also while pages are open", async () => {
  const second = background(["serve", runs, "--port", String(server.port)]);
  assert.equal(await second.ended, 1);
  assert.match(second.err(), /^lowpass: cannot listen at 127\.0\.0\.1 port \d+: .*\n$/);
  const third = await serve(runs);
  const sockets = [1, 2, 3].map(() => connect(third.port, "127.0.0.1").on("error", () => undefined));
  sockets[0].write("GET /api/v1/events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await new Promise((done) => sockets[0].once("data", done));
  const began = Date.now();
  assert.equal(await third.stop(), 0);
  assert.ok(Date.now() - began < 2000, `${Date.now() - began} ms`);
  sockets.forEach((socket) => socket.destroy());
  const missing = background(["serve", join(folder.path, "nowhere")]);
  assert.equal(await missing.ended, 4);
  assert.match(missing.err(), /nowhere: no such folder/);
});
