"""Check the dice of a Paperdice record with only the standard library: python check_dice.py RECORD [RECEIPT].

This script shares no code with Paperdice. It knows which dice are thrown in a turn, which moves the dice allow, and
when a match ends. Whether marks fit the sheets is checked by `paperdice verify`. The exit code is 0 if everything is as
promised, 1 if not, and 3 if everything is as promised but the match was stopped, or earlier deals were stopped or
dropped.
"""

import hashlib
import hmac
import re
import sys
from itertools import count
from pathlib import Path

DICE = {"qwixx": "wwrygb", "longo": "wwrygb", "twenty_one": "wkrygb", "qwantum": "w123456", "sixto": "roygbp"}
SEATS = {"qwixx": 5, "longo": 5, "twenty_one": 6, "qwantum": 4, "sixto": 6}
FACES = {"longo": 8}
MIXED = {
    "1": "r1 r4 y5 b5 b1 p6",
    "2": "r6 r2 y1 y3 b5 p4",
    "3": "r3 r1 y4 y2 b4 p3",
    "4": "r5 y6 b2 b4 p1 p3",
    "5": "r3 y4 b2 b6 p2 p5",
    "6": "r6 y1 y5 b3 p6 p2",
}
GOALS = {"classic": "r12 y12 g2 b2", "mixx-a": "r12 y12 g2 b2", "mixx-b": "r11 y10 g3 b4"}
# On these sheets of the Qwixx family no mark that a move forces can lock a row; on Bonus A and B it can.
GOALS |= dict.fromkeys(["double-a", "double-b", "big-points", "x-change"], GOALS["classic"])
GOALS |= {f"{kind}-{letter}": GOALS["classic"] for kind in ("steps", "chain") for letter in "abcde"}
SWAPS = [(8, 5), (9, 7), (11, 3), (7, 4), (10, 3), (8, 6), (10, 5), (11, 9), (6, 4)]
LUCKY = [(6, 12), (5, 7), (5, 11), (7, 13), (11, 13), (5, 6), (5, 12)]
LUCKY += [(5, 13), (6, 7), (6, 11), (6, 13), (7, 12), (11, 12), (12, 13)]
LUCKY = {f"longo-{number}": pair for number, pair in enumerate(LUCKY, 1)}
GOALS |= dict.fromkeys(LUCKY, "r15 r16 y15 y16 g3 g2 b3 b2")
ROWS = {
    "A": "412565431632 532651234146 462321564153 214265463153 351564263124 326123654154",
    "B": "415362643521 614315256234 126326541435 413231564526 653561423421 651415234623",
    "C": "412135463265 653241214635 214345263561 523246153614 521634245316 431651625234",
    "D": "531326541246 462453132561 524524631631 541362324651 521564342631 235436162415",
    "E": "623425153614 251345326164 234651314562 613413256542 124361465253 412463125653",
    "F": "416534562123 453126463125 632612435145 416352326145 642431562531 132165234645",
    "G": "325421436561 451236354216 326436521451 631642521345 546212436513 341625264513",
    "H": "421543126563 512643132465 134526462531 421265134635 145362524163 352146265341",
    "I": "631362451245 321514265364 531646325142 245131653264 132465631245 423153256146",
    "J": "643162523415 463521314265 215146345632 543465213216 264364125315 162345413625",
    "K": "365612541234 521364651324 623461435152 615345362124 162536124543 542413265361",
    "L": "542154623613 316425352164 246132351465 354521643216 263423615415 365134246215",
}
SECRET = r"[0-9a-f]{64}"
KEPT = r"paperdice dice \d|(?:match|game|seats|sheets|first|bots|attempt|without|dropped|stopped|hash|commitment) \S.*"


def need(is_so, why):
    if not is_so:
        sys.exit(f"NOT as promised: {why}")


def read(path):
    try:
        text = Path(path).read_bytes()[:1_000_001].decode("utf-8").replace("\r\n", "\n")
    except (OSError, ValueError) as error:
        sys.exit(f"cannot read {path!r}: {error}")
    need(len(text) <= 1_000_000, "the file is too long")
    need(not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", text), "it holds characters that do not show")
    return text.split("\n")


def read_record(lines):
    header, turns, closing = {}, [], ""
    for line in filter(None, map(str.rstrip, lines)):
        need(not closing, f"something follows the closing line: {line[:60]!r}")
        if found := re.fullmatch(r'\[([A-Z][A-Za-z0-9]{0,31}) "((?:[^"\\]|\\["\\])*)"\]', line):
            need(not turns, "a header stands among the turns")
            need(found[1] not in header, f"header {found[1]} stands twice")
            header[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif found := re.fullmatch(r"([1-9][0-9]{0,5})\. ([0-9]): (.+)", line):
            parts = re.sub(r" \{[^{}]*\}", "", found[3]).split(" | ")
            turns.append((int(found[1]), int(found[2]), [re.sub(r" @[0-9]+(\.[0-9]+)?$", "", part) for part in parts]))
        else:
            need(line.startswith("* "), f"a line that is neither header nor turn: {line[:60]!r}")
            closing = line
    return header, turns, closing


def by_seat(header, name, seats):
    words = header.get(name, "").split()
    need(all(re.fullmatch(rf"[0-9]:{SECRET}", word) for word in words), f"{name} is not a list like '0:… 2:…'")
    places = [int(word[0]) for word in words]
    need(places == sorted(set(places)), f"{name} does not name each seat once, in order")
    need(all(place < seats for place in places), f"{name} names a seat that does not exist, {places[-1:]}")
    return {int(word[0]): word[2:] for word in words}


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def secret_hash(header, name):
    need(re.fullmatch(SECRET, header.get(name, "")), f"{name} is missing or not 32 bytes in hex")
    return hashlib.sha256(bytes.fromhex(header[name])).hexdigest()


def check_shares(header, shares, seats, hashed):
    """Return the promise of a record, after checking that each share is the one promised."""
    commitments = by_seat(header, "DiceCommitments", seats)
    attempt, left = header.get("DiceAttempt", ""), header.get("DiceWithout", "-")
    without = [int(seat) for seat in left.split()] if re.fullmatch("([0-9]( [0-9])*)?", left) else [seats]
    is_list = without == sorted(set(without)) and all(seat < seats for seat in without)
    need(is_list and re.fullmatch("[1-9]", attempt), "DiceAttempt is no number, or DiceWithout no list of seats")
    is_earned = int(attempt) - 1 <= len(without) and (attempt != "1") == bool(without)
    need(is_earned, f"shares were drawn {attempt} times, but {len(without)} seats kept theirs back")
    dropped = read_dropped(header, int(attempt))
    for seat in range(seats):
        need(seat not in without or seat not in {**shares, **commitments}, f"seat {seat} was left out, yet has a share")
        need(seat in shares or seat not in commitments, f"the share of seat {seat}, which was bound to one, is missing")
        need(seat in commitments or seat not in shares, f"seat {seat} has a share, but was bound to none")
        bound = ["paperdice dice 3 commitment", header["DiceMatch"], attempt, hashed, str(seat), shares.get(seat, "")]
        fits = seat not in shares or sha("\n".join(bound)) == commitments[seat]
        need(fits, f"the share of seat {seat} is not the one it was bound to in this match and attempt")
    return [
        *["paperdice dice 3", f"match {header['DiceMatch']}", f"game {header['Game']} {header.get('Rules')}"],
        *[f"seats {seats}", f"sheets {header.get('Sheets')}", f"first {header.get('First')}"],
        f"bots {secret_hash(header, 'BotSecret') if 'BotSecret' in header else '-'}",
        *[f"attempt {attempt}", f"without {left or '-'}", f"dropped {' '.join(dropped) or '-'}"],
        *[f"stopped {' '.join(read_stopped(header)) or '-'}", f"hash {hashed}"],
        *(f"commitment {seat} {commitments[seat]}" for seat in commitments),
    ]


def read_deals(header, name):
    text = header.get(name, "-")
    is_list = re.fullmatch(r"([A-Za-z0-9_-]{1,40}/[1-9]( (?!$)|$))*", text)
    need(is_list and len(set(text.split())) == len(text.split()), f"{name} is no list of deals")
    return text.split()


def read_stopped(header):
    """Return the deals of earlier matches that were stopped."""
    deals = read_deals(header, "DiceStopped")
    is_own = any(deal.startswith(f"{header['DiceMatch']}/") for deal in deals)
    need(not is_own, "DiceStopped names a deal of this match")
    return deals


def read_dropped(header, attempt):
    """Return the deals that were dropped before this one, including every earlier attempt of the match."""
    deals = read_deals(header, "DiceDropped")
    earlier = [f"{header['DiceMatch']}/{number}" for number in range(1, attempt)]
    own = [deal for deal in deals if deal.startswith(f"{header['DiceMatch']}/")]
    need(sorted(own) == earlier, f"shares were drawn {attempt} times, but DiceDropped names other attempts")
    return deals


def read_receipt(lines):
    """Return the promise that a device kept, its own shares, what it saw, and whether its player agreed to stop."""
    promise, own, seen, agreed = [], {}, {}, False
    need(lines[0] == "paperdice receipt 1", "the second file is no receipt")
    for line in filter(None, lines[1:]):
        if found := re.fullmatch(rf"own ([0-9]) ({SECRET})", line):
            need(own.setdefault(int(found[1]), found[2]) == found[2], "the receipt contradicts itself")
        elif found := re.fullmatch(r"saw ([0-9]+ \w+) (\S.*)", line):
            need(seen.setdefault(found[1], found[2]) == found[2], "the receipt contradicts itself")
        elif line == "agreed stop":
            agreed = True
        else:
            need(not line.startswith("fault "), f"the device saw the server go back on its promise ({line[6:]})")
            need(re.fullmatch(KEPT, line), f"the receipt has a line that cannot be read: {line[:60]!r}")
            promise.append(line)
    return promise, own, seen, agreed


def compare(receipt, promise, shares, happened):
    kept, own, seen, _ = receipt
    for line in kept:
        label = " ".join(line.split()[: 2 if line.startswith("commitment") else 1])
        given = next((other for other in promise if other.startswith(f"{label} ")), "nothing")
        whose = "its own " if label in [f"commitment {seat}" for seat in own] else ""
        need(given == line, f"the device was promised {whose}{line!r}, the record has {given!r}")
    need(kept == promise, "the record has commitments that the device never saw")
    for seat, share in own.items():
        need(shares.get(seat) == share, f"the share of seat {seat} is not the one that its device opened")
    for place, text in seen.items():
        given = happened.get(place, "nothing")
        need(given == text, f"turn and place {place}: the device saw {text!r}, the record has {given!r}")


class StoppedError(Exception):
    """The record ends where its header says that the match was stopped."""


class Walk:
    """The turns of a record, read one throw or phase after another.

    Each throw is checked against the key of the dice.
    """

    def __init__(self, key, header, turns, seats):
        self.key, self.turns, self.seats, self.dice = key, iter(turns), seats, DICE[header["Game"]]
        need(re.fullmatch("[0-9]", header.get("First", "")) and int(header["First"]) < seats, "First is no seat")
        self.number, self.active, self.parts, self.happened = 0, int(header["First"]) - 1, [], {}
        self.sheets, self.faces = header.get("Sheets", "").split(" "), FACES.get(header["Game"], 6)
        self.stopped = header.get("Stopped")
        need(len(self.sheets) == seats, f"there are {len(self.sheets)} sheets for {seats} seats")

    def begin(self):
        need(not self.parts, f"turn {self.number}: something comes after its end")
        self.number, self.active = self.number + 1, (self.active + 1) % self.seats
        number, active, self.parts = next(self.turns, (0, 0, []))
        if not number and self.stopped == str(self.number - 1):
            raise StoppedError
        right = (number, active) == (self.number, self.active)
        need(right, f"turn {self.number} of seat {self.active} is left out, forged or out of order")

    def take(self, place):
        if not self.parts and self.stopped == str(self.number - 1):
            raise StoppedError
        need(self.parts, f"turn {self.number}: it is cut off before {place}")
        self.happened[f"{self.number} {place}"] = self.parts[0]
        return self.parts.pop(0)

    def throw(self, nth, wanted):
        given = self.take(nth)
        derived = " ".join(self.face(nth, place) for place in wanted)
        same = len(given.split(" ")) == len(wanted)
        need(same, f"turn {self.number}, throw {nth}: {len(wanted)} dice had to be thrown, not {given!r}")
        need(given == derived, f"turn {self.number}, throw {nth}: {given} should be {derived}")
        return derived.split(" ")

    def face(self, nth, place):
        die = self.dice[place]
        faces = MIXED[die].split() if die in MIXED else [f"{die}{pips}" for pips in range(1, self.faces + 1)]
        blocks = (hmac.digest(self.key, f"{self.number} {nth} {place} {n}".encode(), "sha256") for n in count())
        limit = 256 - 256 % len(faces)
        return faces[next(byte for block in blocks for byte in block if byte < limit) % len(faces)]

    def moves(self, phase, n):
        moves = self.take(phase).split(", ")
        need(len(moves) == n, f"turn {self.number}: {n} seats move in the {phase} phase, not {len(moves)}")
        return moves

    def allow(self, move, allowed):
        need(move in allowed, f"turn {self.number}: the dice forbid {move!r}")

    def reroll(self, roll, wanted, choices):
        """Replace the rerolled dice of a roll; `choices` maps each legal choice to the indices of its dice."""
        choice = self.moves("reroll", 1)[0]
        self.allow(choice, choices)
        again = choices[choice]
        for place, face in zip(again, self.throw(2, again) if again else [], strict=True):
            roll[wanted.index(place)] = face
        return roll


def some_of(dice):
    """Return the text of every choice of one or more dice of a roll, in order."""
    named = [""]
    for die in dice:
        named += [f"{before} {die}".strip() for before in named]
    return named[1:]


def white_moves(sheet, total):
    """Return the moves that the white sum allows on a sheet of Qwixx or Longo."""
    moves = [f"{color}{total}" for color in "rygb"]
    if sheet == "big-points":
        moves += [f"ry{total}", f"gb{total}"]
    if sheet == "x-change":
        fields = [(field, sum(pair) - total) for field, pair in enumerate(SWAPS, 1) if total in pair]
        moves += [f"x{field}:{color}{other}" for field, other in fields for color in "rygb"]
    if total in LUCKY.get(sheet, ()):
        moves += [f"*{color}{number}" for color in "rygb" for number in range(2, 17)]
    return moves


def sheet_goals(sheet, n_goals):
    """Return the row that each goal cell locks.

    A sheet is given by name, or, if it is a custom sheet, as `mine=r2,r3,…/…`.
    """
    _, is_own, rows = sheet.partition("=")
    if not is_own:
        return {cell: cell[0] for cell in GOALS.get(sheet, "").split()}
    return {cell: row.split(",")[-1][:1] for row in rows.split("/") for cell in row.split(",")[-n_goals:]}


def play_qwixx(walk):
    locked, misses = set(), [0] * walk.seats
    is_longo = walk.faces == 8
    goals = [sheet_goals(sheet, 2 if is_longo else 1) for sheet in walk.sheets]
    is_known = all("=" in sheet or (sheet in LUCKY) == is_longo for sheet in walk.sheets)
    need(is_known and all(any(each) for each in goals), "this script does not know one of the sheets")
    while True:
        walk.begin()
        roll = walk.throw(1, [place for place, die in enumerate(walk.dice) if die not in locked])
        whites = [int(face[1]) for face in roll[:2]]
        moves = walk.moves("white", walk.seats)
        for sheet, move in zip(walk.sheets, moves, strict=True):
            walk.allow(move, ["-", *white_moves(sheet, sum(whites))])
        marks = [move.removeprefix("*") for move in moves]
        locked |= {goals[seat][mark] for seat, mark in enumerate(marks) if mark in goals[seat]}
        if len(locked) >= 2:
            return "locks"
        colored = [f"{face[0]}{int(face[1]) + white}" for face in roll[2:] for white in whites if face[0] not in locked]
        if walk.sheets[walk.active] == "big-points":
            colored += [f"{'ry' if mark[0] in 'ry' else 'gb'}{mark[1:]}" for mark in colored]
        move = walk.moves("color", 1)[0]
        walk.allow(move, ["-", *colored])
        locked |= {goals[walk.active][move]} if move in goals[walk.active] else set()
        misses[walk.active] += moves[walk.active] == move == "-"
        if len(locked) >= 2 or max(misses) >= 4:
            return "locks" if len(locked) >= 2 else "misses"


def play_twenty_one(walk):
    filled, places = [0] * walk.seats, range(6)
    while True:
        walk.begin()
        roll = walk.throw(1, places)
        again = [place for place in places if roll[place][1] != "1"]
        roll = walk.reroll(roll, list(places), {"keep": [], **({"reroll": again} if again else {})})
        for seat, move in enumerate(walk.moves("fill", walk.seats)):
            walk.allow(move, ["x", *some_of(roll)])
            filled[seat] += len(move.split())
        if max(filled) >= 30:
            return "rows"


def play_qwantum(walk):
    written, misses = [0] * walk.seats, [0] * walk.seats
    choices = {"keep": []}
    for named in some_of(walk.dice):
        choices[f"reroll {named.replace(' ', '')}"] = [walk.dice.index(die) for die in named.split()]
    while True:
        walk.begin()
        roll = walk.reroll(walk.throw(1, range(7)), list(range(7)), choices)
        sums = {color: int(roll[0][1]) + sum(int(face[1]) for face in roll[1:] if face[0] == color) for color in "pbry"}
        offered = [f"{color}{total}" for color, total in sums.items()]
        pick = walk.moves("pick", 1)[0]
        walk.allow(pick, ["-", *offered])
        written[walk.active] += pick != "-"
        if written[walk.active] >= 24:
            return "full"
        shares = walk.moves("share", walk.seats)
        for seat, move in enumerate(shares):
            walk.allow(move, ["-", *(other for other in offered if other[0] != pick[0])])
            written[seat] += move != "-"
        misses[walk.active] += pick == shares[walk.active] == "-"
        if max(written) >= 24 or max(misses) >= 5:
            return "full" if max(written) >= 24 else "misses"


def sheet_rows(sheet):
    """Return the numbers of each row of a sheet of Sixto, given by name or as a custom sheet."""
    _, is_own, rows = sheet.partition("=")
    if is_own:
        return ["".join(cell[1:] for cell in row.split(",")) for row in rows.split("/")]
    need(sheet in ROWS, "this script does not know one of the sheets")
    return ROWS[sheet].split()


def play_sixto(walk):
    rows = [dict(zip("roygbp", sheet_rows(sheet), strict=True)) for sheet in walk.sheets]
    marks = [{color: [] for color in "roygbp"} for _ in rows]
    idle, dice = 0, "roygbp"
    while True:
        walk.begin()
        wanted = [place for place, die in enumerate(walk.dice) if die in dice]
        roll = walk.reroll(walk.throw(1, wanted), wanted, {"keep": [], "reroll": wanted})
        idle += 1
        for seat, move in enumerate(walk.moves("tick", walk.seats)):
            walk.allow(move, ["-", *some_of(roll)])
            for face in move.split() if move != "-" else []:
                row = marks[seat][face[0]]
                row.append(rows[seat][face[0]].find(face[1], row[-1] + 1 if row else 0))
                need(row[-1] >= 0 and (row[-1] < 9 or len(row) > 4), f"turn {walk.number}: no cell is left for {face}")
                idle = 0
        dice = [color for color in dice if all(sum(cell > 8 for cell in seat[color]) < 2 for seat in marks)]
        if 6 - len(dice) >= (2 if walk.seats == 1 else 3):
            return "dice"
        ends = [[row[-1] if row else -1 for color, row in seat.items() if color in dice] for seat in marks]
        if any(set(seat) <= {11} for seat in ends):
            return "full"
        open_rows = [row for seat in marks for color, row in seat.items() if color in dice]
        stuck = all(row and (row[-1] == 11 or (row[-1] == 8 and len(row) < 4)) for row in open_rows)
        if stuck or idle >= 3 * walk.seats:
            return "stall"


PLAY = {"qwixx": play_qwixx, "longo": play_qwixx, "twenty_one": play_twenty_one, "qwantum": play_qwantum}
PLAY["sixto"] = play_sixto


def check(record, receipt):
    header, turns, closing = read_record(record)
    need(header.get("Dice") == "committed", "it has no committed dice: there is nothing to recompute")
    need("Position" not in header, "it starts from a position: nothing is promised of what came before")
    game, seats = header.get("Game"), header.get("Seats", "")
    need(game in DICE, f"this script does not know the game {game!r}")
    need(re.fullmatch("[1-9]", seats) and int(seats) <= SEATS[game], f"{game} is not played by {seats!r} seats")
    need("DiceSeed" in header, "the seed is not published: the match is not over")
    need(header.get("DiceMatch"), "DiceMatch is missing")
    need(header.get("Match", header["DiceMatch"]) == header["DiceMatch"], "DiceMatch is not the match of the record")
    made = header.get("DiceConstruction")
    need(made, "header DiceConstruction is missing")
    need(made == "dice 3", f"its dice are of the construction {made!r}, and only 'dice 3' can be checked")
    hashed, shares = secret_hash(header, "DiceSeed"), by_seat(header, "DiceShares", int(seats))
    need(hashed == header.get("DiceHash"), "the seed is not the one promised: DiceHash is not its hash")
    promise = check_shares(header, shares, int(seats), hashed)
    message = [*promise, *(f"share {seat} {share}" for seat, share in shares.items())]
    key = hmac.digest(bytes.fromhex(header["DiceSeed"]), "\n".join(message).encode(), "sha256")
    walk = Walk(key, header, turns, int(seats))
    try:
        end = PLAY[game](walk)
    except StoppedError:
        need(closing == "* going on", f"the match was stopped in turn {walk.number}, not {closing[:60]!r}")
    else:
        scores = rf"\* {end}( -?[0-9]+){{{seats}}}"
        need(walk.stopped is None, f"the match was not stopped, but played to its end in turn {walk.number}")
        need(re.fullmatch(scores, closing), f"the match ended by {end!r} with {seats} scores, not {closing[:60]!r}")
    need(not walk.parts and next(walk.turns, None) is None, f"something comes after the end in turn {walk.number}")
    if receipt:
        compare(receipt, promise, shares, walk.happened)
    n_throws = sum(place.endswith((" 1", " 2")) for place in walk.happened)
    return n_throws, header


def main(words):
    if len(words) not in (1, 2):
        sys.exit("python check_dice.py RECORD [RECEIPT]")
    receipt = read_receipt(read(words[1])) if len(words) == 2 else None
    n, header = check(read(words[0]), receipt)
    found = [f"stopped after turn {header['Stopped']}"] if "Stopped" in header else []
    for name, what in (("DiceDropped", "dropped"), ("DiceStopped", "stopped")):
        deals = header[name].split()
        were = "1 deal before it was" if len(deals) == 1 else f"{len(deals)} deals before it were"
        found += [f"but {were} {what}: {' '.join(deals)}"] if deals else []
    print(f"{n} throws checked, {', '.join(found) or 'all correct'}")
    if receipt is None:
        print("Without a receipt it is unknown whether these promises were made before the first roll.")
    else:
        print(f"The receipt agrees; its device opened shares of its own: {', '.join(map(str, receipt[1])) or 'none'}.")
    if receipt and "Stopped" in header and not receipt[3]:
        print("Its device did not agree to stop the match.")
    if dropped := header["DiceDropped"].split():
        print(f"The server knew the dropped deals: it could choose among {len(dropped) + 1}.")
    sys.exit(3 if found else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
