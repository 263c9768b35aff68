// A whole sheet of any game, drawn from its data, with keyboard navigation.

import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadTable, tableOf } from "../../games";
import type { GameSheet, SheetParts } from "../../games/game";
import { signed, t } from "../../i18n";
import { GAME_FACTS } from "../../net/protocol";
import { forcedBy } from "../../state/pencil";
import type { LineView, RowView, SheetView, View } from "../../state/view";
import { Icon } from "../Icon";
import { Unloaded } from "../later";
import type { Drawing } from "./Cell";
import { Cross } from "./strokes";

/** Used if the components fail to load: a sheet without its lines cannot be played. */
const nothing = () => null;
const MISSING: SheetParts = { Sign: nothing, Line: nothing, Below: Unloaded, Foot: nothing };
const loaded = new Map<string, SheetParts>();

/** Load the components of a game unless they are cached; immediate for games that have none. */
export async function loadParts(game: View["game"]): Promise<void> {
  if (loaded.has(game)) return;
  await loadTable(game);
  const parts = await tableOf(game).sheet.loadParts?.();
  if (parts) loaded.set(game, parts);
}

/** The components for the sheets of a view; null if none are needed, or until loading has succeeded or failed. */
export function useParts(view: View | null): SheetParts | null {
  const [known, setKnown] = useState<{ game: View["game"]; parts: SheetParts | null } | null>(null);
  const game = view?.sheets.some((sheet) => sheet.lines) ? view.game : null;
  useEffect(() => {
    if (!game || loaded.has(game)) return;
    loadParts(game).then(
      () => setKnown({ game, parts: loaded.get(game) ?? null }),
      () => setKnown({ game, parts: MISSING }),
    );
  }, [game]);
  if (!game) return null;
  return loaded.get(game) ?? (known?.game === game ? known.parts : null);
}

const NOTHING: ReadonlySet<string> = new Set();

interface SheetProps {
  view: View;
  seat: number;
  pencil?: readonly string[];
  fresh?: ReadonlySet<string>;
  refused?: string | null;
  /** Cells whose mark was just rubbed out, as "row/cell". */
  rubbed?: ReadonlySet<string>;
  showScores?: boolean;
  isLanding?: boolean;
  label: string;
  nameOf?: (seat: number) => string;
  onTap?: (row: number, cell: number) => void;
  onMark?: (mark: string) => void;
  /** On a pad: all possible entries, whatever the dice are. */
  entries?: readonly string[];
}

/** Return the sheet of a seat from the view. */
function sheetOf(view: View, seat: number): SheetView {
  const sheet = view.sheets[seat];
  if (!sheet) throw new Error(`the view has no sheet for seat ${seat}`);
  return sheet;
}

/** The first tab stop: the first cell that can be marked, otherwise the first cell. */
function firstStop(rows: readonly RowView[]): string {
  for (const [r, row] of rows.entries()) {
    const c = row.cells.findIndex((cell) => cell.mark !== null);
    if (c >= 0) return `${r}/${c}`;
  }
  return "0/0";
}

/** The cell an arrow key leads to, or null at the edge. */
function step(rows: readonly RowView[], at: string, key: string): string | null {
  const [r = 0, c = 0] = at.split("/").map(Number);
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [r, c - 1],
    ArrowRight: [r, c + 1],
    ArrowUp: [r - 1, c],
    ArrowDown: [r + 1, c],
    Home: [r, 0],
    End: [r, (rows[r]?.cells.length ?? 1) - 1],
  };
  const to = moves[key];
  return to && rows[to[0]]?.cells[to[1]] ? `${to[0]}/${to[1]}` : null;
}

interface FooterProps {
  game: GameSheet;
  prices: readonly number[];
  sheet: SheetView;
  showScores: boolean;
  parts: SheetParts | null;
}

function SheetFooter({ game, prices, sheet, showScores, parts }: FooterProps) {
  return (
    <div class="strip">
      {prices.length > 0 && (
        <span class="misses" role="img" aria-label={t("miss.label", { n: sheet.misses, max: sheet.max_misses })}>
          {prices.map((price, i) => (
            <span key={i} class={i < sheet.misses ? "miss on" : "miss"}>
              −{price}
              {i < sheet.misses && <Cross seed={i} />}
            </span>
          ))}
          <span class="word">{t("miss.word")}</span>
        </span>
      )}
      {game.footnote && <span>{t(game.footnote)}</span>}
      {parts && <parts.Foot sheet={sheet} showScores={showScores} />}
      <Total score={sheet.score} showScores={showScores} />
    </div>
  );
}

/** The total next to the prompt, for sheets without room for it. */
export function DockTotal({ view, seat, showScores }: { view: View; seat: number; showScores: boolean }) {
  if (!tableOf(view.game).sheet.isTotalInDock) return null;
  return <Total score={view.scores[seat] ?? 0} showScores={showScores} />;
}

function Total({ score, showScores }: { score: number; showScores: boolean }) {
  return (
    <span class="total">
      {t("strip.total")}
      {showScores ? <b key={score}>{signed(score)}</b> : <Icon name="eye" />}
    </span>
  );
}

/** True for a line below the row of this color; with null, for lines below all rows. */
function isBelow(line: LineView, color: string | null): boolean {
  return color === null ? line.name.length > 2 : line.name.length === 2 && line.name.startsWith(color);
}

function Lines({ drawing, below }: { drawing: Drawing; below: string | null }) {
  const { parts, sheet } = drawing;
  if (!parts) return null;
  const lines = (sheet.lines ?? []).filter((line) => isBelow(line, below));
  return lines.map((line) => <parts.Line key={line.name} drawing={drawing} line={line} />);
}

export function Sheet(props: SheetProps) {
  const { view, seat, showScores = true } = props;
  const sheet = sheetOf(view, seat);
  const [cursor, setCursor] = useState<string | null>(null);
  const game = tableOf(view.game);
  const { className, Row, Columns } = game.sheet;
  const parts = useParts(view);
  const drawing: Drawing = {
    game,
    view,
    sheet,
    pencil: props.pencil ?? [],
    forced: forcedBy(sheet, props.pencil ?? []),
    parts,
    fresh: props.fresh ?? NOTHING,
    refused: props.refused ?? null,
    rubbed: props.rubbed ?? NOTHING,
    cursor: cursor ?? firstStop(sheet.rows),
    showScores,
    isLanding: props.isLanding ?? false,
    nameOf: props.nameOf ?? null,
    onTap: props.onTap ?? null,
    onMark: props.onMark ?? null,
    entries: props.entries ?? [],
  };

  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }) {
    const at = (event.target as HTMLElement).dataset.at;
    const next = at ? step(sheet.rows, at, event.key) : null;
    if (next === null) return;
    event.preventDefault();
    setCursor(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  }

  return (
    <div class="sheetbox">
      <div class={`sheet ${className} ${sheet.lines?.some((line) => line.name.length === 2) ? "bonusrows" : ""}`}>
        <div class="grid" role="grid" aria-label={props.label} onKeyDown={onKeyDown}>
          {sheet.rows.map((row, i) => (
            <Fragment key={i}>
              <Row drawing={drawing} row={row} index={i} />
              <Lines drawing={drawing} below={row.color} />
            </Fragment>
          ))}
          <Lines drawing={drawing} below={null} />
          {parts && <parts.Below sheet={sheet} />}
          {Columns && <Columns sheet={sheet} showScores={showScores} />}
        </div>
        <SheetFooter
          game={game.sheet}
          prices={GAME_FACTS[view.game].missPrices}
          sheet={sheet}
          showScores={showScores}
          parts={parts}
        />
      </div>
    </div>
  );
}
