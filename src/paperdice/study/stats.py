"""Statistics over many records: scores, wins, luck and skill with confidence intervals, habits, and dice."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypedDict

import numpy as np

from paperdice.arena.statistics import share_interval
from paperdice.bots.decision import Decisions
from paperdice.errors import PaperdiceError, RecordError
from paperdice.fast.progress import Progress, ignore_progress
from paperdice.files import read_file
from paperdice.match import Match
from paperdice.position import Position
from paperdice.record import check_unstopped, is_unrecorded, parse_record, split_records
from paperdice.rulekit import CellState
from paperdice.study.results import SeatView, no_labels
from paperdice.study.reviewing import checked, never, review
from paperdice.study.walk import PlayedStep, walk

EVENTS = ("marks", "locks", "misses", "strikes")


class Habits(TypedDict):
    """Counts of a seat's actions in one match.

    Attributes:
        marks: Cells written.
        skipped: Cells skipped.
        strikes: Cells struck.
        locks: Rows locked.
        misses: Misses (penalties) taken.
        misses_chosen: Misses taken although a mark was possible.
        passes: Passes although a mark was possible.
        rerolls: Rerolls taken.
        rerolls_offered: Decisions on whether to reroll.
        hints: Decisions made with a hint from the coach.
    """

    marks: int
    skipped: int
    strikes: int
    locks: int
    misses: int
    misses_chosen: int
    passes: int
    rerolls: int
    rerolls_offered: int
    hints: int


def habits_of(match: Match, seat: int) -> Habits:
    """Count a seat's actions in a match, up to the last resolved phase."""
    position = match.snapshot()
    events = _events(position, seat)
    found: Habits = {
        "marks": events["marks"],
        "skipped": _count_cells(position, seat, CellState.SKIPPED),
        "strikes": events["strikes"],
        "locks": events["locks"],
        "misses": events["misses"],
        "misses_chosen": 0,
        "passes": 0,
        "rerolls": 0,
        "rerolls_offered": 0,
        "hints": 0,
    }
    decisions = Decisions()
    for step in walk(match):
        found["hints"] += str(seat) in hinted_seats(step.comment)
        if seat in step.moves and decisions.of(step.before, seat).n > 1:
            _count_step(found, step, seat)
    return found


def hinted_seats(comment: str) -> list[str]:
    """Return the seats listed after `hint:` in the comment of a step, such as `hint: 0 1; corrected: 0`."""
    notes = dict(note.split(": ", 1) for note in comment.split("; ") if ": " in note)
    return notes.get("hint", "").split()


def _count_step(found: Habits, step: PlayedStep, seat: int) -> None:
    """Update the counts of rerolls, passes and misses with one decision that has at least two choices."""
    if step.phase == "reroll":
        found["rerolls_offered"] += 1
        found["rerolls"] += step.moves[seat] != "keep"
        return
    if step.moves[seat] not in ("-", "x"):
        return
    found["passes"] += 1
    found["misses_chosen"] += _events(step.after, seat)["misses"] > _events(step.before, seat)["misses"]


def _events(position: Position, seat: int) -> dict[str, int]:
    """Return the number of events of each kind on a seat's sheet."""
    events = np.zeros(len(EVENTS), np.int64)
    position.game.rules.count_events(position.laid, position.state, seat, events)
    return dict(zip(EVENTS, events.tolist(), strict=True))


def _count_cells(position: Position, seat: int, kind: CellState) -> int:
    game, _, laid, state = position
    cells = [(row, cell) for row in range(laid.n_rows[seat]) for cell in range(laid.n_cells[seat, row])]
    return sum(game.rules.cell_state(laid, state, seat, row, cell) == kind for row, cell in cells)


def dice_of(match: Match, seat: int) -> dict[str, list[int]]:
    """Count how often a seat threw each face of each die.

    Returns:
        A list of counts by face for each die, keyed by the name of the die.
    """
    counts: dict[str, list[int]] = {}
    for step in walk(match):
        if not step.is_throw or step.active != seat:
            continue
        wanted = int(match.game.rules.dice_wanted(step.before.state))
        for die in match.game.dice:
            if wanted >> die.index & 1:
                faces = counts.setdefault(die.name, [0] * len(die.faces))
                faces[int(step.after.state.dice[die.index]) - 1] += 1
    return counts


# The number of standard errors by which an interval extends to either side.
SURE = 2.0
SUFFIXES = (".txt", ".paperdice", ".record")
# Spreadsheets interpret text that starts with one of these as a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class SeatStats(TypedDict):
    """The statistics of one seat in one match, which become one row of the CSV file."""

    file: str
    game: str
    date: str
    seats: int
    seat: int
    player: str
    score: int
    share: float
    luck: float
    own_loss: float
    others: float
    correction: float
    decisions: int
    labels: dict[str, int]
    habits: Habits
    dice: dict[str, list[int]]


class Estimate(TypedDict):
    """A mean with its confidence interval and the number of matches; `low` and `high` are None for a single match."""

    mean: float
    low: float | None
    high: float | None
    n: int


class DieCounts(TypedDict):
    """How often each face of a die was thrown, compared with a fair die.

    Attributes:
        die: The name of the die.
        n: The number of throws.
        counts: How often each face was thrown.
        expected: The expected count of each face.
        low: The lower end of the range of two standard errors around `expected`.
        high: The upper end of that range.
        outside: The faces whose counts are outside the range.
    """

    die: str
    n: int
    counts: list[int]
    expected: float
    low: float
    high: float
    outside: list[int]


class GroupView(TypedDict):
    """Statistics of one player, for one game and number of seats."""

    player: str
    game: str
    seats: int
    unit: str
    matches: int
    score: Estimate
    share: Estimate
    luck: Estimate
    own_loss: Estimate
    loss_per_decision: float
    decisions: int
    labels: dict[str, int]
    habits: dict[str, float]
    by_seat: dict[str, Estimate]
    by_time: dict[str, Estimate]
    dice: list[DieCounts]


class StatsView(TypedDict):
    """Statistics over records; `refused` maps the name of each unreadable record to the reason."""

    matches: int
    evaluator: str
    refused: dict[str, str]
    groups: list[GroupView]
    lines: list[SeatStats]


def find_records(paths: Iterable[Path]) -> list[Path]:
    """Return the given files and all records in the given folders, without duplicates.

    Raises:
        RecordError: A path does not exist, or there are no records.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and not file.is_dir())
        elif path.exists():
            files.append(path)
        else:
            raise RecordError(f"cannot read {path}: no such file or folder")
    if not files:
        raise RecordError(f"no records found: they are files that end in {', '.join(SUFFIXES)}")
    found: dict[str, Path] = {}
    for file in files:
        found.setdefault(os.path.realpath(file), file)
    return list(found.values())


def read_files(files: Iterable[Path]) -> tuple[list[tuple[str, Match]], dict[str, str]]:
    """Read the matches of all records in the files; a file may contain several records.

    Returns:
        The matches with the names of their records, and a dictionary that maps the name of each unreadable record to
            the reason.
    """
    matches, refused = list[tuple[str, Match]](), dict[str, str]()
    for file in files:
        try:
            records = split_records(_read(file)) or [""]
        except (OSError, UnicodeDecodeError, PaperdiceError) as error:
            refused[str(file)] = str(error)
            continue
        for number, text in enumerate(records, 1):
            name = str(file) if len(records) == 1 else f"{file}, record {number}"
            try:
                record = parse_record(text)
                check_unstopped(record.headers)
                if not is_unrecorded(record):
                    matches.append((name, Match.replay(record)))
            except PaperdiceError as error:
                refused[name] = str(error)
    return matches, refused


def _read(file: Path) -> str:
    """Read the text of a file; only regular files are accepted, since reading from a pipe could block forever."""
    if file.exists() and not file.is_file():
        raise RecordError(f"{file} is not a regular file")
    return read_file(file).decode("utf-8-sig")


def collect(
    matches: list[tuple[str, Match]],
    *,
    samples: int = 0,
    seed: int = 0,
    progress: Progress = ignore_progress,
    cancelled: Callable[[], bool] = never,
) -> StatsView:
    """Review the matches and compute statistics over them.

    Args:
        matches: The matches with the names of their records.
        samples: The number of samples per evaluation; 0 means the quick evaluation.
        seed: The seed of the samples.
        progress: Called with the number of matches done and the total.
        cancelled: Called before each step; if it returns True, `CancelledError` is raised.

    Raises:
        SetupError: The number of samples is invalid.
        CancelledError: `cancelled` returned True.
    """
    tell = checked(progress, cancelled)
    lines: list[SeatStats] = []
    evaluators: dict[str, None] = {}
    for number, (name, match) in enumerate(matches):
        tell(number, len(matches))
        found = review(match, samples=samples, seed=seed, cancelled=cancelled)
        evaluators[found["evaluator"]] = None
        lines += [_line(name, match, seat) for seat in found["seats"]]
    tell(len(matches), len(matches))
    return {
        "matches": len(matches),
        "evaluator": "; ".join(evaluators),
        "refused": {},
        "groups": _groups(lines),
        "lines": lines,
    }


def _line(name: str, match: Match, seat: SeatView) -> SeatStats:
    number = seat["seat"]
    return {
        "file": name,
        "game": match.game.name,
        "date": match.headers.get("Date", ""),
        "seats": match.seats,
        "seat": number,
        "player": seat["player"] or f"seat {number}",
        "score": seat["score"],
        "share": _share(match, seat),
        "luck": seat["luck"],
        "own_loss": seat["own_loss"],
        "others": seat["others"],
        "correction": seat["correction"],
        "decisions": seat["decisions"],
        "labels": seat["labels"],
        "habits": habits_of(match, number),
        "dice": dice_of(match, number),
    }


def _share(match: Match, seat: SeatView) -> float:
    """Return a seat's share of the win: its current chance if the match is unfinished, and 1 in solo play."""
    if match.seats == 1:
        return 1.0
    return (seat["seat"] in match.winners) / len(match.winners) if match.over else seat["final"]


def interval(values: list[float]) -> Estimate:
    """Return the mean of the values with a confidence interval of two standard errors to either side."""
    n = len(values)
    mean = float(np.mean(values))
    if n < 2:
        return {"mean": mean, "low": None, "high": None, "n": n}
    error = SURE * float(np.std(values, ddof=1)) / n**0.5
    return {"mean": mean, "low": mean - error, "high": mean + error, "n": n}


def shares_interval(shares: list[float]) -> Estimate:
    """Return the mean share of the win with its 95 % confidence interval.

    Unlike `interval`, the result has a nonzero width even if all matches were won.
    """
    found = interval(shares)
    if found["low"] is not None:
        found["low"], found["high"] = share_interval(found["mean"], found["n"])
    return found


def _groups(lines: list[SeatStats]) -> list[GroupView]:
    by_player: dict[tuple[str, int, str], list[SeatStats]] = {}
    for line in lines:
        by_player.setdefault((line["game"], line["seats"], line["player"]), []).append(line)
    return [_group(found) for _, found in sorted(by_player.items())]


def _group(lines: list[SeatStats]) -> GroupView:
    first = lines[0]
    labels = no_labels()
    for line in lines:
        for name, count in line["labels"].items():
            labels[name] += count
    n_decisions = sum(line["decisions"] for line in lines)
    names = list(first["habits"])
    return {
        "player": first["player"],
        "game": first["game"],
        "seats": first["seats"],
        "unit": "points" if first["seats"] == 1 else "chance",
        "matches": len(lines),
        "score": interval([line["score"] for line in lines]),
        "share": shares_interval([line["share"] for line in lines]),
        "luck": interval([line["luck"] for line in lines]),
        "own_loss": interval([line["own_loss"] for line in lines]),
        "loss_per_decision": sum(line["own_loss"] for line in lines) / max(n_decisions, 1),
        "decisions": n_decisions,
        "labels": labels,
        "habits": {name: float(np.mean([line["habits"][name] for line in lines])) for name in names},  # type: ignore[literal-required]  # its own keys
        "by_seat": _scores_by(lines, lambda line: str(line["seat"])),
        "by_time": _scores_by(lines, lambda line: line["date"][:7]),
        "dice": _dice(lines),
    }


def _scores_by(lines: list[SeatStats], key: Callable[[SeatStats], str]) -> dict[str, Estimate]:
    """Group scores by a key, such as the seat or month, and return each group's mean with its confidence interval.

    Lines with an empty key are omitted.
    """
    found: dict[str, list[float]] = {}
    for line in lines:
        if key(line):
            found.setdefault(key(line), []).append(line["score"])
    return {name: interval(scores) for name, scores in sorted(found.items())}


def _dice(lines: list[SeatStats]) -> list[DieCounts]:
    totals: dict[str, np.ndarray] = {}
    for line in lines:
        for die, counts in line["dice"].items():
            totals[die] = totals.get(die, np.zeros(len(counts), np.int64)) + np.array(counts)
    return [judge_die(die, counts.tolist()) for die, counts in totals.items()]


def judge_die(die: str, counts: list[int]) -> DieCounts:
    """Compare the counts of a die's faces with a fair die, listing faces off by more than two standard errors."""
    n, chance = sum(counts), 1 / len(counts)
    expected = n * chance
    reach = SURE * (n * chance * (1 - chance)) ** 0.5
    outside = [face + 1 for face, count in enumerate(counts) if abs(count - expected) > reach]
    low, high = max(expected - reach, 0.0), expected + reach
    return {"die": die, "n": n, "counts": counts, "expected": expected, "low": low, "high": high, "outside": outside}


def stats_csv(stats: StatsView) -> str:
    """Return the statistics as CSV, with one row per seat of each match; text that looks like a formula is escaped."""
    out = io.StringIO()
    plain = [name for name in SeatStats.__annotations__ if name not in ("labels", "habits", "dice")]
    extra = [*no_labels(), *Habits.__annotations__]
    writer = csv.DictWriter(out, [*plain, *extra], extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for line in stats["lines"]:
        fields: dict[str, object] = {**line, **line["labels"], **line["habits"]}
        writer.writerow({name: _as_text(value) for name, value in fields.items()})
    return out.getvalue()


def _as_text(value: object) -> object:
    """Prepend an apostrophe to text that a spreadsheet would interpret as a formula; leave other values unchanged."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
