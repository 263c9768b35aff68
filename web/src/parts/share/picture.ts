// The shared picture: the library's drawing of the result, on a canvas.

import { drawResult } from "../../../rules/drawn/pictures.js";
import type { NameOf } from "../../i18n/names";
import { endText, winnerText } from "../../i18n/recap";
import { loadMore } from "../../state/settings";
import type { View } from "../../state/view";
import { drawnWords } from "../drawnWords";

/** The picture as SVG, in the theme of the page. */
async function pictureOf(view: View, nameOf: NameOf): Promise<string> {
  // The texts of the Qwixx family.
  await loadMore("family");
  const names = view.sheets.map((sheet) => nameOf(sheet.seat));
  const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
  return drawResult(view, names, theme, winnerText(view, nameOf), endText(view, nameOf), drawnWords);
}

export async function drawPicture(canvas: HTMLCanvasElement, view: View, nameOf: NameOf): Promise<void> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([await pictureOf(view, nameOf)], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
}
