// Applies the changes of a step to the known state.

type Values = Record<string, unknown>;

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Merge a change: an object updates the keys of an object or the entries of a list; anything else replaces the value.
 */
function merged(value: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  if (Array.isArray(value)) {
    return value.map((entry, i) => (Object.hasOwn(change, i) ? merged(entry, change[i]) : entry));
  }
  const known = isObject(value) ? value : {};
  const changes = Object.entries(change).map(([key, next]) => [key, merged(known[key], next)]);
  return { ...known, ...Object.fromEntries(changes) };
}

/** Apply a change of the server to a value; unchanged parts keep their identity. */
export function merge<T>(value: T, change: object): T {
  return merged(value, change) as T;
}
