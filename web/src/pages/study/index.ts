// Coach, review and exercises: all of it is loaded when it is first opened.

import "../../styles/study.css";

export { CoachPage } from "./CoachPage";
export { DrillPage } from "./DrillPage";
export { HintPanel, type HintProps } from "./HintPanel";
export { type ChancesProps, ReplayChances } from "./ReplayChances";
export { ReviewPage } from "./ReviewPage";
export { loadStudyTexts } from "./texts";
