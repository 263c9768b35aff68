"""Plot histograms of the scores of two bots to scores.png; needs the extra `plot`."""

import matplotlib.pyplot as plt

import paperdice


def main(path: str = "scores.png", matches: int = 20_000) -> None:
    result = paperdice.simulate("qwixx", ["evolved", "casual"], matches=matches, seed=1, rows=True)
    columns = result.columns()
    figure, axes = plt.subplots(figsize=(7, 3.5))
    for seat, bot in enumerate(result.bots):
        axes.hist(columns[f"score_{seat}"], bins=range(-20, 160, 5), alpha=0.6, label=bot)
    axes.set_xlabel("points")
    axes.set_ylabel("matches")
    axes.legend()
    figure.savefig(path, dpi=150, bbox_inches="tight")
    plt.close(figure)


if __name__ == "__main__":
    main()
