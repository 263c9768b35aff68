"""Writes `web/src/messages.ts`, the TypeScript types of everything that travels between server and page.

Run it after a change of the structs: `python web/scripts/make_messages.py`; a test fails while the file is stale.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paperdice.server.schema import protocol_schema

TARGET = Path(__file__).parents[1] / "src" / "messages.ts"
HEAD = "// Made by scripts/make_messages.py from the structs of the server: do not edit.\n"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    """Gives the TypeScript type of one schema."""
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


def array_type(schema: dict[str, Any]) -> str:
    """Gives a list or, where every place has its own type, a tuple."""
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(item) for item in schema['prefixItems'])}]"
    inner = type_of(schema["items"])
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def interface_of(name: str, schema: dict[str, Any]) -> str:
    """Gives one interface; fields with a default may be left out on either side."""
    wanted = set(schema.get("required", ()))
    lines = [f"/** {schema['description'].split(chr(10))[0]} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, inner in schema["properties"].items():
        mark = "" if field in wanted or field == "type" else "?"
        lines.append(f"  {field}{mark}: {type_of(inner)};")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """Gives the whole file."""
    definitions = protocol_schema()["$defs"]
    parts = []
    for name in sorted(definitions):
        schema = definitions[name]
        if "properties" in schema:
            parts.append(interface_of(name, schema))
        else:
            parts.append(f"export type {name} = {type_of(schema)};")
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    TARGET.write_text(typescript(), encoding="utf-8")
