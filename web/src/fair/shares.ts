// This device's part in the dice: it binds itself to a share before the match and opens it when all are bound.

import type { Wish } from "../net/connection";
import type { TableFacts } from "../net/protocol";
import { type KeptTable, randomHex } from "../state/storage";
import { commitmentOf } from "./sha256";

export interface ShareHolder {
  kept(): KeptTable;
  keep(change: Partial<KeptTable>): void;
  send(wish: Wish): void;
}

export interface Shares {
  /** Does what is due: notes the server's seal, commits, reveals. */
  tend(match: string, facts: TableFacts): void;
  /** True if every own seat has committed, or none need to. */
  areBound(facts: TableFacts): boolean;
}

export function makeShares(holder: ShareHolder): Shares {
  const sent = new Set<string>();

  /** Shares belong to the server's hash: when that is drawn anew, so are they. */
  function nameOf(match: string, facts: TableFacts, seat: number): string {
    return `${match}/${facts.dice.server_hash}/${seat}`;
  }

  function commit(match: string, facts: TableFacts, seat: number): void {
    const name = nameOf(match, facts, seat);
    if (sent.has(name)) return;
    sent.add(name);
    const share = holder.kept().shares[name] ?? randomHex(32);
    holder.keep({ shares: { ...holder.kept().shares, [name]: share } });
    holder.send({ type: "commit", seat, commitment: commitmentOf(share) });
  }

  function reveal(match: string, facts: TableFacts, seat: number): void {
    const { dice } = facts;
    const share = holder.kept().shares[nameOf(match, facts, seat)];
    if (!share || dice.revealed.includes(seat)) return;
    if (commitmentOf(share) === dice.commitments[seat]) holder.send({ type: "reveal", seat, share });
  }

  return {
    tend(match, facts) {
      const { dice, status } = facts;
      if (dice.kind !== "committed" || (status !== "lobby" && status !== "shares")) return;
      if (dice.server_hash) holder.keep({ seals: { ...holder.kept().seals, [match]: dice.server_hash } });
      for (const seat of holder.kept().seats) {
        if (!dice.commitments[seat] && !dice.without.includes(seat)) commit(match, facts, seat);
        if (status === "shares") reveal(match, facts, seat);
      }
    },
    areBound(facts) {
      return facts.dice.kind !== "committed" || holder.kept().seats.every((seat) => facts.dice.commitments[seat]);
    },
  };
}
