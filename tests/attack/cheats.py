"""Every known way to cheat with dice, each with the expected verdicts of page, script and command."""

from __future__ import annotations

import hmac
import re
from dataclasses import replace
from typing import ClassVar

from msgspec import structs

from paperdice.fair import CommittedDice, commitment_to
from paperdice.flow import events, notices
from paperdice.flow.codes import draw_id
from paperdice.flow.facts import TableFacts
from paperdice.flow.table import Table
from paperdice.view import DieView, OpenView
from tests.attack.dishonest_server import Basis, Caught, Cheat, Device, new_secret, with_dice
from tests.attack.forgeries import FORGERS

# Chosen when all shares are open


class TriesMatches(Cheat):
    """Tries match names until the first throw is favorable, and rebinds every seat to that name."""

    caught = Caught("other_match", "the device was promised 'match ", "the record is of match tried-")

    def chosen(self, basis: Basis) -> Basis:
        dice = self.table.match.game.dice
        for number in range(1000):
            tried = basis.rebound(match=f"tried-{number}")
            if tried.dice().throw(1, 1, dice).startswith("w1 w1"):
                return tried
        raise AssertionError("no luck in 1000 tries")


class TriesMatchesOnly(Cheat):
    """Tries match names, and leaves the commitments as they were shown."""

    caught = Caught("other_match", "is not the one it was bound to", "is not the one it was bound to in this match")

    def chosen(self, basis: Basis) -> Basis:
        terms = replace(basis.promise.terms, match="tried")
        return replace(basis, promise=replace(basis.promise, terms=terms))


class NamesTwoMatches(Cheat):
    """Rolls the dice of another match than the record names."""

    caught = Caught("other_match", "DiceMatch is not the match", "DiceMatch is not the match")

    def chosen(self, basis: Basis) -> Basis:
        return basis.rebound(match="tried")

    def published(self, record: str) -> str:
        return re.sub(r'(?m)^\[Match ".*"\]$', f'[Match "{self.match}"]', record)


class AddsStrangeShare(Cheat):
    """Adds a share for a seat that does not exist."""

    caught = Caught("strange_seat", "names a seat that does not exist", "names seat 7, but the match has 2 seats")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(basis.promise, s7=new_secret())


class AddsShare(Cheat):
    """Adds a share for a seat that had not committed to one."""

    accomplice_binds = False
    caught = Caught("other_commitments", "commitments that the device never saw", "the commitments are not those")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(basis.promise, s1=new_secret())


class ChangesOtherShare(Cheat):
    """Lets its accomplice open another share than the one it committed to."""

    caught = Caught("other_commitments", "the device was promised 'commitment 1 ", "the commitments are not those")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(basis.promise, s1=new_secret())


class OpensOtherShare(Cheat):
    """Lets its accomplice open another share, and leaves the commitment as it was shown."""

    caught = Caught(
        "share_unfit", "the share of seat 1 is not the one it was bound", "the share of seat 1 is not the one"
    )

    def chosen(self, basis: Basis) -> Basis:
        return replace(basis, shares={**basis.shares, 1: new_secret()})


class OpensUnboundShare(Cheat):
    """Counts a share of a seat that had not committed to one, and names no commitment for it."""

    accomplice_binds = False
    caught = Caught("share_unbound", "seat 1 has a share, but was bound to none", "seat 1 has a share, but was bound")

    def chosen(self, basis: Basis) -> Basis:
        return replace(basis, shares={**basis.shares, 1: new_secret()})


class ReplacesOwnShare(Cheat):
    """Publishes another share and commitment for the honest seat."""

    caught = Caught("other_own_commitment", "its own 'commitment 0 ", "the device's own, was replaced")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(basis.promise, s0=new_secret())


class LeavesOutShare(Cheat):
    """Rolls the dice without the honest share, but names its commitment."""

    caught = Caught("share_missing", "the share of seat 0, which was bound", "the share of seat 0, which was bound")

    def chosen(self, basis: Basis) -> Basis:
        return replace(basis, shares={1: basis.shares[1]})


class ForgetsSeat(Cheat):
    """Rolls the dice as if the honest seat had never committed to a share."""

    caught = Caught("other_own_commitment", "its own 'commitment 0 ", "the device's own, was replaced")

    def chosen(self, basis: Basis) -> Basis:
        return replace(basis, shares={1: basis.shares[1]}).refitted(basis.promise)


class ChangesSeed(Cheat):
    """Replaces the seed after all shares are open."""

    caught = Caught("other_hash", "the device was promised 'hash ", "the server's seed is not the one it was bound to")

    def chosen(self, basis: Basis) -> Basis:
        return basis.reseeded(new_secret())


class ChangesSeedAlone(Cheat):
    """Replaces the seed and keeps the hash."""

    caught = Caught("wrong_seed", "DiceHash is not its hash", "DiceHash is not the hash of DiceSeed")

    def chosen(self, basis: Basis) -> Basis:
        return replace(basis, seed=new_secret())


class ChangesBotSecret(Cheat):
    """Replaces the secret of the bots, perhaps to explain their moves or to change the dice."""

    caught = Caught("other_bots", "the device was promised 'bots ", "the secret that bots drew from is not the one")

    def chosen(self, basis: Basis) -> Basis:
        secret = new_secret()
        return replace(basis, bot_secret=secret).rebound(bots=commitment_to(secret))


class PretendsAttempt(Cheat):
    """Claims that shares were drawn a second time without its accomplice, to try other dice."""

    caught = Caught("other_attempt", "the device was promised 'attempt 1'", "the dice are of attempt 2 to draw shares")

    def chosen(self, basis: Basis) -> Basis:
        again = replace(basis.promise, attempt=2, without=(1,), dropped=(f"{self.match}/1",))
        return replace(basis, shares={0: basis.shares[0]}).refitted(again)


class PretendsManyAttempts(Cheat):
    """Draws shares as often as it likes."""

    caught = Caught("attempts", "shares were drawn 9 times, but 0 seats", "shares were drawn 9 times, but 0 seats")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(replace(basis.promise, attempt=9))


class GivesShareToLeftOut(Cheat):
    """Leaves a seat out of the dice but counts its share."""

    caught = Caught("share_of_left_out", "seat 1 was left out, yet has a share", "seat 1 was left out of the dice")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(replace(basis.promise, attempt=2, without=(1,), dropped=(f"{self.match}/1",)))


class NamesNoDroppedAttempt(Cheat):
    """Draws shares a second time and leaves the first time out of the dropped deals."""

    caught = Caught("attempts_hidden", "DiceDropped names other attempts", "DiceDropped names other attempts")

    def chosen(self, basis: Basis) -> Basis:
        again = replace(basis.promise, attempt=2, without=(1,))
        return replace(basis, shares={0: basis.shares[0]}).refitted(again)


class InventsDroppedDeal(Cheat):
    """Names a deal that was never dropped, to get other dice."""

    caught = Caught("other_dropped", "promised 'dropped -'", "the record names the dropped deals other/1")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(replace(basis.promise, dropped=("other/1",)))


class NamesDroppedDealOnce(Cheat):
    """Shows a dropped deal, but leaves it out of the record."""

    caught = Caught("other_dropped", "promised 'dropped other/1'", "the record names the dropped deals -")

    def shown(self, facts: TableFacts) -> TableFacts:
        return with_dice(facts, dropped=["other/1"])


class NamesStoppedDealOnce(Cheat):
    """Shows a stopped deal, but leaves it out of the record."""

    caught = Caught("other_stopped", "promised 'stopped other/1'", "the record names the stopped deals -")

    def shown(self, facts: TableFacts) -> TableFacts:
        return with_dice(facts, stopped=["other/1"])


class NamesOwnStoppedDeal(Cheat):
    """Names a deal of the match itself as stopped before it."""

    caught = Caught("unreadable", "DiceStopped names a deal of this match", "DiceStopped is not a list of deals of")

    def chosen(self, basis: Basis) -> Basis:
        return basis.refitted(replace(basis.promise, stopped=(f"{self.match}/1",)))


class HidesStop(Cheat):
    """Stops the match by agreement, and publishes the record as if it had only been cut."""

    caught = Caught("left_out_turn", "turn 5: it is cut off before white", "the match is not over: turns are left out")
    stops_in = 5

    def published(self, record: str) -> str:
        return record.replace('[Stopped "4"]\n', "")


class StopsEarlier(Cheat):
    """Stops the match by agreement, and leaves the last turns out of the record."""

    caught = Caught("other_seen", "turn and place 3 1: the device saw", "the device saw")
    stops_in = 5

    def published(self, record: str) -> str:
        return re.sub(r"(?m)^[345]\. .*\n", "", record).replace('[Stopped "4"]', '[Stopped "2"]')


class MiscountsStop(Cheat):
    """Names another turn after which the match was stopped."""

    caught = Caught("not_stopped", "turn 5: it is cut off before white", "after turn '3', but has 4 complete")
    stops_in = 5

    def published(self, record: str) -> str:
        return record.replace('[Stopped "4"]', '[Stopped "3"]')


class ClaimsStop(Cheat):
    """Plays to the end, and says that the match was stopped."""

    caught = Caught("not_stopped", "was not stopped, but played to its end", "but the match was played to its end")

    def published(self, record: str) -> str:
        return record.replace("[Dice ", '[Stopped "3"]\n[Dice ', 1)


class StopsAndHidesIt(Cheat):
    """Stops a match by agreement, and deals another one without naming the first."""

    caught = Caught("seen_hidden_deal", "go back on its promise (hidden_deal)", "go back on its promise (hidden_deal)")
    names_it: ClassVar[bool] = False

    def run(self, device: Device) -> str:
        self.stops_in, before = 5, self.match
        record = super().run(device)
        device.check(before, record)
        device.hear(self.state())
        setup = structs.replace(self.table.setup, stopped=[f"{before}/1"] if self.names_it else [], previous=before)
        self.stops_in, self.table, self._told = None, Table(draw_id(self.rng), setup), 0
        self.sit_down()
        return super().run(device)


class DropsDealAndHidesIt(Cheat):
    """Drops a match when all shares are open, and plays another without naming the first."""

    caught = Caught("seen_hidden_deal", "go back on its promise (hidden_deal)", "go back on its promise (hidden_deal)")

    def run(self, device: Device) -> str:
        self.drop(device)
        return super().run(device)


class DropsDealAndWaitsForTap(Cheat):
    """Does the same, and the person confirms the next dice."""

    caught = Caught("seen_hidden_deal", "go back on its promise (hidden_deal)", "go back on its promise (hidden_deal)")

    def run(self, device: Device) -> str:
        self.drop(device)
        self.taps = True
        return super().run(device)


class DropsDealUnderAnotherCode(Cheat):
    """Does the same, and shows another code of the table."""

    caught = Caught("seen_hidden_deal", "go back on its promise (hidden_deal)", "go back on its promise (hidden_deal)")
    is_dropped = False

    def run(self, device: Device) -> str:
        self.drop(device)
        self.is_dropped = True
        return super().run(device)

    def shown(self, facts: TableFacts) -> TableFacts:
        return structs.replace(facts, code="OTHERS") if self.is_dropped else facts


class DealsTheSameMatchAnew(Cheat):
    """Drops a match when all shares are open, and plays another under the same name with another seed."""

    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")

    def run(self, device: Device) -> str:
        match_id = self.match
        self.drop(device)
        self.table = Table(match_id, self.table.setup)
        self.sit_down()
        return super().run(device)


class TimesOutAndHidesIt(Cheat):
    """Claims, when all shares are open, that its accomplice withheld its share, and names no dropped deal."""

    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")

    def open_accomplice(self) -> None:
        """Do not open the share."""

    def shown(self, facts: TableFacts) -> TableFacts:
        return with_dice(facts, dropped=[])


class FallsBack(Cheat):
    """Rolls the dice by a weaker construction without commitments, so that it can influence them."""

    caught = Caught("construction", "the construction 'dice 1', and only", "the construction 'dice 1', and only")

    def published(self, record: str) -> str:
        weaker = record.replace('[DiceConstruction "dice 3"]', '[DiceConstruction "dice 1"]')
        return re.sub(r'(?m)^\[(DiceAttempt|DiceWithout|DiceCommitments) ".*"\]\n', "", weaker)

    def chosen(self, basis: Basis) -> Basis:
        return _WeakerBasis(basis.seed, basis.promise, basis.shares, basis.bot_secret)


class _WeakerBasis(Basis):
    def dice(self) -> CommittedDice:
        opened = [f"{seat} {share}" for seat, share in sorted(self.shares.items())]
        lines = ["paperdice dice 1", self.promise.terms.match, *opened]
        return CommittedDice(hmac.digest(bytes.fromhex(self.seed), "\n".join(lines).encode(), "sha256"))


class TurnsDie(Cheat):
    """Turns one die of a throw, at the table and in the record."""

    caught = Caught("wrong_throw", "turn 2, throw 1: w", "turn 2, throw 1: w")

    def chosen(self, basis: Basis) -> Basis:
        return _TurnedBasis(basis.seed, basis.promise, basis.shares, basis.bot_secret)


class _TurnedBasis(Basis):
    def dice(self) -> CommittedDice:
        dice = super().dice()
        honest = dice.face
        dice.face = lambda *place: 1 + honest(*place) % 6 if place[:3] == (2, 1, 0) else honest(*place)  # type: ignore[method-assign]
        return dice


# Shown to the device


class ShowsOtherSheets(Cheat):
    """Shows other sheets than those in play."""

    caught = Caught("other_sheets", "promised 'sheets classic mixx-b'", "the record has the sheets classic classic")

    def shown(self, facts: TableFacts) -> TableFacts:
        other = structs.replace(facts.seats[1], sheet="mixx-b")
        return structs.replace(facts, seats=[facts.seats[0], other])


class ShowsOtherGame(Cheat):
    """Shows another game than the one in play."""

    caught = Caught("other_game", "promised 'game sixto 1'", "the record is of qwixx 1, the device played sixto 1")

    def shown(self, facts: TableFacts) -> TableFacts:
        return structs.replace(facts, game="sixto")


class ShowsOtherFirst(Cheat):
    """Lets another seat begin than it shows."""

    caught = Caught("other_first", "promised 'first 1'", "seat 0 begins in the record, promised was seat 1")

    def shown(self, facts: TableFacts) -> TableFacts:
        return structs.replace(facts, first=1)


class ShowsMoreSeats(Cheat):
    """Shows a seat that does not exist."""

    caught = Caught("other_seats", "promised 'seats 3'", "the record has 2 seats, the device saw 3")

    def shown(self, facts: TableFacts) -> TableFacts:
        more = structs.replace(facts, seats=[*facts.seats, facts.seats[1]])
        return with_dice(more, commitments=[*facts.dice.commitments, None])


class ShowsLeftOut(Cheat):
    """Claims that seats were left out that the record does not leave out."""

    caught = Caught("other_without", "promised 'without 1'", "the record leaves out the seats -")

    def shown(self, facts: TableFacts) -> TableFacts:
        return with_dice(facts, without=[1])


class ReplacesCommitment(Cheat):
    """Shows the device a commitment for its seat that it never made."""

    caught = Caught("seen_own_commitment", "go back on its promise (own_commitment)", "its promise (own_commitment)")

    def shown(self, facts: TableFacts) -> TableFacts:
        commitments = ["ab" * 32 if text else None for text in facts.dice.commitments[:1]]
        return with_dice(facts, commitments=[*commitments, *facts.dice.commitments[1:]])


class OverwritesHash(Cheat):
    """Shows another hash while shares are being opened, and continues with that seed."""

    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")
    new_seed = ""

    def after_opening(self, device: Device) -> None:
        self.new_seed = new_secret()
        device.hear(self.state())

    def shown(self, facts: TableFacts) -> TableFacts:
        return with_dice(facts, server_hash=commitment_to(self.new_seed)) if self.new_seed else facts

    def chosen(self, basis: Basis) -> Basis:
        return basis.reseeded(self.new_seed)


class ChangesWhoBegins(Cheat):
    """Starts with another seat than promised, once it knows the dice."""

    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")

    def shown(self, facts: TableFacts) -> TableFacts:
        return structs.replace(facts, first=1) if facts.dice.stage != "ready" else facts


class ChangesGame(Cheat):
    """Promises dice for another game."""

    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")

    def shown(self, facts: TableFacts) -> TableFacts:
        return structs.replace(facts, game="sixto") if facts.dice.stage == "reveal" else facts


class UsesOldCommitment(Cheat):
    """Draws shares again, and binds the honest seat to its known share without asking."""

    caught = Caught("seen_own_commitment", "go back on its promise (own_commitment)", "its promise (own_commitment)")
    is_anew = False

    def open_accomplice(self) -> None:
        """Do not open the share."""

    def after_opening(self, device: Device) -> None:
        assert self.table.agreement is not None
        known = dict(self.table.agreement.shares)
        seed = new_secret()
        self.apply([events.SharesRestarted(at=self.now, without=[1], seed=seed)])
        bound = self.table.agreement.commitment_to(0, known[0])
        self.handle({"type": "commit", "seat": 0, "commitment": bound}, held=0)
        self.apply([events.SharesClosed(at=self.now)])
        device.hear(self.state())
        self.handle({"type": "reveal", "seat": 0, "share": known[0]}, held=0)


class DrawsAnewForNobody(Cheat):
    """Draws shares again because of a seat that had not committed to one, such as a bot."""

    accomplice_binds = False
    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")
    is_anew = False

    def after_opening(self, device: Device) -> None:
        self.is_anew = True
        self.talk(device)

    def shown(self, facts: TableFacts) -> TableFacts:
        if not self.is_anew:
            return facts
        bound = [facts.dice.commitments[0], None]
        return with_dice(facts, stage="reveal", attempt=2, without=[1], server_hash="cd" * 32, commitments=bound)


class DrawsAnewAfterRoll(Cheat):
    """Draws shares again after a roll has been seen."""

    caught = Caught("seen_changed", "go back on its promise (changed)", "go back on its promise (changed)")

    def shown(self, facts: TableFacts) -> TableFacts:
        if self.table.match.turn < 3:
            return facts
        return with_dice(facts, stage="commit", attempt=2, without=[1], server_hash="cd" * 32, commitments=[None, None])


def _with_other_die(view: OpenView) -> OpenView:
    """Return a view whose first die shows another face, if it is on the table."""
    first, *others = view["dice"]
    if first["pips"] is None:
        return view
    other = 1 + first["pips"] % 6
    shown: DieView = {**first, "face": f"w{other}", "pips": other}
    return {**view, "dice": [shown, *others], "roll": f"w{other}{view['roll'][2:]}"}


class TellsAnotherRoll(Cheat):
    """Sends the device another roll than it records."""

    caught = Caught("other_seen", "the device saw 'w", "the device saw 'w")

    def told(self, notice: notices.Notice) -> list[notices.Notice]:
        if isinstance(notice, notices.ThrownNotice) and notice.turn == 2:
            other = 1 + int(notice.roll[1]) % 6
            return [structs.replace(notice, roll=f"w{other}{notice.roll[2:]}")]
        return [notice]

    def drawn(self, view: OpenView) -> OpenView:
        return _with_other_die(view) if view["turn"] == 2 else view


class TellsTwice(Cheat):
    """Sends a roll, and later another one for the same throw."""

    caught = Caught("seen_told_twice", "go back on its promise (told_twice)", "go back on its promise (told_twice)")

    def told(self, notice: notices.Notice) -> list[notices.Notice]:
        if isinstance(notice, notices.ThrownNotice) and notice.turn == 2:
            return [notice, structs.replace(notice, roll="w1 w1 r1 y1 g1 b1")]
        return [notice]


class ChangesMoves(Cheat):
    """Sends the device other moves than the record will contain."""

    caught = Caught("other_seen", "1 white: the device saw 'r", "the device saw 'r")

    def told(self, notice: notices.Notice) -> list[notices.Notice]:
        if isinstance(notice, notices.ResolvedNotice) and (notice.turn, notice.phase) == (1, "white"):
            return [structs.replace(notice, moves=["r99", notice.moves[1]])]
        return [notice]


class DrawsOtherDice(Cheat):
    """Makes the device draw other dice than the messages describe."""

    caught = Caught("seen_told_twice", "go back on its promise (told_twice)", "go back on its promise (told_twice)")

    def drawn(self, view: OpenView) -> OpenView:
        return _with_other_die(view) if view["turn"] == 2 else view


class TellsNoRoll(Cheat):
    """Makes the device draw dice without announcing a throw, so that it has nothing to compare."""

    caught = Caught("seen_told_twice", "go back on its promise (told_twice)", "go back on its promise (told_twice)")

    def told(self, notice: notices.Notice) -> list[notices.Notice]:
        return [] if isinstance(notice, notices.ThrownNotice) else [notice]


CHEATS: list[type[Cheat]] = [
    TriesMatches,
    TriesMatchesOnly,
    NamesTwoMatches,
    AddsStrangeShare,
    AddsShare,
    ChangesOtherShare,
    OpensOtherShare,
    OpensUnboundShare,
    ReplacesOwnShare,
    LeavesOutShare,
    ForgetsSeat,
    ChangesSeed,
    ChangesSeedAlone,
    ChangesBotSecret,
    PretendsAttempt,
    PretendsManyAttempts,
    GivesShareToLeftOut,
    NamesNoDroppedAttempt,
    InventsDroppedDeal,
    NamesDroppedDealOnce,
    NamesStoppedDealOnce,
    NamesOwnStoppedDeal,
    HidesStop,
    StopsEarlier,
    MiscountsStop,
    ClaimsStop,
    StopsAndHidesIt,
    DropsDealAndHidesIt,
    DropsDealAndWaitsForTap,
    DropsDealUnderAnotherCode,
    DealsTheSameMatchAnew,
    TimesOutAndHidesIt,
    FallsBack,
    TurnsDie,
    ShowsOtherSheets,
    ShowsOtherGame,
    ShowsOtherFirst,
    ShowsMoreSeats,
    ShowsLeftOut,
    ReplacesCommitment,
    OverwritesHash,
    ChangesWhoBegins,
    ChangesGame,
    UsesOldCommitment,
    DrawsAnewForNobody,
    DrawsAnewAfterRoll,
    TellsAnotherRoll,
    TellsTwice,
    ChangesMoves,
    DrawsOtherDice,
    TellsNoRoll,
    *FORGERS,
]
