// The signals of an episode over time, with a mark at the frame that is shown.
import { Chart, chartPicture, type ChartData, type ChartOptions } from "./chart";
import { h } from "./dom";
import { figure } from "./figure";
import { csv } from "./format";
import { signalOf, timeOf, type Recording } from "./scene";
import { signalData, signalGroups, signalOptions, type SignalGroup } from "./signals";

export class RecordingCharts {
  readonly element: HTMLElement;
  private readonly charts: Chart[] = [];

  /** `onPick` gets the frame that a reader pointed at. */
  constructor(private readonly recording: Recording, name: string, onPick: (frame: number) => void) {
    const { scene, frames } = recording;
    const x = Array.from({ length: frames }, (_, frame) => timeOf(recording, frame));
    const column = (signal: string): number[] => x.map((_, frame) => signalOf(recording, scene.signals.indexOf(signal), frame));
    this.element = h("div", { class: "pair signals" }, ...signalGroups(scene.signals).map((group) => {
      const data = signalData(group, x, column);
      const options = this.options(group, (at) => onPick(Math.round(at / scene.step_time)));
      const chart = new Chart(options);
      this.charts.push(chart);
      chart.show(data);
      return figure({
        name: `${name}-${group.title}`, title: group.title,
        svg: (colours) => chartPicture(data, options, colours),
        csv: () => rowsOf(data, options),
      }, chart.element);
    }));
  }

  private options(group: SignalGroup, onPick: (x: number) => void): ChartOptions {
    const { time_unit: unit } = this.recording.scene;
    return signalOptions(group, unit ? `time, ${unit}` : "time", { isLogX: false, isLogY: false, height: 180, isSmall: true, onPick });
  }

  show(frame: number): void {
    for (const chart of this.charts) chart.mark(timeOf(this.recording, frame));
  }

  redraw(): void {
    for (const chart of this.charts) chart.make();
  }

  dispose(): void {
    for (const chart of this.charts) chart.dispose();
  }
}

function rowsOf(data: ChartData, options: ChartOptions): string {
  return csv([options.xLabel.replace(/,.*/, ""), ...data.series.map((one) => one.label)],
    data.x.map((x, i) => [Number(x.toPrecision(9)), ...data.series.map((one) => one.y[i])]));
}
