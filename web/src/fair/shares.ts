// This device's part in the dice: it binds itself to a share before the match and opens it when all are bound.

import type { CommandBody } from "../net/connection";
import type { TableFacts } from "../net/protocol";
import { randomHex, type StoredTable } from "../state/storage";
import { commitmentOf } from "./sha256";

export interface ShareContext {
  stored(): StoredTable;
  store(change: Partial<StoredTable>): void;
  send(command: CommandBody): void;
}

export interface Shares {
  /** Does what is due: notes the server's seal, commits, reveals. */
  advance(match: string, facts: TableFacts): void;
  /** True if every own seat has committed, or none need to. */
  areCommitted(facts: TableFacts): boolean;
}

export function makeShares(context: ShareContext): Shares {
  const sent = new Set<string>();

  /** Shares belong to the server's hash: when that is drawn anew, so are they. */
  function nameOf(match: string, facts: TableFacts, seat: number): string {
    return `${match}/${facts.dice.server_hash}/${seat}`;
  }

  function commit(match: string, facts: TableFacts, seat: number): void {
    const name = nameOf(match, facts, seat);
    if (sent.has(name)) return;
    sent.add(name);
    const share = context.stored().shares[name] ?? randomHex(32);
    context.store({ shares: { ...context.stored().shares, [name]: share } });
    context.send({ type: "commit", seat, commitment: commitmentOf(share) });
  }

  function reveal(match: string, facts: TableFacts, seat: number): void {
    const { dice } = facts;
    const share = context.stored().shares[nameOf(match, facts, seat)];
    if (!share || dice.revealed.includes(seat)) return;
    if (commitmentOf(share) === dice.commitments[seat]) context.send({ type: "reveal", seat, share });
  }

  return {
    advance(match, facts) {
      const { dice, status } = facts;
      if (dice.kind !== "committed" || (status !== "lobby" && status !== "shares")) return;
      if (dice.server_hash) context.store({ seals: { ...context.stored().seals, [match]: dice.server_hash } });
      for (const seat of context.stored().seats) {
        if (!dice.commitments[seat] && !dice.without.includes(seat)) commit(match, facts, seat);
        if (status === "shares") reveal(match, facts, seat);
      }
    },
    areCommitted(facts) {
      return facts.dice.kind !== "committed" || context.stored().seats.every((seat) => facts.dice.commitments[seat]);
    },
  };
}
