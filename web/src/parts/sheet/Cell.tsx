// One cell of a sheet as a button in the grid.

import type { ComponentChildren } from "preact";
import type { GameTable, SheetParts } from "../../games/game";
import { cellLabel } from "../../i18n/labels";
import { cellLook, type Look, lastPencilled } from "../../state/pencil";
import type { CellView, RowView, SheetView, View } from "../../state/view";
import { Icon } from "../Icon";
import { Cross } from "./strokes";

/** Properties shared by all parts of a drawn sheet. */
export interface Drawing {
  game: GameTable;
  view: View;
  sheet: SheetView;
  /** Marks pencilled by the seat that owns this drawing, e.g. ["r5"]. */
  pencil: readonly string[];
  /** Cells that the pencilled marks force, by name. */
  forced: ReadonlySet<string>;
  /** Components for everything printed beside and between the rows; null if not needed or not loaded yet. */
  parts: SheetParts | null;
  /** Cells inked by the last resolve, as "row/cell". */
  fresh: ReadonlySet<string>;
  /** The cell that has just rejected a tap, as "row/cell". */
  refused: string | null;
  /** Cells whose mark was just rubbed out, as "row/cell". */
  rubbed: ReadonlySet<string>;
  /** The cell in the tab order, as "row/cell". */
  cursor: string;
  showScores: boolean;
  /** True while the dice are still falling: no cell is highlighted yet. */
  isLanding: boolean;
  nameOf: ((seat: number) => string) | null;
  onTap: ((row: number, cell: number) => void) | null;
  /** Called with the move of a tapped cell outside the rows. */
  onMark: ((mark: string) => void) | null;
  /** On a pad: all possible entries, whatever the dice are. */
  entries: readonly string[];
}

export interface CellSpot {
  cell: CellView;
  look: Look;
  at: string;
  index: number;
}

/** The cells of a row with their current looks. */
export function spotsOf(drawing: Drawing, row: RowView, rowIndex: number): CellSpot[] {
  const { forced, pencil, view } = drawing;
  const last = drawing.game.sheet.skips ? lastPencilled(row.cells, pencil, forced) : -1;
  return row.cells.map((cell, index) => ({
    cell,
    index,
    look: cellLook(cell, index, last, pencil, view.choices.length > 0 && !drawing.isLanding, forced),
    at: `${rowIndex}/${index}`,
  }));
}

interface GridCellProps {
  kinds: string;
  /** Describes the drawn content for screen readers. */
  label: string;
  style?: Record<string, string | number> | undefined;
  /** The place of a cell in the rows, for arrow keys. */
  at?: string;
  mark?: string | null | undefined;
  isReached: boolean;
  isPencilled: boolean;
  /** Null on a read-only sheet. */
  onTap: (() => void) | null;
  children: ComponentChildren;
}

/** A place of the sheet: a button, or a plain cell on a read-only sheet. */
export function GridCell(props: GridCellProps) {
  const { kinds, style, onTap } = props;
  const inside = (
    <>
      <span class="hidden">{props.label}</span>
      {props.children}
    </>
  );
  if (!onTap) {
    return (
      <span class={kinds} role="gridcell" style={style}>
        {inside}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={kinds}
      style={style}
      role="gridcell"
      data-at={props.at}
      data-mark={props.mark ?? undefined}
      tabIndex={props.isReached ? 0 : -1}
      aria-selected={props.isPencilled}
      onClick={onTap}
    >
      {inside}
    </button>
  );
}

interface CellButtonProps {
  drawing: Drawing;
  spot: CellSpot;
  extra?: string;
  style?: Record<string, string | number>;
  children: ComponentChildren;
}

/** True for a cell that would fit if the dice are not thrown again. */
export function isPreview({ cell, look }: CellSpot): boolean {
  return look === "free" && cell.mark === null && cell.number_now !== null;
}

/** True for a cell whose mark was just rubbed out and that is still empty. */
function isRubbed({ rubbed }: Drawing, { at, look }: CellSpot): boolean {
  return rubbed.has(at) && look !== "marked" && look !== "pencil";
}

/** The classes of a cell: its look, its color, and recent changes. */
function classesOf(drawing: Drawing, spot: CellSpot, extra: string): string {
  const names = ["cell", spot.look, spot.cell.color, extra];
  if (spot.cell.hit && spot.look === "marked") names.push("hit");
  if (spot.cell.sign) names.push(spot.cell.sign);
  if (isPreview(spot)) names.push("fits");
  if (drawing.fresh.has(spot.at)) names.push("new");
  if (drawing.refused === spot.at) names.push("refused");
  if (isRubbed(drawing, spot)) names.push("rubbed");
  return names.filter(Boolean).join(" ");
}

export function CellButton({ drawing, spot, extra = "", style, children }: CellButtonProps) {
  const { cell, look, at, index } = spot;
  const { onTap } = drawing;
  return (
    <GridCell
      kinds={classesOf(drawing, spot, extra)}
      label={cellLabel(drawing.game.words, cell, index, look)}
      style={style}
      at={at}
      mark={cell.mark}
      isReached={drawing.cursor === at}
      isPencilled={look === "pencil"}
      onTap={onTap && (() => onTap(Number.parseInt(at, 10), index))}
    >
      {children}
      {isRubbed(drawing, spot) && (
        <>
          <Cross seed={index} />
          <i class="eraser" aria-hidden="true">
            <Icon name="eraser" />
          </i>
        </>
      )}
    </GridCell>
  );
}
