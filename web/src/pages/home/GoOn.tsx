// Links to unfinished matches: the last one large, others below it.

import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { botShort } from "../../i18n/names";
import { api, RequestError } from "../../net/api";
import { Link } from "../../parts/AppBar";
import { Icon } from "../../parts/Icon";
import type { App } from "../../state/app";
import type { Group } from "../../state/results";
import { loadTables, noteStatus, type StoredTable } from "../../state/storage";
import type { TableSummary } from "../../state/summary";

const MOST = 3;
/** Matches untouched for this long are not offered. */
const STALE_MS = 14 * 86_400_000;

type Running = StoredTable & { summary: TableSummary };

function isRunning(table: StoredTable): table is Running {
  return (
    !!table.summary && table.summary.status !== "over" && table.seats.length > 0 && Date.now() - table.at < STALE_MS
  );
}

/** Tables on this device whose match is not over, as far as the device knows. */
export function runningTables(): Running[] {
  return loadTables().filter(isRunning).slice(0, MOST);
}

function detail({ others, status, isWanted, turn }: TableSummary): string {
  const names = others.map(({ name, bot }) => (bot ? botShort(bot) : name)).join(", ");
  const parts = [names && t("home.with", { names })];
  if (status !== "playing") parts.push(t("home.not_begun"));
  else if (turn === null) parts.push(t("play.pad"));
  else parts.push(isWanted ? t("turn.own") : t("turn.number", { turn }));
  return parts.filter(Boolean).join(" · ");
}

/** Ask the server whether these tables still exist; those that are over or gone are removed. */
function useFreshness(app: App, tables: readonly Running[]): void {
  const codes = tables.map(({ code }) => code).join();
  useEffect(() => {
    for (const { code } of tables) {
      api.table(code).then(
        (facts) => {
          if (noteStatus(code, facts.status)) app.redraw();
        },
        (error: unknown) => {
          if (error instanceof RequestError && error.status === 404 && noteStatus(code, "over")) app.redraw();
        },
      );
    }
  }, [codes]);
}

export function GoOn({ app, tables }: { app: App; tables: readonly Running[] }) {
  useFreshness(app, tables);
  return (
    <nav class="goon" aria-label={t("home.running")}>
      {tables.map(({ code, summary }, i) => (
        <Link key={code} app={app} kind={i === 0 ? "btn go" : "tile"} to={{ page: "table", code }}>
          {i > 0 && <Icon name="again" />}
          <span>
            {t("home.go_on", { game: t(`game.${summary.game}`) })}
            <small>{detail(summary)}</small>
          </span>
        </Link>
      ))}
    </nav>
  );
}

function nameOf(seat: Group["seats"][number]): string {
  return seat.bot ? botShort(seat.bot) : seat.name;
}

/** Groups of earlier matches: one tap seats them again. */
export function SameAgain({ groups, onPick }: { groups: readonly Group[]; onPick: (group: Group) => void }) {
  if (groups.length === 0) return null;
  return (
    <section class="again" aria-label={t("home.same_again")}>
      <h2>{t("home.same_again")}</h2>
      <div class="chips">
        {groups.map((group, i) => (
          <button key={i} type="button" class="chip" onClick={() => onPick(group)}>
            <Icon name="again" />
            {t("home.open_table", { game: t(`game.${group.game}`), names: group.seats.map(nameOf).join(", ") })}
          </button>
        ))}
      </div>
    </section>
  );
}
