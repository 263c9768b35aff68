"""The JSON Schema of everything that travels between server and client, made from the types themselves.

`python -m paperdice.server.protocol.schema` prints it; the page's types are generated from it.
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
    http.RecordText,
    http.SheetFile,
    http.CheckedSheet,
    http.SheetPrint,
    http.MatchPrint,
    http.Replay,
    http.AdviceWish,
    http.Advice,
    http.PositionWish,
    http.PositionShown,
    http.DailyExercise,
    http.ReviewWish,
    http.ReviewState,
)


def definitions() -> dict[str, Schema]:
    """The schema of every type by its name; `Command` is what a socket takes, `Message` what it gives."""
    types = (ANY_COMMAND, Message, *HTTP_TYPES)
    (command, message, *_), parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {**parts, "Command": command, "Message": message}


def protocol_schema() -> Schema:
    """One schema of everything: what a socket takes and gives, and what travels over HTTP."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Paperdice protocol",
        "version": PROTOCOL,
        "$defs": definitions(),
    }


def main() -> None:
    """Prints the schema."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(protocol_schema()), indent=2) + b"\n")


if __name__ == "__main__":
    main()
