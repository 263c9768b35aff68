// The address of a table, and its QR code.

import { renderSVG } from "uqr";
import { t } from "../../i18n";
import { pathOf } from "../../state/route";

/** The address of a table that others can open. */
export function tableLink(code: string): string {
  return `${location.origin}${pathOf({ page: "table", code })}`;
}

/** The QR code of a link as one path; dark on white in both themes, so that phones read it. */
export function Qr({ link }: { link: string }) {
  const svg = renderSVG(link, { border: 0 });
  const size = /viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? "100";
  const path = [...svg.matchAll(/ d="([^"]+)"/g)].map((match) => match[1]).join("");
  return (
    <span class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={t("lobby.qr")}>
        <path d={path} fill="#1b2030" />
      </svg>
    </span>
  );
}
