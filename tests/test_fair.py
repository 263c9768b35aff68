"""Dice by commitment: right numbers, no bias, and nobody can steer them."""

import hashlib
import hmac
from collections.abc import Callable
from itertools import product
from random import SystemRandom

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from paperdice.dice import plain_dice
from paperdice.errors import IllegalMoveError, NotationError
from paperdice.fair import Agreement, CommittedDice, commitment_to, draw_secret

SEED, ANN, BEN = "11" * 32, "aa" * 32, "bb" * 32


def test_a_face_follows_the_documented_construction() -> None:
    key = hmac.digest(bytes.fromhex(SEED), f"paperdice dice 1\nm1\n0 {ANN}\n2 {BEN}".encode(), "sha256")
    first = next(byte for byte in hmac.digest(key, b"7 1 3 0", "sha256") if byte < 252)
    assert CommittedDice(SEED, {2: BEN, 0: ANN}, "m1").face(7, 1, 3) == 1 + first % 6


def test_known_throws_never_change() -> None:
    dice = CommittedDice(SEED, {0: ANN, 1: BEN}, "m1")
    assert [dice.throw(turn, 1, plain_dice("wwrygb")) for turn in (1, 2)] == [
        "w6 w1 r3 y5 g6 b4",
        "w3 w4 r3 y5 g4 b4",
    ]


def test_a_die_shows_the_same_whatever_other_dice_are_thrown() -> None:
    dice = CommittedDice(SEED, {0: ANN}, "m1")
    wanted = plain_dice("wwrygb")
    whole = dice.throw(5, 1, wanted).split()
    assert dice.throw(5, 1, (wanted[0], wanted[3], wanted[5])).split() == [whole[0], whole[3], whole[5]]


@pytest.mark.parametrize(
    "other",
    [
        CommittedDice("12" * 32, {0: ANN, 1: BEN}, "m1"),
        CommittedDice(SEED, {0: ANN, 1: "bc" * 32}, "m1"),
        CommittedDice(SEED, {0: BEN, 1: ANN}, "m1"),
        CommittedDice(SEED, {0: ANN}, "m1"),
        CommittedDice(SEED, {0: ANN, 1: BEN}, "m2"),
    ],
)
def test_every_secret_and_the_match_change_the_dice(other: CommittedDice) -> None:
    dice = CommittedDice(SEED, {0: ANN, 1: BEN}, "m1")
    places = list(product(range(1, 30), (1, 2), range(6)))
    assert [dice.face(*place) for place in places] != [other.face(*place) for place in places]


@pytest.mark.slow
def test_a_million_faces_are_even_and_unrelated() -> None:
    """Chi-square of faces, of pairs of neighboring dice, and of the same die in neighboring turns, at 1 in 10,000."""
    dice = CommittedDice(SEED, {0: ANN, 1: BEN}, "m1")
    n_turns = 83_334
    faces = np.array(
        [dice.face(turn, throw, die) for turn in range(n_turns) for throw in (1, 2) for die in range(6)], np.int64
    ).reshape(n_turns, 2, 6)
    assert faces.size >= 1_000_000
    assert _chi_square(np.bincount(faces.ravel() - 1, minlength=6)) < chi2.ppf(0.9999, 5)
    pairs = 6 * (faces[:, :, :-1] - 1) + faces[:, :, 1:] - 1
    assert _chi_square(np.bincount(pairs.ravel(), minlength=36)) < chi2.ppf(0.9999, 35)
    turns = 6 * (faces[:-1] - 1) + faces[1:] - 1
    assert _chi_square(np.bincount(turns.ravel(), minlength=36)) < chi2.ppf(0.9999, 35)
    throws = 6 * (faces[:, 0] - 1) + faces[:, 1] - 1
    assert _chi_square(np.bincount(throws.ravel(), minlength=36)) < chi2.ppf(0.9999, 35)


def _chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_a_byte_that_would_favor_low_faces_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [bytes(32), bytes([255] * 31 + [252]), bytes([253, 251] + [0] * 30)]
    monkeypatch.setattr("paperdice.fair.hmac.digest", lambda *_: blocks.pop(0))
    assert CommittedDice(SEED, {}, "m1").face(1, 1, 0) == 1 + 251 % 6


# The way to common dice


@pytest.fixture
def agreement() -> Agreement:
    """Two of three seats have committed."""
    agreement = Agreement(SEED, 3)
    agreement.commit(0, commitment_to(ANN))
    agreement.commit(2, commitment_to(BEN))
    return agreement


def test_dice_are_ready_when_all_shares_are_open(agreement: Agreement) -> None:
    agreement.close()
    assert agreement.awaited == (0, 2)
    agreement.reveal(2, BEN)
    agreement.reveal(0, ANN)
    assert agreement.stage == "ready"
    expected = CommittedDice(SEED, {0: ANN, 2: BEN}, "m1")
    assert agreement.dice("m1").face(1, 1, 0) == expected.face(1, 1, 0)


def test_the_server_is_bound_before_any_commitment_comes() -> None:
    agreement = Agreement(SEED, 3)
    bound = agreement.server_hash
    agreement.commit(0, commitment_to(ANN))
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
    assert agreement.commitments == {0: commitment_to(ANN), 2: commitment_to(BEN)}


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
        agreement.commit(1, commitment_to(ANN))
    assert refused.value.reason.id == "copied_commitment"


def test_no_dice_before_the_last_share(agreement: Agreement) -> None:
    _half_open(agreement)
    with pytest.raises(IllegalMoveError):
        agreement.dice("m1")


def test_who_keeps_a_share_back_is_left_out_and_all_secrets_are_drawn_anew(agreement: Agreement) -> None:
    _half_open(agreement)
    agreement.restart(agreement.awaited, "22" * 32)
    assert (agreement.without, agreement.commitments, agreement.shares) == ([2], {}, {})
    assert agreement.server_hash == commitment_to("22" * 32)
    with pytest.raises(IllegalMoveError) as refused:
        agreement.commit(2, commitment_to(BEN))
    assert refused.value.reason.id == "left_out"
    agreement.commit(0, commitment_to(ANN))
    agreement.close()
    agreement.reveal(0, ANN)
    assert agreement.stage == "ready"


def test_ready_dice_cannot_be_drawn_anew(agreement: Agreement) -> None:
    _ready(agreement)
    with pytest.raises(IllegalMoveError):
        agreement.restart([0], "22" * 32)


def test_without_any_commitment_the_server_throws_alone() -> None:
    agreement = Agreement(SEED, 2)
    agreement.close()
    assert agreement.stage == "ready"


def test_who_leaves_before_the_start_is_not_awaited(agreement: Agreement) -> None:
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
