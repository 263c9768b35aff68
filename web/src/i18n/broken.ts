// Describes broken stored values: what kind of value each was, and which one.

import { isId, isObject } from "../state/checks";
import type { Broken } from "../state/storage";
import { hasText, t } from ".";

const MOST = 8;

/** Name a broken value, with its code or id if it has one: "match 0123456789ab". */
function nameOf({ key, value }: Broken): string {
  const [, kind = "", part = "", ...rest] = key.split(".");
  const id = kind === "local" ? rest[0] : part;
  const found = [id, isObject(value) ? value.match : null, isObject(value) ? value.code : null].find(isId);
  const name = kind === "local" ? part : kind;
  return [t(hasText(`broken.${name}`) ? `broken.${name}` : "broken.other"), found].filter(Boolean).join(" ");
}

/** Name the first few of many broken values. */
export function brokenNames(broken: readonly Broken[]): string {
  const names = broken.slice(0, MOST).map(nameOf);
  return broken.length > MOST ? `${names.join(", ")}, …` : names.join(", ");
}
