// Custom sheets: built or pasted, validated by the library, stored on this device, shared by link.

import { useState } from "preact/hooks";
import { FIRST_GAME } from "../../games/registry";
import { t } from "../../i18n";
import { library } from "../../library";
import type { GameFacts } from "../../net/protocol";
import { AppBar } from "../../parts/AppBar";
import { GamePicture } from "../../parts/GamePicture";
import { Icon } from "../../parts/Icon";
import { Legend } from "../../parts/Legend";
import { ShareLink } from "../../parts/ShareLink";
import { problemText } from "../../parts/useRequest";
import type { App } from "../../state/app";
import {
  cellsIn,
  forgetSheet,
  keepSheet,
  loadSheets,
  nameIn,
  type OwnSheet,
  printedSheet,
  sheetInLink,
  sheetLink,
  tomlOf,
} from "../../state/sheets";
import { type Color, isColor } from "../../state/view";
import { Builder } from "./Builder";

interface Draft {
  game: string;
  name: string;
  /** One row per line, with its cells separated: "r2 r3 r4"; or a whole file in the library's format. */
  rows: string;
}

function rowsText(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.join(" ")).join("\n");
}

/** The default sheet of a game, as a starting point. */
function firstDraft(facts: GameFacts): Draft {
  const rows = (facts.sheets[0]?.rows ?? []).map(({ colors, numbers }) =>
    colors.map((c, i) => `${c}${numbers[i] ?? ""}`),
  );
  return { game: facts.name, name: "mine", rows: rowsText(rows) };
}

function draftOf({ game, text }: OwnSheet): Draft {
  return { game, name: nameIn(text), rows: rowsText(cellsIn(text)) };
}

/** The typed cells; null if a whole file was pasted, which contains characters that cells do not. */
function cellsOf({ rows }: Draft): string[][] | null {
  if (/[=[]/.test(rows)) return null;
  const lines = rows.split("\n").map((row) => row.split(/[\s,]+/).filter(Boolean));
  return lines.filter((cells) => cells.length > 0);
}

/** The file to validate: built from the rows, or as pasted. */
function fileOf(draft: Draft): string {
  const cells = cellsOf(draft);
  return cells === null ? draft.rows : tomlOf(draft.game, draft.name, cells);
}

/** The colors of a game, in the order of its default sheet. */
function colorsOf(facts: GameFacts | undefined): Color[] {
  return [...new Set((facts?.sheets[0]?.rows ?? []).flatMap(({ colors }) => colors))].filter(isColor);
}

interface FormProps {
  games: readonly GameFacts[];
  first: Draft;
  onKept: () => void;
}

function Form({ games, first, onKept }: FormProps) {
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState("");
  async function keep(event: Event) {
    event.preventDefault();
    try {
      const { game, text } = await library.checkSheet(fileOf(draft));
      keepSheet({ game, text });
      setProblem("");
      onKept();
    } catch (error) {
      setProblem(problemText(error));
    }
  }
  function pick(name: string) {
    const facts = games.find((each) => each.name === name);
    if (facts) setDraft(firstDraft(facts));
  }
  const cells = cellsOf(draft);
  const colors = colorsOf(games.find((each) => each.name === draft.game));
  return (
    <form class="card fields" onSubmit={(event) => void keep(event)}>
      <label class="switch">
        <span>{t("home.game")}</span>
        <select value={draft.game} onChange={(event) => pick(event.currentTarget.value)}>
          {games.map(({ name }) => (
            <option key={name} value={name}>
              {t(`game.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="switch">
        <span>{t("own.name")}</span>
        <input
          value={draft.name}
          maxLength={24}
          onInput={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      </label>
      {cells && (
        <Builder
          key={draft.game}
          rows={cells}
          colors={colors}
          onChange={(rows) => setDraft({ ...draft, rows: rowsText(rows) })}
        />
      )}
      <details>
        <summary>{t("own.paste")}</summary>
        <Legend colors={colors} />
        <label class="rowsfield">
          <span>{t("own.rows")}</span>
          <textarea
            rows={8}
            spellcheck={false}
            value={draft.rows}
            onInput={(event) => setDraft({ ...draft, rows: event.currentTarget.value })}
          />
        </label>
      </details>
      <p class="problem" role="alert">
        {problem}
      </p>
      <button type="submit" class="btn go">
        {t("own.keep")}
      </button>
    </form>
  );
}

function Kept({ sheet, facts, onForget }: { sheet: OwnSheet; facts: GameFacts; onForget: () => void }) {
  return (
    <li class="card ownsheet">
      <GamePicture game={sheet.game} sheet={printedSheet(facts, sheet.text)} />
      <b>{t("lobby.variant", { game: t(`game.${sheet.game}`), sheet: nameIn(sheet.text) })}</b>
      <div class="acts">
        <ShareLink link={sheetLink(sheet)} text={t("own.shared", { name: nameIn(sheet.text) })} kind="btn" />
        <button
          type="button"
          class="icon"
          aria-label={t("own.forget", { name: nameIn(sheet.text) })}
          onClick={onForget}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

export function OwnSheets({ app }: { app: App }) {
  const [kept, setKept] = useState(loadSheets);
  const games = (app.games ?? []).filter((each) => each.own_sheets);
  const linked = sheetInLink(location.hash);
  const usual = games.find((each) => each.name === (linked?.game ?? FIRST_GAME));
  return (
    <div class="plain">
      <AppBar app={app} title={t("home.own_sheets")} />
      <main>
        <p class="lead">{t(app.games && games.length === 0 ? "own.off" : "own.lead")}</p>
        {usual && (
          <Form
            games={games}
            first={linked ? draftOf(linked) : firstDraft(usual)}
            onKept={() => setKept(loadSheets())}
          />
        )}
        <ul class="ownsheets">
          {kept.map((sheet) => {
            const facts = games.find((each) => each.name === sheet.game);
            const forget = () => {
              forgetSheet(sheet);
              setKept(loadSheets());
            };
            return facts && <Kept key={sheet.game + sheet.text} sheet={sheet} facts={facts} onForget={forget} />;
          })}
        </ul>
      </main>
    </div>
  );
}
