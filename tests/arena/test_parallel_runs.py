"""Two simultaneous simulations of the same setup each keep exactly their own rows."""

import subprocess
import sys
from pathlib import Path

import pytest

from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from tests.interruptible import PROGRAM
from tests.patience import patience

MATCHES = 30_000
TOGETHER = 3


@pytest.mark.slow
def test_runs_of_one_setup_do_not_disturb_each_other(tmp_path: Path) -> None:
    play_run(Setup("qwixx", 2, ("random", "random"), seed=5), 1)  # compiles the kernels that the programs then load
    words = ["simulate", "qwixx", "--matches", str(MATCHES), "--seed", "5", "--csv"]
    files = [tmp_path / f"{number}.csv" for number in range(TOGETHER)]
    programs = [
        subprocess.Popen([sys.executable, "-c", PROGRAM, *words, str(file)], stdout=subprocess.DEVNULL)
        for file in files
    ]
    assert [program.wait(patience()) for program in programs] == [0] * TOGETHER
    for file in files:
        numbers = [int(line.partition(",")[0]) for line in file.read_text().splitlines()[1:]]
        assert numbers == list(range(MATCHES))
