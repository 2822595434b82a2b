// Bundles the page: TypeScript, styles and libraries become one HTML file.
//
//   node build.mjs --out FILE [--npm NPM] [--with-tests]
//
// Installs web/node_modules first where it does not fit package-lock.json (--with-tests: with what
// the tests need). Where that fails (no network), an empty page is written, older than anything, so
// that the next build tries again; the program says what is missing.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
}

/** Makes node_modules what package-lock.json says; false if that fails. */
function install(npm, withTests) {
  const stamp = join(web, "node_modules", ".lowpass-stamp");
  const lock = createHash("sha256").update(readFileSync(join(web, "package-lock.json"))).digest("hex");
  const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (installed === `${lock} all` || (!withTests && installed === `${lock} page`)) return true;
  // Without scripts of packages: none is needed.
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (!withTests) options.push("--omit=dev");
  const done = spawnSync(npm, options, { cwd: web, stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0) return false;
  writeFileSync(stamp, `${lock} ${withTests ? "all" : "page"}`);
  return true;
}

/**
 * The licences of the libraries in the bundle, which ask to go wherever it goes; each text once, under the names of all that
 * have it.
 */
function licences(metafile) {
  const names = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name) names.add(name);
  }
  const owners = new Map();
  for (const name of [...names].sort()) {
    const folder = join(web, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name}: no file with its licence`);
    const text = readFileSync(join(folder, file), "utf8").trim();
    owners.set(text, [...(owners.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...owners].map(([text, of]) => `${of.join("\n")}\n\n${text}`);
  return parts.join("\n\n\n").replaceAll("--", "- -"); // which would end the comment
}

/** The page as one text. */
async function bundle() {
  const { build } = await import("esbuild");
  const common = { bundle: true, minify: true, write: false, absWorkingDir: web, logLevel: "warning",
                   legalComments: "none" };
  const script = await build({ ...common, entryPoints: ["src/main.ts"], format: "iife", target: "es2020",
                               metafile: true });
  const style = await build({ ...common, entryPoints: ["src/style.css"] });
  // A script that contains its own end tag would end early.
  const js = script.outputFiles[0].text.replaceAll("</script", "<\\/script");
  const hash = createHash("sha256").update(js).digest("base64");
  const fill = { SCRIPT: js, STYLE: style.outputFiles[0].text, SCRIPT_HASH: hash,
                 LICENCES: licences(script.metafile) };
  return readFileSync(join(web, "src", "page.html"), "utf8")
    .replace(/\{\{(\w+)\}\}/g, (_, name) => fill[name]);
}

const out = option("--out");
if (!out) throw new Error("--out FILE is missing");
mkdirSync(dirname(out), { recursive: true });
if (install(option("--npm", "npm"), process.argv.includes("--with-tests"))) {
  writeFileSync(out, await bundle());
} else {
  console.error("lowpass: npm could not install what the page needs; serve and report will not work");
  writeFileSync(out, "");
  utimesSync(out, 0, 0);
}
