// Printing: the library's translated drawing code makes the pages, and the browser prints them.

import {
  addedRules,
  drawPages,
  font,
  type Measure,
  type PrintedPages,
  shortRules,
} from "../../../rules/drawn/pictures.js";
import { t, textsUnder } from "../../i18n";
import { type NameOf, sheetName } from "../../i18n/names";
import { library } from "../../library";
import { loadMore } from "../../state/settings";
import type { View } from "../../state/view";
import { drawnWords } from "../drawnWords";
import type { Paper } from "../PrintButton";

/** Measure the width of texts in this browser, in units of the font size. */
function makeMeasure(): Measure {
  const pen = document.createElement("canvas").getContext("2d");
  return (text, weight) => {
    if (!pen) return text.length;
    pen.font = `${weight} 100px ${font}`;
    return pen.measureText(text).width / 100;
  };
}

/** A print job. */
interface Wish {
  game: string;
  sheets: readonly string[];
  copies: number;
  paper: Paper;
  grey: boolean;
  large: boolean;
  rules: boolean;
}

/** Draw blank sheets, with the given number of copies. */
export async function drawSheets({ game, sheets, copies, paper, grey, large, rules }: Wish): Promise<PrintedPages> {
  await Promise.all([loadMore("aside"), loadMore("family")]);
  const blank = await library.blankSheets(game, sheets);
  const title = t(`game.${game}`);
  const panes = blank.flatMap(({ sheet, most }) => {
    const added = addedRules(textsUnder("sheets"), sheet.name);
    const above = { name: title, tag: "", note: sheetName(sheet.name), hasWon: false, line: t("own.name") };
    return Array.from({ length: copies }, () => ({ sheet, ...above, most, added }));
  });
  const told = rules ? shortRules(textsUnder(`learn.${game}`)) : [];
  const wish = { game, title, paper, grey, large, isBlank: true, rules: told };
  return drawPages(panes, wish, drawnWords, makeMeasure());
}

/** Draw the filled sheets of a finished match, the best first; `date` is printed on each. */
export async function drawMatch(view: View, nameOf: NameOf, paper: Paper, date: string): Promise<PrintedPages> {
  await loadMore("family");
  const panes = [...view.sheets]
    .sort((a, b) => b.score - a.score)
    .map((sheet) => ({
      sheet,
      name: nameOf(sheet.seat),
      tag: "",
      note: `${view.title} · ${sheetName(sheet.name)} · ${date}`,
      hasWon: view.winners.includes(sheet.seat) && view.seats > 1,
      line: "",
      most: 0,
      added: [],
    }));
  const wish = { game: view.game, title: view.title, paper, grey: false, large: false, isBlank: false, rules: [] };
  return drawPages(panes, wish, drawnWords, makeMeasure());
}

/** Pages with a title, which browsers propose as a file name, and a first page that is not drawn. */
export interface PrintJob extends PrintedPages {
  title?: string;
  cover?: HTMLElement;
}

/** Print pages with this browser, in their own paper size. */
export function printPages({ width, height, svgs, title = document.title, cover }: PrintJob): void {
  const size = new CSSStyleSheet();
  size.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0; }`);
  const reader = new DOMParser();
  const pages = document.createElement("div");
  pages.className = "printed";
  if (cover) pages.append(cover);
  pages.append(...svgs.map((svg) => reader.parseFromString(svg, "image/svg+xml").documentElement));
  document.adoptedStyleSheets.push(size);
  document.body.append(pages);
  const shown = document.title;
  document.title = title;
  const clear = () => {
    pages.remove();
    document.title = shown;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== size);
  };
  addEventListener("afterprint", clear, { once: true });
  print();
}
