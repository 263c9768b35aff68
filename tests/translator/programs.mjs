// Runs translated programs, a file per line, and tells what their `main` returns or throws, as programs.py does.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const nameOf = (value) => value.constructor.name.replace(/^\$\d*/, "");
const inOrder = (a, b) => (typeof a === "number" ? a - b : a < b ? -1 : 1);

function plain(value) {
  if (value === undefined) throw new TypeError("undefined");
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Object.is(value, -0) ? 0 : value;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, plain);
  if (value instanceof Set) return { set: [...value].sort(inOrder).map(plain) };
  if (value instanceof Map || nameOf(value) === "TupleMap")
    return { dict: [...value].map(([key, each]) => [plain(key), plain(each)]) };
  if (value.constructor === Object) return { dict: Object.entries(value).map(([key, each]) => [key, plain(each)]) };
  return { [nameOf(value)]: Object.values(value).map(plain) };
}

function outcome(main) {
  try {
    return { returned: plain(main()) };
  } catch (error) {
    if (error.reason) return { error: nameOf(error), reason: plain(error.reason) };
    if (error instanceof RangeError) return { fault: true };
    return { crash: String(error.stack) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { main } = await import(pathToFileURL(line));
  console.log(JSON.stringify(outcome(main)));
}
