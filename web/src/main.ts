// The page: header, routes, theme, keys.
import { curvesView } from "./curves";
import { h, notice, replace } from "./dom";
import { encodingView } from "./encoding";
import { overviewView } from "./overview";
import { paperView } from "./paper/paper";
import { runView } from "./run";
import { pageSource } from "./source";
import { Store } from "./store";
import type { Context, View } from "./view";

const kPlaces: [route: string, text: string, key: string][] = [
  ["", "Runs", "1"], ["curves", "Curves", "2"], ["encoding", "Encoding", "3"], ["paper", "Paper", "4"],
];

function remember(theme: string | null): void {
  try {
    if (theme) localStorage.setItem("lowpass-theme", theme);
  } catch {
    // A page from disk may not be allowed to remember.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem("lowpass-theme");
  } catch {
    return null;
  }
}

function start(): void {
  const app = document.getElementById("app");
  if (!app) return;
  const store = new Store(pageSource());
  let view: View = {};

  const banner = h("div", { class: "banner", role: "alert", hidden: true });
  const nav = h("nav", { "aria-label": "Views" }, ...kPlaces.map(([route, text]) => h("a", { href: `#/${route}`, hidden: route === "paper" }, text)));
  const theme = h("button", { type: "button", class: "quiet", title: "Light or dark (t)", "aria-label": "Switch between light and dark", click: switchTheme }, "◐");
  const help = h("button", { type: "button", class: "quiet", title: "Keys (?)", "aria-label": "Show the keys", click: () => dialog.showModal() }, "?");
  const kind = h("span", { class: "kind" });
  const main = h("main", { id: "main", tabindex: -1 });
  const dialog = h("dialog", {}, h("h2", {}, "Keys"),
    h("dl", {}, ...[["1 – 4", "the views above"], ["/", "filter the runs"], ["t", "light or dark"], ["← →", "in a run: frame back, frame on"], ["space", "in a run: play or pause the replay"], ["[ ]", "in a run: the task smaller, larger"], ["Esc", "close this"]]
      .flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  replace(app, h("a", { class: "skip", href: "#main", click: (event: Event) => { event.preventDefault(); main.focus(); } }, "To the content"),
    h("header", {}, h("a", { class: "brand", href: "#/" }, "lowpass"), nav, h("span", { class: "spacer" }), kind, theme, help),
    banner, main, dialog);

  function switchTheme(): void {
    const isDark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : window.matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    remember(document.documentElement.dataset.theme);
    view.redraw?.();
  }

  function show(): void {
    const parts = location.hash.replace(/^#\/?/, "").split("/").map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
    view.dispose?.();
    store.watchRun(null);
    const root = h("div", { class: "view" });
    replace(main, root);
    const context: Context = { store, root };
    view = {};
    if (parts[0] === "") view = overviewView(context);
    else if (parts[0] === "curves") view = curvesView(context, parts[1] ?? null);
    else if (parts[0] === "run") view = runView(context, parts[1] ?? "", parts[2] ?? "curve");
    else if (parts[0] === "encoding") view = encodingView(context);
    else if (parts[0] === "paper") view = paperView(context);
    else replace(root, notice("There is no such page", h("a", { href: "#/" }, "To the runs")));
    [...nav.children].forEach((link, i) => {
      const isHere = parts[0] === kPlaces[i][0] || (parts[0] === "run" && i === 0);
      if (isHere) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
    window.scrollTo(0, 0);
  }

  function showState(): void {
    const { overview, isConnected, error, source } = store;
    banner.hidden = isConnected;
    banner.textContent = isConnected ? "" : `${error || "The connection is lost."} What is shown may be old; trying again …`;
    const text = !overview ? "" : source.isLive ? overview.folder : `report of ${overview.folder}`;
    replace(kind, h("bdi", {}, text));
    kind.title = text;
    // The paper's room is there for folders that `reproduce` filled.
    const hasPaper = overview !== null && (overview.has_claims || overview.figures.length > 0);
    nav.children[kPlaces.findIndex(([route]) => route === "paper")].toggleAttribute("hidden", !hasPaper);
  }

  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && (target as HTMLInputElement).type !== "range") return;
    const place = kPlaces.find(([, , key]) => key === event.key);
    if (view.onKey?.(event)) event.preventDefault();
    else if (place) location.hash = `#/${place[0]}`;
    else if (event.key === "t") switchTheme();
    else if (event.key === "?") dialog.showModal();
  });
  window.addEventListener("hashchange", show);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view.redraw?.());
  const kept = remembered();
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  store.listen(showState);
  void store.load();
  show();
}

start();
