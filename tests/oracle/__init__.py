"""Slow second implementations of the games, against which the library is compared.

Nothing here imports paperdice: texts follow the public notation, rules and printed sheets were written independently
from the specification, and all data are sets, dicts, lists or strings.
"""

Rows = tuple[tuple[tuple[str, int], ...], ...]


def read_faces(text: str, wanted: tuple[str, ...], n_faces: int = 6) -> list[tuple[str, int]]:
    """Return the faces of a roll as (color, pips); raise unless they are exactly the wanted dice, named by color."""
    faces = [(word[0], int(word[1:])) for word in text.split(" ")]
    if not wanted or tuple(color for color, _ in faces) != wanted:
        raise ValueError(f"threw {text!r}, wanted {wanted}")
    if any(pips not in range(1, n_faces + 1) for _, pips in faces):
        raise ValueError(f"no such face in {text!r}")
    return faces


def check_moves(moves: dict[int, str], choices: dict[int, set[str]]) -> None:
    """Raise unless the moves are one legal choice for each acting seat."""
    if set(moves) != set(choices):
        raise ValueError(f"seats {sorted(choices)} act, seats {sorted(moves)} moved")
    for seat, text in moves.items():
        if text not in choices[seat]:
            raise ValueError(f"seat {seat} may not play {text!r}")


def subsets(words: list[str]) -> list[list[str]]:
    """Return every subset of the words, each in the order of the words, the empty one first."""
    found: list[list[str]] = [[]]
    for word in words:
        found = found + [[*subset, word] for subset in found]
    return found
