// Opens the guided first match: one bot, the same dice for everyone, and tips on the way.

import { useEffect, useState } from "preact/hooks";
import { FIRST_GAME } from "../../games/registry";
import { t } from "../../i18n";
import { AppBar } from "../../parts/AppBar";
import { problemText } from "../../parts/useRequest";
import type { App } from "../../state/app";
import { openTable } from "../../state/openTable";
import { randomHex } from "../../state/storage";

/** The seed of all guided matches, chosen so that the early throws offer good marks. */
const GUIDE_SEED = 21;

export function Guide({ app }: { app: App }) {
  const game = app.route.page === "guide" ? app.route.game : FIRST_GAME;
  const [problem, setProblem] = useState("");

  async function open() {
    const token = randomHex(24);
    const name = app.settings.name || t("people.player", { number: 1 });
    const bots = app.games?.find((each) => each.name === game)?.bots ?? [];
    const bot = bots.includes("casual") ? "casual" : (bots[0] ?? "casual");
    const seats = [{ name, token }, { bot }];
    const request = {
      game,
      seats,
      first: 0,
      dice: "seeded" as const,
      seed: GUIDE_SEED,
      auto_throw: false,
      auto_pass: false,
    };
    await openTable(app, request, { token, tips: [] }).catch((error: unknown) => setProblem(problemText(error)));
  }
  useEffect(() => {
    if (app.games) void open();
  }, [app.games !== null]);

  return (
    <div class="plain">
      <AppBar app={app} title={t("learn.guide")} />
      <main>
        <p class="note" role="status">
          {problem || t("page.loading")}
        </p>
      </main>
    </div>
  );
}
