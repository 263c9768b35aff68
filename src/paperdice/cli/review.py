"""The command `paperdice review RECORD`."""

from __future__ import annotations

from pathlib import Path

from paperdice.cli.console import make_console
from paperdice.cli.files import save_file
from paperdice.cli.running import print_json
from paperdice.cli.studying import Against, AsJson, Language, Seed, Source, bar, read_match
from paperdice.files import check_writable


def review(
    source: Source,
    *,
    samples: int = 128,
    quick: bool = False,
    seed: Seed = 0,
    against: Against = (),
    language: Language = "en",
    json: AsJson = False,
    html: Path | None = None,
) -> None:
    """Review a match: what each decision cost, and luck separated from skill.

    Args:
        source: A record, or - for standard input.
        samples: The number of samples per evaluation.
        quick: Use the quick evaluation instead, which needs no samples.
        html: Write the review with pictures to this file, as one page that you can share.
    """
    from paperdice.study import review as study  # slow to import, so only when needed
    from paperdice.study.html import review_html
    from paperdice.study.text import review_text

    match = read_match(source)
    if html is not None:
        check_writable(html)
    budget = 0 if quick else samples
    with bar("review") as progress:
        found = study(match, samples=budget, seed=seed, against=against, progress=progress)
    if html is not None:
        save_file(html, review_html(found, match, language).encode(), is_quiet=json)
    if json:
        print_json(found)
    elif html is None:
        make_console().print(review_text(found, language), markup=False)
