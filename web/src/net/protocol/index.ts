// Made by scripts/make_messages.py from the types of the server: do not edit.

export type * from "./commands";
export type * from "./facts";
export type * from "./messages";
export type * from "./study";
export type * from "./views";
export { GAME_FACTS, LANGUAGES, PROTOCOL } from "./commands";
