"""Write `web/src/net/protocol/`, the TypeScript types of all data exchanged between the server and the page.

`commands.ts` has the messages of the page, `messages.ts` those of the server, `views.ts` the view of a seat, and
`study.ts` the results of the coach. All other types are in `facts.ts`. Run this program after a change of the types:
`python web/scripts/make_messages.py`. With `--check`, it only names outdated files.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paperdice.draw.picture import blank_view
from paperdice.flow.commands import PROTOCOL
from paperdice.game import Game
from paperdice.games import GAMES
from paperdice.server.protocol import schema
from paperdice.texts import LANGUAGES, read_texts
from paperdice.view import View

Schema = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "src" / "net" / "protocol"
HEAD = "// Made by scripts/make_messages.py from the types of the server: do not edit.\n"
# Unions whose members are in the same file as the union itself.
FILE_OF = {"Command": "commands", "Message": "messages"}
# Types that are in one file with all types to which they refer, directly or indirectly.
FILE_WITH = {"View": "views", "ViewChange": "views", "ReviewState": "study", "Advice": "study"}
FACTS = "facts"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: Schema) -> str:
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if schema.get("type") == "array":
        return array_type(schema)
    if schema.get("type") == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties', {}))}>"
    return SIMPLE.get(schema.get("type", ""), "unknown")


def array_type(schema: Schema) -> str:
    """Return a list type, or a tuple type if each item has its own type."""
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(item) for item in schema['prefixItems'])}]"
    inner = type_of(schema["items"])
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def interface_of(name: str, schema: Schema) -> str:
    """Return an interface; fields with a default are optional on both sides."""
    wanted = set(schema.get("required", ()))
    lines = [f"/** {schema['description'].split(chr(10))[0]} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, inner in schema["properties"].items():
        mark = "" if field in wanted or field == "type" else "?"
        lines.append(f"  {field}{mark}: {type_of(inner)};")
    return "\n".join([*lines, "}"])


def definition_of(name: str, schema: Schema) -> str:
    """Return the definition of a type: an interface, or an alias of other types."""
    return interface_of(name, schema) if "properties" in schema else f"export type {name} = {type_of(schema)};"


def refs_of(schema: Schema) -> set[str]:
    """Return the names of the types to which a schema refers."""
    return set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))


def reach(name: str, definitions: dict[str, Schema]) -> set[str]:
    """Return the name of a type with the names of all types to which it refers, directly or indirectly."""
    found, ahead = set[str](), [name]
    while ahead:
        found.add(ahead.pop())
        ahead = sorted(set().union(*(refs_of(definitions[each]) for each in found)) - found)
    return found


def sort_out(definitions: dict[str, Schema]) -> dict[str, str]:
    """Return the file of each type."""
    files = dict.fromkeys(sorted(definitions), FACTS)
    for whole, file in reversed(FILE_WITH.items()):
        files |= dict.fromkeys(reach(whole, definitions), file)
    for whole, file in FILE_OF.items():
        files |= dict.fromkeys((whole, *(type_of(part) for part in definitions[whole]["anyOf"])), file)
    return files


def facts_of_games() -> str:
    """Return one line per game with the prices of its misses, the separator of cells in the text of a position, and what
    a miniature of its sheets shows.
    """
    return "".join(f"  {game.name}: {{ {', '.join(facts_of(game))} }},\n" for game in GAMES)


def facts_of(game: Game) -> Iterator[str]:
    """Yield each fact about a game as a property; `goals` is the number of cells that are set apart in each row."""
    look = game.display.LOOK
    first = blank_view(game, next(iter(game.sheets.values())))["rows"][0]
    goals = sum(cell["goal"] for cell in first["cells"]) if look.marks_to_goals else 0
    facts = {
        "missPrices": look.miss_prices,
        "cellGap": game.notation.CELL_GAP,
        "cells": look.cells,
        "hasLocks": look.has_locks,
        "ridge": look.ridge,
        "goals": goals,
    }
    return (f"{name}: {json.dumps(fact)}" for name, fact in facts.items())


def module_of(file: str, files: dict[str, str], definitions: Schema) -> str:
    """Return the text of a file: its imports from the other files, then its own types."""
    own = [name for name in files if files[name] == file]
    needed: dict[str, list[str]] = {}
    for name in sorted(set().union(*(refs_of(definitions[name]) for name in own)) - set(own)):
        needed.setdefault(files[name], []).append(name)
    imports = [f'import type {{ {", ".join(names)} }} from "./{other}";' for other, names in sorted(needed.items())]
    parts = [definition_of(name, definitions[name]) for name in own]
    if file == FILE_OF["Command"]:
        names = ", ".join(f'{lang}: "{read_texts(lang)["language"]["name"]}"' for lang in LANGUAGES)
        parts.insert(0, f"export const LANGUAGES = {{ {names} }} as const;")
        parts.insert(0, f"/** Facts about the games that pages need before their rules. */\nexport const GAME_FACTS = {{\n{facts_of_games()}}} as const;")
        parts.insert(0, f"export const PROTOCOL = {PROTOCOL};")
    return HEAD + "\n" + "\n\n".join(["\n".join(imports), *parts] if imports else parts) + "\n"


def typescript() -> dict[str, str]:
    """Return the text of each file by its name."""
    definitions = schema.definitions(View)  # included since the page builds views itself
    files = sort_out(definitions)
    names = sorted(set(files.values()))
    modules = {f"{name}.ts": module_of(name, files, definitions) for name in names}
    exports = "".join(f'export type * from "./{name}";\n' for name in names)
    return modules | {"index.ts": f'{HEAD}\n{exports}export {{ GAME_FACTS, LANGUAGES, PROTOCOL }} from "./{FILE_OF["Command"]}";\n'}


def main(words: list[str]) -> str | None:
    """Write the files; with `--check`, return a message that names the outdated files, or None if there are none."""
    texts = typescript()
    if words == ["--check"]:
        now = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
        stale = sorted(name for name in {*now, *texts} if now.get(name) != texts.get(name))
        return f"web/src/net/protocol: run web/scripts/make_messages.py for {', '.join(stale)}" if stale else None
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
