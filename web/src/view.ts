// What the parts of the page share.
import type { Store } from "./store";

export interface View {
  /** Ends timers and subscriptions. */
  dispose?(): void;
  /** Draws again in the colours of the theme. */
  redraw?(): void;
  /** A key that was pressed outside of fields; true if it was used. */
  onKey?(event: KeyboardEvent): boolean;
}

export interface Context {
  store: Store;
  root: HTMLElement;
}

export function address(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

/** Calls `action` at once, then at most every `interval` milliseconds, never losing the last call. */
export function throttled(interval: number, action: () => void): () => void {
  let last = 0;
  let timer = 0;
  return () => {
    if (timer) return;
    const wait = Math.max(0, last + interval - performance.now());
    timer = window.setTimeout(() => {
      timer = 0;
      last = performance.now();
      action();
    }, wait);
  };
}
