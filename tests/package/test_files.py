"""The contents of the wheel and of the source archive."""

import re
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec

import hatch_build
from tests.package.environments import ROOT, Environment, build, make_environment

PAGE = "paperdice/server/static/"


def names_in(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def facts_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(opened.read(name).decode())


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    source = ROOT / "src"
    files = [file for file in (source / "paperdice").rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    inside = {name for name in names_in(wheel) if ".dist-info/" not in name}
    assert inside == {file.relative_to(source).as_posix() for file in files}
    assert {name.partition("/")[0] for name in names_in(wheel)} == {"paperdice", wheel.name[:-17] + ".dist-info"}


def test_the_wheel_holds_types_rules_sheets_weights_and_the_page(wheel: Path) -> None:
    names = names_in(wheel)
    rules = {f"paperdice/games/{game}/RULES.md" for game in ("qwixx", "twenty_one", "qwantum", "sixto")}
    weights = {"paperdice/bots/qwixx/qwixx.npz", "paperdice/bots/sixto/sixto.npz", "paperdice/bots/qwantum/network.npz"}
    page = {PAGE + name for name in ("index.html", "manifest.webmanifest", "sw.js", "icon.svg")}
    assert rules | weights | page | {"paperdice/py.typed", "paperdice/games/sixto/sheets/L.toml"} <= names
    assert any(re.fullmatch(PAGE + r"assets/first-[\w-]+\.js", name) for name in names)


def test_the_archive_gives_the_same_wheel(builder: Environment, wheel: Path, archive: Path, tmp_path: Path) -> None:
    with tarfile.open(archive) as opened:
        filtered = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # in Python since 3.11.4
        opened.extractall(tmp_path, **filtered)  # type: ignore[arg-type]
    (unpacked,) = tmp_path.iterdir()
    build(builder, unpacked, tmp_path, "wheel")
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


@pytest.mark.slow
def test_the_games_are_translated_with_what_the_build_asks_for(tmp_path: Path) -> None:
    builder = make_environment(tmp_path, *hatch_build.TRANSLATOR_NEEDS)
    settings = {"PYTHONPATH": str(ROOT / "src")}
    done = builder.run("python", ROOT / "web" / "translator", tmp_path / "rules", settings=settings)
    assert done.returncode == 0, done.stderr
    assert {file.name for file in (tmp_path / "rules").rglob("*.ts")}


def test_the_archive_has_what_a_packager_needs(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    wanted = {
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "do",
        "hatch_build.py",
        "requirements/run.txt",
        "web/package.json",
    }
    assert wanted | {"tests/core/test_match.py", "docs/index.md", f"src/{PAGE}index.html"} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name or name.startswith(".venv")]


@pytest.mark.parametrize("folder", [".venv", "build", "dist", "node_modules", "web"])
def test_a_checkout_may_be_in_a_folder_of_any_name(folder: str) -> None:
    """If .gitignore matches the path of the checkout, hatchling ignores it and packs `web/node_modules` too."""
    ignored = GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text("utf-8").splitlines())
    assert ignored.match_file("web/node_modules/x")
    assert not ignored.match_file(f"/srv/{folder}/paperdice")


def test_the_facts_name_extras_addresses_and_versions(wheel: Path) -> None:
    facts = facts_of(wheel)
    assert facts.get_all("Provides-Extra") == ["all", "cluster", "learn", "plot", "postgres", "print", "push", "server"]
    addresses = [line.partition(", ")[0] for line in facts.get_all("Project-URL", [])]
    assert addresses == ["Homepage", "Documentation", "Source", "Issues", "Changelog"]
    said = facts.get_all("Classifier", [])
    pythons = {line.rpartition(" ")[2] for line in said if line.startswith("Programming Language :: Python :: 3.")}
    assert pythons == {"3.11", "3.12", "3.13"} and "Typing :: Typed" in said
    assert (facts["Requires-Python"], facts["License-Expression"]) == (">=3.11", "MIT")
    needed = [line for line in facts.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert [re.split(r"[<>=]", line)[0] for line in needed] == [
        "cyclopts",
        "filelock",
        "numba",
        "numpy",
        "platformdirs",
        "rich",
    ]


def test_compiled_modules_do_not_count_as_sources_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise importing the texts would make a build from an archive rebuild the page."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "en.toml").write_text("a = 1")
    for name, place in {"ROOT": tmp_path, "WEB": tmp_path / "web", "PACKAGE": tmp_path}.items():
        monkeypatch.setattr(hatch_build, name, place)
    before = hatch_build.page_hash()
    (tmp_path / "texts" / "__pycache__").mkdir()
    (tmp_path / "texts" / "__pycache__" / "x.pyc").write_text("compiled")
    assert hatch_build.page_hash() == before
    (tmp_path / "texts" / "en.toml").write_text("a = 2")
    assert hatch_build.page_hash() != before
