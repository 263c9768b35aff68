// Ways to see a table that most devices do not need: one tablet for all, and the view of a guest.

import { later } from "../../parts/later";
import type { SpectatorProps } from "./Spectator";
import type { TabletProps } from "./Tablet";

export const LaterTablet = later<TabletProps>(async () => (await import("./Tablet")).Tablet);
export const LaterSpectator = later<SpectatorProps>(async () => (await import("./Spectator")).Spectator);
