"""An outside bot that misbehaves in the way its argument names; `good` plays its last choice."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

# Invalid answers, by the name of the misbehavior.
SAID = {"nonsense": "I would rather play chess", "nothing": "move", "illegal": "move r99"}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def answer(way: str, view: dict[str, Any]) -> None:
    choices = view["choices"]
    match way:
        case "sees":
            sys.stderr.write(json.dumps([view["phase"], view["acting"], view["answered"]]) + "\n")
            say(f"move {choices[-1]}")
        case "hangs":
            time.sleep(60)
        case "waits":
            while not Path(sys.argv[2]).exists():
                time.sleep(0.01)
            say(f"move {choices[-1]}")
        case "crashes":
            sys.exit(3)
        case "closes":
            os.close(1)
            time.sleep(60)
        case "bytes":
            sys.stdout.buffer.write(b"\xff\xfe move\n")
            sys.stdout.flush()
        case "wrong":
            say(f"move r9{len(choices)}")
        case "talks":
            say(f"thinking\nmove {choices[-1]}")
        case "chatters":
            say(f"move {choices[-1]}\nand that is that")
        case "endless":
            sys.stdout.write("x" * 100_000)
            sys.stdout.flush()
        case _:
            say(SAID.get(way, f"move {choices[-1]}"))


def greet(way: str) -> None:
    if way == "hangs":
        sys.stderr.write(f"{os.getpid()}\n")
        sys.stderr.flush()
    say("thanks" if way == "rude" else "ready")


def main(way: str) -> None:
    if way == "deaf":
        time.sleep(60)
    if way == "banner":
        say("Odd Bot 1.0")
    if way == "usage":
        sys.stdout.write("usage: odd_bot WAY")
        sys.exit(2)
    n_matches = 0
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            greet(way)
        elif word == "match" and way == "logs":
            sys.stderr.write(f"{os.getpid()} {rest}\n")
        elif word == "match" and way == "ponders":
            n_matches += 1
            if n_matches > 6:
                sys.stderr.write("pondering\n")
                sys.stderr.flush()
                time.sleep(60)
        elif word == "choose":
            answer(way, json.loads(rest)["view"])
        elif word == "quit":
            break


main(sys.argv[1])
