// The texts that the library's drawings need, in the language of the page.

import type { Words } from "../../rules/drawn/pictures.js";
import { t } from "../i18n";
import { sheetName } from "../i18n/names";

export const drawnWords: Words = { page: (place) => t(place), family: (name) => t(`family.${name}`), sheet: sheetName };
