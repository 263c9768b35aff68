"""The reference page of the server's messages, generated from the JSON Schema that the server itself serves."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from paperdice.server.app import make_app
from paperdice.server.protocol.schema import Schema, protocol_schema
from paperdice.store.memory import MemoryStore

UNIONS = {"Command": "Commands", "Message": "Messages"}


def describe_messages() -> Iterator[str]:
    """Yield the parts of the page: the commands of clients, the messages of the server, and the types used by both."""
    definitions = _parts(protocol_schema(), "$defs")
    groups = {heading: _names_of(definitions[union]) for union, heading in UNIONS.items()}
    told = {*UNIONS, *(name for names in groups.values() for name in names)}
    groups["Parts"] = [name for name in definitions if name not in told]
    for heading, names in groups.items():
        yield f"\n## {heading}\n"
        for name in names:
            yield from _describe(name, definitions[name])


def write_schemas(folder: Path) -> None:
    """Write the two schemas that a server serves to a folder."""
    folder.mkdir(exist_ok=True)
    schemas = {"protocol": protocol_schema(), "openapi": make_app(MemoryStore()).openapi_schema.to_schema()}
    for name, schema in schemas.items():
        (folder / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(schema), indent=2))


def _parts(schema: Schema, key: str) -> dict[str, Schema]:
    found = schema.get(key, {})
    assert isinstance(found, dict)
    return found


def _describe(name: str, schema: Schema) -> Iterator[str]:
    text, _, listed = inspect.cleandoc(str(schema.get("description", ""))).partition("\n\nAttributes:\n")
    notes = dict(re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", listed, re.MULTILINE))
    yield f"### {name}\n\n{text}\n"
    needed = schema.get("required", [])
    assert isinstance(needed, list)
    fields = _parts(schema, "properties")
    if fields:
        yield "| field | type | |\n|---|---|---|"
    for field, kind in fields.items():
        note = [*([] if field in needed else ["may be left out"]), " ".join(notes.get(field, "").split())]
        yield f"| `{field}` | {_show(kind)} | {'; '.join(filter(None, note))} |"
    yield ""


def _names_of(union: Schema) -> list[str]:
    kinds = union["anyOf"]
    assert isinstance(kinds, list)
    return [kind["$ref"].rpartition("/")[2] for kind in kinds]


def _show(kind: Schema) -> str:
    """Return a short description of a type, with links to other types."""
    if "$ref" in kind:
        name = str(kind["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if isinstance(choices := kind.get("anyOf"), list):
        return " or ".join(dict.fromkeys(_show(choice) for choice in choices))
    if isinstance(values := kind.get("enum"), list):
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    if kind.get("type") == "array":
        items = kind.get("items")
        return f"list of {_show(items)}" if isinstance(items, dict) else "list"
    if kind.get("type") == "object":
        values = kind.get("additionalProperties")
        return f"object of {_show(values)}" if isinstance(values, dict) else "object"
    return str(kind.get("type", "anything"))
