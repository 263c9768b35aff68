// Lines outside the rows: bonus rows in the columns of their neighbors, the strip, swap fields, lucky numbers.

import { t } from "../../../i18n";
import { colorLetter, colorName } from "../../../i18n/labels";
import { type Drawing, GridCell } from "../../../parts/sheet/Cell";
import { Cross } from "../../../parts/sheet/strokes";
import { entriesOf, fieldOf } from "../../../state/padEntries";
import type { Color, LineView } from "../../../state/view";
import type { LineProps } from "../../game";

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

export function Line(props: LineProps) {
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
