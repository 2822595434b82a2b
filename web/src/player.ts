// The player: an episode of the run's controller under any condition, drawn from the task's scene.
import { light, palette } from "./colour";
import { h, notice, replace, select, slider } from "./dom";
import { figure } from "./figure";
import { brief, csv, fitness } from "./format";
import { sceneLegend, ScenePicture } from "./picture";
import { RecordingCharts } from "./recording_charts";
import type { RunContext } from "./run";
import { decodedRecording, recordingTable, signalOf, timeOf, type Recording } from "./scene";
import type { Parameters } from "./source";
import type { Condition, RecordingAnswer, TaskDetails } from "./types";
import type { View } from "./view";

// The reader's choice stays when they look at another run.
const choice = { which: "best", speed: 1, isPlaying: true };

/** Frames a second at speed 1: as time goes, where the scene's time is in seconds. */
export function pace(recording: Pick<Recording, "scene">): number {
  const { step_time: step, time_unit: unit } = recording.scene;
  return unit === "s" && step > 0 ? 1 / step : 25;
}

/** The request for an episode; what is as in the run is left out. */
export function recordingRequest(path: string, task: TaskDetails, wanted: { condition: string; which: string; size: number | null; set: string }): Parameters {
  const request: Parameters = { path, condition: wanted.condition };
  if (wanted.condition.startsWith("recorded:")) return request;
  request.which = wanted.which;
  if (wanted.size !== null && wanted.size !== task.size?.own) request.size = wanted.size;
  if (wanted.set.trim() !== "") request.set = wanted.set.trim();
  return request;
}

/** What is said about how the episode ended. */
function ending(recording: Recording): string {
  const said = recording.outcome.replace(/^fitness [^\s,]+(, )?/, "");
  return said || (recording.succeeded ? recording.success : `not ${recording.success}`);
}

export function playerTab(context: RunContext): View {
  const { store, root, path, details: { task } } = context;
  // A report holds some of the conditions; only those are offered.
  const conditions = task.conditions.filter(({ id }) => store.source.has("recording", recordingRequest(path, task, { condition: id, which: "best", size: null, set: "" })));
  if (conditions.length === 0) {
    const why = task.problem ?? (task.conditions.length > 0 ? "This report holds no replay of the run." : "The run has nothing to replay.");
    replace(root, notice("No replay", h("p", {}, why), h("p", {}, "A run folder may hold replays of its own: recordings/NAME.json.")));
    return {};
  }
  const wanted = { condition: conditions[0].id, which: choice.which, size: task.size?.own ?? null, set: "" };
  let recording: Recording | null = null;
  let picture: ScenePicture | null = null;
  let charts: RecordingCharts | null = null;
  let position = 0;
  let asked = 0;
  let frameRequest = 0;
  let isDisposed = false;

  const name = path.replace(/\W+/g, "-");
  const stage = h("div", { class: "stage" });
  const readout = h("div", { class: "readout", "aria-live": "off" });
  const legend = h("span", {});
  const signals = h("div", {});
  const controls = h("div", { class: "toolbar" });
  const scrubber = h("input", { type: "range", min: 0, max: 1, step: 1, value: 0, class: "scrubber", "aria-label": "Time", input: () => seek(Number(scrubber.value)) });
  const playButton = h("button", { type: "button", class: "play", click: () => toggle() }, "Pause");

  function drawControls(): void {
    replace(controls,
      conditionSelect(conditions, wanted.condition, (id) => { wanted.condition = id; drawControls(); void load(); }),
      ...(wanted.condition.startsWith("recorded:") ? [] : simulationControls()),
      select("Speed", [["0.25", "¼"], ["0.5", "½"], ["1", "1"], ["2", "2"], ["4", "4"], ["8", "8"], ["32", "32"], ["128", "128"]], String(choice.speed), (value) => { choice.speed = Number(value); }));
  }

  /** What makes sense only where the episode is simulated. */
  function simulationControls(): (HTMLElement | null)[] {
    const { size } = task;
    return [
      size && wanted.size !== null
        ? slider(size.key, { min: Math.min(size.low, size.own), max: Math.max(size.high, size.own), step: 1, value: wanted.size }, (value) => `${value}${value === size.own ? " (trained)" : ""}`, (value) => { wanted.size = value; void load(); })
        : null,
      select("Controller", [["best", "best of the run"], ["last", "best of the last generation"]], wanted.which, (value) => { choice.which = wanted.which = value; void load(); }),
      store.source.isLive ? h("label", { class: "control" }, h("span", {}, "Other keys"),
        h("input", { type: "text", class: "keys-field", value: wanted.set, placeholder: "task.key=value; …", spellcheck: "false", autocomplete: "off", change: (event: Event) => { wanted.set = (event.target as HTMLInputElement).value; void load(); } })) : null,
    ];
  }

  async function load(): Promise<void> {
    const ticket = ++asked;
    try {
      const answer = await store.source.get<RecordingAnswer>("recording", recordingRequest(path, task, wanted));
      if (ticket !== asked || isDisposed) return;
      take(decodedRecording(answer));
    } catch (error) {
      if (ticket !== asked || isDisposed) return;
      forget();
      const hint = !store.source.isLive ? "A report holds the best run of each setup, and of the very best some other sizes."
        : wanted.set !== "" ? "Keys of the task, as --set takes them: task.key=value; task.other=value."
          : wanted.which === "last" ? "The best of the last generation is saved when a run ends." : "The best controller is saved with the first checkpoint.";
      replace(stage, notice("No replay", h("p", {}, (error as Error).message), h("p", {}, hint)));
    }
  }

  function take(next: Recording): void {
    forget();
    recording = next;
    position = 0;
    scrubber.max = String(next.frames - 1);
    charts = new RecordingCharts(next, name, seek);
    replace(signals, charts.element);
    charts.redraw();
    make();
    if (choice.isPlaying) play();
  }

  function forget(): void {
    recording = null;
    picture = null;
    charts?.dispose();
    charts = null;
    replace(signals);
    replace(readout);
    stage.hidden = false;
  }

  function make(): void {
    if (!recording) return;
    picture = new ScenePicture(recording, palette(), `${task.name}: ${recording.title}`);
    replace(stage, picture.svg);
    stage.hidden = recording.scene.parts.length === 0; // curves alone
    replace(legend, sceneLegend(recording.scene, palette()));
    draw();
  }

  const frameNow = (shown: Recording): number => Math.max(0, Math.min(Math.floor(position), shown.frames - 1));

  function draw(): void {
    if (!recording || !picture) return;
    const shown = recording;
    const frame = frameNow(shown);
    picture.show(frame);
    charts?.show(frame);
    scrubber.value = String(frame);
    scrubber.setAttribute("aria-valuetext", `step ${frame * shown.stride}`);
    const entry = (label: string, value: string): HTMLElement => h("span", {}, `${label} `, h("b", {}, value));
    replace(readout,
      entry("step", `${frame * shown.stride} / ${(shown.frames - 1) * shown.stride}`),
      entry("time", `${brief(timeOf(shown, frame), 4)}${shown.scene.time_unit ? ` ${shown.scene.time_unit}` : ""}`),
      ...shown.scene.signals.map((signal, k) => entry(signal, brief(signalOf(shown, k, frame), 3))),
      entry("fitness", fitness(shown.fitness)),
      h("span", { class: shown.succeeded ? "good" : "" }, ending(shown)));
  }

  function seek(frame: number): void {
    if (!recording) return;
    setPlaying(false);
    position = Math.max(0, Math.min(recording.frames - 1, frame));
    draw();
  }

  function setPlaying(isPlaying: boolean): void {
    choice.isPlaying = isPlaying;
    playButton.textContent = isPlaying ? "Pause" : "Play";
    playButton.setAttribute("aria-pressed", String(isPlaying));
    if (isPlaying) play();
  }

  function toggle(): void {
    if (recording && position >= recording.frames - 1) position = 0;
    setPlaying(!choice.isPlaying);
  }

  function play(): void {
    cancelAnimationFrame(frameRequest);
    playButton.textContent = "Pause";
    let last = performance.now();
    const step = (now: number): void => {
      if (!choice.isPlaying || isDisposed || !recording) return;
      position += (Math.max(0, now - last) / 1000) * pace(recording) * choice.speed;
      last = now;
      if (position >= recording.frames - 1) {
        position = recording.frames - 1;
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

  /** The frame that is shown, for paper. */
  function frameAlone(): SVGSVGElement | null {
    if (!recording || recording.scene.parts.length === 0) return null;
    const still = new ScenePicture(recording, light, `${task.name}: ${recording.title}`);
    still.show(frameNow(recording));
    return still.svg;
  }

  drawControls();
  replace(root, controls,
    task.problem ? notice("Recorded replays only", task.problem) : null,
    figure({
      name: `${name}-replay`, title: "Replay", caption: legend, svg: frameAlone,
      csv: () => {
        if (!recording) return "";
        const { columns, rows } = recordingTable(recording);
        return csv(columns, rows);
      },
    }, stage, h("div", { class: "transport" }, playButton, scrubber), readout),
    signals);
  setPlaying(choice.isPlaying);
  void load();
  return {
    dispose: () => {
      isDisposed = true;
      cancelAnimationFrame(frameRequest);
      charts?.dispose();
    },
    redraw: () => {
      make();
      charts?.redraw();
    },
    onKey: (event) => {
      const target = event.target as HTMLElement;
      if (event.key === " " && target.tagName !== "BUTTON") toggle();
      else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && target.tagName !== "INPUT" && recording) {
        seek(Math.floor(position) + (event.key === "ArrowLeft" ? -1 : 1));
      } else if ((event.key === "[" || event.key === "]") && task.size && wanted.size !== null) {
        const { low, high, own } = task.size;
        wanted.size = Math.max(Math.min(low, own), Math.min(Math.max(high, own), wanted.size + (event.key === "[" ? -1 : 1)));
        drawControls();
        void load();
      } else return false;
      return true;
    },
  };
}

/** Trained conditions first, then each test's, then what was recorded. */
function conditionSelect(conditions: Condition[], value: string, onChange: (id: string) => void): HTMLElement {
  const groups = new Map<string, Condition[]>();
  for (const condition of conditions) {
    const title = condition.trained ? "trained" : condition.test !== null ? `not trained: ${condition.test}` : "recorded";
    groups.set(title, [...(groups.get(title) ?? []), condition]);
  }
  const box = h("select", { change: (event: Event) => onChange((event.target as HTMLSelectElement).value) },
    ...[...groups].map(([title, members]) => h("optgroup", { label: title }, ...members.map(({ id, name }) => h("option", { value: id, selected: id === value }, name)))));
  return h("label", { class: "control" }, h("span", {}, "Condition"), box);
}
