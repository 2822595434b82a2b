// Where the page's data comes from: the server that shows it, or the report it is part of.
import type { Changes, Generations } from "./types";

export type Parameters = { [name: string]: string | number };

export interface Watch {
  since: number;
  path?: string;
  from?: number;
}

export interface WatchHandlers {
  onRuns(changes: Changes): void;
  onGenerations(rows: Generations): void;
  onState(isConnected: boolean): void;
}

export interface Source {
  readonly isLive: boolean;
  /** The answer to a request; throws an Error with a line for a person. */
  get<T>(name: string, parameters?: Parameters): Promise<T>;
  /** Can this be asked for at all? A report holds some answers, a server tries all. */
  has(name: string, parameters?: Parameters): boolean;
  /** Tells what changes, until the function that it returns is called. */
  watch(watch: Watch, handlers: WatchHandlers): () => void;
  /** Does a report hold details of this run? A server has all of them. */
  hasDetails(path: string): boolean;
}

/** "run?path=a/1", parameters sorted by name: what a report files an answer under. */
export function requestKey(name: string, parameters: Parameters = {}): string {
  const parts = Object.keys(parameters).sort().map((key) => `${key}=${parameters[key]}`);
  return parts.length === 0 ? name : `${name}?${parts.join("&")}`;
}

class Server implements Source {
  readonly isLive = true;

  async get<T>(name: string, parameters: Parameters = {}): Promise<T> {
    const query = Object.keys(parameters).sort()
      .map((key) => `${key}=${encodeURIComponent(parameters[key])}`).join("&");
    let response: Response;
    try {
      response = await fetch(`/api/v1/${name}${query ? "?" + query : ""}`);
    } catch {
      throw new Error("lowpass serve does not answer; is it still running?");
    }
    const answer: unknown = await response.json().catch(() => ({ error: "the answer was cut short" }));
    if (!response.ok) throw new Error((answer as { error?: string }).error ?? `status ${response.status}`);
    return answer as T;
  }

  has(): boolean {
    return true;
  }

  watch(watch: Watch, handlers: WatchHandlers): () => void {
    const path = watch.path === undefined ? "" : `&path=${encodeURIComponent(watch.path)}&from=${watch.from ?? 0}`;
    const events = new EventSource(`/api/v1/events?since=${watch.since}${path}`);
    events.addEventListener("runs", (event) => handlers.onRuns(JSON.parse((event as MessageEvent<string>).data)));
    events.addEventListener("generations", (event) => handlers.onGenerations(JSON.parse((event as MessageEvent<string>).data)));
    events.onopen = () => handlers.onState(true);
    events.onerror = () => handlers.onState(false);
    return () => events.close();
  }

  hasDetails(): boolean {
    return true;
  }
}

interface ReportData {
  version: number;
  detailed: string[];
  answers: { [key: string]: unknown };
}

class Report implements Source {
  readonly isLive = false;
  private readonly detailed: Set<string>;

  constructor(private readonly data: ReportData) {
    this.detailed = new Set(data.detailed);
  }

  async get<T>(name: string, parameters: Parameters = {}): Promise<T> {
    if (this.has(name, parameters)) return this.data.answers[requestKey(name, parameters)] as T;
    throw new Error("This is not part of the report. lowpass serve, on the folder of the runs, shows it.");
  }

  has(name: string, parameters: Parameters = {}): boolean {
    return Object.prototype.hasOwnProperty.call(this.data.answers, requestKey(name, parameters));
  }

  watch(): () => void {
    return () => undefined;
  }

  hasDetails(path: string): boolean {
    return this.detailed.has(path);
  }
}

export function pageSource(): Source {
  const data = document.getElementById("lowpass-data");
  return data === null ? new Server() : new Report(JSON.parse(data.textContent ?? "") as ReportData);
}
