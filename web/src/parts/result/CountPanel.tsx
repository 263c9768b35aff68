// The final count: a bar of tiles per player that grows part by part, while the players overtake each other.

import { signed, t } from "../../i18n";
import { colorLetter } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import { type CountLine, type CountPart, countLines, standing, sumUpTo } from "../../state/count";
import type { View } from "../../state/view";

const LINE_PX = 70;

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
}: {
  line: CountLine;
  view: View;
  shown: number;
  place: number;
  widest: number;
  nameOf: NameOf;
}) {
  return (
    <li
      class={line.isWinner ? "pl win" : "pl"}
      style={{ transform: `translateY(${place * LINE_PX}px)`, "--place": place }}
    >
      <span class="who">
        {nameOf(line.seat)}
        <span>{lineNote(view, line.seat)}</span>
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

/** The count after the first `shown` parts; the winner is shown once all are counted. */
export function CountPanel({ view, nameOf, shown }: { view: View; nameOf: NameOf; shown: number }) {
  const lines = countLines(view);
  const isDone = lines.every((line) => line.parts.length < shown);
  const order = standing(lines, shown);
  const widest = Math.max(
    1,
    ...lines.map((line) => line.parts.reduce((sum, part) => sum + Math.max(0, part.value) + 2, 0)),
  );
  return (
    <section class="card">
      <ol class="count" style={{ height: `${lines.length * LINE_PX - 8}px` }}>
        {lines.map((line) => (
          <Line
            key={line.seat}
            line={isDone ? line : { ...line, isWinner: false }}
            view={view}
            shown={shown}
            place={order.indexOf(line.seat)}
            widest={widest}
            nameOf={nameOf}
          />
        ))}
      </ol>
    </section>
  );
}
