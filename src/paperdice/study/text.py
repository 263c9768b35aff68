"""A review as plain text for a terminal."""

from __future__ import annotations

from paperdice.bots import bot_names, is_policy
from paperdice.draw.text import one_line
from paperdice.games import find_game
from paperdice.study.results import DecisionView, ReviewView, SeatView
from paperdice.study.why import name_move
from paperdice.texts import decimal, read_texts, tell

SUMMARY = ("initial", "final", "luck", "own_loss", "others", "correction", "adjusted")
WIDTH = 16
# The prefix of bot names in the headers of a record.
BOT = "bot "


def show(value: float, unit: str, language: str, *, signed: bool = False) -> str:
    """Format a chance as a percentage, or points as a number, with one decimal place."""
    number = 100 * value if unit == "chance" else value
    shown = f"{number:+.1f}" if signed else f"{number:.1f}"
    return decimal("0.0" if shown in ("-0.0", "+0.0") else shown, language)


def seat_name(seat: SeatView, language: str) -> str:
    """Return the player's name without control characters, or the seat's number."""
    return one_line(seat["player"]) or f"{read_texts(language, 'study')['review']['seat']} {seat['seat']}"


def review_text(review: ReviewView, language: str = "en") -> str:
    """Return a complete review as text: a summary, the counts of labels, and each seat's costliest decisions."""
    words = read_texts(language, "study")["review"]
    bots = ", ".join(dict.fromkeys(review["assumes"]))
    lines = [words["title"].format(game=find_game(review["game"]).title)]
    lines.append(words["assumes"].format(bots=bots) + " " + words["evaluator"].format(name=review["evaluator"]))
    options = against_seated(review)
    lines += [words["seated"].format(options=options), ""] if options else [""]
    lines += [*_summary(review, language), words["sums"], words["adjusted_note"], ""]
    for seat in review["seats"]:
        lines += _costliest(seat, review["unit"], language)
    return "\n".join(lines)


def against_seated(review: ReviewView) -> str:
    """Return the command-line options that make `paperdice review` assume the bots named in the record.

    The result is empty if these bots are already assumed, or if the record names no bot that can be assumed.
    """
    known = bot_names(find_game(review["game"]))
    seated = []
    for seat, assumed in zip(review["seats"], review["assumes"], strict=True):
        name = seat["player"].removeprefix(BOT)
        is_bot = seat["player"].startswith(BOT) and name in known and is_policy(name)
        seated.append(name if is_bot else assumed)
    if len(seated) == 1 or seated == review["assumes"]:
        return ""
    return " ".join(f"--against {name}" for name in (seated if len(set(seated)) > 1 else seated[:1]))


def _summary(review: ReviewView, language: str) -> list[str]:
    texts = read_texts(language, "study")
    words, labels = texts["review"], texts["labels"]
    seats, unit = review["seats"], review["unit"]
    names = [_shorten(seat_name(seat, language)) for seat in seats]
    rows = [(words["chance" if unit == "chance" else "points"], names)]
    for field in SUMMARY:
        is_level = field in ("initial", "final", "own_loss", "adjusted")
        rows.append((words[field], [show(float(seat[field]), unit, language, signed=not is_level) for seat in seats]))  # type: ignore[literal-required]  # one of SUMMARY
    rows.append((words["score"], [str(seat["score"]) for seat in seats]))
    rows.append((words["decisions"], [str(seat["decisions"]) for seat in seats]))
    rows.append((words["forced"], [str(seat["forced"]) for seat in seats]))
    rows += [(labels[name], [str(seat["labels"][name]) for seat in seats]) for name in seats[0]["labels"]]
    return [f"{title:<{WIDTH}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells) for title, cells in rows]


def _shorten(name: str) -> str:
    """Shorten a name to fit into its column with a gap before it."""
    return name if len(name) < WIDTH else f"{name[: WIDTH - 2]}…"


def _costliest(seat: SeatView, unit: str, language: str) -> list[str]:
    words = read_texts(language, "study")["review"]
    lines = [tell(seat_name(seat, language), words["costliest"], language)]
    if not seat["costliest"]:
        lines.append(f"  {words['no_loss']}")
    return [*lines, *(f"  {decision_text(one, unit, language)}" for one in seat["costliest"]), ""]


def decision_text(decision: DecisionView, unit: str, language: str) -> str:
    """Format a decision as one line of text."""
    texts = read_texts(language, "study")
    phase = read_texts(language)["phases"][decision["phase"]]
    loss, error = show(decision["loss"], unit, language), show(decision["error"], unit, language)
    best, move = name_move(decision["best"], language), name_move(decision["move"], language)
    told = texts["review"]["better_move"].format(best=best, move=move, loss=loss, error=error)
    turn = f"{texts['review']['turn']} {decision['turn']}, {phase}"
    return tell(turn, f"{told}, {label_text(decision, language)}", language)


def label_text(decision: DecisionView, language: str) -> str:
    """Return the label of a decision in words; a loss within its error is described as too close to tell."""
    return read_texts(language, "study")["labels"]["close" if decision["is_close"] else decision["label"]]
