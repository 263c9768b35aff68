// Everything that `index.ts` loads when it is first used, in one file.

export { showPosition } from "./position";
export { whyNot } from "./reasons";
export { fileRecord, readFiled } from "./records";
export { finalView, replay } from "./replay";
export { blankSheets, checkSheet } from "./sheets";
