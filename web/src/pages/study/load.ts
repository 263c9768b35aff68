// Loads coach, review and exercises together with their texts.

import { lang } from "../../i18n";

export async function loadStudy() {
  const study = await import(".");
  await study.loadStudyTexts(lang());
  return study;
}
