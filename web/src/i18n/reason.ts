// Why something is refused, in words.

import type { Reason } from "../state/view";
import { hasText, t } from "./index";

/** A reason as a sentence; colors come as letters and are named here. */
export function reasonText(why: Reason): string {
  const { color } = why.params;
  const params =
    typeof color === "string" && hasText(`colors.${color}`)
      ? { ...why.params, color: t(`colors.${color}`) }
      : why.params;
  const text = t(`reasons.${why.id}`, params);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
