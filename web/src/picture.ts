// A scene as a picture whose parts are moved from frame to frame.
import { lineColour, mixed, type Palette } from "./colour";
import { h, s } from "./dom";
import { levelOf, pointsOf, type PlacedPart, type Recording } from "./scene";
import type { Scene, Tint } from "./types";

/** Shares of the picture's width at which lines do not vanish and texts can be read. */
const kThinnestLine = 0.0012;
const kSmallestText = 0.02;
const kLargestText = 0.05;
/** A way is drawn through points that lie at least so far apart, and through so many at most. */
const kNearestOfWay = 0.002;
const kMostOfWay = 4000;

interface Drawn {
  placed: PlacedPart;
  element: SVGElement;
  way: Way | null;
}

/** The points of a trace that are enough to draw it. */
interface Way {
  frames: number[];
  texts: string[];
}

interface Paint {
  colour: string;
  opacity: number; // 0: nothing
}

/** A part's own colour, or the quantity's by its level; without an own colour, the level is how
 * opaque the quantity's is. */
function paint(own: Tint, quantity: Tint | null, level: number, colour: (tint: Tint) => string): Paint {
  if (quantity === null) return { colour: colour(own), opacity: own === "none" ? 0 : 1 };
  if (own === "none") return { colour: colour(quantity), opacity: level };
  return { colour: mixed(colour(own), colour(quantity), level), opacity: 1 };
}

export class ScenePicture {
  readonly svg: SVGSVGElement;
  private readonly drawn: Drawn[];
  private readonly width: number;
  private readonly digits: number;

  constructor(private readonly recording: Recording, private readonly colours: Palette, label: string) {
    const { box } = recording;
    this.width = box.right - box.left;
    const height = box.top - box.bottom;
    // Enough digits for a thousandth of a pixel.
    this.digits = Math.max(0, Math.min(9, Math.ceil(6 - Math.log10(this.width))));
    const number = (value: number): string => value.toFixed(this.digits);
    this.svg = s("svg", {
      viewBox: [box.left, -box.top, this.width, height].map(number).join(" "), width: 720, height: Math.round((720 * height) / this.width),
      role: "img", "aria-label": label, class: "scene",
    });
    // Where the page gives the picture another shape, there is ground beside it too.
    this.svg.append(s("rect", { x: number(box.left - this.width), y: number(-box.top - height), width: number(3 * this.width), height: number(3 * height), fill: colours.ground }));
    this.drawn = recording.parts.map((placed) => {
      const element = this.element(placed);
      this.svg.append(element);
      return { placed, element, way: placed.part.kind === "trace" ? this.way(placed) : null };
    });
    for (const drawn of this.drawn) if (!moves(drawn)) this.place(drawn, 0);
  }

  show(frame: number): void {
    for (const drawn of this.drawn) if (moves(drawn)) this.place(drawn, frame);
  }

  private element({ part }: PlacedPart): SVGElement {
    const shared = { "data-role": part.role, "stroke-linejoin": "round", "stroke-linecap": "round" };
    if (part.kind === "circle") return s("circle", { ...shared, r: this.number(Math.max(part.radius, 0.002 * this.width)) });
    if (part.kind === "text") {
      const size = Math.max(kSmallestText * this.width, Math.min(kLargestText * this.width, part.width));
      return s("text", { "data-role": part.role, "font-size": this.number(size) }, part.text);
    }
    return s("path", part.kind === "polygon" ? shared : { ...shared, fill: "none" });
  }

  private place({ placed, element, way }: Drawn, frame: number): void {
    const { part } = placed;
    const points = pointsOf(this.recording, placed, frame);
    if (points.length === 0) return;
    if (part.kind === "circle" || part.kind === "text") {
      const [x, y] = part.kind === "circle" ? ["cx", "cy"] : ["x", "y"];
      element.setAttribute(x, this.number(points[0][0]));
      element.setAttribute(y, this.number(-points[0][1]));
    } else {
      const texts = way ? wayUntil(way, frame, this.text(points[0])) : points.map((point) => this.text(point));
      element.setAttribute("d", `M${texts.join("L")}${part.kind === "polygon" ? "Z" : ""}`);
    }
    this.colour(placed, element, frame);
  }

  private colour(placed: PlacedPart, element: SVGElement, frame: number): void {
    const { part } = placed;
    const level = levelOf(this.recording, placed, frame);
    const quantity = part.quantity >= 0 ? this.recording.scene.quantities[part.quantity].tint : null;
    const fillOf = (tint: Tint): string => this.colours.tints[tint];
    const lineOf = (tint: Tint): string => lineColour(tint, this.colours);
    const isArea = part.kind === "polygon" || part.kind === "circle";
    const area = isArea ? paint(part.fill, quantity, level, fillOf) : null;
    const line = paint(part.line, isArea ? null : quantity, level, lineOf);
    const isText = part.kind === "text";
    const set = (name: "fill" | "stroke", { colour, opacity }: Paint): void => {
      element.setAttribute(name, opacity > 0 ? colour : "none");
      element.setAttribute(`${name}-opacity`, opacity.toFixed(3));
    };
    if (area) set("fill", area);
    set(isText ? "fill" : "stroke", line);
    if (!isText) element.setAttribute("stroke-width", this.number(Math.max(kThinnestLine * this.width, part.width + level * part.gain)));
  }

  private way(placed: PlacedPart): Way {
    const way: Way = { frames: [], texts: [] };
    let last: [number, number] = [Infinity, Infinity];
    for (let frame = 0; frame < (placed.part.points > 0 ? this.recording.frames : 1); ++frame) {
      const [point] = pointsOf(this.recording, placed, frame);
      if (Math.hypot(point[0] - last[0], point[1] - last[1]) < kNearestOfWay * this.width) continue;
      last = point;
      way.frames.push(frame);
      way.texts.push(this.text(point));
    }
    return way;
  }

  private number(value: number): string {
    return value.toFixed(this.digits);
  }

  private text([x, y]: [number, number]): string {
    return `${this.number(x)} ${this.number(-y)}`;
  }
}

function moves({ placed: { part, level } }: Drawn): boolean {
  return part.points > 0 || level >= 0;
}

function wayUntil({ frames, texts }: Way, frame: number, now: string): string[] {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle] <= frame) low = middle + 1;
    else high = middle;
  }
  return [...texts.slice(Math.max(0, low - kMostOfWay), low), now];
}

/** What colours and signs mean: the quantities that some part shows, then the parts that say what
 * they are, each once. */
export function legendEntries(scene: Scene, colours: Palette): [text: string, colour: string][] {
  const entries = new Map<string, string>();
  scene.quantities.forEach(({ name, tint }, i) => {
    if (scene.parts.some((part) => part.quantity === i)) entries.set(name, colours.tints[tint]);
  });
  for (const part of scene.parts) {
    if (part.legend === "" || entries.has(part.legend)) continue;
    const tint = part.line !== "none" ? part.line : part.fill !== "none" ? part.fill : scene.quantities[part.quantity]?.tint ?? "grey";
    entries.set(part.legend, part.line !== "none" ? lineColour(tint, colours) : colours.tints[tint]);
  }
  return [...entries];
}

export function sceneLegend(scene: Scene, colours: Palette): HTMLElement {
  return h("span", { class: "keys" }, ...legendEntries(scene, colours).map(([text, colour]) =>
    h("span", { class: "key" }, h("i", { style: `background:${colour}` }), text)));
}
