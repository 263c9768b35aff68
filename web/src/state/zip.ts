// Writes several texts to one file in the ZIP format without compression, which any system can open. [APPNOTE 4.3]

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980: the format has no value for "unknown". */
const DATE = 0x21;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Pack little-endian numbers: [2, 7] is the number 7 in two bytes. */
function packed(...fields: [number, number][]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Return a ZIP file of these texts by name. */
export function zipOf(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const bodies: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)];
    const sizes: [number, number][] = [
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    ];
    const common: [number, number][] = [[2, VERSION], [2, FLAGS], [2, 0], [2, 0], [2, DATE], ...sizes];
    const body = joined([packed([4, LOCAL], ...common), name, data]);
    const place: [number, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ];
    directory.push(joined([packed([4, CENTRAL], [2, VERSION], ...common, ...place), name]));
    bodies.push(body);
    offset += body.length;
  }
  const n = bodies.length;
  const listed = joined(directory);
  const end = packed([4, END], [2, 0], [2, 0], [2, n], [2, n], [4, listed.length], [4, offset], [2, 0]);
  return joined([...bodies, listed, end]);
}

/** Return the text of one file in an uncompressed ZIP; null if it is missing or unreadable. */
export function unzipped(bytes: Uint8Array, path: string): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  let at = 0;
  while (at + 30 <= bytes.length && view.getUint32(at, true) === LOCAL) {
    const [method, size] = [view.getUint16(at + 8, true), view.getUint32(at + 18, true)];
    const [nName, nExtra] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const start = at + 30 + nName + nExtra;
    const name = decoder.decode(bytes.subarray(at + 30, at + 30 + nName));
    if (name === path) return method === 0 ? decoder.decode(bytes.subarray(start, start + size)) : null;
    at = start + size;
  }
  return null;
}
