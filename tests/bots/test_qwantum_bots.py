"""The tables and the network of Qwantum agree with how they were trained."""

import numpy as np
import pytest

from paperdice.bots.nets import read_nets
from paperdice.bots.qwantum import tables
from paperdice.bots.qwantum.value import win_chance
from paperdice.fast.compile import pack
from paperdice.games.qwantum import rules
from paperdice.position import parse_position
from train.qwantum import NOTES, describe_note, forward

MIDDLE = "qwantum 11 roll 0 | classic 6,9,12/6,10/7,9/6,7 0 | classic 3,8/3,12,13/7,11/7,8 1"


def test_gains_of_a_number_are_those_of_the_whole_sheet() -> None:
    learned = np.random.default_rng(1).normal(size=tables.SIZE)
    written = np.array([[6, 9, 12, 0, 0, 0], [6, 10, 0, 0, 0, 0], [7, 9, 11, 13, 0, 0], [6, 7, 0, 0, 0, 0]])
    sheet = written, np.array([3, 2, 4, 2])
    n_filled, others = 11, 9
    now = tables.sheet_value(learned, sheet, rules.MAX_ROWS, 0, others, False, False)
    pace = learned[tables.pace_place(n_filled + 1, others, False)] - learned[tables.pace_place(n_filled, others, False)]
    gains = np.zeros(tables.N_NUMBERS)
    for row in range(rules.MAX_ROWS):
        tables.row_gains(learned, sheet, row, tables.stage_of(others), pace, gains)
        for number in range(1, tables.N_NUMBERS):
            if tables.fits(sheet, row, number):
                tables.write(sheet, row, number)
                later = tables.sheet_value(learned, sheet, rules.MAX_ROWS, 0, others, False, False)
                tables.erase(sheet, row)
                assert gains[number] == pytest.approx(later - now)
            else:
                assert gains[number] == tables.NEVER


def test_network_plays_as_it_was_trained() -> None:
    position = parse_position(MIDDLE)
    sheets, state = pack(position.laid, rules.SHEETS)[0], pack(position.state, rules.STATE)[0]
    learned, net = tables.load_learned(), read_nets("qwantum/network")[2]
    notes = np.zeros(2, NOTES)
    for seat in range(2):
        describe_note(learned, sheets, state, seat, notes[seat])
    trained = 1 / (1 + np.exp(-forward(list(net), notes)[-1][:, 0]))
    played = [win_chance((learned, net), sheets, state, seat) for seat in range(2)]
    assert played == pytest.approx(trained, abs=1e-4)
    assert sum(played) == pytest.approx(1, abs=0.1)
