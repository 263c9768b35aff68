"""Simulate a game with each number of seats and print mean scores and lengths: python simulate.py [GAME]."""

import sys

import paperdice


def main(game_name: str = "qwixx", matches: int = 5000) -> None:
    for seats in paperdice.find_game(game_name).seats:
        result = paperdice.simulate(game_name, "casual", seats=seats, matches=matches, seed=1)
        points = sum(result.mean_scores) / seats
        print(f"{seats} seats: {points:6.2f} points per seat, {result.mean_turns:5.1f} turns")


if __name__ == "__main__":
    main(*sys.argv[1:])
