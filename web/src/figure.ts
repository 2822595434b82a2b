// A figure: title, picture, what it shows, and buttons that save it.
import { light, type Palette } from "./colour";
import { append, h, type Child } from "./dom";

export interface Saved {
  /** The figure drawn for paper, or the text of a file from outside, which is saved as it is; nothing
   * if there is nothing to draw yet. */
  svg?: (colours: Palette) => SVGSVGElement | string | null;
  csv?: () => string;
}

export interface FigureOptions extends Saved {
  name: string; // of the saved file
  title: string;
  caption?: Child;
}

export function figure(options: FigureOptions, ...content: Child[]): HTMLElement {
  const button = (text: string, hint: string, action: () => void): HTMLElement =>
    h("button", { type: "button", class: "save", title: hint, click: action }, text);
  const buttons = h("span", { class: "saves" });
  const { svg, csv } = options;
  if (svg) {
    append(buttons,
      button("SVG", `Save “${options.title}” as SVG`, () => {
        const picture = svg(light);
        if (picture) download(`${options.name}.svg`, new Blob([svgText(picture)], { type: "image/svg+xml" }));
      }),
      button("PNG", `Save “${options.title}” as PNG`, () => {
        const picture = svg(light);
        if (picture) void savePng(options.name, picture);
      }));
  }
  if (csv) {
    append(buttons, button("CSV", `Save the data of “${options.title}”`, () =>
      download(`${options.name}.csv`, new Blob([csv()], { type: "text/csv" }))));
  }
  return h("figure", {},
    h("div", { class: "figure-head" }, h("h3", {}, options.title), buttons),
    ...content,
    options.caption ? h("figcaption", {}, options.caption) : null);
}

export function svgText(picture: SVGSVGElement | string): string {
  if (typeof picture === "string") return picture;
  const copy = picture.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  if (!copy.getAttribute("font-family")) copy.setAttribute("font-family", "system-ui, sans-serif");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Three pixels a unit: sharp in print at column width. */
async function savePng(name: string, picture: SVGSVGElement | string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(picture))}`;
  await image.decode();
  const width = image.naturalWidth || 640;
  const height = image.naturalHeight || 400;
  const canvas = h("canvas", { width: 3 * width, height: 3 * height });
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && download(`${name}.png`, blob), "image/png");
}

function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = h("a", { href: address, download: name.replace(/[^\w.-]+/g, "-") });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
