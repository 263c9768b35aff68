// The end of a match: first the count, part by part, then the winner and further content.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { signed, t } from "../../i18n";
import { colorLetter } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import { endText, winnerText } from "../../i18n/recap";
import { type CountLine, type CountPart, countLines, standing, sumUpTo } from "../../state/count";
import type { View } from "../../state/view";
import { HandNumber, Ring } from "../sheet/strokes";

/** The winner, the best score in a ring, and why the match ended. */
function WinnerBanner({ view, nameOf }: { view: View; nameOf: NameOf }) {
  const best = view.scores[view.winners[0] ?? 0] ?? 0;
  return (
    <div class="hero">
      <h1>{winnerText(view, nameOf)}</h1>
      <span class="bestscore">
        <HandNumber value={best} />
        <Ring />
        <span class="hidden">{best}</span>
      </span>
      <p>{endText(view, nameOf)}</p>
    </div>
  );
}

function partName(part: CountPart): string {
  if (part.color) return colorLetter(part.color);
  return part.key === "misses" ? "" : part.key === "columns" ? t("column.abbr") : part.key;
}

function Segment({ part, widest }: { part: CountPart; widest: number }) {
  if (part.value === 0) return null;
  if (part.value < 0) return <span class="seg neg">{signed(part.value)}</span>;
  return (
    <span class={`seg ${part.color ?? "w"}`} style={{ "--v": (part.value / widest) * 100 }}>
      <span>{part.value}</span>
      {partName(part) && <i>{partName(part)}</i>}
    </span>
  );
}

function lineNote(view: View, seat: number): string {
  const locked =
    view.sheets[seat]?.rows
      .filter((row) => row.locked_by.includes(seat) && row.color)
      .map((row) => t(`colors.${row.color}`)) ?? [];
  return locked.length > 0 ? t("end.locked", { colors: locked.join(", ") }) : "";
}

function Line({
  line,
  view,
  shown,
  place,
  widest,
  nameOf,
  own,
}: {
  line: CountLine;
  view: View;
  shown: number;
  place: number;
  widest: number;
  nameOf: NameOf;
  own: number | null;
}) {
  return (
    <li class={`pl${line.isWinner ? " win" : ""}${line.seat === own ? " me" : ""}`} style={{ "--place": place }}>
      <span class="who">
        <span class="name">{nameOf(line.seat)}</span>
        <small>{lineNote(view, line.seat)}</small>
      </span>
      <span class="stack" aria-hidden="true">
        {line.parts.slice(0, shown).map((part) => (
          <Segment key={part.key} part={part} widest={widest} />
        ))}
      </span>
      <b class="tot">{signed(sumUpTo(line, shown))}</b>
    </li>
  );
}

interface CountPanelProps {
  view: View;
  nameOf: NameOf;
  shown: number;
  own: number | null;
}

/** The count after the first `shown` parts; the winner is shown once all are counted. */
function CountPanel({ view, nameOf, shown, own }: CountPanelProps) {
  const lines = countLines(view);
  const isDone = lines.every((line) => line.parts.length < shown);
  const order = standing(lines, shown);
  const widest = Math.max(
    1,
    ...lines.map((line) => line.parts.reduce((sum, part) => sum + Math.max(0, part.value) + 2, 0)),
  );
  return (
    <section class="card cnt">
      <ol class="count" style={{ "--lines": lines.length }}>
        {lines.map((line) => (
          <Line
            key={line.seat}
            line={isDone ? line : { ...line, isWinner: false }}
            view={view}
            shown={shown}
            place={order.indexOf(line.seat)}
            widest={widest}
            nameOf={nameOf}
            own={own}
          />
        ))}
      </ol>
    </section>
  );
}

const STEP_MS = 700;

/** Whether the user prefers reduced motion. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The number of counted parts; one extra step shows all of them before the winner is announced. */
function useCount(n: number, isLive: boolean): { shown: number; skip: () => void } {
  const last = n + 1;
  const [shown, setShown] = useState(isLive && !isStill() ? 0 : last);
  useEffect(() => {
    if (shown >= last) return;
    const timer = setTimeout(() => setShown(shown + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, last]);
  return { shown, skip: () => setShown(last) };
}

interface FinalCountProps {
  view: View;
  nameOf: NameOf;
  /** True if the match has just ended on this screen. */
  isLive: boolean;
  /** Shown instead of the banner of the winner. */
  head?: ComponentChildren;
  /** The seat of this device, whose line is marked. */
  own?: number | null;
  /** Content below the count. */
  children?: ComponentChildren;
}

export function FinalCount({ view, nameOf, isLive, head, own = null, children }: FinalCountProps) {
  const n = Math.max(...countLines(view).map((line) => line.parts.length));
  const { shown, skip } = useCount(n, isLive);
  const isDone = shown > n;
  return (
    <>
      <div class="head" role="status">
        {isDone ? (
          (head ?? <WinnerBanner view={view} nameOf={nameOf} />)
        ) : (
          <div class="hero counting">
            <h1>{t("end.counting")}</h1>
            <button type="button" class="btn" onClick={skip}>
              {t("end.skip")}
            </button>
          </div>
        )}
      </div>
      <CountPanel view={view} nameOf={nameOf} shown={shown} own={own} />
      {isDone && children}
    </>
  );
}
