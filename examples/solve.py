"""Solve a sheet for one player and compare a bot with optimal play."""

import paperdice


def main(game_name: str = "twenty_one", matches: int = 2000) -> None:
    best = paperdice.solve_game(game_name)
    print(f"optimal play of {game_name}: {best.value:.4f} points on average")
    played = paperdice.simulate(game_name, "casual", seats=1, matches=matches, seed=1)
    print(f"casual alone: {played.mean_scores[0]:.1f} points, {100 * played.mean_scores[0] / best.value:.0f} %")


if __name__ == "__main__":
    main()
