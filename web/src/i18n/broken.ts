// Broken values in words: what each of them was, and which one.

import { isId, isObject } from "../state/checks";
import type { Broken } from "../state/storage";
import { hasText, t } from ".";

const MOST = 8;

/** What a broken value was, with its code or id where it has one: "match 0123456789ab". */
function nameOf({ key, value }: Broken): string {
  const [, kind = "", part = "", ...rest] = key.split(".");
  const id = kind === "local" ? rest[0] : part;
  const found = [id, isObject(value) ? value.match : null, isObject(value) ? value.code : null].find(isId);
  const name = kind === "local" ? part : kind;
  return [t(hasText(`broken.${name}`) ? `broken.${name}` : "broken.other"), found].filter(Boolean).join(" ");
}

/** The names of broken values, the first few of many. */
export function brokenNames(broken: readonly Broken[]): string {
  const names = broken.slice(0, MOST).map(nameOf);
  return broken.length > MOST ? `${names.join(", ")}, …` : names.join(", ");
}
