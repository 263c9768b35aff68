"""Checks the dice of a Paperdice record with nothing but the standard library: python check_dice.py RECORD."""

import hashlib
import hmac
import re
import sys
from itertools import count
from pathlib import Path

DICE = {"qwixx": "wwrygb", "twenty_one": "wkrygb", "sixto": "roygbp", "qwantum": "w123456"}
MIXED = {
    "1": "r1 r4 y5 b5 b1 p6",
    "2": "r6 r2 y1 y3 b5 p4",
    "3": "r3 r1 y4 y2 b4 p3",
    "4": "r5 y6 b2 b4 p1 p3",
    "5": "r3 y4 b2 b6 p2 p5",
    "6": "r6 y1 y5 b3 p6 p2",
}


def faces(die):
    return MIXED[die].split() if die in MIXED else [f"{die}{pips}" for pips in range(1, 7)]


def face(key, turn, throw, die):
    blocks = (hmac.digest(key, f"{turn} {throw} {die} {n}".encode(), "sha256") for n in count())
    return next(byte % 6 for block in blocks for byte in block if byte < 252)


text = Path(sys.argv[1]).read_text("utf-8")
header = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
seed = bytes.fromhex(header["DiceSeed"])
assert hashlib.sha256(seed).hexdigest() == header["DiceHash"], "the seed is not the one promised"
shares = [share.replace(":", " ") for share in header["DiceShares"].split()]
message = "\n".join(["paperdice dice 1", header["DiceMatch"], *shares])
key = hmac.digest(seed, message.encode(), "sha256")
dice, checked = DICE[header["Game"]], 0
for turn, line in re.findall(r"^(\d+)\. \d: (.*)$", text, re.M):
    parts = [re.sub(r" @.*| \{.*", "", part) for part in line.split(" | ")]
    for i, part in enumerate(parts):
        throw = 1 if i == 0 else 2 if parts[i - 1].startswith("reroll") else 0
        if not throw:
            continue
        given, derived = part.split(), []
        named = parts[i - 1][7:] if throw == 2 else ""  # Qwantum names the dice of a reroll, elsewhere colors tell
        for place, die in enumerate(dice):
            if die in named if named else len(dice) == 7 or any(shown[0] == die for shown in given):
                derived.append(faces(die)[face(key, turn, throw, place)])
        assert given == derived, f"turn {turn}, throw {throw}: {given} should be {derived}"
        checked += 1
print(f"{checked} throws checked, all as they had to be")
