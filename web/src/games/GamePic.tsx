// A sheet in miniature, drawn from what is printed on it.

import type { PrintedSheet } from "../net/protocol";
import type { GameName } from "../state/view";

const WIDTH = 132;
const HEIGHT = 46;

/** A few marks, so that the miniature looks played. */
function isMarked(row: number, cell: number): boolean {
  return (row * 5 + cell * 3) % 7 === 1 && cell < 7 - row;
}

function Band({
  colors,
  y,
  h,
  game,
  row,
}: {
  colors: readonly string[];
  y: number;
  h: number;
  game: GameName;
  row: number;
}) {
  const n = colors.length + (game === "qwixx" ? 1 : 0);
  const step = (WIDTH - 4) / n;
  const pad = Math.max(1.4, h * 0.16);
  const goals = game === "sixto" ? 3 : 0;
  return (
    <g class={colors.at(-1)}>
      <rect class="band" x={0} y={y} width={WIDTH} height={h} rx={h / 3.5} />
      {colors.map((color, i) => {
        const x = 2 + i * step;
        if (i >= colors.length - goals)
          return <circle key={i} class={`tile ${color}`} cx={x + step / 2} cy={y + h / 2} r={h / 2 - pad} />;
        const kind = isMarked(row, i) ? "done" : game === "qwantum" && i > 4 - row ? "dim" : "";
        return (
          <rect
            key={i}
            class={`tile ${color} ${kind}`}
            x={x + 0.8}
            y={y + pad}
            width={step - 1.6}
            height={h - 2 * pad}
            rx={1.6}
          />
        );
      })}
      {game === "qwixx" && <circle class="tile dim" cx={WIDTH - 2 - step / 2} cy={y + h / 2} r={h / 2 - pad} />}
    </g>
  );
}

function ColoredRow({ colors, y, h }: { colors: readonly string[]; y: number; h: number }) {
  const step = WIDTH / colors.length;
  return (
    <g>
      {colors.map((color, i) => (
        <rect key={i} class={`solid ${color}`} x={i * step + 0.5} y={y} width={step - 1.6} height={h} rx={2.5} />
      ))}
    </g>
  );
}

export function GamePic({ game, sheet }: { game: GameName; sheet: PrintedSheet | undefined }) {
  const rows = sheet?.rows ?? [];
  const step = HEIGHT / Math.max(rows.length, 1);
  const h = step - Math.max(1.4, step * 0.16);
  return (
    <svg class="pic" viewBox={`0 -.5 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {rows.map((row, i) =>
        game === "twenty_one" ? (
          <ColoredRow key={i} colors={row.colors} y={i * step} h={h} />
        ) : (
          <Band key={i} colors={row.colors} y={i * step} h={h} game={game} row={i} />
        ),
      )}
      {game === "qwantum" && (
        <rect class="ridgeline" x={(WIDTH * 4) / 6 - 0.4} y={-0.5} width={1.8} height={HEIGHT - 1} />
      )}
    </svg>
  );
}
