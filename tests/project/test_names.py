"""One name means one thing: a public class or type alias is defined once in the package, with few exceptions."""

import ast
from collections import defaultdict
from pathlib import Path

import paperdice

PACKAGE = Path(paperdice.__file__).parent
# The common shape of all rules; see docs/decisions/games-as-modules.md.
OF_RULES = {"End", "Fault", "Phase", "Refusal"}
# The kernels of each game's bots: the inputs of a network, its parts, and the tables that it reads.
OF_BOTS = {"Inputs", "MatchInputs", "Network", "RowInputs", "Tables"}
# Aliases of one concept on two sides, such as the argument of a command and the field of a message.
ON_TWO_SIDES = {
    "BotName": {"cli/completion.py", "flow/commands.py"},
    "GameName": {"cli/completion.py", "flow/commands.py"},
    "SheetName": {"cli/completion.py", "flow/commands.py"},
    "Ints": {"fast/compile.py", "game.py"},
}
# Aliases that annotate signatures of one package only, where the other meaning is never imported.
OF_ONE_PACKAGE = {
    "Notice": {"flow/notices.py", "store/entries.py"},
    "Record": {"fast/compile.py", "record.py"},
    "Row": {"sheet.py", "store/entries.py"},
    "Turn": {"flow/commands.py", "record.py"},
}


def names_in(source: str) -> set[str]:
    """Return the public classes and type aliases at the top level of a module, without constants and type variables."""
    found = set()
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not is_type_variable(value):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return {name for name in found if name[0].isupper() and not name.isupper() and "_" not in name}


def is_type_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar"


def files_by_name() -> dict[str, set[str]]:
    """Return the files that define each name."""
    found = defaultdict(set)
    for file in PACKAGE.rglob("*.py"):
        for name in names_in(file.read_text("utf-8")):
            found[name].add(file.relative_to(PACKAGE).as_posix())
    return found


def is_allowed(name: str, files: set[str]) -> bool:
    if name in OF_RULES:
        return all(file.startswith("games/") for file in files)
    if name in OF_BOTS:
        return all(file.startswith("bots/") for file in files)
    return files in (ON_TWO_SIDES.get(name), OF_ONE_PACKAGE.get(name))


def test_no_public_name_is_defined_twice() -> None:
    twice = {name: sorted(files) for name, files in files_by_name().items() if len(files) > 1}
    assert {name: files for name, files in twice.items() if not is_allowed(name, set(files))} == {}


def test_each_exception_is_needed() -> None:
    twice = {name for name, files in files_by_name().items() if len(files) > 1}
    assert twice >= {*OF_RULES, *OF_BOTS, *ON_TWO_SIDES, *OF_ONE_PACKAGE}


def test_classes_and_aliases_are_found_and_constants_are_not() -> None:
    source = "class One: ...\nTwo = dict[str, int]\nThree: TypeAlias = Any\n"
    constants = "FOUR = 4\n_Five = int\nT = TypeVar('T')\nseven = 7\n"
    assert names_in(source + constants) == {"One", "Two", "Three"}
