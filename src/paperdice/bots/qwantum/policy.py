"""Rates the moves of Qwantum by the chance to win after this turn, as the network sees it."""

from __future__ import annotations

from typing import Any

import numpy as np

from paperdice.bots.qwantum.tables import N_NUMBERS, NEVER, rate_throws
from paperdice.bots.qwantum.value import N_UNITS, chance_of, fill_units, find_rival, gather_units, outlook_of, win_logit
from paperdice.fast.compile import kernel, record_type, register
from paperdice.games.qwantum import rules

STATE = record_type(rules.STATE)
# What a point of the lead counts beside the chance, so that a match that is decided is still played well.
POINT = 0.0005
# Higher sums are so rare that they count as this one.
MOST_LIKELY = 25

register(rules)


@kernel
def pass_on(state: Any) -> None:
    """Gives the dice to the next seat; the sums stay."""
    state.active = (state.active + 1) % state.n_seats
    state.phase = rules.Phase.ROLL


@kernel
def erase(state: Any, seat: Any, row: Any) -> None:
    """Takes the last number of a row back."""
    state.next_cell[seat, row] -= 1
    state.written[seat, row, state.next_cell[seat, row]] = 0


@kernel
def write_color(net: Any, sheets: Any, later: Any, seat: Any, move: Any, units: Any) -> None:
    """Writes the color of a move on a sheet and lets the network see it."""
    rules.write_sum(sheets, later, seat, move)
    gather_units(net, (later.written[seat], later.next_cell[seat]), units[seat])


@kernel
def erase_color(sheets: Any, later: Any, seat: Any, move: Any) -> None:
    """Takes back what a move wrote; the units are left as they are."""
    if move != rules.PASS:
        erase(later, seat, sheets.row_of[seat, move - 1] - 1)


@kernel
def rate_end(weights: Any, sheets: Any, later: Any, seat: Any, rival: Any, units: Any) -> Any:
    """Gives the chance to win after a turn, and a little for the lead."""
    chance = chance_of(win_logit(weights, sheets, later, seat, rival, units))
    if rules.end_reason(sheets, later) != rules.End.NONE:
        return chance + POINT * (rules.score(sheets, later, seat) - rules.score(sheets, later, rival))
    lead = outlook_of(weights[0], sheets, later, seat) - outlook_of(weights[0], sheets, later, rival)
    return chance + POINT * lead


@kernel
def rate_replies(weights: Any, sheets: Any, state: Any, later: Any, seat: Any, units: Any, ratings: Any) -> None:
    """Rates what a seat may share, color by color behind the pass, as if nobody else wrote anything."""
    rival = find_rival(weights[0], sheets, later, seat)
    ratings[:] = NEVER
    kept = units[seat].copy()
    for move in range(1 + rules.N_COLORS):
        if move == rules.PASS or rules.can_write(sheets, state, seat, move - 1):
            write_color(weights[1], sheets, later, seat, move, units)
            ratings[move] = rate_end(weights, sheets, later, seat, rival, units)
            erase_color(sheets, later, seat, move)
    units[seat] = kept


@kernel
def best_reply(ratings: Any, picked: Any) -> Any:
    """Gives the best rated move that does not share the picked color."""
    best = rules.PASS
    for move in range(1, 1 + rules.N_COLORS):
        if move != picked and ratings[move] > ratings[best]:
            best = move
    return best


@kernel
def rate_share(weights: Any, sheets: Any, state: Any, copies: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates each color by the chance to win when the others share what suits them best."""
    later = copies[0]
    units = np.empty((rules.MAX_SEATS, 2 * N_UNITS), np.float32)
    fill_units(weights[1], later, units)
    rival = find_rival(weights[0], sheets, later, seat)
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    ratings = np.empty(1 + rules.N_COLORS)
    for other in range(state.n_seats):
        if other != seat:
            rate_replies(weights, sheets, state, later, other, units, ratings)
            replies[other] = best_reply(ratings, rules.PASS)
    for other in range(state.n_seats):
        if other != seat:
            write_color(weights[1], sheets, later, other, replies[other], units)
    for index in range(n):
        values[index] = rate_written(weights, sheets, state, later, seat, rival, moves[index], units)


@kernel
def rate_written(
    weights: Any, sheets: Any, state: Any, later: Any, seat: Any, rival: Any, move: Any, units: Any
) -> Any:
    """Rates a share on top of what has been written this turn."""
    missed = 1 if move == rules.PASS and seat == state.active and later.picked == rules.PASS else 0
    write_color(weights[1], sheets, later, seat, move, units)
    later.misses[seat] += missed
    rating = rate_end(weights, sheets, later, seat, rival, units)
    later.misses[seat] -= missed
    erase_color(sheets, later, seat, move)
    return rating


@kernel
def rate_pick(weights: Any, sheets: Any, state: Any, copies: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates each color by the chance to win after the best share, when the others share what suits them best."""
    later = copies[0]
    units = np.empty((rules.MAX_SEATS, 2 * N_UNITS), np.float32)
    fill_units(weights[1], later, units)
    rival = find_rival(weights[0], sheets, later, seat)
    ratings = np.empty((rules.MAX_SEATS, 1 + rules.N_COLORS))
    for other in range(state.n_seats):
        if other != seat:
            rate_replies(weights, sheets, state, later, other, units, ratings[other])
    replies = np.zeros(rules.MAX_SEATS, np.int64)
    for index in range(n):
        later.picked = moves[index]
        write_color(weights[1], sheets, later, seat, later.picked, units)
        if rules.end_reason(sheets, later) != rules.End.NONE:
            values[index] = rate_end(weights, sheets, later, seat, rival, units)
        else:
            for other in range(state.n_seats):
                if other != seat:
                    replies[other] = best_reply(ratings[other], later.picked)
                    write_color(weights[1], sheets, later, other, replies[other], units)
            values[index] = best_share(weights, sheets, state, later, seat, rival, units)
            for other in range(state.n_seats):
                if other != seat:
                    erase_color(sheets, later, other, replies[other])
        erase_color(sheets, later, seat, later.picked)


@kernel
def best_share(weights: Any, sheets: Any, state: Any, later: Any, seat: Any, rival: Any, units: Any) -> Any:
    """Gives the best rating of a share on top of what has been written this turn."""
    best = rate_written(weights, sheets, state, later, seat, rival, rules.PASS, units)
    for color in range(rules.N_COLORS):
        if rules.can_write(sheets, later, seat, color):
            rating = rate_written(weights, sheets, state, later, seat, rival, color + 1, units)
            best = max(best, rating)
    return best


@kernel
def number_gains(
    weights: Any, sheets: Any, later: Any, seat: Any, writer: Any, rival: Any, units: Any, gains: Any
) -> None:
    """Writes the logit of a seat's chance for each number of each color that a seat may write; NEVER where none may."""
    gains[:, :] = NEVER
    kept = units[writer].copy()
    for color in range(rules.N_COLORS):
        row = sheets.row_of[writer, color] - 1
        cell = later.next_cell[writer, row]
        if cell == rules.MAX_CELLS:
            continue
        last = rules.last_number(later, writer, row)
        for number in range(1, N_NUMBERS):
            if rules.follows(cell, last, number) and number > MOST_LIKELY:
                gains[color, number] = gains[color, number - 1]
            elif rules.follows(cell, last, number):
                later.sums[color] = number
                write_color(weights[1], sheets, later, writer, color + 1, units)
                gains[color, number] = win_logit(weights, sheets, later, seat, rival, units)
                erase_color(sheets, later, writer, color + 1)
    units[writer] = kept


@kernel
def turn_tables(weights: Any, sheets: Any, copies: Any, seat: Any) -> Any:
    """Gives what each number adds to the chance (as a logit), written by the seat or by its rival, and a miss; then
    the logit if nothing is written."""
    later = copies[0]
    units = np.empty((rules.MAX_SEATS, 2 * N_UNITS), np.float32)
    fill_units(weights[1], later, units)
    rival = find_rival(weights[0], sheets, later, seat)
    now = win_logit(weights, sheets, later, seat, rival, units)
    own = np.empty((rules.N_COLORS, N_NUMBERS))
    theirs = np.empty((rules.N_COLORS, N_NUMBERS))
    number_gains(weights, sheets, later, seat, seat, rival, units, own)
    number_gains(weights, sheets, later, seat, rival, rival, units, theirs)
    for color in range(rules.N_COLORS):
        for number in range(N_NUMBERS):
            own[color, number] -= now if own[color, number] > NEVER else 0.0
            theirs[color, number] = min(theirs[color, number] - now, 0.0) if theirs[color, number] > NEVER else 0.0
    later.misses[seat] += 1
    return (own, theirs, win_logit(weights, sheets, later, seat, rival, units) - now), now


@kernel
def rate_reroll(weights: Any, sheets: Any, state: Any, copies: Any, seat: Any, values: Any) -> None:
    """Rates sets of dice to throw again by the chance to win after the turn; untried ones stay far behind."""
    tables, now = turn_tables(weights, sheets, copies, seat)
    rate_throws(tables, state, weights[2], weights[3], values)
    for mask in range(len(values)):
        if values[mask] > NEVER / 2:
            values[mask] = chance_of(now + values[mask])


@kernel
def rate_by_chance(weights: Any, sheets: Any, state: Any, seat: Any, moves: Any, n: Any, values: Any) -> None:
    """Rates moves by the chance to win.

    The copy that the parts write on belongs to this kernel: a record does not keep its array alive.
    """
    copies = np.empty(1, STATE)
    copies[0] = state
    pass_on(copies[0])
    if state.phase == rules.Phase.REROLL:
        rate_reroll(weights, sheets, state, copies, seat, values[:n])
    elif state.phase == rules.Phase.PICK:
        rate_pick(weights, sheets, state, copies, seat, moves, n, values)
    else:
        rate_share(weights, sheets, state, copies, seat, moves, n, values)
