// Codes of tables and ids of matches and challenges, as parts of addresses.

/** Whether a value is a code or an id; nothing else is put into an address, since "../" would change its path. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value);
}
