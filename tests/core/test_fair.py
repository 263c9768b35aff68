"""Committed dice: correct numbers, no bias, and no player can influence them."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import replace
from random import SystemRandom

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperdice.dice import plain_dice
from paperdice.errors import IllegalMoveError, NotationError
from paperdice.fair import Agreement, CommittedDice, Promise, Terms, bot_seed, commitment_to, draw_secret
from tests.sampling import budget

SEED, ANN, BEN = "11" * 32, "aa" * 32, "bb" * 32
HASH = "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc"
TERMS = Terms("m1", "qwixx", 1, 3, "classic classic mixx-a", 1, "ee" * 32)
PROMISE = Promise(TERMS, 1, (), HASH, {2: "c2" * 32, 0: "c0" * 32})
DICE = CommittedDice.promised(SEED, PROMISE, {0: ANN, 2: BEN})
# Chi-square exceeds these once in 10,000 times, with 5 and with 35 degrees of freedom.
MOST_OF_FACES, MOST_OF_PAIRS = 25.745, 74.926
WHOLE = [(turn, throw, die) for turn in range(1, 30) for throw in (1, 2) for die in range(6)]


def test_the_promise_follows_the_documented_construction() -> None:
    assert PROMISE.lines() == [
        "paperdice dice 3",
        "match m1",
        "game qwixx 1",
        "seats 3",
        "sheets classic classic mixx-a",
        "first 1",
        f"bots {'ee' * 32}",
        "attempt 1",
        "without -",
        "dropped -",
        "stopped -",
        f"hash {HASH}",
        f"commitment 0 {'c0' * 32}",
        f"commitment 2 {'c2' * 32}",
    ]
    later = Promise(replace(TERMS, bots=""), 3, (0, 2), HASH, dropped=("m1/1", "m1/2")).lines()
    assert later[6:10] == ["bots -", "attempt 3", "without 0 2", "dropped m1/1 m1/2"]
    assert replace(PROMISE, stopped=("m0/1", "m0/2")).lines()[10] == "stopped m0/1 m0/2"


def test_a_commitment_follows_the_documented_construction() -> None:
    text = f"paperdice dice 3 commitment\nm1\n1\n{HASH}\n2\n{ANN}"
    assert PROMISE.commitment_to(2, ANN) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        replace(PROMISE, terms=replace(TERMS, match="m2")),
        replace(PROMISE, attempt=2),
        replace(PROMISE, server_hash="00" * 32),
    ],
)
def test_a_commitment_holds_for_one_match_attempt_hash_and_seat(other: Promise) -> None:
    assert PROMISE.commitment_to(0, ANN) not in (other.commitment_to(0, ANN), PROMISE.commitment_to(1, ANN))


def test_a_face_follows_the_documented_construction() -> None:
    message = "\n".join([*PROMISE.lines(), f"share 0 {ANN}", f"share 2 {BEN}"])
    key = hmac.digest(bytes.fromhex(SEED), message.encode(), "sha256")
    first = next(byte for byte in hmac.digest(key, b"7 1 3 0", "sha256") if byte < 252)
    assert CommittedDice.promised(SEED, PROMISE, {2: BEN, 0: ANN}).face(7, 1, 3) == 1 + first % 6


@pytest.mark.parametrize(
    "other",
    [
        replace(PROMISE, terms=terms)
        for terms in (
            replace(TERMS, match="m2"),
            replace(TERMS, game="sixto"),
            replace(TERMS, rules=2),
            replace(TERMS, seats=2),
            replace(TERMS, sheets="classic classic classic"),
            replace(TERMS, first=0),
            replace(TERMS, bots="ef" * 32),
        )
    ]
    + [
        replace(PROMISE, attempt=2),
        replace(PROMISE, without=(1,)),
        replace(PROMISE, dropped=("m0/1",)),
        replace(PROMISE, stopped=("m0/1",)),
        replace(PROMISE, server_hash="00" * 32),
        replace(PROMISE, commitments={0: "c0" * 32, 2: "c3" * 32}),
        replace(PROMISE, commitments={0: "c0" * 32}),
    ],
)
def test_whatever_is_promised_changes_the_dice(other: Promise) -> None:
    changed = CommittedDice.promised(SEED, other, {0: ANN, 2: BEN})
    assert [DICE.face(*place) for place in WHOLE] != [changed.face(*place) for place in WHOLE]


def test_known_throws_never_change() -> None:
    assert [DICE.throw(turn, 1, plain_dice("wwrygb")) for turn in (1, 2)] == [
        "w2 w4 r2 y1 g3 b5",
        "w1 w1 r1 y4 g1 b5",
    ]


def test_a_bot_draws_from_a_secret_and_its_place() -> None:
    seed = bot_seed(SEED, "m1", 1, 7, "white")
    assert seed == int.from_bytes(hmac.digest(bytes.fromhex(SEED), b"paperdice bots 1\nm1\n1\n7\nwhite", "sha256")[:6])
    others = [
        bot_seed("12" * 32, "m1", 1, 7, "white"),
        bot_seed(SEED, "m2", 1, 7, "white"),
        bot_seed(SEED, "m1", 0, 7, "white"),
        bot_seed(SEED, "m1", 1, 8, "white"),
        bot_seed(SEED, "m1", 1, 7, "color"),
    ]
    assert len({seed, *others}) == 6


def test_a_die_shows_the_same_whatever_other_dice_are_thrown() -> None:
    wanted = plain_dice("wwrygb")
    whole = DICE.throw(5, 1, wanted).split()
    assert DICE.throw(5, 1, (wanted[0], wanted[3], wanted[5])).split() == [whole[0], whole[3], whole[5]]


@pytest.mark.parametrize(
    "other",
    [
        CommittedDice.promised("12" * 32, PROMISE, {0: ANN, 2: BEN}),
        CommittedDice.promised(SEED, PROMISE, {0: ANN, 2: "bc" * 32}),
        CommittedDice.promised(SEED, PROMISE, {0: BEN, 2: ANN}),
        CommittedDice.promised(SEED, PROMISE, {0: ANN}),
    ],
)
def test_every_secret_changes_the_dice(other: CommittedDice) -> None:
    assert [DICE.face(*place) for place in WHOLE] != [other.face(*place) for place in WHOLE]


@pytest.mark.slow
@pytest.mark.sampled
def test_faces_are_even_and_unrelated() -> None:
    """The chi-square values of faces, of pairs of neighboring dice, and of one die in consecutive turns stay below the
    1 in 10,000 bound.
    """
    n_turns = budget(8_334, 83_334)
    faces = np.array(
        [DICE.face(turn, throw, die) for turn in range(n_turns) for throw in (1, 2) for die in range(6)], np.int64
    ).reshape(n_turns, 2, 6)
    assert faces.size >= budget(100_000, 1_000_000)
    assert _chi_square(np.bincount(faces.ravel() - 1, minlength=6)) < MOST_OF_FACES
    pairs = 6 * (faces[:, :, :-1] - 1) + faces[:, :, 1:] - 1
    assert _chi_square(np.bincount(pairs.ravel(), minlength=36)) < MOST_OF_PAIRS
    turns = 6 * (faces[:-1] - 1) + faces[1:] - 1
    assert _chi_square(np.bincount(turns.ravel(), minlength=36)) < MOST_OF_PAIRS
    throws = 6 * (faces[:, 0] - 1) + faces[:, 1] - 1
    assert _chi_square(np.bincount(throws.ravel(), minlength=36)) < MOST_OF_PAIRS


def _chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_a_byte_that_would_favor_low_faces_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [bytes([255] * 31 + [252]), bytes([253, 251] + [0] * 30)]
    monkeypatch.setattr("paperdice.fair.hmac.digest", lambda *_: blocks.pop(0))
    assert DICE.face(1, 1, 0) == 1 + 251 % 6


# The steps of the agreement


@pytest.fixture
def agreement() -> Agreement:
    """An agreement in which two of three seats have committed."""
    agreement = Agreement(SEED, TERMS)
    agreement.commit(0, agreement.commitment_to(0, ANN))
    agreement.commit(2, agreement.commitment_to(2, BEN))
    return agreement


def test_dice_are_ready_when_all_shares_are_open(agreement: Agreement) -> None:
    agreement.close()
    assert agreement.awaited == (0, 2)
    agreement.reveal(2, BEN)
    agreement.reveal(0, ANN)
    assert agreement.stage == "ready"
    bound = {seat: PROMISE.commitment_to(seat, share) for seat, share in ((0, ANN), (2, BEN))}
    expected = CommittedDice.promised(SEED, replace(PROMISE, commitments=bound), {0: ANN, 2: BEN})
    assert [agreement.dice().face(*place) for place in WHOLE] == [expected.face(*place) for place in WHOLE]


def test_the_server_is_bound_before_any_commitment_comes() -> None:
    agreement = Agreement(SEED, TERMS)
    bound = agreement.server_hash
    agreement.commit(0, agreement.commitment_to(0, ANN))
    agreement.close()
    agreement.reveal(0, ANN)
    assert agreement.server_hash == bound == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    with pytest.raises(AttributeError):
        agreement.seed = "22" * 32  # type: ignore[misc]


def _closed(agreement: Agreement) -> None:
    agreement.close()


def _half_open(agreement: Agreement) -> None:
    agreement.close()
    agreement.reveal(0, ANN)


def _ready(agreement: Agreement) -> None:
    _half_open(agreement)
    agreement.reveal(2, BEN)


@pytest.mark.parametrize("until", [_closed, _half_open, _ready])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_commits_once_shares_may_be_seen(
    agreement: Agreement, until: Callable[[Agreement], None], seat: int
) -> None:
    until(agreement)
    with pytest.raises(IllegalMoveError) as refused:
        agreement.commit(seat, commitment_to("cc" * 32))
    assert refused.value.reason.id == "late_commitment"
    assert agreement.commitments == {0: PROMISE.commitment_to(0, ANN), 2: PROMISE.commitment_to(2, BEN)}


def test_no_share_is_taken_while_others_may_still_commit(agreement: Agreement) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        agreement.reveal(0, ANN)
    assert refused.value.reason.id == "early_share"


def test_another_share_than_the_one_committed_to_is_refused(agreement: Agreement) -> None:
    agreement.close()
    with pytest.raises(IllegalMoveError) as refused:
        agreement.reveal(0, "cc" * 32)
    assert refused.value.reason.id == "other_share"
    assert agreement.shares == {}


def test_what_comes_too_late_changes_nothing(agreement: Agreement) -> None:
    assert agreement.awaited == ()
    _half_open(agreement)
    before = agreement.promise
    agreement.withdraw(2)
    agreement.close()
    assert (agreement.promise, agreement.seed, agreement.awaited) == (before, SEED, (2,))


def test_a_share_opened_once_cannot_be_changed(agreement: Agreement) -> None:
    _half_open(agreement)
    for share in (ANN, "cc" * 32):
        with pytest.raises(IllegalMoveError):
            agreement.reveal(0, share)
    assert agreement.shares == {0: ANN}


def test_a_seat_without_commitment_opens_nothing(agreement: Agreement) -> None:
    agreement.close()
    with pytest.raises(IllegalMoveError) as refused:
        agreement.reveal(1, "cc" * 32)
    assert refused.value.reason.id == "not_committed"


def test_a_copied_commitment_is_refused(agreement: Agreement) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        agreement.commit(1, PROMISE.commitment_to(0, ANN))
    assert refused.value.reason.id == "copied_commitment"


def test_no_dice_before_the_last_share(agreement: Agreement) -> None:
    _half_open(agreement)
    with pytest.raises(IllegalMoveError):
        agreement.dice()


def test_a_withheld_share_is_left_out_and_all_secrets_are_redrawn(agreement: Agreement) -> None:
    _half_open(agreement)
    agreement.restart(agreement.awaited, "22" * 32)
    assert (agreement.without, agreement.commitments, agreement.shares) == ([2], {}, {})
    assert agreement.server_hash == commitment_to("22" * 32)
    with pytest.raises(IllegalMoveError) as refused:
        agreement.commit(2, commitment_to(BEN))
    assert refused.value.reason.id == "left_out"
    agreement.commit(0, agreement.commitment_to(0, ANN))
    agreement.close()
    agreement.reveal(0, ANN)
    assert agreement.stage == "ready"
    assert (agreement.promise.attempt, agreement.promise.without) == (2, (2,))


def test_an_old_commitment_is_not_taken_again(agreement: Agreement) -> None:
    old = agreement.commitments[0]
    _half_open(agreement)
    agreement.restart(agreement.awaited, "22" * 32)
    with pytest.raises(IllegalMoveError) as refused:
        agreement.commit(0, old)
    assert refused.value.reason.id == "used_commitment"


def test_an_old_commitment_would_fit_no_share_of_a_new_attempt(agreement: Agreement) -> None:
    old = agreement.commitments[0]
    _half_open(agreement)
    agreement.restart(agreement.awaited, SEED)
    assert agreement.commitment_to(0, ANN) != old


def test_nobody_commits_for_a_seat_that_is_not_there(agreement: Agreement) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        agreement.commit(3, "cc" * 32)
    assert refused.value.reason.id == "no_such_seat"


def test_ready_dice_cannot_be_drawn_anew(agreement: Agreement) -> None:
    _ready(agreement)
    with pytest.raises(IllegalMoveError):
        agreement.restart([0], "22" * 32)


def test_without_any_commitment_the_server_throws_alone() -> None:
    agreement = Agreement(SEED, TERMS)
    agreement.close()
    assert agreement.stage == "ready"


def test_a_player_who_leaves_before_the_start_is_not_awaited(agreement: Agreement) -> None:
    agreement.withdraw(2)
    agreement.close()
    assert agreement.awaited == (0,)


@given(st.text(max_size=70))
def test_a_secret_that_is_no_hex_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        commitment_to(text)


def test_secrets_are_never_the_same_twice() -> None:
    rng = SystemRandom()
    assert len({draw_secret(rng) for _ in range(1000)}) == 1000


def test_a_copy_of_an_agreement_is_independent() -> None:
    agreement = Agreement(SEED, TERMS)
    agreement.commit(0, agreement.commitment_to(0, ANN))
    agreement.close()
    copied = agreement.copy()
    copied.reveal(0, ANN)
    assert (agreement.stage, agreement.shares, copied.stage, copied.shares) == ("reveal", {}, "ready", {0: ANN})
    assert copied.promise == agreement.promise
