"""The course of a match whose dice are typed: its entries one by one, and what follows when one is put right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from paperdice.errors import IllegalMoveError, PaperdiceError, Reason
from paperdice.match import UNANSWERED, Match
from paperdice.pad import Pad
from paperdice.record import CORRECTED, Part, parse_record

NO_SEAT = -1
# Between two things that the record notes beside a throw or a phase.
NOTES = "; "
# At a pad there are no phases, and a pass leaves an entry out.
PAD_PHASE = "pad"
PASS_TEXT = "-"


class Place(NamedTuple):
    """Where an entry stands: a throw of a turn, or a seat's move in a phase of it."""

    turn: int
    throw: int = 0
    phase: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class Entry:
    """A roll or a move as it was entered, with what the record keeps beside it; a `forced` move was the only one."""

    text: str
    clock: float | None = None
    comment: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry that cannot stand any more, and why: it is asked for again."""

    entry: Entry
    error: PaperdiceError


Course = dict[Place, Entry]


class Rebuilt(NamedTuple):
    """A match with one entry put right: as far as it goes, what waits for its place, and what is asked again."""

    match: Match
    later: Course
    asked: dict[Place, Asked]


class Correction(NamedTuple):
    """A correction that can be made: the text that stood there, the course after it, and the match that takes it."""

    was: str
    course: Course
    rebuilt: Rebuilt


def course_of(match: Match, *, sealed: bool = True) -> Course:
    """The entries of a match in order, with or without the moves that are sealed."""
    return {place: entry for _, entries in walk_course(match, sealed=sealed) for place, entry in entries}


def walk_course(match: Match, *, sealed: bool = True) -> Iterator[tuple[Match, list[tuple[Place, Entry]]]]:
    """Replay a match on a copy: yield it before each throw and each phase, with what is entered there next."""
    walked = _afresh(match)
    for turn in parse_record(match.record(sealed=sealed)).turns:
        for part in turn.parts:
            found = [
                (place, Entry(text, part.clock, part.comment, _is_forced(walked, place)))
                for place, text in _split(walked, part)
            ]
            yield walked, found
            for place, entry in found:
                _enter(walked, place, entry.text)


def _split(match: Match, part: Part) -> list[tuple[Place, str]]:
    """The entries of a part of the record, there where the match stands."""
    if match.dice_wanted:
        return [(Place(match.turn, match.throw_number), part.text)]
    moves = zip(match.acting, part.text.split(", "), strict=True)
    return [(Place(match.turn, 0, match.phase, seat), move) for seat, move in moves if move != UNANSWERED]


def _afresh(match: Match) -> Match:
    """The match before its first throw."""
    return Match.replay(parse_record(match.record(sealed=False)), until=0)


def last_throw(course: Iterable[Place]) -> Place:
    """The place of the last throw; raises if there was none."""
    throws = [place for place in course if place.throw]
    if not throws:
        raise IllegalMoveError("nothing has been thrown yet", Reason("no_roll", {}))
    return throws[-1]


def find_entry(course: Mapping[Place, Entry], place: Place) -> Entry:
    """The entry at a place; raises if there is none."""
    if place not in course:
        raise _no_such_entry(place)
    return course[place]


def _no_such_entry(place: Place) -> IllegalMoveError:
    return IllegalMoveError("there is no such entry in this match", Reason("no_such_entry", {"turn": place.turn}))


def corrected(course: Mapping[Place, Entry], place: Place, text: str) -> Course:
    """The course with another text at a place; the record says so beside the throw, or the moves of the phase."""
    was = find_entry(course, place)
    comment = _note_correction(was.comment, place)
    beside = {each: replace(entry, comment=comment) for each, entry in course.items() if each[:3] == place[:3]}
    return {**course, **beside, place: Entry(text, was.clock, comment)}


def is_corrected(place: Place, entry: Entry) -> bool:
    """Tells whether the record notes a correction of this very entry."""
    return any(_is_noted(note, place) for note in entry.comment.split(NOTES))


def _note_correction(comment: str, place: Place) -> str:
    """What is noted beside a throw or a phase after one more correction: the seats whose moves were corrected."""
    notes = [note for note in comment.split(NOTES) if note]
    if any(_is_noted(note, place) for note in notes):
        return comment
    if place.throw:
        return NOTES.join([*notes, CORRECTED])
    known = [note for note in notes if note.startswith(f"{CORRECTED}:")]
    seats = sorted({place.seat, *(int(word) for note in known for word in note.split()[1:])})
    kept = [note for note in notes if note not in known]
    return NOTES.join([*kept, f"{CORRECTED}: {' '.join(map(str, seats))}"])


def _is_noted(note: str, place: Place) -> bool:
    what, _, seats = note.partition(": ")
    return what == CORRECTED and (bool(place.throw) or str(place.seat) in seats.split())


def rebuild(match: Match, course: Course, place: Place) -> Rebuilt:
    """The match that takes this course, as far as all is legal; raises why that cannot be at `place`."""
    fresh, later = _afresh(match), dict(course)
    asked = enter_again(fresh, later)
    if place in asked:
        raise asked[place].error
    return Rebuilt(fresh, later, asked)


def enter_again(match: Match, later: Course) -> dict[Place, Asked]:
    """Enters what waits for the places that come next, and takes it out of `later`; gives what cannot stand.

    It stops where a throw or a move is missing: what comes after that may have to change too.
    """
    asked: dict[Place, Asked] = {}
    while not asked and (places := _next_places(match)):
        known = [place for place in places if place in later]
        for place in known:
            entry = later.pop(place)
            try:
                _check_open(match, place, entry)
                _enter(match, place, entry.text)
            except PaperdiceError as error:
                asked[place] = Asked(entry, error)
            else:
                if not match.answered:
                    match.note(entry.comment, entry.clock)
        if len(known) < len(places):
            break
    return asked


def _is_forced(match: Match, place: Place) -> bool:
    return not place.throw and len(match.choices(place.seat)) == 1


def _check_open(match: Match, place: Place, entry: Entry) -> None:
    """Raises if there is something to choose now where there was nothing before."""
    if entry.forced and not _is_forced(match, place):
        raise IllegalMoveError("there is something to choose now", Reason("choice_now", {}))


def choices_at(match: Match, place: Place) -> tuple[str, ...]:
    """What a seat could have played at a place of the course; raises if it played nothing there."""
    return next(found for found in seek_choices(match, place) if found is not None)


def seek_choices(match: Match, place: Place) -> Iterator[tuple[str, ...] | None]:
    """Yield None for each step on the way to a place, and there what the seat could have played."""
    for walked, entries in walk_course(match):
        if any(each == place for each, _ in entries):
            yield walked.choices(place.seat)
            return
        yield None
    raise _no_such_entry(place)


def pad_course(pad: Pad) -> Course:
    """The entries of a pad in order; the turn is the number of the entry."""
    return {
        Place(n, 0, PAD_PHASE, seat): Entry(text, comment=f"{CORRECTED}: {seat}" if is_marked else "")
        for n, (seat, text, is_marked) in enumerate(pad.entries, 1)
    }


def pad_choices_at(pad: Pad, place: Place) -> tuple[str, ...]:
    """What a seat could have entered on a pad instead of an entry, or nothing at all."""
    return next(found for found in seek_pad_choices(pad, place) if found is not None)


def seek_pad_choices(pad: Pad, place: Place) -> Iterator[tuple[str, ...] | None]:
    """Yield None for each entry before a place, and there what the seat could have entered."""
    find_entry(pad_course(pad), place)
    before = Pad(pad.game, pad.match.seats, pad.match.sheets)
    for entry in pad.entries[: place.turn - 1]:
        before.enter(entry.seat, entry.text)
        yield None
    yield (PASS_TEXT, *before.options(place.seat))


def _next_places(match: Match) -> list[Place]:
    if match.dice_wanted:
        return [Place(match.turn, match.throw_number)]
    return [Place(match.turn, 0, match.phase, seat) for seat in match.acting]


def _enter(match: Match, place: Place, text: str) -> None:
    if place.throw:
        match.throw(text)
    else:
        match.play(place.seat, text)
