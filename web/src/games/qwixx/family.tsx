// Signs in cells, lines outside the rows and rewards on sheets of the Qwixx family.

import { t } from "../../i18n";
import { colorLetter, colorName } from "../../i18n/labels";
import { type CellSpot, type Drawing, GridCell } from "../../parts/sheet/Cell";
import { Cross } from "../../parts/sheet/strokes";
import { entriesOf, fieldOf } from "../../state/padEntries";
import { type Color, type LineView, nameOf, type SheetView } from "../../state/view";
import type { LineProps, SheetParts } from "../game";

/** A dot distinguishes the octagon from the circle. */
const SHAPES = {
  circle: "M8 1.5a6.5 6.5 0 1 0 .01 0z",
  notched: "M8 1l7 7-7 7-7-7z",
  square: "M2 2h12v12H2z",
  octagon: "M5 1h6l4 4v6l-4 4H5l-4-4V5zM8 7l1 1-1 1-1-1z",
  star: "M8 .8l2 4.6 5 .5-3.8 3.3 1.2 4.9L8 11.5l-4.4 2.6 1.2-4.9L1 5.9l5-.5z",
};
type SymbolName = keyof typeof SHAPES;

function isSymbol(sign: string | undefined): sign is SymbolName {
  return sign !== undefined && sign in SHAPES;
}

function Shape({ sign }: { sign: SymbolName }) {
  return (
    <svg class="shape" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[sign]} />
    </svg>
  );
}

/** The color of the cell chained to this one: pairs are in one column, from top to bottom. */
export function partnerOf(sheet: SheetView, row: number, cell: number): Color | null {
  const column = sheet.rows.map(({ cells }) => (cells[cell]?.sign === "paired" ? (cells[cell]?.color ?? null) : null));
  for (let top = 0; top < column.length - 1; top += 1) {
    if (!column[top] || !column[top + 1]) continue;
    if (top === row) return column[top + 1] ?? null;
    if (top + 1 === row) return column[top] ?? null;
    top += 1;
  }
  return null;
}

/** The cells that would also be marked by one of the markable cells. */
function followers({ sheet }: Drawing): Set<string> {
  return new Set(sheet.rows.flatMap((row) => row.cells.flatMap((cell) => cell.also ?? [])));
}

function Printed({ drawing, spot }: { drawing: Drawing; spot: CellSpot }) {
  const { sign, written } = spot.cell;
  const [row = 0] = spot.at.split("/").map(Number);
  if (sign === "double") return <i class="sg weight">×2</i>;
  if (sign === "second") {
    return (
      <i class="sg box">
        {written === 2 && <Cross seed={1} />}
        {written === 1 && spot.look === "pencil" && <Cross seed={1} soft />}
      </i>
    );
  }
  const partner = sign === "paired" ? partnerOf(drawing.sheet, row, spot.index) : null;
  if (partner) return <i class={`sg chain ${partner}`}>{colorLetter(partner)}</i>;
  return isSymbol(sign) ? (
    <i class="sg">
      <Shape sign={sign} />
    </i>
  ) : null;
}

/** A hint before the tap: how many more cells this one marks, and which cells others would also mark. */
function Follow({ drawing, spot }: { drawing: Drawing; spot: CellSpot }) {
  const { cell, look } = spot;
  const n = cell.also?.length ?? 0;
  if (look === "can" && n > 0) {
    const names = (cell.also ?? []).map((name) =>
      t("family.cell", { color: t(`colors.${name[0]}`), n: name.slice(1) }),
    );
    return (
      <>
        <span class="hidden">{t("family.also", { cells: names.join(", ") })}</span>
        <i class="plus" aria-hidden="true">
          +{n}
        </i>
      </>
    );
  }
  const isNext = drawing.pencil.length === 0 && drawing.view.choices.length > 1 && !drawing.isLanding;
  return isNext && look !== "also" && followers(drawing).has(nameOf(cell)) ? <i class="next" /> : null;
}

function Sign(props: { drawing: Drawing; spot: CellSpot }) {
  return (
    <>
      <Printed {...props} />
      <Follow {...props} />
    </>
  );
}

type LineCell = LineView["cells"][number];

/** How a cell of a line is drawn, depending on the move that would mark it. */
function lookOf(drawing: Drawing, cell: LineCell, isChosen: (move: string) => boolean): string {
  const { view, sheet, pencil } = drawing;
  const isOwn = view.seat === sheet.seat;
  if (isOwn && (pencil.some(isChosen) || (view.sealed !== null && isChosen(view.sealed)))) return "pencil";
  if (isOwn && !drawing.isLanding && view.choices.some(isChosen)) return "can";
  return cell.state === "locked" ? "gone" : cell.state;
}

function Marks({ look, seed }: { look: string; seed: number }) {
  if (look === "pencil") return <Cross seed={seed} soft />;
  return look === "marked" ? <Cross seed={seed} /> : null;
}

interface BonusCellProps {
  drawing: Drawing;
  cell: LineCell;
  move: string;
  /** The row's number, counted on from the last one of the sheet. */
  row: number;
  seed: number;
}

function BonusCell({ drawing, cell, move, row, seed }: BonusCellProps) {
  const look = lookOf(drawing, cell, (each) => each === move);
  const { onMark, onTap } = drawing;
  const isOpen = look === "can" || look === "pencil" || drawing.entries.includes(move);
  return (
    <GridCell
      kinds={`cell bon ${look}${drawing.refused === `${row}/${seed}` ? " refused" : ""}`}
      label={`${bonusName(move.slice(0, 2), cell.text)}, ${t(`family.${look}`)}`}
      mark={isOpen ? move : null}
      isReached={isOpen}
      isPencilled={look === "pencil"}
      onTap={onMark && (() => (isOpen ? onMark(move) : onTap?.(row, seed)))}
    >
      <span class="n" aria-hidden="true">
        {cell.text}
      </span>
      <Marks look={look} seed={seed} />
    </GridCell>
  );
}

function bonusName(colors: string, number: string): string {
  const [first = "w", second = "w"] = colors as unknown as Color[];
  return t("family.bonus", { first: colorName(first), second: colorName(second), number });
}

/** A row that counts for both of its neighbors, aligned with their columns. */
function BonusRow({ drawing, line }: LineProps) {
  const [first = "w", second = "w"] = [...line.name] as Color[];
  const n = line.cells.length + 1;
  const { sheet } = drawing;
  const row = sheet.rows.length + (sheet.lines ?? []).indexOf(line);
  return (
    <div
      class="row bonusrow"
      role="row"
      style={{ "--from": `var(--${first}-band)`, "--to": `var(--${second}-band)` }}
      aria-label={t("family.bonus_row", { first: colorName(first), second: colorName(second) })}
    >
      <div class="rail" aria-hidden="true">
        <span>{colorLetter(first) + colorLetter(second)}</span>
      </div>
      <div class="cells" role="presentation" style={{ "--n": n, "--half": Math.ceil(n / 2) }}>
        {line.cells.map((cell, i) => (
          <BonusCell key={i} drawing={drawing} cell={cell} move={line.name + cell.text} row={row} seed={i} />
        ))}
        <span />
      </div>
    </div>
  );
}

const HEADS: Record<string, string> = { strip: "→", swap: "⇄", lucky: "★" };
const LINES: Record<string, string> = { strip: "strip-line", swap: "swap-line", lucky: "lucky-line" };

/** A field of a line: a mark in the rows triggers it, except on a pad, where it is tapped directly. */
function Field({ drawing, line, index }: LineProps & { index: number }) {
  const cell = line.cells[index] as LineCell;
  const isNow = Number(cell.text) === whiteSum(drawing);
  const by = {
    strip: () => false,
    swap: (move: string) => move.startsWith(`x${index + 1}:`),
    lucky: (move: string) => isNow && move.startsWith("*"),
  }[line.name];
  const look = lookOf(drawing, cell, by ?? (() => false));
  const color = line.name === "strip" ? (cell.text as Color) : null;
  const text = color ? colorLetter(color) : cell.text.replace("/", "⇄");
  const entry = fieldOf(line.name, index);
  const isOpen = entry !== null && entriesOf(drawing.entries, entry).length > 0;
  const { onMark, onTap, sheet } = drawing;
  const row = sheet.rows.length + (sheet.lines ?? []).indexOf(line);
  return (
    <GridCell
      kinds={`field ${look} ${color ?? ""}${drawing.refused === `${row}/${index}` ? " refused" : ""}`}
      label={`${color ? colorName(color) : text}, ${t(`family.${look}`)}`}
      mark={isOpen ? entry : null}
      isReached={isOpen}
      isPencilled={look === "pencil"}
      onTap={isOpen ? () => onMark?.(entry) : onTap && (() => onTap(row, index))}
    >
      <span aria-hidden="true">{text}</span>
      {line.name !== "lucky" && <Marks look={look} seed={index} />}
    </GridCell>
  );
}

function whiteSum({ view }: Drawing): number {
  return view.dice.reduce((sum, die) => sum + (die.name === "w" ? (die.pips ?? 0) : 0), 0);
}

function Line(props: LineProps) {
  const { line } = props;
  if (line.name.length === 2) return <BonusRow {...props} />;
  return (
    <div class={`fields-line ${LINES[line.name] ?? ""}`} role="row" aria-label={t(`family.${line.name}`)}>
      <b aria-hidden="true">{HEADS[line.name]}</b>
      {line.cells.map((_, i) => (
        <Field key={i} {...props} index={i} />
      ))}
    </div>
  );
}

/** The symbols of a sheet, and whether both of their cells are marked. */
function rewardsOf(sheet: SheetView): Map<SymbolName, boolean> {
  const found = new Map<SymbolName, boolean>();
  for (const { sign, state } of sheet.rows.flatMap((row) => row.cells))
    if (isSymbol(sign)) found.set(sign, (found.get(sign) ?? true) && state === "marked");
  return found;
}

/** The rewards of a sheet's symbols, below its rows. */
function Rewards({ sheet }: { sheet: SheetView }) {
  const rewards = rewardsOf(sheet);
  if (rewards.size === 0) return null;
  return (
    <div class="fields-line rewards">
      {[...rewards].map(([sign, isWon]) => (
        <span key={sign} class={isWon ? "won" : undefined} title={t(`family.${sign}`)}>
          <Shape sign={sign} />
          <span class="hidden">{t(`family.${sign}`)}</span>
          <span aria-hidden="true">{t(`family.${sign}_short`)}</span>
        </span>
      ))}
    </div>
  );
}

function Foot({ sheet, showScores }: { sheet: SheetView; showScores: boolean }) {
  const { steps } = sheet.tally;
  return steps !== undefined && showScores ? <span class="steps">{t("family.steps", { n: steps })}</span> : null;
}

export const parts: SheetParts = { Sign, Line, Below: Rewards, Foot };
