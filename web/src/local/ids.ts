// Names of tables and matches that no server knows.

import { LOCAL_MATCH, LOCAL_TABLE } from "../net/local";
import { randomHex } from "../state/storage";

export function drawCode(): string {
  return LOCAL_TABLE + randomHex(3).toUpperCase();
}

export function drawId(): string {
  return LOCAL_MATCH + randomHex(9);
}
