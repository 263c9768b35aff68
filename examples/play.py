"""Play a match between two bots and print the final position and the record: python play.py [GAME]."""

import sys

import paperdice


def play(game_name: str, bot_names: list[str], seed: int) -> paperdice.Match:
    game = paperdice.find_game(game_name)
    bots = [paperdice.make_bot(name, game, seed=seed) for name in bot_names]
    dice = paperdice.SeededDice(seed)
    match = paperdice.Match(game, seats=len(bots))
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, bots[seat].choose(paperdice.view_of(match, seat)))
    return match


if __name__ == "__main__":
    played = play(sys.argv[1] if len(sys.argv) > 1 else "qwixx", ["casual", "random"], seed=1)
    print(played)
    print(played.record())
