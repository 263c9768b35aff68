// The keepsake of an evening: printed or saved with its scoreboard and sheets, and shared as a picture.

import { render } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../i18n";
import { eveningDate, gameName, playerName } from "../../../i18n/evening";
import type { NameOf } from "../../../i18n/names";
import { endText, headline, listed } from "../../../i18n/recap";
import type { Evening } from "../../../net/protocol";
import { ownPaper, PrintButton } from "../../../parts/PrintButton";
import { ShareDialog } from "../../../parts/share/ShareDialog";
import { ranked } from "../../../state/evening";
import type { View } from "../../../state/view";
import { Scoreboard } from "./Scoreboard";

export interface KeepsakeProps {
  view: View;
  nameOf: NameOf;
  evening: Evening | null;
  address: string;
  onClose: () => void;
}

function PastMatches({ evening }: { evening: Evening }) {
  const byName = (name: string) =>
    playerName(evening.players.find((player) => player.name === name) ?? { name, bot: null });
  return (
    <table class="scores">
      <caption>{t("evening.matches")}</caption>
      <tbody>
        {evening.last.map((each) => (
          <tr key={each.match}>
            <th scope="row">{gameName(each.game)}</th>
            <td>
              {listed(each.winners.map(byName))}
              {each.stopped !== null && ` (${t("evening.stopped")})`}
            </td>
            <td>{each.score}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first page: when it was, who played, and how it ended. */
function Cover({ view, nameOf, evening, date }: Pick<KeepsakeProps, "view" | "nameOf" | "evening"> & { date: string }) {
  return (
    <section class="cover">
      <h1>{date}</h1>
      <p>
        {headline(view, nameOf)} · {endText(view, nameOf)}
      </p>
      <table class="scores">
        <caption>
          {t("evening.ranking")} · {view.title}
        </caption>
        <tbody>
          {ranked(view.scores).map((seat) => (
            <tr key={seat}>
              <th scope="row">{nameOf(seat)}</th>
              <td>{view.scores[seat]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {evening && evening.matches > 1 && <Scoreboard evening={evening} game={view.game} />}
      {evening && evening.matches > 1 && <PastMatches evening={evening} />}
    </section>
  );
}

export function Keepsake({ view, nameOf, evening, address, onClose }: KeepsakeProps) {
  const [fault, setFault] = useState("");
  const date = eveningDate(Date.now());
  const title = `Paperdice – ${date}`;
  function cover(): HTMLElement {
    const page = document.createElement("div");
    render(<Cover view={view} nameOf={nameOf} evening={evening} date={date} />, page);
    return page;
  }
  return (
    <ShareDialog
      heading={t("evening.keepsake")}
      name={title}
      view={view}
      nameOf={nameOf}
      address={address}
      onClose={onClose}
    >
      <p class="note">{date}</p>
      <p class="problem" role="status">
        {fault}
      </p>
      <div class="acts">
        <PrintButton
          draw={async ({ drawMatch }) => ({
            ...(await drawMatch(view, nameOf, ownPaper(), date)),
            title,
            cover: cover(),
          })}
          onFault={setFault}
        />
      </div>
    </ShareDialog>
  );
}
