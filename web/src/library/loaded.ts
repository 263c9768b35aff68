// All modules that `index.ts` loads on first use, in one file.

export { showPosition, whyNot } from "./position";
export { fileRecord, readFiled } from "./records";
export { finalView, replay } from "./replay";
export { blankSheets, checkSheet } from "./sheets";
