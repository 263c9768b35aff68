// A seat's sheet in miniature: one tile a cell, colored when marked.

import type { RowView, SheetView } from "../../state/view";

const CELL = 4;
const STEP = 5;
const ROW_STEP = 6;

function Tile({ x, y, color, isRound }: { x: number; y: number; color: string; isRound: boolean }) {
  return <rect x={x} y={y} width={CELL} height={CELL} rx={isRound ? CELL / 2 : 0.8} class={color} />;
}

function miniRow(row: RowView, r: number, withLock: boolean) {
  const tiles = row.cells.map((cell, c) => (
    <Tile
      key={c}
      x={c * STEP}
      y={r * ROW_STEP}
      isRound={cell.goal && !withLock}
      color={cell.state === "marked" ? cell.color : cell.state === "struck" ? "struck" : ""}
    />
  ));
  if (!withLock) return tiles;
  const isOwn = row.cells.at(-1)?.state === "marked";
  const color = isOwn ? (row.color ?? "") : row.locked ? "struck" : "";
  return [...tiles, <Tile key="lock" x={row.cells.length * STEP} y={r * ROW_STEP} isRound color={color} />];
}

export function SheetThumbnail({ sheet, hasLocks }: { sheet: SheetView; hasLocks: boolean }) {
  const longest = Math.max(...sheet.rows.map((row) => row.cells.length)) + (hasLocks ? 1 : 0);
  const box = `-.5 -.5 ${longest * STEP} ${sheet.rows.length * ROW_STEP - 1}`;
  return (
    <svg class="mini" viewBox={box} preserveAspectRatio="xMinYMid" aria-hidden="true">
      {sheet.rows.map((row, r) => miniRow(row, r, hasLocks))}
    </svg>
  );
}
