// The address of a table, and its QR code.

import { t } from "../../i18n";
import { useRequest } from "../../parts/useRequest";
import { pathOf } from "../../state/route";

/** The address of a table that others can open. */
export function tableLink(code: string): string {
  return `${location.origin}${pathOf({ page: "table", code })}`;
}

/** Render a link as a QR code; the library is loaded on demand, since playing does not need it. */
async function drawCode(link: string): Promise<{ size: string; path: string }> {
  const { renderSVG } = await import("uqr");
  const svg = renderSVG(link, { border: 0 });
  const path = [...svg.matchAll(/ d="([^"]+)"/g)].map((match) => match[1]).join("");
  return { size: /viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? "100", path };
}

/** The QR code of a link as one path, dark on white in both themes so that phones can read it. */
export function Qr({ link }: { link: string }) {
  const { size = "1", path = "" } = useRequest(() => drawCode(link), link).value ?? {};
  return (
    <span class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={t("lobby.qr")}>
        <path d={path} fill="#1b2030" />
      </svg>
    </span>
  );
}
