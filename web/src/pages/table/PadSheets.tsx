// The sheets of a pad, loaded only where there is one.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PadProps } from "./pad/PadMatch";

export function PadSheets(props: PadProps) {
  const [loaded, setLoaded] = useState<{ PadMatch: FunctionComponent<PadProps> } | null>(null);
  useEffect(() => void import("./pad/PadMatch").then(({ PadMatch }) => setLoaded({ PadMatch })), []);
  return loaded && <loaded.PadMatch {...props} />;
}
