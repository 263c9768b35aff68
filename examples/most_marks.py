"""An external bot in twenty lines: makes the move with the most marks, and passes only if it must.

paperdice duel "cmd:python3 most_marks.py" casual --matches 100
"""

import json
import sys

PASSES = ("-", "x", "keep")


def choose(view: dict) -> str:
    return max(view["choices"], key=lambda move: (move not in PASSES, len(move.split())))


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    told = json.loads(rest or "{}")
    if word == "hello":
        print("ready", flush=True)
    elif word == "choose":
        print("move", choose(told["view"]), flush=True)
    elif word == "quit":
        break
