// The players of the table to be opened.

import { t } from "../../i18n";
import { botName } from "../../i18n/names";
import { Icon, type IconName } from "../../parts/Icon";
import { offered } from "../../state/bots";
import { usualBot } from "../../state/mirror";
import type { Draft, DraftSeat } from "./draft";

const ICONS: Record<DraftSeat["kind"], IconName> = { here: "phone", bot: "bot", open: "users" };

interface SeatRowProps {
  seat: DraftSeat;
  index: number;
  bots: readonly string[];
  onChange: (seat: DraftSeat) => void;
  onRemove: (() => void) | null;
}

function SeatRow({ seat, index, bots, onChange, onRemove }: SeatRowProps) {
  const number = index + 1;
  return (
    <li class="person">
      <i>
        <Icon name={ICONS[seat.kind]} />
      </i>
      {seat.kind === "here" && (
        <input
          value={seat.name}
          maxLength={24}
          placeholder={t("people.player", { number })}
          aria-label={t("people.name", { number })}
          autocomplete="off"
          list="names"
          onInput={(event) => onChange({ kind: "here", name: event.currentTarget.value })}
        />
      )}
      {seat.kind === "bot" && (
        <select
          aria-label={t("people.bot", { number })}
          value={seat.bot}
          onChange={(event) => onChange({ kind: "bot", bot: event.currentTarget.value })}
        >
          {offered(bots, seat.bot).map((bot) => (
            <option key={bot} value={bot}>
              {botName(bot)}
            </option>
          ))}
        </select>
      )}
      {seat.kind === "open" && <span class="label">{t("people.friend")}</span>}
      {onRemove && (
        <button type="button" class="icon" aria-label={t("people.remove", { number })} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

interface PeopleProps {
  draft: Draft;
  most: number;
  bots: readonly string[];
  /** Names of earlier players, suggested while typing. */
  names: readonly string[];
  onChange: (seats: DraftSeat[]) => void;
}

export function People({ draft, most, bots, names, onChange }: PeopleProps) {
  const { seats } = draft;
  const isFull = seats.length >= most;
  const added: [string, DraftSeat][] = [["open", { kind: "open" }]];
  if (bots.length > 0) added.push(["bot", { kind: "bot", bot: usualBot(bots) }]);
  added.push(["here", { kind: "here", name: "" }]);
  return (
    <section class="card" aria-label={t("seats.label")}>
      <datalist id="names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ol class="people">
        {seats.map((seat, i) => (
          <SeatRow
            key={i}
            seat={seat}
            index={i}
            bots={bots}
            onChange={(changed) => onChange(seats.with(i, seat.sheet ? { ...changed, sheet: seat.sheet } : changed))}
            onRemove={i === 0 ? null : () => onChange(seats.toSpliced(i, 1))}
          />
        ))}
      </ol>
      <div class="adds">
        {added.map(([kind, seat]) => (
          <button key={kind} type="button" class="add" disabled={isFull} onClick={() => onChange([...seats, seat])}>
            <Icon name="plus" />
            {t(`people.add_${kind}`)}
          </button>
        ))}
      </div>
    </section>
  );
}
