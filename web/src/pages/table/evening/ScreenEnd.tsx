// The big screen between two matches: the result, the evening, how to join, and the countdown. It seats nobody.

import { rich, t } from "../../../i18n";
import { eveningName, gameName, playerName } from "../../../i18n/evening";
import { type NameOf, seatName } from "../../../i18n/names";
import { endText, listed, winnerText } from "../../../i18n/recap";
import type { Evening, NextMatch, TableFacts } from "../../../net/protocol";
import { FinalCount, isStill } from "../../../parts/result/FinalCount";
import { HandNumber, Ring } from "../../../parts/sheet/strokes";
import { beginsAt, COUNTDOWN_MS } from "../../../state/evening";
import type { TableState } from "../../../state/table";
import type { View } from "../../../state/view";
import { Qr, tableLink } from "../Invite";
import { Candidates } from "./Candidates";
import { stoppedTurn } from "./End";
import { Scoreboard } from "./Scoreboard";
import { useCountdown } from "./useCountdown";

export interface ScreenEndProps {
  table: TableState;
  view: View;
}

/** Longer words are written in smaller letters. */
const LARGE_WORDS = 16;
/** The players on the scoreboard. */
const MOST_SHOWN = 6;

function Winner({ table, view, nameOf }: ScreenEndProps & { nameOf: NameOf }) {
  const { facts } = table;
  const best = view.scores[view.winners[0] ?? 0] ?? 0;
  const n = facts?.evening?.matches ?? 1;
  const words = winnerText(view, nameOf);
  return (
    <div class="winner">
      <p class="kick">{t("evening.match_n", { evening: eveningName(Date.now()), n, game: view.title })}</p>
      <h1 class={words.length > LARGE_WORDS ? "many" : undefined}>{words}</h1>
      <span class="bestscore">
        <HandNumber value={best} />
        <Ring />
        <span class="hidden">{best}</span>
      </span>
      <p>{endText(view, nameOf, stoppedTurn(table))}</p>
    </div>
  );
}

/** The newest matches, oldest first. */
const MOST_PAST = 4;

function Past({ evening }: { evening: Evening }) {
  const byName = (name: string) =>
    playerName(evening.players.find((player) => player.name === name) ?? { name, bot: null });
  return (
    <ol class="past">
      {evening.last.slice(-MOST_PAST).map((each) => (
        <li key={each.match}>
          <b>{gameName(each.game)}</b>
          <span>{listed(each.winners.map(byName))}</span>
          <i>{each.score}</i>
        </li>
      ))}
    </ol>
  );
}

function Invitation({ facts }: { facts: TableFacts }) {
  const address = location.host;
  return (
    <section class="card invitation">
      <Qr link={tableLink(facts.code)} />
      <div>
        <h2>{t("evening.screen_join")}</h2>
        <p>{rich(t("evening.screen_scan", { address }))}</p>
        <b class="bigcode">{facts.code}</b>
      </div>
    </section>
  );
}

function Band({ table, next, nameOf }: { table: TableState; next: NextMatch; nameOf: NameOf }) {
  const seconds = useCountdown(beginsAt(table));
  const game = gameName(next.game);
  const choosing = next.choosing === null ? null : rich(t("evening.choosing", { name: nameOf(next.choosing) }));
  return (
    <footer class="band">
      {seconds !== null && <b class="num">{seconds}</b>}
      <div role="status">
        <b>
          {choosing ?? (seconds === null ? t("evening.screen_idle") : t("evening.screen_soon", { game, n: seconds }))}
        </b>
        <small>{t("evening.screen_other")}</small>
      </div>
      <Candidates table={table} nameOf={nameOf} />
      {seconds !== null && (
        <span
          class="left"
          style={{
            transform: `scaleX(${Math.min(1, (seconds * 1000) / COUNTDOWN_MS)})`,
            transition: isStill() ? "none" : undefined,
          }}
        />
      )}
    </footer>
  );
}

export function ScreenEnd({ table, view }: ScreenEndProps) {
  const { facts } = table;
  const nameOf = (seat: number) => seatName(facts, seat);
  if (!facts) return null;
  const { evening, next } = facts;
  return (
    <main class={`tvend n${view.seats}`}>
      <section class="result">
        <FinalCount view={view} nameOf={nameOf} isLive head={<Winner table={table} view={view} nameOf={nameOf} />} />
      </section>
      <section class="beside">
        {evening && (
          <div class="card">
            <Scoreboard
              evening={{ ...evening, players: evening.players.slice(0, MOST_SHOWN) }}
              game={facts.game}
              hasPairs={false}
            />
            <Past evening={evening} />
          </div>
        )}
        {!facts.challenge && <Invitation facts={facts} />}
      </section>
      {next && <Band table={table} next={next} nameOf={nameOf} />}
    </main>
  );
}
