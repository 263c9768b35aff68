"""Measure a random Qwixx match with `Match`, and the time of `import paperdice` in addition to `import numpy`."""

import random
import subprocess
import sys
import time

import paperdice

MATCHES = 40
IMPORTS = 7
TIMER = "import time, numpy; t = time.perf_counter(); import paperdice; print(time.perf_counter() - t)"


def play_one(seed: int) -> None:
    """Play a random match of two seats."""
    match, dice, rng = paperdice.Match(paperdice.find_game("qwixx"), 2), paperdice.SeededDice(seed), random.Random(seed)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, rng.choice(match.choices(seat)))


def main() -> None:
    """Print the median CPU times."""
    times = []
    for seed in range(MATCHES):
        started = time.process_time()
        play_one(seed)
        times.append(time.process_time() - started)
    command = [sys.executable, "-c", TIMER.replace("perf_counter", "process_time")]
    imports = [
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(IMPORTS)
    ]
    print("| what | ms of CPU | limit |\n|---|---|---|")
    print(f"| a random two-seat Qwixx match with `Match` | {1000 * sorted(times)[MATCHES // 2]:.1f} | 15 |")
    print(f"| `import paperdice` in addition to `import numpy` | {1000 * sorted(imports)[IMPORTS // 2]:.1f} | 60 |")


if __name__ == "__main__":
    main()
