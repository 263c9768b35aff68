// The shared picture: the result on paper, 1080 by 1080, with the count and the final sheet of each player.

import { tableOf } from "../../games/tables";
import { signed, t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { winnerText } from "../../i18n/winner";
import { type CountLine, countLines } from "../../state/count";
import type { CellView, SheetView, View } from "../../state/view";

const SIDE = 1080;
const MARGIN = 84;
const TOP = 244;
const BOTTOM = SIDE - 130;
const GAP = 36;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A color token as the page has it now. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function font(weight: number, size: number): string {
  return `${weight} ${size}px ${token("font") || "sans-serif"}`;
}

function tile(pen: CanvasRenderingContext2D, { x, y, w, h }: Box, fill: string, edge: string, line = 4): void {
  pen.beginPath();
  pen.roundRect(x, y, w, h, Math.min(14, h / 4));
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = line;
  pen.strokeStyle = edge;
  pen.stroke();
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, most: number): void {
  pen.font = font(800, size);
  pen.fillText(text, x, y, most);
}

/** The bar of a line: a tile for each part, as long as the part is large. */
function drawBar(pen: CanvasRenderingContext2D, line: CountLine, box: Box, unit: number): void {
  let { x } = box;
  for (const part of line.parts.filter((each) => each.value !== 0)) {
    const isLoss = part.value < 0;
    const color = part.color ?? "w";
    const w = isLoss ? 56 : Math.max(part.value * unit, 26);
    const fill = isLoss ? token("paper") : token(`${color}-surface`);
    tile(pen, { ...box, x, w: w - 6 }, fill, isLoss ? token("bad") : token(`${color}-border`));
    pen.fillStyle = isLoss ? token("bad") : token(`${color}-ink`);
    pen.textAlign = "center";
    write(pen, signed(part.value), x + (w - 6) / 2, box.y + box.h * 0.68, Math.min(30, box.h * 0.55), w - 10);
    x += w;
  }
}

/** What stands in a cell: the number that was written, or the printed one that was marked. */
function cellText(cell: CellView, isWritten: boolean): string {
  if (cell.state !== "marked") return "";
  return String((isWritten ? cell.written : cell.number) ?? "");
}

function drawCell(pen: CanvasRenderingContext2D, cell: CellView, text: string, box: Box): void {
  const isMarked = cell.state === "marked";
  tile(pen, box, token(isMarked ? `${cell.color}-surface` : `${cell.color}-tint`), token(`${cell.color}-border`), 2);
  pen.textAlign = "center";
  pen.fillStyle = token(`${cell.color}-ink`);
  if (text) write(pen, text, box.x + box.w / 2, box.y + box.h * 0.7, Math.min(box.h, box.w) * 0.56, box.w - 4);
  if (cell.state !== "struck") return;
  pen.beginPath();
  pen.moveTo(box.x + 4, box.y + box.h - 4);
  pen.lineTo(box.x + box.w - 4, box.y + 4);
  pen.strokeStyle = token("ink");
  pen.stroke();
}

function drawSheet(pen: CanvasRenderingContext2D, sheet: SheetView, isWritten: boolean, box: Box): void {
  const longest = Math.max(...sheet.rows.map((row) => row.cells.length));
  const w = box.w / longest;
  const h = Math.min(box.h / sheet.rows.length, w * 1.1);
  sheet.rows.forEach((row, r) => {
    row.cells.forEach((cell, c) => {
      drawCell(pen, cell, cellText(cell, isWritten), { x: box.x + c * w, y: box.y + r * h, w: w - 4, h: h - 4 });
    });
  });
}

function drawPlayer(pen: CanvasRenderingContext2D, line: CountLine, view: View, name: string, box: Box): void {
  const head = Math.min(52, box.h * 0.2);
  const bar = Math.min(58, box.h * 0.2);
  const widest = Math.max(
    1,
    ...countLines(view).map((each) =>
      each.parts.reduce((sum, part) => sum + Math.max(part.value, 0) + (part.value < 0 ? 8 : 0), 0),
    ),
  );
  pen.fillStyle = token("ink");
  pen.textAlign = "left";
  write(
    pen,
    `${line.isWinner && view.seats > 1 ? "★ " : ""}${name}`,
    box.x,
    box.y + head * 0.7,
    head * 0.7,
    box.w - 130,
  );
  pen.textAlign = "right";
  write(pen, signed(line.total), box.x + box.w, box.y + head * 0.8, head, 120);
  drawBar(pen, line, { x: box.x, y: box.y + head, w: box.w, h: bar }, (box.w - 60) / widest);
  const sheet = view.sheets[line.seat];
  const y = box.y + head + bar + 16;
  const isWritten = tableOf(view.game).words.writesNumbers;
  if (sheet) drawSheet(pen, sheet, isWritten, { x: box.x, y, w: box.w, h: box.y + box.h - y });
}

export function drawPicture(canvas: HTMLCanvasElement, view: View, nameOf: NameOf): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = token("table");
  pen.fillRect(0, 0, SIDE, SIDE);
  tile(pen, { x: 40, y: 40, w: SIDE - 80, h: SIDE - 80 }, token("paper"), token("line"));
  pen.fillStyle = token("ink");
  pen.textAlign = "left";
  write(pen, winnerText(view, nameOf), MARGIN, 150, 68, SIDE - 2 * MARGIN);
  pen.fillStyle = token("muted");
  const reason = t("end.reason", { reason: t(`ends.${view.end_reason}`), n: view.turn });
  write(pen, `${view.title} · ${reason}`, MARGIN, 206, 32, SIDE - 2 * MARGIN);
  const lines = countLines(view).sort((a, b) => b.total - a.total);
  const columns = lines.length > 2 ? 2 : 1;
  const rows = Math.ceil(lines.length / columns);
  const w = (SIDE - 2 * MARGIN - (columns - 1) * GAP) / columns;
  const h = (BOTTOM - TOP - (rows - 1) * GAP) / rows;
  lines.forEach((line, i) => {
    const place = { x: MARGIN + (i % columns) * (w + GAP), y: TOP + Math.floor(i / columns) * (h + GAP) };
    drawPlayer(pen, line, view, nameOf(line.seat), { ...place, w, h });
  });
  pen.fillStyle = token("muted");
  pen.textAlign = "left";
  write(pen, "paperdice", MARGIN, SIDE - 76, 32, 300);
}
