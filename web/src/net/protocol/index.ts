// Made by scripts/make_messages.py from the types of the server: do not edit.

export type * from "./commands";
export type * from "./facts";
export type * from "./messages";
export { PROTOCOL } from "./commands";
