// Functions of the translated library that the page uses; their code is loaded on first use.

import type { ReasonView, View } from "../net/protocol";
import type { PositionShown } from "./position";
import type { FiledRecord, Headers } from "./records";
import type { Replay } from "./replay";
import type { BlankSheet, CheckedSheet } from "./sheets";

export type { PositionShown } from "./position";
export type { FiledRecord, Headers } from "./records";
export type { Frame, Replay } from "./replay";

const load = () => import("./loaded");

export const library = {
  replay: async (record: string): Promise<Replay> => (await load()).replay(record),
  finalView: async (record: string): Promise<View> => (await load()).finalView(record),
  blankSheets: async (game: string, sheets: readonly string[]): Promise<BlankSheet[]> =>
    (await load()).blankSheets(game, sheets),
  checkSheet: async (toml: string): Promise<CheckedSheet> => (await load()).checkSheet(toml),
  fileRecord: async (record: string | null, headers: Headers, scores: readonly number[]): Promise<string> =>
    (await load()).fileRecord(record, headers, scores),
  readFiled: async (text: string, added: readonly string[]): Promise<(FiledRecord | string)[]> =>
    (await load()).readFiled(text, added),
  showPosition: async (text: string, seat?: number | null, roll?: string): Promise<PositionShown> =>
    (await load()).showPosition(text, seat, roll),
  whyNot: async (position: string, seat: number, row: number, cell: number): Promise<ReasonView | null> =>
    (await load()).whyNot(position, seat, row, cell),
};
