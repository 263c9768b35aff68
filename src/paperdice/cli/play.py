"""The command `paperdice play`, which runs a match in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from paperdice.bots import DEFAULT_BUDGET_MS, Bot, ask, check_bot, check_budget, make_bot
from paperdice.bots.rehearsal import needs_warm_up, warm_up, warm_up_of
from paperdice.cli.completion import BotNames, GameName, SheetName
from paperdice.cli.console import make_console
from paperdice.dice import DiceSource, SeededDice, SystemDice
from paperdice.draw.text import draw_dice, draw_sheet
from paperdice.errors import PaperdiceError, SetupError, StoreError
from paperdice.fast.cache import cache_root
from paperdice.files import check_writable, write_whole
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.texts import read_texts, say
from paperdice.view_builder import view_of

# The usual time to compile a bot, in seconds; it depends on the bot and on the machine.
USUAL_SECONDS = "5 to 60"
HELP = "Type a move as shown, ? for all choices, why r12 to ask why it is refused, sheets to see the others, or quit."


def play(
    game: GameName = "qwixx",
    *,
    seats: int = 2,
    bot: BotNames = ("casual",),
    sheet: SheetName = None,
    seed: int | None = None,
    budget: float = DEFAULT_BUDGET_MS,
    record: Path | None = None,
) -> int:
    """Play a match in the terminal: you sit in seat 0, and bots play the other seats.

    Args:
        seats: The number of seats, including yours.
        bot: A bot for all other seats, or one option per seat: random, casual, steady, expert, or cmd:PROGRAM.
        sheet: One sheet for all seats; by default the usual sheets of the game.
        seed: The seed of the dice; by default, the dice are random.
        budget: Milliseconds per decision for bots that search.
        record: Write the record of the match to this file, even if you quit.
    """
    match = Match(find_game(game), seats, sheet)
    others = Others(match, bot, secrets.randbits(48) if seed is None else seed, budget)
    dice = _find_dice(match, seed)
    console = make_console()
    if record is not None:
        check_writable(record)
    try:
        console.print(HELP)
        while not match.over:
            _go_on(console, match, dice, others)
    except (EOFError, KeyboardInterrupt):
        console.print("\nYou left the match.")
        return 1
    finally:
        if record is not None:
            _keep(console, match, record)
    _show_end(console, match)
    return 0


def _keep(console: Console, match: Match, file: Path) -> None:
    """Write the record of a match to a file; if that fails, print it so that the match is not lost."""
    try:
        write_whole(file, lambda opened: opened.write(match.record().encode("utf-8", "replace")))
    except StoreError:
        console.print(match.record(), markup=False)
        raise
    console.print(f"The record is in {file}.", markup=False)


def _find_dice(match: Match, seed: int | None) -> DiceSource:
    """Return the dice of the match; if they are seeded, store the seed in the match's headers."""
    if seed is None:
        return SystemDice()
    if seed < 0:
        raise SetupError(f"a seed must be 0 or more, not {seed}")
    match.headers |= {"Dice": "seeded", "DiceSeed": str(seed)}
    return SeededDice(seed)


class Others:
    """The bots in the seats other than the player's."""

    def __init__(self, match: Match, names: tuple[str, ...], seed: int, budget: float) -> None:
        seats = range(1, match.seats)
        if len(names) not in (1, len(seats)):
            raise SetupError(f"{len(names)} bots for {len(seats)} seats: name one for all, or one per seat")
        self._names = dict(zip(seats, names * len(seats) if len(names) == 1 else names, strict=True))
        for name in names:
            check_bot(name, match.game)
        check_budget(budget)
        match.headers |= {"Player0": "you"} | {f"Player{seat}": name for seat, name in self._names.items()}
        self._game, self._seed, self._budget = match.game, seed, budget
        self._bots: dict[int, Bot] = {}

    def choose(self, console: Console, match: Match, seats: Sequence[int]) -> dict[int, str]:
        """Compile the bots of these seats if necessary, and return their moves by seat."""
        for name in sorted({self._names[seat] for seat in seats}):
            self._get_ready(console, match, name)
        with console.status("the bots are thinking ..."):
            return {seat: ask(self._bot(seat), match, seat) for seat in seats}

    def _get_ready(self, console: Console, match: Match, name: str) -> None:
        """Compile a bot unless it is already compiled on this machine."""
        wanted = warm_up_of(match.raw, name) if needs_warm_up(name) else None
        if wanted is not None and not wanted.is_done(cache_root()):
            console.print(f"{name} is being compiled, once on this machine: about {USUAL_SECONDS} s ...", style="dim")
            warm_up(wanted)

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = make_bot(self._names[seat], self._game, self._seed + seat, self._budget)
        return self._bots[seat]


def _go_on(console: Console, match: Match, dice: DiceSource, others: Others) -> None:
    """Throw the dice if they are due; otherwise let the player and then the bots choose their moves.

    The bots choose from a copy of the match without the player's sealed move.
    """
    if match.dice_wanted:
        match.throw(dice)
        return
    before, seats = match.copy(), [seat for seat in match.acting if seat]
    if 0 in match.acting:
        _ask(console, match)
    if seats:
        for seat, move in others.choose(console, before, seats).items():
            match.play(seat, move)


def _ask(console: Console, match: Match) -> None:
    """Prompt the player until they enter a legal move; if there is only one, play it without asking."""
    view = view_of(match, 0)
    if len(view["choices"]) == 1:
        match.play(0, view["choices"][0])
        return
    phase = read_texts()["phases"][match.phase]
    console.print()
    console.print(f"[bold]Turn {match.turn}, {phase}[/]" + (", your dice" if match.active == 0 else ""))
    console.print(draw_dice(view))
    console.print(draw_sheet(view["sheets"][0], "you"))
    while True:
        console.print(_summary(view["choices"]), style="dim")
        if _answer(console, match, " ".join(console.input("> ").split()).lower()):
            return


def _summary(choices: list[str]) -> str:
    return "  ".join(choices[:16]) + (f"  … ({len(choices)} in all)" if len(choices) > 16 else "")


def _answer(console: Console, match: Match, words: str) -> bool:
    """Handle the player's input, and return whether a move was played.

    Raises:
        EOFError: The player quits.
    """
    if words in ("quit", "q"):
        raise EOFError
    if words in ("?", "help"):
        console.print(HELP + "\n" + "  ".join(match.choices(0)))
    elif words == "sheets":
        for sheet in view_of(match, None)["sheets"][1:]:
            console.print(draw_sheet(sheet))
    elif words.startswith("why "):
        _explain(console, match, words[4:])
    elif words:
        return _try(console, match, words)
    return False


def _try(console: Console, match: Match, move: str) -> bool:
    try:
        match.play(0, move)
    except PaperdiceError as error:
        console.print(say(error.reason), style="red")
        return False
    return True


def _explain(console: Console, match: Match, move: str) -> None:
    """Print why a move is illegal, without playing it."""
    try:
        match.check_move(0, move)
    except PaperdiceError as error:
        console.print(say(error.reason))
    else:
        console.print(f"{move} is allowed.")


def _show_end(console: Console, match: Match) -> None:
    view = view_of(match, None)
    console.print()
    for sheet in view["sheets"]:
        console.print(draw_sheet(sheet, "you" if sheet["seat"] == 0 else ""))
    won = "You win" if match.winners == (0,) else "You share the win" if 0 in match.winners else "You lose"
    end = read_texts()["ends"][str(match.end_reason)]
    console.print(f"[bold]{won}: {' to '.join(map(str, match.scores))}[/] ({end})")
