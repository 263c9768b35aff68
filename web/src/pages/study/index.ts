// Coach, review and exercises, loaded on first use.

import "../../styles/study.css";

export { CoachPage } from "./CoachPage";
export { DrillPage } from "./DrillPage";
export { HintPanel, type HintProps } from "./HintPanel";
export { type ChancesProps, ReplayChances } from "./ReplayChances";
export { ReviewPage } from "./ReviewPage";
export { loadStudyTexts } from "./texts";
