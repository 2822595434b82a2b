// The arm: a replay of the run's controller from any start and at any length.
import { shares, shorts } from "./binary";
import { light, mixed, palette, type Palette } from "./colour";
import { h, notice, replace, s, select, slider } from "./dom";
import { figure } from "./figure";
import { csv, degrees } from "./format";
import type { RunContext } from "./run";
import type { TrajectoryAnswer } from "./types";
import type { View } from "./view";

export interface Trajectory extends Omit<TrajectoryAnswer, "nodes" | "activations"> {
  nodes: Float32Array; // a row of 4 (p + 1) a frame
  activations: Float32Array; // a row of 3 p + 2
  box: { left: number; right: number; bottom: number; top: number };
}

export function decodedTrajectory(answer: TrajectoryAnswer): Trajectory {
  const nodes = shorts(answer.nodes, answer.unit);
  const box = { left: answer.goal[0], right: answer.goal[0], bottom: answer.goal[1], top: answer.goal[1] };
  for (let i = 0; i < nodes.length; i += 2) {
    box.left = Math.min(box.left, nodes[i]);
    box.right = Math.max(box.right, nodes[i]);
    box.bottom = Math.min(box.bottom, nodes[i + 1]);
    box.top = Math.max(box.top, nodes[i + 1]);
  }
  const margin = 0.06 * Math.max(box.right - box.left, box.top - box.bottom) + 0.5;
  // At least as wide as a film: an upright arm keeps room beside it.
  const lack = Math.max(0, 1.6 * (box.top - box.bottom + 2 * margin) - (box.right - box.left + 2 * margin)) / 2;
  box.left -= lack;
  box.right += lack;
  return {
    ...answer, nodes, activations: shares(answer.activations),
    box: { left: box.left - margin, right: box.right + margin, bottom: box.bottom - margin, top: box.top + margin },
  };
}

/** Distance of the tip (middle of the last pair) from the goal. */
export function tipDistance(t: Trajectory, frame: number): number {
  const at = frame * 4 * (t.compartments + 1) + 4 * t.compartments;
  const x = (t.nodes[at] + t.nodes[at + 2]) / 2;
  const y = (t.nodes[at + 1] + t.nodes[at + 3]) / 2;
  return Math.hypot(x - t.goal[0], y - t.goal[1]);
}

/** A picture of the arm whose parts are moved from frame to frame. */
class ArmPicture {
  readonly svg: SVGSVGElement;
  private readonly fills: SVGPathElement[] = [];
  private readonly walls: SVGLineElement[] = [];
  private readonly dorsal: SVGLineElement[] = [];
  private readonly ventral: SVGLineElement[] = [];
  private readonly trace = s("path", { fill: "none" });
  private readonly goal: SVGCircleElement;
  private readonly turn: SVGPathElement[] = [];
  private readonly unit: number;

  constructor(private readonly t: Trajectory, private readonly colours: Palette) {
    const { box } = t;
    const width = box.right - box.left;
    const height = box.top - box.bottom;
    this.unit = Math.max(width, height) / 100;
    const { arm } = colours;
    const scale = 720 / width;
    this.svg = s("svg", { viewBox: `${box.left} ${-box.top} ${width} ${height}`, width: 720, height: Math.round(height * scale), role: "img", "aria-label": "The octopus arm", class: "arm" });
    this.svg.append(s("rect", { x: box.left, y: -box.top, width, height, fill: arm.air }));
    const top = Math.min(t.surface, box.top);
    if (top > box.bottom) this.svg.append(s("rect", { x: box.left, y: -top, width, height: top - box.bottom, fill: arm.water }));
    if (t.surface < box.top && t.surface > box.bottom) this.svg.append(s("line", { x1: box.left, x2: box.right, y1: -t.surface, y2: -t.surface, stroke: arm.surface, "stroke-width": 0.4 * this.unit }));
    this.trace.setAttribute("stroke", arm.trace);
    this.trace.setAttribute("stroke-width", String(0.35 * this.unit));
    this.svg.append(this.trace);
    for (let i = 0; i < t.compartments; ++i) this.svg.append(this.keep(this.fills, s("path", {})));
    for (let i = 0; i <= t.compartments; ++i) this.svg.append(this.keep(this.walls, s("line", { stroke: arm.relaxed, "stroke-width": 0.22 * this.unit })));
    for (let i = 0; i < t.compartments; ++i) {
      this.svg.append(this.keep(this.dorsal, s("line", { "stroke-linecap": "round" })), this.keep(this.ventral, s("line", { "stroke-linecap": "round" })));
    }
    // The base, and two arcs that show its rotations.
    const r = 1.6 * this.unit;
    const [bx, by] = this.middle(0, 0);
    for (const slope of [1, -1]) this.svg.append(s("line", { x1: bx - r, y1: by - slope * r, x2: bx + r, y2: by + slope * r, stroke: arm.ink, "stroke-width": 0.5 * this.unit }));
    for (const sign of [1, -1]) {
      const R = 2.8 * this.unit;
      this.svg.append(this.keep(this.turn, s("path", { d: `M ${bx - sign * 0} ${by - R} A ${R} ${R} 0 0 ${sign > 0 ? 0 : 1} ${bx - sign * R} ${by}`, fill: "none", "stroke-width": 0.7 * this.unit, "stroke-linecap": "round" })));
    }
    this.goal = s("circle", { cx: t.goal[0], cy: -t.goal[1], r: 1.3 * this.unit, stroke: arm.goal, "stroke-width": 0.5 * this.unit });
    this.svg.append(this.goal);
  }

  private keep<T>(list: T[], element: T): T {
    list.push(element);
    return element;
  }

  private node(frame: number, pair: number, side: 0 | 1): [number, number] {
    const at = frame * 4 * (this.t.compartments + 1) + 4 * pair + 2 * side;
    return [this.t.nodes[at], -this.t.nodes[at + 1]];
  }

  private middle(frame: number, pair: number): [number, number] {
    const [a, b] = this.node(frame, pair, 0);
    const [c, d] = this.node(frame, pair, 1);
    return [(a + c) / 2, (b + d) / 2];
  }

  show(frame: number): void {
    const { t, colours: { arm } } = this;
    const row = frame * (3 * t.compartments + 2);
    const text = (point: [number, number]): string => `${point[0].toFixed(3)} ${point[1].toFixed(3)}`;
    const place = (line: SVGLineElement, from: [number, number], to: [number, number]): void => {
      line.setAttribute("x1", from[0].toFixed(3));
      line.setAttribute("y1", from[1].toFixed(3));
      line.setAttribute("x2", to[0].toFixed(3));
      line.setAttribute("y2", to[1].toFixed(3));
    };
    for (let i = 0; i < t.compartments; ++i) {
      const [dorsal, transversal, ventral] = [0, 1, 2].map((k) => t.activations[row + 3 * i + k]);
      const corners = [this.node(frame, i, 0), this.node(frame, i + 1, 0), this.node(frame, i + 1, 1), this.node(frame, i, 1)];
      this.fills[i].setAttribute("d", `M${corners.map(text).join("L")}Z`);
      this.fills[i].setAttribute("fill", mixed(arm.fill, arm.transversal, 0.9 * transversal));
      place(this.dorsal[i], corners[0], corners[1]);
      place(this.ventral[i], corners[3], corners[2]);
      this.dorsal[i].setAttribute("stroke", mixed(arm.relaxed, arm.dorsal, dorsal));
      this.ventral[i].setAttribute("stroke", mixed(arm.relaxed, arm.ventral, ventral));
      this.dorsal[i].setAttribute("stroke-width", String((0.35 + 0.75 * dorsal) * this.unit));
      this.ventral[i].setAttribute("stroke-width", String((0.35 + 0.75 * ventral) * this.unit));
    }
    for (let i = 0; i <= t.compartments; ++i) place(this.walls[i], this.node(frame, i, 0), this.node(frame, i, 1));
    const points: string[] = [];
    for (let f = 0; f <= frame; ++f) points.push(text(this.middle(f, t.compartments)));
    this.trace.setAttribute("d", `M${points.join("L")}`);
    [0, 1].forEach((k) => {
      const activation = t.activations[row + 3 * t.compartments + k];
      this.turn[k].setAttribute("stroke", k === 0 ? arm.dorsal : arm.ventral);
      this.turn[k].setAttribute("stroke-opacity", activation.toFixed(2));
    });
    this.goal.setAttribute("fill", t.touched && frame === t.frames - 1 ? arm.goal : "none");
  }
}

// The reader's choice stays when they look at another run.
const choice = { which: "best", speed: 1, isPlaying: true };

export function armTab({ store, root, path, details }: RunContext): View {
  const task = (details.manifest?.configuration?.task ?? {}) as { compartments?: number; starts?: number[]; name?: string };
  const own = task.compartments ?? 10;
  const trained = task.starts ?? [-Math.PI / 2, 0, Math.PI / 2];
  const known: [number, string][] = [
    ...trained.map((start): [number, string] => [start, `${degrees(start)} (trained)`]),
    ...[-Math.PI / 4, Math.PI / 4].filter((start) => !trained.some((one) => Math.abs(one - start) < 1e-6)).map((start): [number, string] => [start, `${degrees(start)} (not trained)`]),
  ];
  let start = trained[0] ?? 0;
  let compartments = own;
  let trajectory: Trajectory | null = null;
  let picture: ArmPicture | null = null;
  let position = 0;
  let asked = 0;
  let frameRequest = 0;
  let isDisposed = false;

  const stage = h("div", { class: "stage" });
  const readout = h("div", { class: "readout", "aria-live": "off" });
  const scrubber = h("input", { type: "range", min: 0, max: 1, step: 1, value: 0, class: "scrubber", "aria-label": "Time", input: () => { setPlaying(false); position = Number(scrubber.value); draw(); } });
  const playButton = h("button", { type: "button", class: "play", click: () => toggle() }, "Pause");
  const startSelect = (): HTMLElement => select("Start", [...known.map(([value, text]): [string, string] => [value.toFixed(4), text]), ["other", "another angle"]],
    known.some(([value]) => Math.abs(value - start) < 1e-6) ? start.toFixed(4) : "other",
    (value) => {
      if (value !== "other") start = known.find(([one]) => one.toFixed(4) === value)?.[0] ?? 0;
      else start = 0.3;
      drawControls();
      void load();
    });
  const controls = h("div", { class: "toolbar" });
  const lengthSlider = (): HTMLElement => slider("Length", { min: 3, max: 20, step: 1, value: compartments }, (value) => `${value}${value === own ? " (trained)" : ""}`, (value) => { compartments = value; void load(); });

  function drawControls(): void {
    const isOther = !known.some(([value]) => Math.abs(value - start) < 1e-6);
    replace(controls, startSelect(),
      isOther ? slider("Angle", { min: -180, max: 180, step: 1, value: Math.round((start * 180) / Math.PI) }, (value) => `${value}°`, (value) => { start = (value * Math.PI) / 180; void load(); }) : null,
      lengthSlider(),
      select("Controller", [["best", "best of the run"], ["last", "best of the last generation"]], choice.which, (value) => { choice.which = value; void load(); }),
      select("Speed", [["0.25", "¼"], ["0.5", "½"], ["1", "1"], ["2", "2"], ["4", "4"], ["8", "8"]], String(choice.speed), (value) => { choice.speed = Number(value); }));
  }

  async function load(): Promise<void> {
    const ticket = ++asked;
    try {
      const answer = await store.source.get<TrajectoryAnswer>("trajectory", { path, start: start.toFixed(4), compartments, which: choice.which });
      if (ticket !== asked || isDisposed) return;
      trajectory = decodedTrajectory(answer);
      position = 0;
      scrubber.max = String(trajectory.frames - 1);
      make();
      if (choice.isPlaying) play();
    } catch (error) {
      if (ticket !== asked || isDisposed) return;
      trajectory = null;
      picture = null;
      const hint = store.source.isLive ? (choice.which === "last" ? "The best of the last generation is saved when a run ends." : "The best controller is saved with the first checkpoint.") :
        "A report holds each best run from the trained starts and ±45° at its own length, and the very best also at 3, 5, 7, 12, 15 and 20 compartments.";
      replace(stage, notice("No replay", h("p", {}, (error as Error).message), h("p", {}, hint)));
      replace(readout);
    }
  }

  function make(): void {
    if (!trajectory) return;
    picture = new ArmPicture(trajectory, palette());
    replace(stage, picture.svg);
    draw();
  }

  function draw(): void {
    if (!trajectory || !picture) return;
    const frame = Math.min(Math.floor(position), trajectory.frames - 1);
    picture.show(frame);
    scrubber.value = String(frame);
    const isEnd = frame === trajectory.frames - 1;
    replace(readout,
      h("span", {}, "step ", h("b", {}, `${frame} / ${trajectory.frames - 1}`)),
      h("span", {}, "distance ", h("b", {}, tipDistance(trajectory, frame).toFixed(2))),
      h("span", {}, "fitness ", h("b", {}, trajectory.fitness.toFixed(4))),
      h("span", { class: trajectory.touched ? "good" : "" }, trajectory.touched ? (isEnd ? "the goal is touched" : "will touch the goal") : "does not touch the goal"));
  }

  function setPlaying(isPlaying: boolean): void {
    choice.isPlaying = isPlaying;
    playButton.textContent = isPlaying ? "Pause" : "Play";
    playButton.setAttribute("aria-pressed", String(isPlaying));
    if (isPlaying) play();
  }

  function toggle(): void {
    if (trajectory && position >= trajectory.frames - 1) position = 0;
    setPlaying(!choice.isPlaying);
  }

  /** At speed 1, 25 control steps a second. */
  function play(): void {
    cancelAnimationFrame(frameRequest);
    let last = performance.now();
    const step = (now: number): void => {
      if (!choice.isPlaying || isDisposed || !trajectory) return;
      position += (Math.max(0, now - last) / 1000) * 25 * choice.speed;
      last = now;
      if (position >= trajectory.frames - 1) {
        position = trajectory.frames - 1;
        draw();
        setPlaying(false);
        choice.isPlaying = true; // the next one plays by itself
        return;
      }
      draw();
      frameRequest = requestAnimationFrame(step);
    };
    frameRequest = requestAnimationFrame(step);
  }

  const key = (colour: keyof Palette["arm"], text: string): HTMLElement => h("span", { class: "key" }, h("i", { style: `background:${palette().arm[colour]}` }), text);
  function frameAlone(): SVGSVGElement | null {
    if (!trajectory) return null;
    const still = new ArmPicture(trajectory, light);
    still.show(Math.min(Math.floor(position), trajectory.frames - 1));
    return still.svg;
  }
  const name = path.replace(/\W+/g, "-");
  drawControls();
  replace(root, controls,
    figure({
      name: `${name}-arm`, title: "The arm",
      caption: h("span", { class: "keys" }, "Muscles by activation: ", key("dorsal", "dorsal"), key("ventral", "ventral"), key("transversal", "transversal"), key("trace", "way of the tip"), key("goal", "goal, filled when touched"), "arcs at the base: its two rotations. The goal grows with the arm."),
      svg: frameAlone,
      csv: () => trajectory ? trajectoryCsv(trajectory) : "",
    }, stage, h("div", { class: "transport" }, playButton, scrubber), readout));
  setPlaying(choice.isPlaying);
  void load();
  return {
    dispose: () => {
      isDisposed = true;
      cancelAnimationFrame(frameRequest);
    },
    redraw: make,
    onKey: (event) => {
      const isRange = (event.target as HTMLElement).tagName === "INPUT";
      if (event.key === " " && (event.target as HTMLElement).tagName !== "BUTTON") toggle();
      else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !isRange && trajectory) {
        setPlaying(false);
        position = Math.max(0, Math.min(trajectory.frames - 1, Math.floor(position) + (event.key === "ArrowLeft" ? -1 : 1)));
        draw();
      } else if (event.key === "[" || event.key === "]") {
        compartments = Math.max(3, Math.min(20, compartments + (event.key === "[" ? -1 : 1)));
        drawControls();
        void load();
      } else return false;
      return true;
    },
  };
}

export function trajectoryCsv(t: Trajectory): string {
  const pairs = [...Array(t.compartments + 1).keys()];
  const columns = ["step", "tip_distance", ...pairs.flatMap((i) => [`upper_x${i}`, `upper_y${i}`, `lower_x${i}`, `lower_y${i}`]),
    ...pairs.slice(0, -1).flatMap((i) => [`dorsal${i + 1}`, `transversal${i + 1}`, `ventral${i + 1}`]), "rotation_plus", "rotation_minus"];
  const width = 4 * (t.compartments + 1);
  const actions = 3 * t.compartments + 2;
  const round = (value: number): number => Math.round(1000 * value) / 1000;
  return csv(columns, [...Array(t.frames).keys()].map((frame) => [
    frame, round(tipDistance(t, frame)),
    ...Array.from(t.nodes.subarray(frame * width, (frame + 1) * width), round),
    ...Array.from(t.activations.subarray(frame * actions, (frame + 1) * actions), round)]));
}
