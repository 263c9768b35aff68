"""The page of bots lists every input of every network as declared."""

from pathlib import Path

import pytest

from paperdice.bots.network import Features
from paperdice.bots.qwantum import features as qwantum
from paperdice.bots.qwixx import features as qwixx
from paperdice.bots.sixto import features as sixto
from paperdice.bots.twenty_one import features as twenty_one

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


def scale_of(feature: Features) -> str:
    return "–" if feature.scale is None else f"{feature.scale:g}"


@pytest.mark.parametrize(
    ("game", "layout"),
    [
        *[("Qwixx", layout) for layout in (qwixx.Inputs, qwixx.RowInputs)],
        *[("Twenty One", layout) for layout in (twenty_one.PaceInputs, twenty_one.RowInputs, twenty_one.MatchInputs)],
        *[("Sixto", layout) for layout in (sixto.MatchInputs, sixto.NearInputs)],
        *[("Qwantum", layout) for layout in (qwantum.Inputs, qwantum.RowInputs, qwantum.ColumnInputs)],
    ],
)
def test_the_table_of_a_layout_is_its_declaration(game: str, layout: type[Features]) -> None:
    """Line by line and nothing else: place, name, scale and meaning."""
    section = PAGE.split(f"\n## {game}\n")[1].split("\n## ")[0]
    table = section.split(f" `{layout.__name__}`:\n\n")[1].split("\n\n")[0].rstrip()
    assert table.splitlines() == [
        *["| place | input | scale | meaning |", "|---|---|---|---|"],
        *[f"| {int(one)} | `{one.name}` | {scale_of(one)} | {one.meaning} |" for one in layout],
    ]
