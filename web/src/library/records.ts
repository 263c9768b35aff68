// Records in a text of many, as in PGN, with additional headers.

import {
  format_record,
  is_unrecorded,
  PaperdiceError,
  Record as PlayRecord,
  parse_record,
  split_records,
} from "../../rules/shared/flow.js";

export type Headers = Record<string, string>;

/** A record in a text of many; `text` is the record without the additional headers, null if it is lost. */
export interface FiledRecord {
  headers: Headers;
  scores: number[];
  text: string | null;
}

function without(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Add headers to a record, or to a closing line with the scores if it is lost. */
export function fileRecord(record: string | null, headers: Headers, scores: readonly number[]): string {
  const lost = () => new PlayRecord({ Paperdice: "1" }, [], ["* unrecorded", ...scores].join(" "));
  const read = record === null ? lost() : parse_record(record);
  return format_record(new PlayRecord({ ...read.headers, ...headers }, read.turns, read.closing));
}

/** Split a text of many records and remove the additional headers; an unreadable record is returned as text. */
export function readFiled(text: string, added: readonly string[]): (FiledRecord | string)[] {
  return split_records(text).map((each) => {
    try {
      const { headers, turns, closing } = parse_record(each);
      const record = new PlayRecord(without(headers, added), turns, closing);
      const scores = closing.split(" ").slice(2).map(Number);
      return { headers, scores, text: is_unrecorded(record) ? null : format_record(record) };
    } catch (error) {
      if (!(error instanceof PaperdiceError)) throw error;
      return each;
    }
  });
}
