// A seat's sheet in miniature: one tile per cell, colored when marked.

import type { RowView, SheetView } from "../../state/view";

const CELL = 4;
const STEP = 5;
const ROW_STEP = 6;

interface TileProps {
  x: number;
  y: number;
  color: string;
  isRound: boolean;
  isNew?: boolean;
}

function Tile({ x, y, color, isRound, isNew }: TileProps) {
  const tile = <rect x={x} y={y} width={CELL} height={CELL} rx={isRound ? CELL / 2 : 0.8} class={color} />;
  if (!isNew) return tile;
  return (
    <g>
      <rect x={x - 0.6} y={y - 0.6} width={CELL + 1.2} height={CELL + 1.2} rx={1.3} class="glow" />
      {tile}
    </g>
  );
}

function miniRow(row: RowView, r: number, withLock: boolean, fresh: ReadonlySet<string> | undefined) {
  const tiles = row.cells.map((cell, c) => (
    <Tile
      key={c}
      x={c * STEP}
      y={r * ROW_STEP}
      isRound={cell.goal && !withLock}
      color={cell.state === "marked" ? cell.color : cell.state === "struck" ? "struck" : ""}
      isNew={fresh?.has(`${r}/${c}`) ?? false}
    />
  ));
  if (!withLock) return tiles;
  const isOwn = row.cells.at(-1)?.state === "marked";
  const color = isOwn ? (row.color ?? "") : row.locked ? "struck" : "";
  return [...tiles, <Tile key="lock" x={row.cells.length * STEP} y={r * ROW_STEP} isRound color={color} />];
}

interface ThumbnailProps {
  sheet: SheetView;
  hasLocks: boolean;
  /** New cells, which are highlighted, as "row/cell". */
  fresh?: ReadonlySet<string> | undefined;
}

export function SheetThumbnail({ sheet, hasLocks, fresh }: ThumbnailProps) {
  const longest = Math.max(...sheet.rows.map((row) => row.cells.length)) + (hasLocks ? 1 : 0);
  const box = `-.5 -.5 ${longest * STEP} ${sheet.rows.length * ROW_STEP - 1}`;
  return (
    <svg class="mini" viewBox={box} preserveAspectRatio="xMinYMid" aria-hidden="true">
      {sheet.rows.map((row, r) => miniRow(row, r, hasLocks, fresh))}
    </svg>
  );
}
