"""Samples of cases are deterministic, contain the mandatory cases, and are complete in a long run."""

import pytest

from tests import sampling


def test_a_sample_is_fixed_and_keeps_the_order_of_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "WHOLE", False)
    drawn = sampling.sample("abcdefgh", 4, always="hb")
    assert len(drawn) == 4 and {"b", "h"} <= set(drawn)
    assert drawn == sorted(drawn) == sampling.sample("abcdefgh", 4, always="hb")
    assert sampling.sample("abc", 0, always="b") == ["b"]
    assert sampling.sample("abc", 5) == ["a", "b", "c"]
    assert sampling.budget(1, 9) == 1


def test_a_long_run_takes_all_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "WHOLE", True)
    assert sampling.sample("abc", 1) == ["a", "b", "c"]
    assert sampling.budget(1, 9) == 9


@pytest.mark.parametrize("whole", [False, True])
def test_a_case_that_does_not_exist_is_refused(whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "WHOLE", whole)
    with pytest.raises(ValueError, match=r"^not among the cases: \['d'\]$"):
        sampling.sample("abc", 2, always="ad")
