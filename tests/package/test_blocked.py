"""Each optional package is missing in turn, and every command that needs it says so with an install command."""

import json
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.package.environments import Environment, requirements_of

BLOCKED = Path(__file__).with_name("blocked.py")
# There is no such file, so it never starts to serve.
SERVE = "paperdice serve --host 127.0.0.1 --port 0 --push-keys missing.json"
BACKUP = "paperdice backup all.jsonl --database postgresql:///paperdice"
KEYS = "paperdice push-keys mailto:you@home.example --file keys.json"
SIMULATE = "paperdice simulate qwixx --bot random --matches 1"
RESULT = "import paperdice; paperdice.simulate('qwixx', matches=1, seats=2, rows=True, threads=1)"
LEARN = "pip install 'paperdice[learn]'"

# By distribution: the module that is missing, what needs it, and the sentence without "which is not installed".
CASES = {
    **{
        name.lower(): [(name, SERVE, f"the server needs {name}: pip install 'paperdice[server]'")]
        for name in ("msgspec", "litestar", "uvicorn", "uvloop", "httptools", "websockets", "segno")
    },
    **{
        name.lower(): [(name, "paperdice print qwixx", f"print needs {name}: pip install 'paperdice[print]'")]
        for name in ("reportlab", "fontTools")
    },
    "psycopg": [
        (name, BACKUP, f"a PostgreSQL database needs {name}: pip install 'paperdice[postgres]'")
        for name in ("psycopg", "psycopg_pool")
    ],
    "cryptography": [
        ("cryptography", KEYS, "web push needs cryptography: pip install 'paperdice[push]'"),
        ("cryptography", SERVE, "web push needs cryptography: pip install 'paperdice[push]'"),
        ("msgspec", KEYS, "web push needs msgspec: pip install 'paperdice[push]'"),
    ],
    **{
        name: [(name, "import paperdice.envs", f"an environment for learners needs {name}: {LEARN}")]
        for name in ("gymnasium", "pettingzoo")
    },
    "dask": [
        (name, f"{SIMULATE} --cluster 1", f"a cluster needs {name}: pip install 'paperdice[cluster]'")
        for name in ("dask", "distributed")
    ],
    "matplotlib": [
        ("matplotlib", f"{SIMULATE} --plot a.png", "a picture needs matplotlib: pip install 'paperdice[plot]'"),
        ("matplotlib", f"{RESULT}.plot('a.png')", "a picture needs matplotlib: pip install 'paperdice[plot]'"),
    ],
    "pyarrow": [
        ("pyarrow", f"{SIMULATE} --parquet a.parquet", "Parquet needs pyarrow: pip install 'paperdice[plot]'"),
        ("pyarrow", f"{RESULT}.to_arrow()", "an Arrow table needs pyarrow: pip install 'paperdice[plot]'"),
    ],
}
# No extra installs these.
OTHERS = [
    (name, f"{RESULT}.to_{name}()", f"a data frame needs {name}: pip install {name}") for name in ("pandas", "polars")
]


def test_every_optional_package_has_a_case(wheel: Path) -> None:
    optional = {Requirement(line).name for line in requirements_of(wheel, "all")}
    assert optional - {Requirement(line).name for line in requirements_of(wheel)} == set(CASES)


@pytest.mark.slow
def test_a_missing_package_is_one_sentence_with_the_command(full: Environment, tmp_path: Path) -> None:
    cases = [case for some in CASES.values() for case in some] + OTHERS
    tried = json.dumps([(package, line) for package, line, _ in cases])
    done = full.run("python", "-P", "-W", "error", BLOCKED, tried, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = {(package, line): told for (package, line, _), told in zip(cases, json.loads(done.stdout), strict=True)}
    assert told == {(package, line): explain(sentence) for package, line, sentence in cases}


def explain(sentence: str) -> str:
    """Return the whole line that corresponds to a sentence of the table."""
    return f"{sentence.replace(': pip', ', which is not installed: pip')}\n"
