// An episode as the program sends it, and what is in sight of it. Numbers alone: picture.ts draws.
import { floats, shares, shorts } from "./binary";
import type { RecordingAnswer, Scene, ScenePart } from "./types";

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export interface Recording extends Pick<RecordingAnswer, "title" | "fitness" | "succeeded" | "success" | "outcome" | "frames" | "stride" | "unit"> {
  scene: Scene;
  parts: PlacedPart[];
  levels: Float32Array; // a row a frame
  signals: Float32Array;
  box: Box;
  /** x and y of the scene's point `i` in a frame. */
  point(frame: number, i: number): [number, number];
}

/** A part and where its numbers begin in those of a moment. */
export interface PlacedPart {
  part: ScenePart;
  firstPoint: number;
  level: number; // -1: it has none
}

export function placedParts(scene: Scene): PlacedPart[] {
  let point = 0;
  let level = 0;
  return scene.parts.map((part) => {
    const placed = { part, firstPoint: point, level: part.quantity >= 0 ? level++ : -1 };
    point += part.points;
    return placed;
  });
}

export function decodedRecording(answer: RecordingAnswer): Recording {
  const { scene, frames, places, unit, origin } = answer;
  const raw = shorts(answer.points);
  const width = frames > 0 ? raw.length / frames : 0;
  const point = (frame: number, i: number): [number, number] => {
    const at = frame * width + 2 * places[i];
    return [origin[0] + unit * raw[at], origin[1] + unit * raw[at + 1]];
  };
  const parts = placedParts(scene);
  return {
    title: answer.title, fitness: answer.fitness, succeeded: answer.succeeded, success: answer.success, outcome: answer.outcome,
    frames, stride: answer.stride, unit, scene, parts, levels: shares(answer.levels), signals: floats(answer.signals),
    point, box: inSight(scene, parts, frames, point),
  };
}

/** The points of a part in a frame. */
export function pointsOf(recording: Pick<Recording, "point">, { part, firstPoint }: PlacedPart, frame: number): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 0; i + 1 < part.fixed.length; i += 2) points.push([part.fixed[i], part.fixed[i + 1]]);
  for (let i = 0; i < part.points; ++i) points.push(recording.point(frame, firstPoint + i));
  return points;
}

export function levelOf(recording: Pick<Recording, "levels" | "frames">, { level }: PlacedPart, frame: number): number {
  return level < 0 ? 0 : recording.levels[frame * (recording.levels.length / recording.frames) + level];
}

export function signalOf(recording: Pick<Recording, "signals" | "scene">, signal: number, frame: number): number {
  return recording.signals[frame * recording.scene.signals.length + signal];
}

export function timeOf(recording: Pick<Recording, "scene">, frame: number): number {
  return frame * recording.scene.step_time;
}

/** What all parts but backdrops need at every frame, with a margin, and the scene's own view; at
 * least as wide as a film, so that what stands upright keeps room beside it. */
function inSight(scene: Scene, parts: PlacedPart[], frames: number, point: Recording["point"]): Box {
  const box: Box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  const unite = (x: number, y: number, reach: number): void => {
    box.left = Math.min(box.left, x - reach);
    box.right = Math.max(box.right, x + reach);
    box.bottom = Math.min(box.bottom, y - reach);
    box.top = Math.max(box.top, y + reach);
  };
  for (const placed of parts.filter(({ part }) => !part.backdrop)) {
    const { part } = placed;
    const hasLine = part.kind !== "text" && (part.line !== "none" || part.gain > 0);
    const reach = (part.kind === "circle" ? part.radius : 0) + (hasLine ? (part.width + part.gain) / 2 : 0);
    for (let frame = 0; frame < (part.points > 0 ? frames : 1); ++frame) {
      for (const [x, y] of pointsOf({ point }, placed, frame)) unite(x, y, reach);
    }
  }
  if (Number.isFinite(box.left)) {
    const side = Math.max(box.right - box.left, box.top - box.bottom);
    const margin = side > 0 ? 0.045 * side : 1;
    unite(box.left, box.bottom, margin);
    unite(box.right, box.top, margin);
  }
  if (scene.view) {
    unite(scene.view[0], scene.view[1], 0);
    unite(scene.view[2], scene.view[3], 0);
  }
  if (!Number.isFinite(box.left)) unite(0, 0, 1);
  const lack = Math.max(0, 1.6 * (box.top - box.bottom) - (box.right - box.left)) / 2;
  return { ...box, left: box.left - lack, right: box.right + lack };
}

/** Every frame of a recording as rows: step, time, signals, then the points and levels of each part
 * by its role. */
export function recordingTable(recording: Recording): { columns: string[]; rows: (number | string)[][] } {
  const columns = ["step", "time", ...recording.scene.signals];
  const seen = new Map<string, number>();
  const moving = recording.parts.filter(({ part, level }) => part.points > 0 || level >= 0);
  for (const { part, level } of moving) {
    const number = (seen.get(part.role) ?? 0) + 1;
    seen.set(part.role, number);
    for (let i = 1; i <= part.points; ++i) columns.push(`${part.role}${number}_x${i}`, `${part.role}${number}_y${i}`);
    if (level >= 0) columns.push(`${part.role}${number}_${recording.scene.quantities[part.quantity].name.replace(/\s+/g, "_")}`);
  }
  const digits = Math.max(0, Math.min(12, Math.ceil(-Math.log10(recording.unit)))); // that are known
  const rows = [...Array(recording.frames).keys()].map((frame) => [
    frame * recording.stride, Number(timeOf(recording, frame).toPrecision(9)),
    ...recording.scene.signals.map((_, k) => Number(signalOf(recording, k, frame).toPrecision(7))),
    ...moving.flatMap((placed) => [
      ...Array.from({ length: placed.part.points }, (_, i) => recording.point(frame, placed.firstPoint + i)).flat().map((value) => Number(value.toFixed(digits))),
      ...(placed.level >= 0 ? [Number(levelOf(recording, placed, frame).toFixed(3))] : []),
    ]),
  ]);
  return { columns, rows };
}
