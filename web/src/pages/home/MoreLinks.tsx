// Links from the home page, and tables that anyone may join.

import type { GameName } from "../../games/registry";
import { t } from "../../i18n";
import { api } from "../../net/api";
import { Link } from "../../parts/AppBar";
import { Icon } from "../../parts/Icon";
import { useRequest } from "../../parts/useRequest";
import type { App } from "../../state/app";

export function MoreLinks({ app, game }: { app: App; game: GameName }) {
  const daily = app.games?.find((each) => each.name === game)?.daily;
  return (
    <nav class="more" aria-label={t("home.more")}>
      {daily && (
        <Link app={app} kind="tile" to={{ page: "challenge", challenge: daily }}>
          <Icon name="calendar" />
          {t("home.daily")}
        </Link>
      )}
      <Link app={app} kind="tile" to={{ page: "learn", game }}>
        <Icon name="book" />
        {t("home.learn")}
      </Link>
      <Link app={app} kind="tile" to={{ page: "print", game }}>
        <Icon name="print" />
        {t("home.print")}
      </Link>
      <Link app={app} kind="tile" to={{ page: "sheets" }}>
        <Icon name="pen" />
        {t("home.own_sheets")}
      </Link>
      <Link app={app} kind="tile" to={{ page: "replay", match: null }}>
        <Icon name="play" />
        {t("home.replay")}
      </Link>
      <Link app={app} kind="tile" to={{ page: "history" }}>
        <Icon name="crown" />
        {t("home.history")}
      </Link>
    </nav>
  );
}

/** Tables that anyone may join. */
export function OpenTables({ app }: { app: App }) {
  const { value } = useRequest(api.openTables, "open");
  const joinable = (value ?? []).filter((line) => line.n_open > 0);
  if (joinable.length === 0) return null;
  return (
    <nav class="more" aria-label={t("home.open_tables")}>
      {joinable.map((line) => (
        <Link key={line.code} app={app} kind="tile" to={{ page: "table", code: line.code }}>
          <Icon name="users" />
          {t("home.open_table", { game: t(`game.${line.game}`), names: line.names.join(", ") })}
        </Link>
      ))}
    </nav>
  );
}
