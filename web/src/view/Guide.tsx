// Opens the guided first match: one bot, dice that everyone gets, and tips on the way.

import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { App } from "../app";
import { t } from "../i18n";
import { keptTable, randomHex, saveTable } from "../kept";
import { Bar } from "./Bar";
import { problemText } from "./fetched";

/** One seed for all first matches; chosen so that the early throws offer something to mark. */
const GUIDE_SEED = 21;

export function Guide({ app }: { app: App }) {
  const game = app.route.page === "guide" ? app.route.game : "qwixx";
  const [problem, setProblem] = useState("");

  async function open() {
    const token = randomHex(24);
    const name = app.settings.name || t("people.player", { number: 1 });
    const bots = app.games?.find((each) => each.name === game)?.bots ?? [];
    const bot = bots.includes("casual") ? "casual" : (bots[0] ?? "casual");
    try {
      const seats = [{ name, token }, { bot }];
      const { code } = await api.openTable({
        game,
        seats,
        first: 0,
        dice: "seeded",
        seed: GUIDE_SEED,
        auto_throw: false,
        auto_pass: false,
      });
      saveTable({ ...keptTable(code), token, seats: [0], tips: [] });
      app.go({ page: "table", code });
      app.table?.startSoon();
    } catch (error) {
      setProblem(problemText(error));
    }
  }
  useEffect(() => {
    if (app.games) void open();
  }, [app.games !== null]);

  return (
    <div class="plain">
      <Bar app={app} title={t("learn.guide")} />
      <main>
        <p class="note" role="status">
          {problem || t("page.loading")}
        </p>
      </main>
    </div>
  );
}
