// Views that most devices do not need: one tablet for all, pads, and spectators.

import { laterView } from "../../parts/later";
import type { PadProps } from "./pad/PadMatch";
import type { SpectatorProps } from "./Spectator";
import type { TabletProps } from "./Tablet";

export const LaterTablet = laterView<TabletProps>(async () => (await import("./Tablet")).Tablet);
export const LaterPad = laterView<PadProps>(async () => (await import("./pad/PadMatch")).PadMatch);
export const LaterSpectator = laterView<SpectatorProps>(async () => (await import("./Spectator")).Spectator);
