// Offers and their switch, loaded with their texts when there is a table to offer them at.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadMore } from "../../../state/appearance";
import type { CallSwitchProps } from "./CallSwitch";
import type { OffersProps } from "./Offers";

function later<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return function Later(props: P) {
    const [Loaded, setLoaded] = useState<{ it: FunctionComponent<P> } | null>(null);
    useEffect(() => void Promise.all([load(), loadMore("more")]).then(([it]) => setLoaded({ it })), []);
    return Loaded ? <Loaded.it {...props} /> : null;
  };
}

export const LaterOffers = later<OffersProps>(async () => (await import("./Offers")).Offers);
export const LaterCallSwitch = later<CallSwitchProps>(async () => (await import("./CallSwitch")).CallSwitch);
