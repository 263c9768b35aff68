// The rules of each game as sections, some with a picture drawn from an example.

import type { GameName, RowView, View } from "../state/view";
import { qwantum, qwixx, sixto, twentyOne } from "./examples";

export interface Section {
  /** The id of its title and text: learn.GAME.ID_title and learn.GAME.ID. */
  id: string;
  /** Rules that it tells, as the refusals cite them. */
  rules: string;
  picture?: { view: View; pencil: readonly string[] };
  /** True if the dice of the example are shown above the rows. */
  hasDice?: boolean;
  /** True if only the dice are shown. */
  diceOnly?: boolean;
}

/** An example cut down to some rows of the own sheet. */
function cut(view: View, rows: readonly number[], change: (row: RowView, i: number) => RowView = (row) => row): View {
  const sheet = view.sheets[0];
  if (!sheet) return view;
  const kept = rows.flatMap((r, i) => (sheet.rows[r] ? [change(sheet.rows[r], i)] : []));
  return { ...view, sheets: [{ ...sheet, rows: kept, columns: [] }] };
}

/** A red row with five marks, so that its last cell can be marked. */
function nearLock(row: RowView): RowView {
  const cells = row.cells.map((cell, i) => {
    if (i === 10) return { ...cell, state: "markable" as const, mark: "r12", ways: [["w6", "w6"]] };
    if (i === 7) return { ...cell, state: "marked" as const, written: 1, mark: null, ways: [] };
    return i === 6 ? { ...cell, state: "skipped" as const } : { ...cell, mark: null };
  });
  return { ...row, score: 15, cells };
}

const SECTIONS: Record<GameName, Section[]> = {
  qwixx: [
    { id: "idea", rules: "Qwixx 1–2", picture: { view: cut(qwixx, [0]), pencil: [] } },
    { id: "white", rules: "Qwixx 3–4", picture: { view: cut(qwixx, [1, 3]), pencil: ["y9"] }, hasDice: true },
    { id: "color", rules: "Qwixx 5–6" },
    { id: "miss", rules: "Qwixx 7" },
    { id: "lock", rules: "Qwixx 8–10", picture: { view: cut(qwixx, [0], nearLock), pencil: ["r12"] } },
    { id: "end", rules: "Qwixx 11–12" },
  ],
  twenty_one: [
    { id: "idea", rules: "Twenty One 1–2", picture: { view: cut(twentyOne, [0]), pencil: [] } },
    { id: "throw", rules: "Twenty One 3" },
    { id: "write", rules: "Twenty One 4–7", picture: { view: cut(twentyOne, [2]), pencil: ["w2"] }, hasDice: true },
    { id: "strike", rules: "Twenty One 8" },
    { id: "score", rules: "Twenty One 9–10" },
    { id: "end", rules: "Twenty One 11" },
  ],
  qwantum: [
    { id: "idea", rules: "Qwantum 1–2", picture: { view: cut(qwantum, [0, 1]), pencil: [] } },
    { id: "throw", rules: "Qwantum 3–4", hasDice: true, diceOnly: true, picture: { view: qwantum, pencil: [] } },
    { id: "pick", rules: "Qwantum 5–6", picture: { view: cut(qwantum, [1]), pencil: ["b13"] } },
    { id: "miss", rules: "Qwantum 7" },
    { id: "score", rules: "Qwantum 8" },
    { id: "end", rules: "Qwantum 9–10" },
  ],
  sixto: [
    { id: "idea", rules: "Sixto 1–2", picture: { view: cut(sixto, [1]), pencil: ["o1"] } },
    { id: "throw", rules: "Sixto 4–6" },
    { id: "goal", rules: "Sixto 3, 7–8", picture: { view: cut(sixto, [0]), pencil: ["r4"] } },
    { id: "score", rules: "Sixto 10–11" },
    { id: "end", rules: "Sixto 9, 12" },
  ],
};

export function sectionsOf(game: GameName): Section[] {
  return SECTIONS[game];
}
