// The keypads for real dice, loaded on demand.

import { later } from "../../parts/later";
import type { CorrectThrowProps, RollPadProps } from "./RollPad";

export const LaterRollPad = later<RollPadProps>(async () => (await import("./RollPad")).RollPad);
export const LaterCorrectThrow = later<CorrectThrowProps>(async () => (await import("./RollPad")).CorrectThrow);
