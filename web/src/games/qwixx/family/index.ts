// What sheets of the Qwixx family print beside and between their rows.

import type { SheetParts } from "../../game";
import { Foot, Rewards } from "./Foot";
import { Line } from "./Line";
import { Sign } from "./Sign";

export const parts: SheetParts = { Sign, Line, Below: Rewards, Foot };
