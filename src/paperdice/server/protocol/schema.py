"""The JSON Schema of all messages between server and client, generated from their types.

`python -m paperdice.server.protocol.schema` prints it. The TypeScript types of the page are generated from it.
"""

from __future__ import annotations

import sys

import msgspec

from paperdice.flow.commands import ANY_COMMAND, PROTOCOL
from paperdice.flow.wishes import NewTable
from paperdice.server.protocol import http
from paperdice.server.protocol.messages import Message

Schema = dict[str, object]
HTTP_TYPES = (
    NewTable,
    http.TableOpened,
    http.TableLine,
    http.GameFacts,
    http.MatchFacts,
    http.MatchList,
    http.MatchLine,
    http.NewChallenge,
    http.ChallengeFacts,
    http.Problem,
    http.AdviceWish,
    http.Advice,
    http.DailyExercise,
    http.ReviewWish,
    http.ReviewState,
)


def definitions(*more: object) -> dict[str, Schema]:
    """Return the schemas of all protocol types, and of the types in `more`, by name.

    `Command` is the union of all messages from clients, and `Message` the union of all messages from the server.
    """
    types = (ANY_COMMAND, Message, *HTTP_TYPES, *more)
    (command, message, *_), parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {**parts, "Command": command, "Message": message}


def protocol_schema() -> Schema:
    """Return a single schema that defines all WebSocket messages and HTTP bodies."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paperdice protocol",
        "version": PROTOCOL,
        "$defs": definitions(),
    }


def main() -> None:
    """Print the schema to standard output."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(protocol_schema()), indent=2) + b"\n")


if __name__ == "__main__":
    main()
