// The shared picture: the count on paper, 1080 by 1080, drawn with the page's own colors.

import { signed, t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { winnerText } from "../../i18n/winner";
import { type CountLine, countLines } from "../../state/count";
import type { View } from "../../state/view";

export const SIDE = 1080;
const MARGIN = 84;

/** A color token as the page has it now. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function font(weight: number, size: number): string {
  return `${weight} ${size}px ${token("font") || "sans-serif"}`;
}

function tile(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  edge: string,
): void {
  pen.beginPath();
  pen.roundRect(x, y, w, h, 14);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = edge;
  pen.stroke();
}

function drawLine(
  pen: CanvasRenderingContext2D,
  line: CountLine,
  name: string,
  y: number,
  h: number,
  unit: number,
): void {
  pen.fillStyle = token("ink");
  pen.textAlign = "left";
  pen.font = font(700, 36);
  pen.fillText(name, MARGIN, y + 30);
  let x = MARGIN;
  const top = y + 44;
  const height = Math.min(h - 70, 120);
  for (const part of line.parts) {
    if (part.value === 0) continue;
    const isLoss = part.value < 0;
    const w = isLoss ? 64 : Math.max(part.value * unit, 30);
    const color = part.color ?? "w";
    tile(
      pen,
      x,
      top,
      w - 6,
      height,
      isLoss ? token("paper") : token(`${color}-surface`),
      isLoss ? token("bad") : token(`${color}-border`),
    );
    pen.fillStyle = isLoss ? token("bad") : token(`${color}-ink`);
    pen.textAlign = "center";
    pen.font = font(800, Math.min(34, height * 0.5));
    pen.fillText(signed(part.value), x + (w - 6) / 2, top + height / 2 + 12);
    x += w;
  }
  pen.fillStyle = token("ink");
  pen.textAlign = "right";
  pen.font = font(800, 64);
  pen.fillText(signed(line.total), SIDE - MARGIN, top + height / 2 + 22);
}

export function drawPicture(canvas: HTMLCanvasElement, view: View, nameOf: NameOf): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = token("table");
  pen.fillRect(0, 0, SIDE, SIDE);
  tile(pen, 40, 40, SIDE - 80, SIDE - 80, token("paper"), token("line"));
  pen.fillStyle = token("ink");
  pen.textAlign = "left";
  pen.font = font(800, 68);
  pen.fillText(winnerText(view, nameOf), MARGIN, 150, SIDE - 2 * MARGIN);
  pen.fillStyle = token("muted");
  pen.font = font(500, 34);
  pen.fillText(
    `${view.title} · ${t("end.reason", { reason: t(`ends.${view.end_reason}`), n: view.turn })}`,
    MARGIN,
    206,
    SIDE - 2 * MARGIN,
  );
  const lines = countLines(view).sort((a, b) => b.total - a.total);
  const h = Math.min(230, 740 / lines.length);
  const widest = Math.max(
    1,
    ...lines.map((line) => line.parts.reduce((sum, part) => sum + Math.max(part.value, 0), 0)),
  );
  const unit = 640 / widest;
  lines.forEach((line, i) => {
    drawLine(pen, line, nameOf(line.seat), 250 + i * h, h, unit);
  });
  pen.fillStyle = token("muted");
  pen.textAlign = "left";
  pen.font = font(700, 32);
  pen.fillText("paperdice", MARGIN, SIDE - 76);
}
