// What a step has changed, made part of what was known before.

type Values = Record<string, unknown>;

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object changes what has its keys, or the entries of a list at its keys; anything else takes the place. */
function merged(value: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  if (Array.isArray(value)) {
    return value.map((entry, i) => (Object.hasOwn(change, i) ? merged(entry, change[i]) : entry));
  }
  const known = isObject(value) ? value : {};
  const changes = Object.entries(change).map(([key, next]) => [key, merged(known[key], next)]);
  return { ...known, ...Object.fromEntries(changes) };
}

/** A value with a change of the server made to it; what has not changed is the same object as before. */
export function merge<T>(value: T, change: object): T {
  return merged(value, change) as T;
}
