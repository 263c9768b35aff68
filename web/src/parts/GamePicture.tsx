// Miniature sheets, drawn from their printed data; without rows until the server has sent it.

import type { ComponentChildren, VNode } from "preact";
import { findGame, type GameName } from "../games/registry";
import { GAME_FACTS, type PrintedSheet } from "../net/protocol";

const WIDTH = 132;
const HEIGHT = 46;

/** A row of the miniature: its colors and its position. */
interface PictureRow {
  colors: readonly string[];
  /** Which cells print more than their number. */
  signs: readonly boolean[];
  index: number;
  y: number;
  height: number;
}

/** A few marks, so that the miniature looks played. */
function isMarked(row: number, cell: number): boolean {
  return (row * 5 + cell * 3) % 7 === 1 && cell < 7 - row;
}

interface BandProps {
  row: PictureRow;
  /** The number of round cells at the end of the row. */
  goals?: number;
  /** True if a lock follows the last cell. */
  hasLock?: boolean;
  /** Cells from this index on are pale, because they are reached late. */
  paleFrom?: number | undefined;
}

/** A row whose cells share one color. */
function Band({ row, goals = 0, hasLock = false, paleFrom = Number.POSITIVE_INFINITY }: BandProps) {
  const { colors, y, height } = row;
  const step = (WIDTH - 4) / (colors.length + (hasLock ? 1 : 0));
  const pad = Math.max(1.4, height * 0.16);
  const round = { cy: y + height / 2, r: height / 2 - pad };
  return (
    <g class={colors.at(-1)}>
      <rect class="band" x={0} y={y} width={WIDTH} height={height} rx={height / 3.5} />
      {colors.map((color, i) => {
        const x = 2 + i * step;
        if (i >= colors.length - goals) return <circle key={i} class={`tile ${color}`} cx={x + step / 2} {...round} />;
        const drawn = isMarked(row.index, i) ? "done" : i >= paleFrom ? "dim" : "";
        const look = row.signs[i] ? `${drawn} sign` : drawn;
        const box = { x: x + 0.8, y: y + pad, width: step - 1.6, height: height - 2 * pad, rx: 1.6 };
        return <rect key={i} class={`tile ${color} ${look}`} {...box} />;
      })}
      {hasLock && <circle class="tile dim" cx={WIDTH - 2 - step / 2} {...round} />}
    </g>
  );
}

/** A row whose cells have individual colors. */
function ColoredCells({ row: { colors, y, height } }: { row: PictureRow }) {
  const step = WIDTH / colors.length;
  return (
    <g>
      {colors.map((color, i) => (
        <rect key={i} class={`solid ${color}`} x={i * step + 0.5} y={y} width={step - 1.6} height={height} rx={2.5} />
      ))}
    </g>
  );
}

interface SheetPictureProps {
  sheet: PrintedSheet | undefined;
  drawRow: (row: PictureRow) => VNode;
  children?: ComponentChildren;
}

/** A line outside the rows: bonus cells align with the columns of the rows, other fields are side by side. */
function Fields({
  texts,
  isBonus,
  y,
  height,
}: {
  texts: readonly string[];
  isBonus: boolean;
  y: number;
  height: number;
}) {
  const step = (WIDTH - 4) / (texts.length + (isBonus ? 1 : 0));
  const box = { y: y + height * 0.1, width: step - 2, height: height * 0.8, rx: isBonus ? height : 1 };
  return (
    <g>
      {texts.map((text, i) => (
        <rect key={i} class={`tile sign ${/\d/.test(text) ? "w" : text}`} x={3 + i * step} {...box} />
      ))}
    </g>
  );
}

function SheetPicture({ sheet, drawRow, children }: SheetPictureProps) {
  const rows = sheet?.rows ?? [];
  const lines = Object.entries(sheet?.lines ?? {});
  const step = HEIGHT / Math.max(rows.length + lines.length, 1);
  const height = step - Math.max(1.4, step * 0.16);
  let n = 0;
  const fields = (isHere: (name: string) => boolean) =>
    lines
      .filter(([name]) => isHere(name))
      .map(([name, texts]) => <Fields key={name} {...{ texts, height, y: n++ * step, isBonus: name.length === 2 }} />);
  return (
    <svg class="pic" viewBox={`0 -.5 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {rows.map(({ colors, numbers }, index) => {
        const signs = colors.map((color, i) => !!sheet?.signs?.[`${color}${numbers[i]}`]);
        return [
          drawRow({ colors, signs, index, y: n++ * step, height }),
          fields((name) => name.length === 2 && name.charAt(0) === colors.at(-1)),
        ];
      })}
      {fields((name) => name.length > 2)}
      {children}
    </svg>
  );
}

/** Rows of a color each, with what the game prints besides numbers: locks, goals, a line that numbers rise up to. */
function ColorRows({ game, sheet }: PictureProps) {
  const { hasLocks, goals, ridge } = GAME_FACTS[game];
  const cells = sheet?.rows[0]?.colors.length;
  return (
    <SheetPicture
      sheet={sheet}
      drawRow={(row) => (
        <Band
          key={row.index}
          row={row}
          hasLock={hasLocks}
          goals={goals}
          paleFrom={ridge ? ridge + 1 - row.index : undefined}
        />
      )}
    >
      {ridge > 0 && cells && (
        <rect class="ridgeline" x={(WIDTH * ridge) / cells - 0.4} y={-0.5} width={1.8} height={HEIGHT - 1} />
      )}
    </SheetPicture>
  );
}

/** Rows of cells with a color each. */
function ColoredRows({ sheet }: Pick<PictureProps, "sheet">) {
  return <SheetPicture sheet={sheet} drawRow={(row) => <ColoredCells key={row.index} row={row} />} />;
}

interface PictureProps {
  game: GameName;
  sheet: PrintedSheet | undefined;
}

/** The miniature of a game's sheet on cards; none for a game that the page does not have. */
export function GamePicture({ game, sheet }: { game: string; sheet: PrintedSheet | undefined }) {
  const name = findGame(game);
  if (name === null) return null;
  return GAME_FACTS[name].cells === "limited" ? <ColoredRows sheet={sheet} /> : <ColorRows game={name} sheet={sheet} />;
}
