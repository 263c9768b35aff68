// Printing sheets for real dice: which ones, how many, and on which paper.

import { useState } from "preact/hooks";
import { FIRST_GAME, GAMES, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { sheetName } from "../../i18n/names";
import { AppBar, Link } from "../../parts/AppBar";
import { ownPaper, PAPERS, type Paper, PrintButton } from "../../parts/PrintButton";
import type { App } from "../../state/app";
import { ownTexts } from "../../state/sheets";

interface Wish {
  sheet: string;
  copies: number;
  paper: Paper;
  grey: boolean;
  large: boolean;
  rules: boolean;
}

const FLAGS = ["grey", "large", "rules"] as const;
const COPIES = [1, 2, 3, 4, 6, 8, 12, 20];

interface FieldsProps {
  wish: Wish;
  sheets: string[];
  onChange: (change: Partial<Wish>) => void;
}

function Pick({ label, value, values, onChange }: PickProps) {
  return (
    <label class="switch">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {values.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface PickProps {
  label: string;
  value: string;
  values: [string, string][];
  onChange: (value: string) => void;
}

function Fields({ wish, sheets, onChange }: FieldsProps) {
  const offered: [string, string][] = sheets.map((name) => [name, sheetName(name)]);
  if (sheets.length > 1) offered.push(["", t("print.all")]);
  return (
    <div class="card fields">
      <Pick label={t("print.sheet")} value={wish.sheet} values={offered} onChange={(sheet) => onChange({ sheet })} />
      <Pick
        label={t("print.copies")}
        value={String(wish.copies)}
        values={COPIES.map((n) => [String(n), String(n)])}
        onChange={(copies) => onChange({ copies: Number(copies) })}
      />
      <Pick
        label={t("print.paper")}
        value={wish.paper}
        values={PAPERS.map((paper) => [paper, t(`print.${paper}`)])}
        onChange={(paper) => onChange({ paper: paper === "letter" ? "letter" : "a4" })}
      />
      {FLAGS.map((flag) => (
        <label key={flag} class="switch">
          <span>
            {t(`print.${flag}`)}
            <small>{t(`print.${flag}_note`)}</small>
          </span>
          <input
            type="checkbox"
            role="switch"
            checked={wish[flag]}
            onChange={(event) => onChange({ [flag]: event.currentTarget.checked })}
          />
        </label>
      ))}
    </div>
  );
}

function Form({ game, sheets }: { game: GameName; sheets: string[] }) {
  const [wish, setWish] = useState<Wish>({
    sheet: sheets[0] ?? "",
    copies: 4,
    paper: ownPaper(),
    grey: false,
    large: false,
    rules: true,
  });
  const [fault, setFault] = useState("");
  const { sheet, ...rest } = wish;
  const wished = sheet ? [sheet] : sheets.filter((name) => !name.includes("="));
  return (
    <>
      <Fields wish={wish} sheets={sheets} onChange={(change) => setWish({ ...wish, ...change })} />
      <PrintButton
        kind="btn go"
        draw={({ drawSheets }) => drawSheets({ game, sheets: wished, ...rest })}
        onFault={setFault}
      />
      <p class="problem" role="alert">
        {fault}
      </p>
    </>
  );
}

export function Print({ app }: { app: App }) {
  const game = (app.route.page === "print" && app.route.game) || FIRST_GAME;
  const facts = app.games?.find((each) => each.name === game);
  return (
    <div class="plain">
      <AppBar app={app} title={t("home.print")} />
      <main>
        <nav class="tabs" aria-label={t("home.game")}>
          {GAMES.map((each) => (
            <Link key={each} app={app} kind={each === game ? "tab on" : "tab"} to={{ page: "print", game: each }}>
              {t(`game.${each}`)}
            </Link>
          ))}
        </nav>
        <p class="lead">{t("print.lead")}</p>
        {facts && <Form key={game} game={game} sheets={[...facts.sheets.map(({ name }) => name), ...ownTexts(game)]} />}
      </main>
    </div>
  );
}
