// The chances of all seats over the turns, with the luck of one seat's throws as bars, and the same data as a table.

import type { NameOf } from "../../i18n/names";
import type { ReviewView } from "../../net/protocol";
import { change, s, worth } from "./texts";

const WIDTH = 340;
const HEIGHT = 130;
const LUCK = 40;
const LEFT = 26;

interface ChartProps {
  review: ReviewView;
  /** The seat whose luck is shown. */
  seat: number;
  turn: number;
  nameOf: NameOf;
  onTurn: (turn: number) => void;
}

/** The x coordinate of the n-th moment. */
function across(n: number, total: number): number {
  return LEFT + (n * (WIDTH - LEFT - 6)) / Math.max(1, total - 1);
}

/** The range of the chart: chances from 0 to 1, in solo the points that occur. */
function scaleOf({ unit, moments }: ReviewView): [number, number] {
  if (unit === "chance") return [0, 1];
  const values = moments.flatMap((moment) => moment.values);
  return [Math.floor(Math.min(...values) - 1), Math.ceil(Math.max(...values) + 1)];
}

function Lines({ review, seat }: { review: ReviewView; seat: number }) {
  const [low, high] = scaleOf(review);
  const y = (value: number) => HEIGHT - 8 - ((value - low) / (high - low)) * (HEIGHT - 16);
  const line = (each: number) =>
    review.moments
      .map((moment, i) => `${across(i, review.moments.length).toFixed(1)},${y(moment.values[each] ?? 0).toFixed(1)}`)
      .join(" ");
  const last = review.moments.at(-1);
  return (
    <g>
      {[low, (low + high) / 2, high].map((value) => (
        <g key={value}>
          <line class="rule" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
          <text class="scale" x={LEFT - 4} y={y(value) + 3}>
            {review.unit === "chance" ? Math.round(100 * value) : Math.round(value)}
          </text>
        </g>
      ))}
      {review.seats.map((each) => (
        <polyline
          key={each.seat}
          class={each.seat === seat ? "chances own" : `chances n${each.seat}`}
          points={line(each.seat)}
        />
      ))}
      {last && (
        <circle
          class="end"
          r={3}
          cx={across(review.moments.length - 1, review.moments.length)}
          cy={y(last.values[seat] ?? 0)}
        />
      )}
    </g>
  );
}

/** The luck of each turn as a bar up or down. */
function LuckBars({ review, seat }: { review: ReviewView; seat: number }) {
  const turns = review.seats[seat]?.turns ?? [];
  const most = Math.max(...turns.map((turn) => Math.abs(turn.luck)), review.unit === "chance" ? 0.05 : 2);
  const middle = HEIGHT + LUCK / 2 + 4;
  return (
    <g>
      <line class="rule" x1={LEFT} x2={WIDTH} y1={middle} y2={middle} />
      {turns.map((turn, i) => {
        const height = (Math.abs(turn.luck) / most) * (LUCK / 2);
        const width = Math.max(2, (WIDTH - LEFT) / review.moments.length - 2);
        return (
          <rect
            key={turn.turn}
            class={turn.luck < 0 ? "luck down" : "luck up"}
            x={across(i + 0.5, review.moments.length) - width / 2}
            y={turn.luck < 0 ? middle : middle - height}
            width={width}
            height={Math.max(0.5, height)}
          />
        );
      })}
    </g>
  );
}

export function Chart({ review, seat, turn, nameOf, onTurn }: ChartProps) {
  const n = review.moments.length;
  const at = Math.max(
    0,
    review.moments.findIndex((moment) => moment.turn === turn),
  );
  function choose(event: MouseEvent & { currentTarget: SVGSVGElement }) {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const i = Math.round(((x - LEFT) / (WIDTH - LEFT - 6)) * (n - 1));
    onTurn(review.moments[Math.min(n - 2, Math.max(0, i))]?.turn ?? turn);
  }
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + LUCK + 8}`} role="img" aria-label={s("study.chart")} onClick={choose}>
        <title>{s("study.chart")}</title>
        <line class="here" x1={across(at, n)} x2={across(at, n)} y1={0} y2={HEIGHT + LUCK + 8} />
        <Lines review={review} seat={seat} />
        <LuckBars review={review} seat={seat} />
      </svg>
      <input
        type="range"
        min={0}
        max={Math.max(0, n - 2)}
        value={at}
        aria-label={s("study.turn_slider")}
        aria-valuetext={s("study.turn", { turn })}
        onInput={(event) => onTurn(review.moments[Number(event.currentTarget.value)]?.turn ?? turn)}
      />
      <figcaption>{s("study.chart_note", { name: nameOf(seat) })}</figcaption>
      <details>
        <summary>{s("study.as_table")}</summary>
        <ChancesTable review={review} seat={seat} nameOf={nameOf} />
      </details>
    </figure>
  );
}

function ChancesTable({ review, seat, nameOf }: Pick<ChartProps, "review" | "seat" | "nameOf">) {
  const luck = new Map(review.seats[seat]?.turns.map((turn) => [turn.turn, turn.luck]));
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{s("review.turn")}</th>
            {review.seats.map((each) => (
              <th key={each.seat} scope="col">
                {nameOf(each.seat)}
              </th>
            ))}
            <th scope="col">{s("review.luck")}</th>
          </tr>
        </thead>
        <tbody>
          {review.moments.map((moment, i) => (
            <tr key={moment.turn}>
              <th scope="row">{i === review.moments.length - 1 ? s("study.end") : moment.turn}</th>
              {moment.values.map((value, each) => (
                <td key={each}>{worth(value, review.unit)}</td>
              ))}
              <td>{luck.has(moment.turn) ? change(luck.get(moment.turn) ?? 0, review.unit) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
