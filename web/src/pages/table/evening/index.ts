// Between two matches: the end of a match with what comes next, also on the big screen; loaded on first use.

import "../../../styles/evening.css";

export { End, type EndProps } from "./End";
export { ScreenEnd, type ScreenEndProps } from "./ScreenEnd";
