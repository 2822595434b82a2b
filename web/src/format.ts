// Numbers as people read them.

export function fitness(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? "–" : Math.abs(value) < 10 ? value.toFixed(4) : brief(value, 6);
}

/** A number with some significant digits, as short as it can be. */
export function brief(value: number, digits = 3): string {
  const size = Math.abs(value);
  if (size >= 1e5 && size < 1e12) return count(value);
  return Number(value.toPrecision(digits)).toString().replace(/^-/, "−");
}

export function count(value: number): string {
  return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, "\u202f").replace(/^-/, "−");
}

export function rate(value: number): string {
  return value > 0 ? `${value >= 10 ? count(value) : value.toPrecision(2)}/s` : "–";
}

export function duration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return "–";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

export function ago(seconds: number): string {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} d ago`;
}

/** A table as CSV (RFC 4180). */
export function csv(columns: string[], rows: Iterable<readonly (number | string | null | undefined)[]>): string {
  const field = (value: number | string | null | undefined): string => {
    if (value === null || value === undefined || (typeof value === "number" && !Number.isFinite(value))) return "";
    const text = String(value);
    return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const lines = [columns.map(field).join(",")];
  for (const row of rows) lines.push(row.map(field).join(","));
  return lines.join("\n") + "\n";
}
