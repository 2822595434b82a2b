// The runs as the page knows them, kept up to date while the page is looked at.
import type { Source } from "./source";
import type { Generations, Overview, RunSummary } from "./types";

export type Listener = (changed: ReadonlySet<string>) => void;

export class Store {
  overview: Overview | null = null;
  runs = new Map<string, RunSummary>();
  error = "";
  isConnected = true;
  private revision = 0;
  private listeners = new Set<Listener>();
  private stopWatching: (() => void) | null = null;
  private detail: { path: string; from: () => number; onRows: (rows: Generations) => void } | null = null;

  constructor(readonly source: Source) {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.pause();
      else void this.load();
    });
  }

  /** Loads everything anew and watches from there. */
  async load(): Promise<void> {
    try {
      this.overview = await this.source.get<Overview>("overview");
      this.runs = new Map(this.overview.runs.map((run) => [run.path, run]));
      this.revision = this.overview.revision;
      this.error = "";
      this.isConnected = true;
    } catch (error) {
      this.error = (error as Error).message;
      this.isConnected = false;
      if (this.source.isLive) window.setTimeout(() => void this.load(), 2000);
    }
    this.tell(new Set(this.runs.keys()));
    if (!this.error) this.connect();
  }

  /** Calls `listener` whenever runs change, until the function that it returns is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Also watches the generations of one run (null: of none). */
  watchRun(path: string | null, from: () => number = () => 0, onRows: (rows: Generations) => void = () => undefined): void {
    this.detail = path === null ? null : { path, from, onRows };
    if (this.overview && !this.error) this.connect();
  }

  private pause(): void {
    this.stopWatching?.();
    this.stopWatching = null;
  }

  private connect(): void {
    this.pause();
    if (!this.source.isLive || document.hidden) return;
    const detail = this.detail;
    const watch = detail ? { since: this.revision, path: detail.path, from: detail.from() } : { since: this.revision };
    this.stopWatching = this.source.watch(watch, {
      onRuns: (changes) => {
        this.revision = changes.revision;
        for (const run of changes.runs) this.runs.set(run.path, run);
        for (const path of changes.removed) this.runs.delete(path);
        this.tell(new Set([...changes.runs.map((run) => run.path), ...changes.removed]));
      },
      onGenerations: (rows) => detail?.onRows(rows),
      onState: (isConnected) => {
        if (isConnected === this.isConnected) return;
        this.isConnected = isConnected;
        // A server that was started again counts its revisions anew: begin at the beginning.
        if (isConnected) void this.load();
        else this.tell(new Set());
      },
    });
  }

  private tell(changed: ReadonlySet<string>): void {
    for (const listener of [...this.listeners]) listener(changed);
  }
}
