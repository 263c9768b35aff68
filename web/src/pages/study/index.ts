// Coach, review and exercises: all of it is loaded when it is first opened.

import { lang } from "../../i18n";
import "../../styles/study.css";
import { loadStudyTexts } from "./texts";

export { CoachPage } from "./CoachPage";
export { DrillPage } from "./DrillPage";
export { HintPanel, type HintProps } from "./HintPanel";
export { type ChancesProps, ReplayChances } from "./ReplayChances";
export { ReviewPage } from "./ReviewPage";

// Without its texts it is not there, as without its code; a language that is chosen later comes by `useStudyTexts`.
await loadStudyTexts(lang());
