// Numbers that the program sends as base64, little-endian.

function bytes(text: string): DataView {
  const raw = atob(text);
  const array = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) array[i] = raw.charCodeAt(i);
  return new DataView(array.buffer);
}

export function floats(text: string): Float32Array {
  const view = bytes(text);
  const values = new Float32Array(view.byteLength / 4);
  for (let i = 0; i < values.length; ++i) values[i] = view.getFloat32(4 * i, true);
  return values;
}

export function shorts(text: string): Int16Array {
  const view = bytes(text);
  const values = new Int16Array(view.byteLength / 2);
  for (let i = 0; i < values.length; ++i) values[i] = view.getInt16(2 * i, true);
  return values;
}

export function shares(text: string): Float32Array {
  const view = bytes(text);
  const values = new Float32Array(view.byteLength);
  for (let i = 0; i < values.length; ++i) values[i] = view.getUint8(i) / 255;
  return values;
}
