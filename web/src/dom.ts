// Elements, made in one expression. Text is always text: nothing here parses markup.

export type Child = Node | string | number | null | undefined | false;

type Attributes = { [name: string]: string | number | boolean | null | undefined | ((event: never) => void) };

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, ...children);
}

export function append(parent: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, ...children);
}

/** A box that says what is (not) there and what to do next. */
export function notice(title: string, ...more: Child[]): HTMLElement {
  return h("div", { class: "notice", role: "status" }, h("strong", {}, title), h("div", {}, ...more));
}

export function command(text: string): HTMLElement {
  return h("code", { class: "command" }, text);
}

/** A labelled choice; `onChange` gets the value. */
export function select(label: string, options: [value: string, text: string][], value: string, onChange: (value: string) => void): HTMLLabelElement {
  const box = h("select", { change: (event: Event) => onChange((event.target as HTMLSelectElement).value) },
    ...options.map(([v, text]) => h("option", { value: v, selected: v === value }, text)));
  return h("label", { class: "control" }, h("span", {}, label), box);
}

export function checkbox(label: string, isOn: boolean, onChange: (isOn: boolean) => void): HTMLLabelElement {
  const box = h("input", { type: "checkbox", checked: isOn, change: (event: Event) => onChange((event.target as HTMLInputElement).checked) });
  return h("label", { class: "control check" }, box, h("span", {}, label));
}

export function slider(label: string, range: { min: number; max: number; step: number; value: number }, show: (value: number) => string, onInput: (value: number) => void): HTMLLabelElement {
  const output = h("output", {}, show(range.value));
  const input = h("input", {
    type: "range", ...range, "aria-label": label,
    input: (event: Event) => {
      const value = Number((event.target as HTMLInputElement).value);
      output.textContent = show(value);
      onInput(value);
    },
  });
  return h("label", { class: "control slider" }, h("span", {}, label), input, output);
}
