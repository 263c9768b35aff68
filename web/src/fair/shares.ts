// This device's part in the dice: it commits to a share at the start of a match and opens it after all commitments.

import type { CommandBody } from "../net/connection";
import type { State, TableFacts } from "../net/protocol";
import type { StoredTable } from "../state/storage";
import {
  bytesToHex,
  commitmentTo,
  dealOf,
  hexToBytes,
  hmacOf,
  type Promised,
  promisedBy,
  promiseLines,
  sha256Of,
  wordsOf,
} from "./promise";
import { type DiceShown, isNewAttempt, makeReceipt, type Receipt, withFault, withNotices, withViews } from "./receipt";

export interface ShareContext {
  stored(): StoredTable;
  store(change: Partial<StoredTable>): void;
  receipt(match: string): Receipt | null;
  keep(match: string, receipt: Receipt): void;
  send(command: CommandBody): void;
  /** Return the deals that the record of a match accounts for; reject if the record cannot be fetched. */
  settled(match: string): Promise<string[]>;
  /** Called when it is known whether an earlier match was played to its end. */
  changed(): void;
}

export interface Shares {
  /** Take the steps that are due: offer shares, commit, freeze the promise, open own shares, check the promise. */
  advance(match: string, facts: TableFacts): void;
  /** Record throws and moves, and compare them with the dice on the screen. */
  note(message: Pick<State, "match" | "notices"> & { views: DiceShown[] }): void;
  /** True if every seat of this device has offered a share, or none needs to. */
  areOffered(facts: TableFacts): boolean;
  /** Record that the person wants the deal in preparation, or the one after a match that is over. */
  tap(match: string, facts: TableFacts): void;
  /** Record whether the person agrees to stop the match before its end. */
  agreeToStop(match: string, agrees: boolean): void;
  /** The earlier deals that were dropped, or stopped without the person, after this device had opened its shares. */
  dropped(match: string, facts: TableFacts): string[];
  /** True if this device opens its shares only after its person taps. */
  isHeldBack(match: string, facts: TableFacts): boolean;
}

/** With more such deals at one table this device opens no share there. */
const MAX_DEALS = 20;

function digestOf(lines: readonly string[]): string {
  return sha256Of(lines.join("\n"));
}

export function makeShares(context: ShareContext): Shares {
  const sent = new Set<string>();
  const asked = new Set<string>();
  const offered = new Set<string>();

  /** Matches whose record is or was fetched; a lost record does not account for the deals of this device. */
  const looked = new Map<string, "asked" | "lost" | "done">();
  let latest: { match: string; facts: TableFacts } | null = null;

  /** The deals with open shares, except the table's current one. */
  function others(match: string, { dice }: TableFacts): string[] {
    return context.stored().deals.filter((deal) => deal !== dealOf(match, dice.attempt));
  }

  /** Check whether the matches of open deals were played to their end; the running match is one attempt further. */
  function settle(match: string, facts: TableFacts): void {
    const open = context.stored().deals.map((deal) => deal.split("/")[0] ?? "");
    // A finished match also accounts for the deals that its promise names.
    const matches = new Set(open.length > 0 && facts.status === "over" ? [match, ...open] : open);
    for (const other of matches) {
      if (looked.has(other) || (other === match && facts.status !== "over")) continue;
      looked.set(other, "asked");
      context.settled(other).then(
        (settled) => {
          const deals = context.stored().deals.filter((deal) => !settled.includes(deal));
          context.store({ deals });
          looked.set(other, deals.some((deal) => deal.startsWith(`${other}/`)) ? "lost" : "done");
          if (latest) advance(latest.match, latest.facts);
          context.changed();
        },
        () => looked.delete(other),
      );
    }
  }

  /** True while it is unknown whether a deal was dropped. */
  function isUnsure(match: string, facts: TableFacts): boolean {
    return others(match, facts).some((deal) => {
      const other = deal.split("/")[0] ?? "";
      return other !== match && looked.get(other) !== "lost";
    });
  }

  /** The earlier deals that did not end with the agreement of the person. */
  function dropped(match: string, facts: TableFacts): string[] {
    return others(match, facts).filter((deal) => !context.receipt(deal.split("/")[0] ?? "")?.agreesToStop);
  }

  /** True if this device adds a share to a deal: none was dropped before, or the person has tapped since. */
  function isWilling(match: string, facts: TableFacts): boolean {
    const deals = dropped(match, facts);
    const isTapped = context.stored().tapped === dealOf(match, facts.dice.attempt);
    return deals.length === 0 || (isTapped && !isUnsure(match, facts) && deals.length < MAX_DEALS);
  }

  /** A tap after a match is valid for the next deal. */
  function bindTap(match: string, { dice }: TableFacts): void {
    const after = /^after (.*)$/.exec(context.stored().tapped ?? "")?.[1];
    if (after !== undefined && after !== match) context.store({ tapped: dealOf(match, dice.attempt) });
  }

  /** True if the promise omits a deal that was dropped or stopped after this device had opened its share. */
  function isHidden(promised: Promised, facts: TableFacts): boolean {
    const named = [...wordsOf(promised.dropped), ...wordsOf(promised.stopped)];
    return !isUnsure(promised.match, facts) && others(promised.match, facts).some((deal) => !named.includes(deal));
  }

  /** Shares belong to one attempt and one server hash, and are drawn again with them. */
  function nameOf(match: string, { dice }: TableFacts, seat: number): string {
    return `${match}/${dice.attempt}/${dice.server_hash}/${seat}`;
  }

  /** The share of a seat; all tabs of this device derive the same one from their common secret. */
  function shareOf(name: string): string {
    const { shares, secret } = context.stored();
    return shares[name] ?? bytesToHex(hmacOf(hexToBytes(secret), name));
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

  /** Make the server wait for the shares of all seats of this device when the match starts. */
  function offerAll(match: string, facts: TableFacts): void {
    if (!isWilling(match, facts)) return;
    const { seats } = context.stored();
    for (const name of offered) if (!seats.some((seat) => name === `${match}/${seat}`)) offered.delete(name);
    for (const seat of seats) {
      const name = `${match}/${seat}`;
      if (offered.has(name) || facts.dice.offered?.includes(seat)) continue;
      offered.add(name);
      context.send({ type: "offer_share", seat, match });
    }
  }

  /** Commit for all seats of this device; a seat that it has left and taken again commits again. */
  function commitAll(promised: Promised, facts: TableFacts): void {
    const { seats } = context.stored();
    for (const name of sent) if (!seats.some((seat) => name.endsWith(`/${seat}`))) sent.delete(name);
    if (isWilling(promised.match, facts)) for (const seat of seats) commit(promised, facts, seat);
  }

  /** The shares that this device has committed to in this attempt, by seat. */
  function ownShares(promised: Promised, facts: TableFacts): [number, string][] {
    return context.stored().seats.flatMap((seat) => {
      const share = shareOf(nameOf(promised.match, facts, seat));
      const isBound = commitmentTo(promised, seat, share) === promised.commitments.get(seat);
      return isBound ? [[seat, share] as [number, string]] : [];
    });
  }

  /** True if this device has committed for the seat in any attempt of this match. */
  function isBinding(match: string, seat: number): boolean {
    const names = Object.keys(context.stored().shares);
    return names.some((name) => name.startsWith(`${match}/`) && name.endsWith(`/${seat}`));
  }

  /** True if the server names a commitment for a seat of this device that the device never made. */
  function isReplaced(promised: Promised, facts: TableFacts): boolean {
    const own = new Map(ownShares(promised, facts));
    return context
      .stored()
      .seats.some((seat) => isBinding(promised.match, seat) && promised.commitments.has(seat) && !own.has(seat));
  }

  /** Store the promise before this device opens a share; null if the server has broken it. */
  function freeze(promised: Promised, facts: TableFacts): Receipt | null {
    const { match } = promised;
    const lines = promiseLines(promised);
    const before = context.receipt(match);
    const isKept = before?.promise.join("\n") === lines.join("\n");
    const receipt = before && (isKept || !isNewAttempt(before, lines)) ? before : renewed(before, lines);
    const own = Object.fromEntries(ownShares(promised, facts));
    const isUnheard =
      isLeftOut(match, facts) &&
      context.stored().seats.some((seat) => isBinding(match, seat) && own[seat] === undefined);
    const isOpened = Object.keys(own).some((seat) => isOpenedElse(nameOf(match, facts, Number(seat)), lines));
    if ((receipt === before && !isKept) || isOpened) context.keep(match, withFault(receipt, "changed"));
    else if (isHidden(promised, facts)) context.keep(match, withFault(receipt, "hidden_deal"));
    else if (isReplaced(promised, facts)) context.keep(match, withFault(receipt, "own_commitment"));
    else if (receipt !== before) context.keep(match, { ...receipt, own, isUnheard });
    const kept = context.receipt(match);
    return kept && kept.faults.length === 0 ? kept : null;
  }

  /** True if a share of this device is missing although the device did not withhold it. */
  function isLeftOut(match: string, facts: TableFacts): boolean {
    return isWilling(match, facts) || context.stored().seats.some((seat) => facts.dice.without.includes(seat));
  }

  /** True if a share was opened under another promise, even if the receipt of that one is lost. */
  function isOpenedElse(name: string, lines: string[]): boolean {
    return (context.stored().opened?.[name] ?? digestOf(lines)) !== digestOf(lines);
  }

  /** A receipt for a new promise; it keeps breaches of earlier ones. */
  function renewed(before: Receipt | null, lines: string[]): Receipt {
    return { ...makeReceipt(context.stored().code, lines), faults: before?.faults ?? [] };
  }

  function open(promised: Promised, facts: TableFacts): void {
    if (isUnsure(promised.match, facts)) return;
    const kept = freeze(promised, facts);
    if (!kept || !isWilling(promised.match, facts)) return;
    const bound = ownShares(promised, facts).filter(([seat, share]) => kept.own[seat] === share);
    if (bound.length > 0) noteDeal(dealOf(promised.match, facts.dice.attempt));
    for (const [seat, share] of bound) {
      const name = nameOf(promised.match, facts, seat);
      // A pending share is not sent again when another message arrives before its answer.
      if (facts.dice.revealed.includes(seat) || asked.has(name)) continue;
      asked.add(name);
      context.store({ opened: { ...context.stored().opened, [name]: digestOf(kept.promise) } });
      context.send({ type: "reveal", seat, share });
    }
  }

  /** Record in every tab of this device that a share is opened for a deal. */
  function noteDeal(deal: string): void {
    const { deals } = context.stored();
    if (!deals.includes(deal)) context.store({ deals: [...deals, deal] });
  }

  /** True if the dice were made without this device, although it had committed and was never asked for its share. */
  function isPassedOver(promised: Promised, facts: TableFacts): boolean {
    const isBound = context.stored().seats.some((seat) => isBinding(promised.match, seat));
    return isBound && isLeftOut(promised.match, facts) && ownShares(promised, facts).length === 0;
  }

  /** Check whether the current promise is the frozen one, or a later attempt without this device. */
  function watch(promised: Promised | null, match: string, facts: TableFacts): void {
    const receipt = context.receipt(match);
    if (!receipt && promised && isPassedOver(promised, facts)) {
      context.keep(match, { ...makeReceipt(context.stored().code, promiseLines(promised)), isUnheard: true });
    }
    const lines = promised ? promiseLines(promised) : [];
    if (!receipt && promised && context.stored().seats.length > 0 && isHidden(promised, facts))
      context.keep(match, withFault(makeReceipt(context.stored().code, lines), "hidden_deal"));
    if (!receipt || receipt.promise.join("\n") === lines.join("\n")) return;
    const isLater = isNewAttempt(receipt, lines);
    context.keep(
      match,
      isLater ? { ...renewed(receipt, lines), isUnheard: isLeftOut(match, facts) } : withFault(receipt, "changed"),
    );
  }

  function advance(match: string, facts: TableFacts): void {
    const { dice } = facts;
    latest = { match, facts };
    settle(match, facts);
    bindTap(match, facts);
    if (dice.kind === "committed" && dice.stage === "lobby") offerAll(match, facts);
    const promised = promisedBy(match, facts);
    const hasRolled = Object.keys(context.receipt(match)?.seen ?? {}).length > 0;
    if (dice.kind !== "committed" || dice.stage === "ready" || hasRolled || !promised) watch(promised, match, facts);
    else if (dice.stage === "reveal") open(promised, facts);
    else commitAll(promised, facts);
  }

  return {
    advance,
    note({ match, notices, views }) {
      const receipt = context.receipt(match);
      if (!receipt) return;
      const noted = withViews(withNotices(receipt, notices), views);
      if (noted !== receipt) context.keep(match, noted);
    },
    areOffered({ dice }) {
      return dice.kind !== "committed" || context.stored().seats.every((seat) => dice.offered?.includes(seat));
    },
    tap(match, facts) {
      const isNext = facts.status === "over";
      context.store({ tapped: isNext ? `after ${match}` : dealOf(match, facts.dice.attempt) });
      advance(match, facts);
    },
    agreeToStop(match, agrees) {
      const receipt = context.receipt(match);
      if (receipt && receipt.agreesToStop !== agrees) context.keep(match, { ...receipt, agreesToStop: agrees });
    },
    dropped,
    isHeldBack: (match, facts) => facts.dice.kind === "committed" && !isWilling(match, facts),
  };
}
