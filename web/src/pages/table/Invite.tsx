// The invitation to a table: code, link and QR code, and what will be played.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { sheetName } from "../../i18n/names";
import type { GameFacts, TableFacts } from "../../net/protocol";
import { Dialog } from "../../parts/Dialog";
import { ShareLink } from "../../parts/ShareLink";
import { useRequest } from "../../parts/useRequest";
import { pathOf } from "../../state/route";
import { dealOf } from "../../state/sheets";

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

/** The game, with its sheets if they are not the default: "Qwixx · Mixx A", "Qwixx · Double A + Double B". */
export function gameText(facts: TableFacts, game: GameFacts | undefined): string {
  const sheets = [...new Set(dealOf(facts, game))];
  if (sheets.length === 0 || (sheets.length === 1 && sheets[0] === game?.sheets[0]?.name)) return facts.title;
  return t("lobby.variant", { game: facts.title, sheet: sheets.map(sheetName).join(" + ") });
}

function Code({ code }: { code: string }) {
  return (
    <div class="code" role="img" aria-label={t("lobby.code", { code: [...code].join(" ") })}>
      {[...code].map((letter, i) => (
        <b key={i}>{letter}</b>
      ))}
    </div>
  );
}

export function Invite({ facts, isOwn, game }: { facts: TableFacts; isOwn: boolean; game: string }) {
  const [isLarge, setLarge] = useState(false);
  const { code } = facts;
  const link = tableLink(code);
  return (
    <section class="card invite">
      <div>
        <h2>{t(isOwn ? "lobby.table" : "lobby.guest")}</h2>
        <Code code={code} />
      </div>
      <button type="button" class="qrbutton" aria-label={t("lobby.qr_large")} onClick={() => setLarge(true)}>
        <Qr link={link} />
      </button>
      <ShareLink link={link} text={t("lobby.invitation", { game, code })} kind="btn" />
      {isLarge && (
        <Dialog title={t("lobby.invitation", { game, code })} kind="qrlarge" onClose={() => setLarge(false)}>
          <Qr link={link} />
          <Code code={code} />
          <p class="note">{link.replace(/^https?:\/\//, "")}</p>
        </Dialog>
      )}
    </section>
  );
}
