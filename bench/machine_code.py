"""Compares the machine code of two checkouts: where it is the same, so is the speed, whatever else the machine does.

The simulator's kernel for whole Qwixx matches on the classic sheet is compiled anew from both, and its instructions
are compared without the names that numba gives to symbols. Numbers of instructions are of the whole kernel, with all
that it calls.

Usage: python bench/machine_code.py CHECKOUT [BOT ...]; `random` and `steady` unless told
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
BOTS = ("random", "steady")
_SYMBOL = re.compile(r"(?<![\w.])(?:[_.]?[A-Za-z$][\w.$@]{23,})")
_LABEL = re.compile(r"\.L[\w$]+")


def instructions(bot: str) -> list[str]:
    """The instructions of the kernel that plays matches of two such bots, symbols named in the order of their use."""
    import paperdice
    from paperdice.bots.registry import find_policy
    from paperdice.fast.playout import Playout, make_kernels

    game = paperdice.find_game("qwixx")
    playout = Playout(game, [game.sheets["classic"]] * 2, [find_policy(bot, game, 2)] * 2)
    playout.play(1, 0, 1)
    kernel: Any = make_kernels(game, playout.policies).play_block
    (text,) = kernel.inspect_asm().values()
    names: dict[str, str] = {}

    def short(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"name{len(names)}")

    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    code = [line for line in lines if line and not line.startswith(".") and not line.endswith(":")]
    return [_SYMBOL.sub(short, _LABEL.sub(short, line)) for line in code]


def instructions_there(checkout: Path, bot: str) -> list[str]:
    """The same in a process of its own that imports the package from a checkout, and keeps no code."""
    with tempfile.TemporaryDirectory() as cache:
        told = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), "--print", bot],
            env={**os.environ, "PYTHONPATH": str(checkout.resolve() / "src"), "PAPERDICE_CACHE": cache},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return told.stdout.splitlines()


def compare(before: Path, bot: str) -> bool:
    """Prints how far the code of both is the same."""
    then, now = instructions_there(before, bot), instructions_there(HERE, bot)
    changed = [line for line in difflib.unified_diff(then, now, lineterm="", n=0) if line[0] in "+-"][2:]
    told = "the same" if not changed else f"{len(changed)} lines differ"
    print(f"| {bot} | {len(then)} | {len(now)} | {told} |", flush=True)
    for line in changed[:20]:
        print(line)
    return not changed


def main() -> None:
    """Prints one table, or the instructions for the process that asks; exits with 1 where code differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?")
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--print", dest="bot", help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.bot is not None:
        print("\n".join(instructions(words.bot)))
        return
    if words.before is None:
        print("name the checkout to compare with; see --help")
        return
    print("| bots | instructions before | now | |\n|---|---|---|---|")
    is_same = [compare(words.before, bot) for bot in words.bots or BOTS]
    sys.exit(0 if all(is_same) else 1)


if __name__ == "__main__":
    main()
