"""The JSON Schema of everything that travels between server and client, made from the structs themselves.

`python -m paperdice.server.protocol.schema` prints it; the page's types are generated from it.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from paperdice.server.http import replays as films
from paperdice.server.protocol import http as requests
from paperdice.server.protocol import messages

HTTP_TYPES = (
    requests.NewTable,
    requests.TableMade,
    requests.TableLine,
    requests.GameFacts,
    requests.MatchFacts,
    requests.MatchList,
    requests.MatchLine,
    requests.NewChallenge,
    requests.ChallengeFacts,
    requests.Problem,
    films.RecordText,
    films.Film,
)


def protocol_schema() -> dict[str, Any]:
    """Gives one schema: `Command` is what a socket takes, `Message` what it gives, the rest travels over HTTP."""
    types = (messages.Command, messages.Message, *HTTP_TYPES)
    (command, message, *_), definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paperdice protocol",
        "version": messages.PROTOCOL,
        "$defs": {**definitions, "Command": command, "Message": message},
    }


def main() -> None:
    """Prints the schema."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(protocol_schema()), indent=2) + b"\n")


if __name__ == "__main__":
    main()
