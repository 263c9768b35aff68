// Offers and their switch, loaded with their texts on demand.

import { later } from "../../../parts/later";
import type { CallSwitchProps } from "./CallSwitch";
import type { OffersProps } from "./Offers";

export const LaterOffers = later<OffersProps>(async () => (await import("./Offers")).Offers);
export const LaterCallSwitch = later<CallSwitchProps>(async () => (await import("./CallSwitch")).CallSwitch);
