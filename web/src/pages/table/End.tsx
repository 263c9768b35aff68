// The end of a match: the winner, the count, the dice check, and what to do next, such as a rematch.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { type NameOf, namesOf, seatName } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import { isLocal } from "../../net/local";
import { AppBar, Link } from "../../parts/AppBar";
import { later } from "../../parts/later";
import { DiceCheck } from "../../parts/result/DiceCheck";
import { FinalCount } from "../../parts/result/FinalCount";
import { Outcome } from "../../parts/result/Outcome";
import { ShareDialog } from "../../parts/share/ShareDialog";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";
import { resultOf } from "../../state/results";
import { pathOf } from "../../state/route";
import { loadResults } from "../../state/storage";
import type { View } from "../../state/view";
import { EntryListButton } from "./Menu";
import type { OffersProps } from "./Offers";

const LaterOffers = later<OffersProps>(async () => (await import("./Offers")).Offers);

/** The next match at this table: it starts after a countdown, or at once when it is requested again. */
function Rematch({ controller }: { controller: TableController }) {
  const asked = controller.state().facts?.next?.asked;
  return (
    <>
      {asked && (
        <p class="note" role="status">
          {t("end.rematch_asked", { names: asked })}
        </p>
      )}
      <button type="button" class="btn go" data-action="rematch" onClick={controller.rematch}>
        {t("end.rematch")}
      </button>
    </>
  );
}

/** Buttons for the next step: the results of a challenge, another match at this table, or a new table for a guest. */
function Next({ app, controller }: { app: App; controller: TableController }) {
  const { facts, ownSeats } = controller.state();
  const challenge = facts?.challenge;
  return (
    <div class="acts sticky">
      {challenge && (
        <Link app={app} kind="btn go" to={{ page: "challenge", challenge }}>
          {t("end.results")}
        </Link>
      )}
      {!challenge && ownSeats.length > 0 && <Rematch controller={controller} />}
      {!challenge && ownSeats.length === 0 && (
        <Link app={app} kind="btn go" to={{ page: "home" }}>
          {t("page.new_table")}
        </Link>
      )}
    </div>
  );
}

interface EndProps {
  app: App;
  controller: TableController;
  view: View;
  nameOf: NameOf;
  /** True if the match has just ended on this screen. */
  isLive: boolean;
  onSheets: () => void;
}

export function End({ app, controller, view, nameOf, isLive, onSheets }: EndProps) {
  const [isSharing, setSharing] = useState(false);
  const table = controller.state();
  const match = table.match ?? "";
  const address = `${location.origin}${pathOf({ page: "match", match })}`;
  const publicName = (seat: number) => seatName(table.facts, seat);
  return (
    <div class="plain end">
      <AppBar app={app} />
      <main>
        <FinalCount view={view} nameOf={nameOf} isLive={isLive}>
          <Outcome
            result={resultOf(table, Date.now())}
            earlier={loadResults()}
            series={[]}
            name={app.settings.name}
            nameOf={nameOf}
          />
          <DiceCheck match={match} />
        </FinalCount>
        <div class="acts wrap">
          <button type="button" class="btn" onClick={onSheets}>
            {t("end.sheets")}
          </button>
          <Link app={app} kind="btn" to={{ page: "replay", match }}>
            {t("end.replay")}
          </Link>
          {!isLocal(match) && table.facts?.dice.kind !== "unknown" && (
            <Link app={app} kind="btn" to={{ page: "review", match }}>
              {t("end.review")}
            </Link>
          )}
          <button type="button" class="btn" onClick={() => setSharing(true)}>
            {t("end.share")}
          </button>
          {table.ownSeats.length > 0 && <EntryListButton controller={controller} nameOf={nameOf} kind="btn" />}
        </div>
        {table.ownSeats.length > 0 && <LaterOffers app={app} controller={controller} kinds={["feel", "install"]} />}
        <p class="problem" role="alert">
          {table.problem ? reasonText(table.problem) : ""}
        </p>
        <Next app={app} controller={controller} />
        {isSharing && (
          <ShareDialog view={view} nameOf={publicName} address={address} onClose={() => setSharing(false)} />
        )}
      </main>
    </div>
  );
}
