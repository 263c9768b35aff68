// This device's part in the dice: it binds itself to a share when the match starts and opens it when all are bound.

import type { CommandBody } from "../net/connection";
import type { State, TableFacts } from "../net/protocol";
import type { StoredTable } from "../state/storage";
import { commitmentTo, type Promised, promisedBy, promiseLines } from "./promise";
import { type DiceShown, isNewAttempt, makeReceipt, type Receipt, withFault, withNotices, withViews } from "./receipt";
import { bytesOf, fromHex, hmac, sha256, toHex } from "./sha256";

export interface ShareContext {
  stored(): StoredTable;
  store(change: Partial<StoredTable>): void;
  receipt(match: string): Receipt | null;
  keep(match: string, receipt: Receipt): void;
  send(command: CommandBody): void;
}

export interface Shares {
  /** Does what is due: offers shares, commits, freezes the promise, opens the own shares, looks whether it holds. */
  advance(match: string, facts: TableFacts): void;
  /** Keeps what was thrown and played, and looks whether the dice on the screen are the same. */
  note(message: Pick<State, "match" | "notices"> & { views: DiceShown[] }): void;
  /** True if every own seat has offered a share, or none need to. */
  areOffered(facts: TableFacts): boolean;
}

function digestOf(lines: readonly string[]): string {
  return toHex(sha256(bytesOf(lines.join("\n"))));
}

export function makeShares(context: ShareContext): Shares {
  const sent = new Set<string>();
  const asked = new Set<string>();
  const offered = new Set<string>();

  /** Shares belong to one attempt and one hash of the server: when these are drawn anew, so are they. */
  function nameOf(match: string, { dice }: TableFacts, seat: number): string {
    return `${match}/${dice.attempt}/${dice.server_hash}/${seat}`;
  }

  /** The share of a seat; all tabs of this device come to the same one by the secret that they have in common. */
  function shareOf(name: string): string {
    const { shares, secret } = context.stored();
    return shares[name] ?? toHex(hmac(fromHex(secret), bytesOf(name)));
  }

  function commit(promised: Promised, facts: TableFacts, seat: number): void {
    const name = nameOf(promised.match, facts, seat);
    if (sent.has(name) || facts.dice.without.includes(seat)) return;
    const share = shareOf(name);
    const bound = commitmentTo(promised, seat, share);
    if (facts.dice.commitments[seat] === bound) return;
    sent.add(name);
    context.store({ shares: { ...context.stored().shares, [name]: share } });
    context.send({ type: "commit", seat, commitment: bound, match: promised.match });
  }

  /** Has the server wait for the shares of all own seats when the match starts. */
  function offerAll(match: string, facts: TableFacts): void {
    const { seats } = context.stored();
    for (const name of offered) if (!seats.some((seat) => name === `${match}/${seat}`)) offered.delete(name);
    for (const seat of seats) {
      const name = `${match}/${seat}`;
      if (offered.has(name) || facts.dice.offered?.includes(seat)) continue;
      offered.add(name);
      context.send({ type: "offer_share", seat, match });
    }
  }

  /** Binds all own seats; one that this device has left and taken again is bound again. */
  function commitAll(promised: Promised, facts: TableFacts): void {
    const { seats } = context.stored();
    for (const name of sent) if (!seats.some((seat) => name.endsWith(`/${seat}`))) sent.delete(name);
    for (const seat of seats) commit(promised, facts, seat);
  }

  /** The own shares that are bound in this attempt, by seat. */
  function ownShares(promised: Promised, facts: TableFacts): [number, string][] {
    return context.stored().seats.flatMap((seat) => {
      const share = shareOf(nameOf(promised.match, facts, seat));
      const isBound = commitmentTo(promised, seat, share) === promised.commitments.get(seat);
      return isBound ? [[seat, share] as [number, string]] : [];
    });
  }

  /** True if this device has bound the seat in this match, in whichever attempt. */
  function isBinding(match: string, seat: number): boolean {
    const names = Object.keys(context.stored().shares);
    return names.some((name) => name.startsWith(`${match}/`) && name.endsWith(`/${seat}`));
  }

  /** True if the server names a commitment for an own seat that this device, which binds the seat itself, never made. */
  function isReplaced(promised: Promised, facts: TableFacts): boolean {
    const own = new Map(ownShares(promised, facts));
    return context
      .stored()
      .seats.some((seat) => isBinding(promised.match, seat) && promised.commitments.has(seat) && !own.has(seat));
  }

  /** Keeps the promise before any own share is opened; null if the server has gone back on it. */
  function freeze(promised: Promised, facts: TableFacts): Receipt | null {
    const { match } = promised;
    const lines = promiseLines(promised);
    const before = context.receipt(match);
    const isKept = before?.promise.join("\n") === lines.join("\n");
    const receipt = before && (isKept || !isNewAttempt(before, lines)) ? before : renewed(before, lines);
    const own = Object.fromEntries(ownShares(promised, facts));
    const isUnheard = context.stored().seats.some((seat) => isBinding(match, seat) && own[seat] === undefined);
    const isOpened = Object.keys(own).some((seat) => isOpenedElse(nameOf(match, facts, Number(seat)), lines));
    if ((receipt === before && !isKept) || isOpened) context.keep(match, withFault(receipt, "changed"));
    else if (isReplaced(promised, facts)) context.keep(match, withFault(receipt, "own_commitment"));
    else if (receipt !== before) context.keep(match, { ...receipt, own, isUnheard });
    const kept = context.receipt(match);
    return kept && kept.faults.length === 0 ? kept : null;
  }

  /** True if a share was opened under another promise, even if the receipt of that one is gone by now. */
  function isOpenedElse(name: string, lines: string[]): boolean {
    return (context.stored().opened?.[name] ?? digestOf(lines)) !== digestOf(lines);
  }

  /** A receipt for a new promise; what the server did against an earlier one is not forgotten. */
  function renewed(before: Receipt | null, lines: string[]): Receipt {
    return { ...makeReceipt(context.stored().code, lines), faults: before?.faults ?? [] };
  }

  function open(promised: Promised, facts: TableFacts): void {
    const kept = freeze(promised, facts);
    if (!kept) return;
    for (const [seat, share] of ownShares(promised, facts)) {
      const name = nameOf(promised.match, facts, seat);
      // A share that is on its way is not sent again when the next news comes before its answer.
      if (kept.own[seat] !== share || facts.dice.revealed.includes(seat) || asked.has(name)) continue;
      asked.add(name);
      context.store({ opened: { ...context.stored().opened, [name]: digestOf(kept.promise) } });
      context.send({ type: "reveal", seat, share });
    }
  }

  /** True if dice were made without this device, which had bound itself and was never asked for its share. */
  function isPassedOver(promised: Promised, facts: TableFacts): boolean {
    const isBound = context.stored().seats.some((seat) => isBinding(promised.match, seat));
    return isBound && ownShares(promised, facts).length === 0;
  }

  /** Looks whether what is promised now is still what was frozen, or a later attempt that went on without this device. */
  function watch(promised: Promised | null, match: string, facts: TableFacts): void {
    const receipt = context.receipt(match);
    if (!receipt && promised && isPassedOver(promised, facts)) {
      context.keep(match, { ...makeReceipt(context.stored().code, promiseLines(promised)), isUnheard: true });
    }
    const lines = promised ? promiseLines(promised) : [];
    if (!receipt || receipt.promise.join("\n") === lines.join("\n")) return;
    const isLater = isNewAttempt(receipt, lines);
    context.keep(match, isLater ? { ...renewed(receipt, lines), isUnheard: true } : withFault(receipt, "changed"));
  }

  return {
    advance(match, facts) {
      const { dice } = facts;
      if (dice.kind === "committed" && dice.stage === "lobby") offerAll(match, facts);
      const promised = promisedBy(match, facts);
      const hasRolled = Object.keys(context.receipt(match)?.seen ?? {}).length > 0;
      if (dice.kind !== "committed" || dice.stage === "ready" || hasRolled || !promised) watch(promised, match, facts);
      else if (dice.stage === "reveal") open(promised, facts);
      else commitAll(promised, facts);
    },
    note({ match, notices, views }) {
      const receipt = context.receipt(match);
      if (!receipt) return;
      const noted = withViews(withNotices(receipt, notices), views);
      if (noted !== receipt) context.keep(match, noted);
    },
    areOffered({ dice }) {
      return dice.kind !== "committed" || context.stored().seats.every((seat) => dice.offered?.includes(seat));
    },
  };
}
