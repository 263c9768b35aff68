// A sheet editor: select a cell and change its color or number, or reverse a row.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { colorLetter } from "../../i18n/labels";
import { changeCell, numberOf, type Rows, turnRow } from "../../state/sheets";
import type { Color } from "../../state/view";

interface BuilderProps {
  rows: Rows;
  /** The colors of the game. */
  colors: readonly string[];
  onChange: (rows: Rows) => void;
}

interface Place {
  row: number;
  cell: number;
}

export function Builder({ rows, colors, onChange }: BuilderProps) {
  const [{ row, cell }, choose] = useState<Place>({ row: 0, cell: 0 });
  const chosen = rows[row]?.[cell];
  const change = (text: string) => onChange(changeCell(rows, row, cell, text));
  const number = chosen === undefined ? null : numberOf(chosen);
  return (
    <div class="builder">
      {rows.map((cells, i) => (
        <div key={i} class="buildrow" role="group" aria-label={t("own.row", { n: i + 1 })}>
          {cells.map((text, j) => (
            <button
              key={j}
              type="button"
              style={{ background: `var(--${text.charAt(0)}-surface)`, color: `var(--${text.charAt(0)}-ink)` }}
              aria-label={`${t(`colors.${text.charAt(0)}`)} ${text.slice(1)}`}
              aria-pressed={i === row && j === cell}
              onClick={() => choose({ row: i, cell: j })}
            >
              {text.slice(1) || colorLetter(text.charAt(0) as Color)}
            </button>
          ))}
        </div>
      ))}
      {chosen !== undefined && (
        <div class="buildtools">
          <label>
            <span>{t("own.color")}</span>
            <select value={chosen.charAt(0)} onChange={(event) => change(event.currentTarget.value + chosen.slice(1))}>
              {colors.map((color) => (
                <option key={color} value={color}>
                  {t(`colors.${color}`)}
                </option>
              ))}
            </select>
          </label>
          {number !== null && (
            <label>
              <span>{t("own.number")}</span>
              <input
                type="number"
                min={1}
                max={99}
                value={number}
                onChange={(event) => change(chosen.charAt(0) + event.currentTarget.value)}
              />
            </label>
          )}
          <button type="button" class="btn" onClick={() => onChange(turnRow(rows, row))}>
            {t("own.turn", { n: row + 1 })}
          </button>
        </div>
      )}
    </div>
  );
}
