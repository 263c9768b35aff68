// Loads coach, review and exercises with their texts: one without the other is not there.

import { lang } from "../../i18n";

export async function loadStudy() {
  const study = await import(".");
  await study.loadStudyTexts(lang());
  return study;
}
