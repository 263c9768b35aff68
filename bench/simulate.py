"""Measure the simulator: matches per second for each game, threads, environments, compiled and plain code.

Rates use CPU seconds of the thread, since other programs may share the cores; the calibration kernel shows the speed
of the machine.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import paperdice
from paperdice.arena.blocks import play_block, prepare, replay
from paperdice.arena.engines import Threads
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from paperdice.envs import AecMatch, BatchEnv
from paperdice.fast.compile import kernel

MATCHES = 40_000
PLAIN_MATCHES = 20
BATCH, STEPS = 4096, 30
# The number of matches of `steady` against itself, about one second per game.
STEADY = {"qwixx": 3000, "twenty_one": 2000, "qwantum": 300, "sixto": 1500}


@kernel
def calibrate(n: int) -> int:
    """Run `n` rounds of a fixed computation."""
    value = 1
    for _ in range(n):
        value = (value * 6364136223846793005 + 1442695040888963407) ^ (value >> 29)
    return value


def rate(work: Callable[[], object], number: int, clock: Callable[[], float] = time.thread_time) -> float:
    """Return the rate of some work per second, the best of three runs."""
    seconds = []
    for _ in range(3):
        started = clock()
        work()
        seconds.append(clock() - started)
    return number / min(seconds)


def replay_some(setup: Setup) -> None:
    """Play some matches of a run in plain Python."""
    for number in range(PLAIN_MATCHES):
        replay(setup, number)


def of(game: str, bot: str = "random") -> Setup:
    """Return a setup with two seats, after compiling its kernels."""
    setup = Setup(game, 2, (bot, bot), seed=1)
    prepare(setup)
    return setup


def step_batch(envs: BatchEnv) -> None:
    """Step a batch of environments with the first legal moves."""
    masks = envs.reset(seed=1)[1]["action_mask"]
    for _ in range(STEPS):
        masks = envs.step(masks.argmax(axis=1))[4]["action_mask"]


def step_aec(env: AecMatch) -> int:
    """Play one match with the first legal moves and return the number of steps."""
    env.reset(seed=1)
    n_steps = 0
    for agent in env.agent_iter():
        _, _, is_over, _, info = env.last()
        env.step(None if is_over else int(np.argmax(info["action_mask"])))
        n_steps += agent is not None and not is_over
    return n_steps


def run_command(cache: str, matches: int) -> tuple[float, float]:
    """Return the seconds that a complete command takes, and its peak memory in MB."""
    words = ["simulate", "qwixx", "--matches", str(matches), "--seed", "1", "--json"]
    program = f"import resource, sys\nfrom paperdice.cli import run\nrun({words!r})\n"
    program += "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    started = time.perf_counter()
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PAPERDICE_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - started, int(told.stderr.splitlines()[-1].split()[-1]) / 1024


def print_commands() -> None:
    """Print the time of the command with an empty and with a warm cache, and the time and memory of a long run."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = run_command(cache, 1000)[0], run_command(cache, 1000)[0]
        seconds, memory = run_command(cache, 1_000_000)
    print(f"| a thousand Qwixx matches from the command line, empty cache | {cold:.1f} s |")
    print(f"| the same, warm cache |  {warm:.1f} s |")
    print(f"| a million Qwixx matches from the command line | {seconds:.1f} s, {memory:.0f} MB |")


def main() -> None:
    """Print one table."""
    calibrate(1)
    print("| what | rate |\n|---|---|")
    print(f"| calibration kernel, million rounds per CPU second | {rate(lambda: calibrate(10**8), 100):,.0f} |")
    for game in paperdice.GAMES:
        setup = of(game.name)
        compiled = rate(partial(play_block, setup, 0, MATCHES), MATCHES)
        plain = rate(partial(replay_some, setup), PLAIN_MATCHES)
        print(
            f"| {game.title}, random, matches per second per core | {compiled:,.0f} ({compiled / plain:,.0f} × plain) |"
        )
    for name, number in STEADY.items():
        steady = rate(partial(play_block, of(name, "steady"), 0, number), number)
        print(f"| {paperdice.find_game(name).title}, steady | {steady:,.0f} |")
    print(
        f"| Qwixx, linear evaluation | {rate(lambda: play_block(of('qwixx', 'evolved'), 0, MATCHES), MATCHES):,.0f} |"
    )
    setup = of("qwixx")
    walls = [
        rate(partial(play_run, setup, 10 * MATCHES, engine=Threads(n)), MATCHES, time.perf_counter) for n in (1, 2)
    ]
    print(f"| two threads against one, wall-clock time |  {walls[1] / walls[0]:.2f} |")
    envs, env = BatchEnv("qwixx", num_envs=BATCH), AecMatch("qwixx")
    envs.reset(seed=1)
    batched, looped = rate(lambda: step_batch(envs), BATCH * STEPS), rate(lambda: step_aec(env), step_aec(env))
    print(f"| Qwixx, steps per second in a batch of {BATCH} | {batched:,.0f} ({batched / looped:,.0f} × PettingZoo) |")
    print_commands()


if __name__ == "__main__":
    main()
