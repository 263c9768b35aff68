"""Rendering of a review as a self-contained HTML page with a summary, charts, and the costliest decisions."""

from __future__ import annotations

from html import escape

from paperdice.draw import match_svg
from paperdice.games import find_game
from paperdice.match import Match, read_position
from paperdice.position import Position
from paperdice.study.charts import chances_svg, ink, luck_svg
from paperdice.study.results import DecisionView, ReviewView, SeatView
from paperdice.study.text import SUMMARY, label_text, seat_name, show
from paperdice.study.why import explain_move, name_move, say_why
from paperdice.texts import read_texts, tell

PICTURE_WIDTH = 760
STYLE = """
:root { color-scheme: light dark; --ink: #2b2820; --paper: #fdfcf8; --line: #cfc8b8; --soft: #f3efe4; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7db; --paper: #1d1b17; --line: #4c473c; --soft: #29261f; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; } .scroll { overflow-x: auto; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; } caption { text-align: left; font-weight: 600; padding: .3rem 0; }
svg { width: 100%; height: auto; } figure { margin: 1rem 0; } figcaption { font-size: .95rem; }
.chart text { font: 12px system-ui, sans-serif; fill: var(--ink); } .chart polyline { fill: none; stroke-width: 2.5; }
.grid { stroke: var(--line); } .good { fill: #2e7d32; } .bad { fill: #b3261e; }
.key { display: inline-block; width: 1.2rem; height: .3rem; margin: 0 .3rem .2rem 1rem; }
.decision { background: var(--soft); border-radius: .5rem; padding: .6rem 1rem; margin: 1rem 0; }
.note { font-size: .9rem; opacity: .85; }
"""


class ReviewPage:
    """A renderer that turns a review into an HTML page in one language."""

    def __init__(self, review: ReviewView, match: Match, language: str) -> None:
        self._review, self._match, self._language = review, match, language
        texts = read_texts(language, "study")
        self._words, self._labels = texts["review"], texts["labels"]
        self._names = [seat_name(seat, language) for seat in review["seats"]]
        self._unit = review["unit"]

    def write(self) -> str:
        title = self._words["title"].format(game=find_game(self._review["game"]).title)
        body = [f"<h1>{escape(title)}</h1>", self._facts(), self._summary(), self._chances(), self._luck()]
        body += [self._seat(seat) for seat in self._review["seats"]]
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            + "\n".join(body)
            + "\n</body>\n</html>\n"
        )

    def _facts(self) -> str:
        bots = ", ".join(dict.fromkeys(self._review["assumes"]))
        name = self._review["evaluator"]
        told = [self._words["assumes"].format(bots=bots), self._words["evaluator"].format(name=name)]
        return f'<p class="note">{escape(" ".join(told))}</p>'

    def _row(self, title: str, cells: list[str]) -> str:
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        return f'<tr><th scope="row">{escape(title)}</th>{shown}</tr>'

    def _summary(self) -> str:
        seats, words = self._review["seats"], self._words
        rows = [self._row(words["score"], [str(seat["score"]) for seat in seats])]
        for field in SUMMARY:
            is_level = field in ("initial", "final", "own_loss", "adjusted")
            values = [float(seat[field]) for seat in seats]  # type: ignore[literal-required]  # one of SUMMARY
            rows.append(
                self._row(words[field], [show(one, self._unit, self._language, signed=not is_level) for one in values])
            )
        rows.append(self._row(words["decisions"], [str(seat["decisions"]) for seat in seats]))
        rows.append(self._row(words["forced"], [str(seat["forced"]) for seat in seats]))
        counts = {name: [str(seat["labels"][name]) for seat in seats] for name in seats[0]["labels"]}
        rows += [self._row(self._labels[name], cells) for name, cells in counts.items()]
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in self._names)
        caption = words["chance" if self._unit == "chance" else "points"]
        return (
            f'<div class="scroll"><table><caption>{escape(caption)}</caption><thead><tr><td></td>{heads}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
            f'<p class="note">{escape(words["sums"])} {escape(words["adjusted_note"])}</p>'
        )

    def _chances(self) -> str:
        """Render the chart of chances, its legend, and the same data as a table for screen readers."""
        label = self._words["over_time" if self._unit == "chance" else "points_over_time"]
        keys = "".join(
            f'<span class="key" style="background:{ink(seat)}"></span>{escape(name)}'
            for seat, name in enumerate(self._names)
        )
        rows = [
            self._row(str(moment["turn"]), [show(value, self._unit, self._language) for value in moment["values"]])
            for moment in self._review["moments"]
        ]
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in self._names)
        turn, as_table = escape(self._words["turn"]), escape(self._words["as_table"])
        return (
            f'<h2>{escape(label)}</h2><figure class="chart">{chances_svg(self._review, self._names, label)}'
            f"<figcaption>{keys}</figcaption></figure><details><summary>{as_table}</summary>"
            f'<div class="scroll"><table><thead><tr><th scope="col">{turn}</th>{heads}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div></details>"
        )

    def _luck(self) -> str:
        parts = [f"<h2>{escape(self._words['throws'])}</h2>"]
        for seat, name in zip(self._review["seats"], self._names, strict=True):
            label = f"{self._words['throws']}, {name}"
            total = show(seat["luck"], self._unit, self._language, signed=True)
            parts.append(
                f'<figure class="chart">{luck_svg(self._review, seat, label, self._language)}'
                f"<figcaption>{escape(tell(name, total, self._language))}</figcaption></figure>"
            )
        return "".join(parts)

    def _seat(self, seat: SeatView) -> str:
        title = tell(seat_name(seat, self._language), self._words["costliest"], self._language)
        if not seat["costliest"]:
            return f"<h2>{escape(title)}</h2><p>{escape(self._words['no_loss'])}</p>"
        return f"<h2>{escape(title)}</h2>" + "".join(self._decision(seat["seat"], one) for one in seat["costliest"])

    def _decision(self, seat: int, decision: DecisionView) -> str:
        """Render a decision, with a picture of its position and explanations of the best move and the move played."""
        match = read_position(decision["position"])
        head = self._words["better_move"].format(
            best=name_move(decision["best"], self._language),
            move=name_move(decision["move"], self._language),
            loss=show(decision["loss"], self._unit, self._language),
            error=show(decision["error"], self._unit, self._language),
        )
        title = self._words["position_before"].format(turn=decision["turn"])
        picture = match_svg(match, seat, names=self._names, language=self._language, width=PICTURE_WIDTH, title=title)
        reasons = [self._why(match.snapshot(), seat, decision[which]) for which in ("best", "move")]
        told = "".join(f"<p><b>{escape(move)}</b> {escape(why)}</p>" for move, why in reasons)
        label = label_text(decision, self._language)
        return (
            f'<div class="decision"><h3>{escape(self._words["turn"])} {decision["turn"]}: {escape(head)}, '
            f"{escape(label)}</h3>{told}<figure>{picture}<figcaption>{escape(title)}</figcaption></figure></div>"
        )

    def _why(self, position: Position, seat: int, move: str) -> tuple[str, str]:
        code = position.game.notation.parse_move(position.state, move)
        return name_move(move, self._language), say_why(explain_move(position, seat, code), self._language)


def review_html(review: ReviewView, match: Match, language: str = "en") -> str:
    """Render a review of a match as one self-contained HTML page."""
    return ReviewPage(review, match, language).write()
