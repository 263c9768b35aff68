// Refusals as sentences.

import type { Reason } from "../state/view";
import { hasText, type Params, t } from "./index";

/** Reasons hold colors as letters and phases as ids; these tables hold their names. */
const TABLES = { color: "colors", first: "colors", second: "colors", phase: "phases" };

/** "r3 y8" as "red 3, yellow 8". */
function sumWords(sums: string): string {
  return sums.replace(/(\w)(\d+)( ?)/g, (_, letter: string, number: string, more: string) => {
    const color = t(`colors.${letter}`);
    return t("mark.name", { color, number }) + (more && ", ");
  });
}

/** Return a reason as a sentence. */
export function reasonText(why: Reason): string {
  const told: Params = { ...why.params };
  // The word for the color before "die", which is not its name in every language.
  const colored = `colored.${told.color}`;
  if (hasText(colored)) told.colored = t(colored);
  for (const [name, table] of Object.entries(TABLES)) {
    const id = `${table}.${told[name]}`;
    if (hasText(id)) told[name] = t(id);
  }
  if (typeof told.sums === "string") told.sums = sumWords(told.sums);
  const text = t(`reasons.${why.id}`, told);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
