"""Regression check for refactorings: compare fingerprints of everything that must not change.

Usage: python bench/same.py [--write] [PART ...]; by default all; `--list` names them.
Each part is computed and compared with `bench/same/`; if it differs, the first differences are printed and the exit
status is 1. Decisions, rows, records and views are compared by hash, solved values and ratings of moves within 1e-12 of
max(1, |value|).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import _inside as inside
import numpy as np
import numpy.typing as npt

import paperdice
from paperdice.arena.engines import Threads
from paperdice.arena.run import play_duel
from paperdice.arena.setup import Setup
from paperdice.arena.statistics import Duel
from paperdice.game import Game

HERE = Path(__file__).parent / "same"
HASHES, FLOATS = HERE / "hashes.json", HERE / "floats.npz"
GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
TOLERANCE = 1e-12
# Games whose sheets have only rows; the Qwixx family and Longo are checked in separate parts.
PLAIN = tuple(game for game in paperdice.GAMES if game.printing is None)
NAMES = tuple(game.name for game in PLAIN)

Deal = tuple[str, ...]
Floats = npt.NDArray[np.float64]
# The fingerprints of a part: those compared exactly, and those compared within the tolerance.
Prints = tuple[dict[str, str], dict[str, Floats]]

# The number of matches of `steady` against itself with each number of seats and each deal, for more than 250,000
# decisions per game.
STEADY_MATCHES = {"qwixx": 200, "twenty_one": 500, "qwantum": 350, "sixto": 120}
# The number of matches per run whose decisions are rated, and about how many of the ratings are stored.
RATED_MATCHES = {"qwixx": 4, "twenty_one": 3, "qwantum": 5, "sixto": 3}
KEPT_VALUES = 4000


# Helpers


class Digest:
    """A hash of many texts and arrays in order."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, *things: object) -> None:
        """Add plain values or arrays to the hash."""
        for thing in things:
            data = thing.tobytes() if isinstance(thing, np.ndarray) else canonical(thing).encode()
            self._hash.update(len(data).to_bytes(8, "big") + data)

    def text(self) -> str:
        """Return the hash."""
        return self._hash.hexdigest()[:32]


def canonical(thing: object) -> str:
    """Return plain values as JSON with sorted keys, so that equal values give equal texts."""
    return json.dumps(thing, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def deals(game: Game, seats: int) -> dict[str, Deal]:
    """Return some deals of sheets by name: the default one, one sheet for all, a mixed one."""
    names = [name for name, sheet in game.sheets.items() if sheet.extras is None]
    chosen = {"default": tuple(game.deal(seats))}
    if len(names) > 1:
        chosen["last"] = (names[-1],) * seats
        chosen["mixed"] = tuple(names[(2 * seat + 1) % len(names)] for seat in range(seats))
    return chosen


def setups(name: str, bots: tuple[str, ...]) -> Iterator[tuple[str, Setup]]:
    """Yield a setup for each number of seats and each deal; the bots are assigned to the seats in rotation."""
    game = paperdice.find_game(name)
    for seats in game.seats:
        seated = tuple(bots[seat % len(bots)] for seat in range(seats))
        for deal, sheets in deals(game, seats).items():
            yield f"{seats} {deal} {'+'.join(bots)}", Setup(name, seats, seated, seed=11, sheets=sheets)


def steps_of(match: paperdice.Match) -> Iterator[tuple[paperdice.Match, tuple[int, ...]]]:
    """Replay a match from its start, and pause in every phase before the seats decide."""
    again = paperdice.Match(match.game, match.seats, match.sheets, match.first)
    parts = [part.text for turn in paperdice.record.parse_record(match.record()).turns for part in turn.parts]
    for text in parts:
        if again.dice_wanted:
            again.throw(text)
            continue
        acting = again.acting
        yield again, acting
        for seat, move in zip(acting, text.split(", "), strict=True):
            again.play(seat, move)


# Records, positions, views, refusals along random matches


Dealt = tuple[str, Game, Deal]


def plain_deals() -> Iterator[Dealt]:
    """Yield a deal for each game and number of seats, by name."""
    for game in PLAIN:
        for seats in game.seats:
            for deal, sheets in deals(game, seats).items():
                yield f"{game.name} {seats} {deal}", game, sheets


def family_deals() -> Iterator[Dealt]:
    """Yield a deal for each sheet of the family and of Longo with two seats, for each group of sheets with more seats,
    and one solo deal.
    """
    for game in paperdice.GAMES:
        printed = [sheet for sheet in game.sheets.values() if sheet.extras is not None]
        groups: dict[str, list[str]] = {}
        for sheet in printed:
            groups.setdefault(sheet.extras.group if sheet.extras else "", []).append(sheet.name)
            yield f"{game.name} {sheet.name} twice", game, (sheet.name,) * 2
        for group, names in groups.items():
            yield f"{game.name} {group} alone", game, (names[-1],)
            if len(names) > 1:
                yield f"{game.name} {group} mixed", game, tuple(names[: game.seats[-1]])


def random_matches(dealt: Iterator[Dealt]) -> Iterator[tuple[str, paperdice.Match, random.Random]]:
    """Yield a random match of each deal, before its first throw."""
    for label, game, sheets in dealt:
        yield label, paperdice.Match(game, len(sheets), sheets, len(sheets) - 1), random.Random(label)


def play_randomly(match: paperdice.Match, chance: random.Random) -> Iterator[None]:
    """Play a match to its end at random, pausing before every throw and every move."""
    dice = paperdice.SeededDice(chance.randrange(1 << 40))
    while not match.over:
        yield
        if match.dice_wanted:
            match.throw(dice)
            continue
        seat = chance.choice(match.acting)
        match.play(seat, chance.choice(match.choices(seat)))
    yield


def walk(dealt: Callable[[], Iterator[Dealt]], look: Callable[[paperdice.Match, Digest], None], every: int) -> Prints:
    """Return one hash per random match, over what `look` adds at every `every`-th step."""
    prints = {}
    for label, match, chance in random_matches(dealt()):
        digest = Digest()
        for step, _ in enumerate(play_randomly(match, chance)):
            if step % every == 0 or match.over:
                look(match, digest)
        prints[label] = digest.text()
    return prints, {}


def look_at_record(match: paperdice.Match, digest: Digest) -> None:
    """Add the record with and without sealed moves, and the record after parsing."""
    text = match.record()
    digest.add(text, match.record(sealed=False), paperdice.read_record(text).record() == text)


def look_at_position(match: paperdice.Match, digest: Digest) -> None:
    """Add the position, the state of the match, and the tallies."""
    text = match.position()
    digest.add(text, paperdice.Match.from_position(text).position() == text)
    digest.add(match.phase, match.roll, match.dice_wanted, match.active, match.acting, match.scores, match.winners)
    digest.add(match.end_reason, [match.tally(seat) for seat in range(match.seats)])


def look_at_views(match: paperdice.Match, digest: Digest) -> None:
    """Add the view of each seat and of a spectator."""
    digest.add(*(paperdice.view_of(match, seat) for seat in (None, *range(match.seats))))


def look_at_refusals(match: paperdice.Match, digest: Digest) -> None:
    """Add the reason why each cell cannot be marked, and the errors of invalid moves and throws."""
    for seat in range(match.seats):
        for row, printed in enumerate(match.sheets[seat].rows):
            for cell in range(len(printed)):
                reason = match.why_not(seat, row, cell)
                digest.add(None if reason is None else [reason.id, dict(reason.params)], match.ways(seat, row, cell))
        for move in ("r5", "-", "x", "keep", "reroll", "reroll w1", "k1 y4 b3", "p6", "r4 y1", "b12", "huh", "r99"):
            digest.add(refusal(partial(match.copy().play, seat, move)))
        if match.sheets[seat].extras is not None:
            look_at_extras(match, seat, digest)
        digest.add(refusal(partial(match.copy().take_back, seat)))
    for dice in ("w4 w1 r2 y6 g3 b6", "w9", ""):
        digest.add(refusal(partial(match.copy().throw, dice)))


def look_at_extras(match: paperdice.Match, seat: int, digest: Digest) -> None:
    """Add the reasons for the parts of a family sheet outside of its rows, and for its additional moves."""
    n_rows = len(match.sheets[seat].rows)
    for line, shown in enumerate(paperdice.view_of(match, None)["sheets"][seat].get("lines", [])):
        for cell in range(len(shown["cells"])):
            reason = match.why_not(seat, n_rows + line, cell)
            digest.add(None if reason is None else [reason.id, dict(reason.params)])
    for move in ("ry5", "gb11", "x3:r3", "x8:g9", "g9>b", "y7>r", "*y5", "*b15", "r16"):
        digest.add(refusal(partial(match.copy().play, seat, move)))


def refusal(call: Callable[[], None]) -> object:
    """Return the type, reason id and parameters of the error that a call raises, None if it raises none."""
    try:
        call()
    except paperdice.PaperdiceError as error:
        return [type(error).__name__, error.reason.id, dict(error.reason.params)]
    return None


# Simulations, duels, decisions, values


def simulate_game(name: str) -> Prints:
    """Return fingerprints of the results of compiled matches, and of the moves of some of them."""
    benchmarks = ("evolved", "closed_form") if name == "qwixx" else ()
    crowds = {("random",): 300, (*benchmarks, "steady", "casual", "random"): 100, ("steady",): STEADY_MATCHES[name]}
    prints = {}
    for bots, number in crowds.items():
        for label, setup in setups(name, bots):
            prints[label] = hash_rows(setup, number, traced=100)
    return prints, {}


def hash_rows(setup: Setup, number: int, traced: int) -> str:
    """Return one hash of the results of a run, the moves of its first matches, and the record of one match."""
    rows, digest = inside.play_rows(setup, number), Digest()
    for field in ("match", "turns", "end", "scores", "breaks", "forfeits", "events"):
        digest.add(field, np.ascontiguousarray(rows[field]))
    digest.add(*(inside.trace_moves(setup, match) for match in range(min(number, traced))))
    digest.add(inside.replay(setup, 1).record())
    return digest.text()


def duel_game(name: str) -> Prints:
    """Return fingerprints of short duels of `expert` with a fixed number of playouts."""
    prints = {}
    for seats, other, matches in ((2, "steady", 6), (2, "casual", 2), (3, "steady", 3)):
        duel = Duel(("expert", other), name, seats, seed=5, playouts=60)
        told = play_duel(duel, matches, engine=Threads(1)).as_dict()
        prints[f"{seats} {other}"] = canonical({key: value for key, value in told.items() if key != "seconds"})
    return prints, {}


def choose_game(name: str) -> Prints:
    """Return fingerprints of the decisions of every bot on views, along matches of `steady`, `casual` and `random`."""
    game = paperdice.find_game(name)
    prints = {}
    names = [*paperdice.bots.bot_names(game)]
    for label, setup in setups(name, ("steady", "casual", "random")):
        bots = {bot: paperdice.make_bot(bot, game, seed=3, playouts=40) for bot in names}
        chosen: dict[str, list[str]] = {bot: [] for bot in names}
        for number, (match, acting) in enumerate(steps_of(inside.replay(setup, 2))):
            for bot in names if number % 4 == 0 else names[:-1]:
                if bot == "expert" and number % 8:
                    continue
                chosen[bot] += [bots[bot].choose(paperdice.view_of(match, seat)) for seat in acting]
        for bot, moves in chosen.items():
            digest = Digest()
            digest.add(moves)
            prints[f"{label} {bot} ({len(moves)})"] = digest.text()
    return prints, {}


def value_game(name: str) -> Prints:
    """Return the ratings of all legal moves: all as hashes of their bits and of the decisions, and some as numbers."""
    policies = ["steady", "casual", *(("evolved", "closed_form") if name == "qwixx" else ())]
    rated: dict[str, list[Floats]] = {policy: [] for policy in policies}
    for _, setup in setups(name, ("steady", "casual", "steady", "random")):
        for number in range(RATED_MATCHES[name]):
            for match, acting in steps_of(inside.replay(setup, 3 + number)):
                for seat in acting:
                    if len(match.choices(seat)) > 1:
                        for policy in policies:
                            rated[policy].append(inside.rate_moves(policy, match, seat))
    prints, floats = {}, {}
    for policy, values in rated.items():
        digest = Digest()
        digest.add([int(value.argmax()) for value in values])
        prints[f"{policy}: decisions on {len(values)} positions"] = digest.text()
        bits = np.concatenate(values)
        prints[f"{policy}: bits"] = hashlib.sha256(bits.tobytes()).hexdigest()[:32]
        floats[policy] = bits[:: max(1, len(bits) // (KEPT_VALUES if policy == "steady" else KEPT_VALUES // 4))]
    return prints, floats


def family_runs(bots: tuple[str, ...]) -> Iterator[tuple[str, Setup]]:
    """Yield a setup for each deal of the family; the bots are assigned to the seats in rotation."""
    for label, game, sheets in family_deals():
        seated = tuple(bots[seat % len(bots)] for seat in range(len(sheets)))
        yield f"{label} {'+'.join(bots)}", Setup(game.name, len(sheets), seated, seed=11, sheets=sheets)


def simulate_family() -> Prints:
    """Return fingerprints of the results of compiled matches of the family, and of the moves of some of them."""
    prints = {}
    for bots, number in {("random",): 200, ("steady", "casual", "random"): 60}.items():
        for label, setup in family_runs(bots):
            prints[label] = hash_rows(setup, number, traced=10)
    return prints, {}


def choose_family() -> Prints:
    """Return fingerprints of decisions on views by `steady`, `casual` and a level, on one sheet of each group."""
    names, prints = ("steady", "casual", "level-3"), {}
    for label, setup in family_runs(("steady", "casual")):
        if " alone " in label:
            continue
        bots = {bot: paperdice.make_bot(bot, paperdice.find_game(setup.game), seed=3) for bot in names}
        chosen: dict[str, list[str]] = {bot: [] for bot in names}
        for match, acting in steps_of(inside.replay(setup, 2)):
            for bot in names:
                chosen[bot] += [bots[bot].choose(paperdice.view_of(match, seat)) for seat in acting]
        digest = Digest()
        digest.add(chosen)
        prints[label] = digest.text()
    return prints, {}


# Solved values, environments, files


def solve_all() -> Prints:
    """Return solved values, their distributions, and bounds."""
    from paperdice.solve import bound_qwantum, bound_sixto, solve_qwixx, solve_twenty_one

    floats = {}
    questions: dict[str, tuple[int, float, int | None]] = {
        "alone": (1, 0.0, None),
        "two seats, hazard": (2, 0.1, None),
        "target 110": (1, 0.0, 110),
    }
    for label, question in questions.items():
        table = solve_qwixx(*question, fresh=True)
        sample = table.values.ravel()[:: table.values.size // 250]
        floats[f"qwixx, {label}"] = np.array([table.value(), table.positions, *sample])
        if label == "alone":
            chances = inside.chances_of(table)
            floats["qwixx, chances of scores"] = np.array([part for pair in sorted(chances.items()) for part in pair])
    for seats, hazard in ((1, 0.0), (2, 0.0), (6, 0.0), (3, 0.02)):
        rows = solve_twenty_one(seats, hazard)
        floats[f"twenty_one, {seats} seats, hazard {hazard}"] = np.array(
            [*map(rows.value, range(seats)), *rows.row_values()]
        )
    floats["bounds"] = np.array([bound_qwantum().upper, bound_sixto().upper])
    digest = Digest()
    digest.add(inside.patient_scores(3000, "A"), inside.patient_scores(3000, "H"))
    return {"sixto, patient": digest.text()}, floats


def step_envs() -> Prints:
    """Return fingerprints of observations, masks and rewards of seeded environments with random legal moves."""
    from paperdice.envs import AecMatch, BatchEnv

    prints = {}
    for game in PLAIN:
        for seats, bots, reward in ((2, "random", "win"), (3, "casual", "points"), (2, "steady", "points")):
            env, chance, digest = (
                BatchEnv(game.name, 32, seats, bots, seat=1, reward=reward),
                random.Random(2),
                Digest(),
            )
            seen, infos = env.reset(seed=9)
            for _ in range(60):
                digest.add(seen, *(infos[key] for key in sorted(infos)))
                moves = [chance.choice(np.flatnonzero(mask).tolist()) for mask in infos["action_mask"]]
                seen, rewards, ends, _, infos = env.step(np.array(moves))
                digest.add(rewards, ends)
            prints[f"{game.name} {seats} {bots} {reward}"] = digest.text()
        prints[f"{game.name} all seats"] = step_all_seats(AecMatch(game.name, 2))
    return prints, {}


def step_all_seats(env: paperdice.envs.AecMatch) -> str:
    """Play one match for all seats and return a hash of their observations."""
    chance, digest = random.Random(4), Digest()
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, is_over, _, info = env.last()
        digest.add(agent, canonical(seen) if isinstance(seen, dict) else seen, float(reward), bool(is_over))
        env.step(None if is_over else chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return digest.text()


def hash_weights() -> Prints:
    """Return hashes of the contents of the bots' weights, regardless of file names and TOML comments."""
    contents = [path.read_bytes() for path in inside.PACKAGE.rglob("*.npz")]
    tables = [tomllib.loads(path.read_text("utf-8")) for path in inside.PACKAGE.rglob("evolved*.toml")]
    contents += [canonical(table).encode() for table in tables]
    return {hashlib.sha256(content).hexdigest(): "there" for content in contents}, {}


def replay_golden() -> Prints:
    """Return fingerprints of the golden records after parsing and formatting."""
    prints = {}
    for path in sorted(GOLDEN.glob("*.record")):
        text, digest = path.read_text("utf-8"), Digest()
        digest.add(text, paperdice.read_record(text).record())
        prints[path.name] = digest.text()
    return prints, {}


# Comparison


@cache
def parts() -> dict[str, Callable[[], Prints]]:
    """Return all parts by name."""
    looks = {
        "records": (look_at_record, 5),
        "positions": (look_at_position, 2),
        "views": (look_at_views, 3),
        "refusals": (look_at_refusals, 5),
    }
    games = {"simulate": simulate_game, "duel": duel_game, "choose": choose_game, "values": value_game}
    return {
        **{name: partial(walk, plain_deals, *look) for name, look in looks.items()},
        **{f"family-{name}": partial(walk, family_deals, *look) for name, look in looks.items()},
        "golden": replay_golden,
        "weights": hash_weights,
        **{f"{kind}-{name}": partial(work, name) for kind, work in games.items() for name in NAMES},
        "family-simulate": simulate_family,
        "family-choose": choose_family,
        "solve": solve_all,
        "envs": step_envs,
    }


def compare(part: str, prints: Prints, kept: dict[str, str], floats: dict[str, Floats]) -> list[str]:
    """Return one sentence per difference; values within the tolerance that are not bit-identical are only printed."""
    hashes, numbers = prints
    faults = [f"{key}: not there" for key in kept.keys() - hashes.keys()]
    faults += [f"{key}: not known" for key in hashes.keys() - kept.keys()]
    differing = [key for key in hashes.keys() & kept.keys() if hashes[key] != kept[key]]
    faults += [f"{key}: differs" for key in differing if not key.endswith(": bits")]
    faults += [f"{key}: not known" for key in numbers.keys() - floats.keys()]
    for key, before in floats.items():
        now = numbers.get(key)
        if now is None or now.shape != before.shape:
            faults.append(f"{key}: other positions")
            continue
        largest = float((np.abs(now - before) / np.maximum(1, np.abs(before))).max())
        same_bits = f"{key}: bits" not in differing and bool((now == before).all())
        print(f"    {key}: {'bit-identical' if same_bits else f'largest difference {largest:.3g}'}")
        if not largest <= TOLERANCE:
            faults.append(f"{key}: off by {largest:.3g}")
    return sorted(faults)


def load() -> tuple[dict[str, dict[str, str]], dict[str, Floats]]:
    """Return the stored fingerprints: hashes by part and key, numbers by `part/key`."""
    hashes = json.loads(HASHES.read_text("utf-8")) if HASHES.exists() else {}
    floats = dict(np.load(FLOATS)) if FLOATS.exists() else {}
    return hashes, floats


def write(part: str, prints: Prints) -> None:
    """Store the fingerprints of a part."""
    hashes, floats = load()
    hashes[part] = prints[0]
    floats = {key: values for key, values in floats.items() if not key.startswith(f"{part}/")}
    floats |= {f"{part}/{key}": values for key, values in prints[1].items()}
    HERE.mkdir(exist_ok=True)
    HASHES.write_text(json.dumps({name: hashes[name] for name in parts() if name in hashes}, indent=1) + "\n", "utf-8")
    np.savez_compressed(FLOATS, **{key: floats[key] for key in sorted(floats)})  # type: ignore[arg-type]


def main() -> None:
    """Check or write the selected parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[[], *parts()])
    parser.add_argument("--write", action="store_true", help="store the computed fingerprints")
    parser.add_argument("--list", action="store_true", help="name the parts")
    words = parser.parse_args()
    if words.list:
        print("\n".join(parts()))
        return
    n_faults = 0
    for part in words.parts or parts():
        started, used = time.perf_counter(), time.process_time()
        prints = parts()[part]()
        took = f"{time.perf_counter() - started:.1f} s, {time.process_time() - used:.1f} s CPU"
        if words.write:
            write(part, prints)
            print(f"{part}: written ({took})", flush=True)
            continue
        hashes, floats = load()
        mine = {key.partition("/")[2]: values for key, values in floats.items() if key.startswith(f"{part}/")}
        faults = compare(part, prints, hashes.get(part, {}), mine)
        n_faults += len(faults)
        print(f"{part}: {'the same' if not faults else 'DIFFERENT'} ({took})", *faults[:8], sep="\n    ", flush=True)
    sys.exit(1 if n_faults else 0)


if __name__ == "__main__":
    main()
