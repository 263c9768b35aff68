"""A bot in thirty lines: takes a seat at a table and always plays the last of its choices.

python sit_and_play.py http://127.0.0.1:8021 KXRMPD
"""

import asyncio
import json
import secrets
import sys

from websockets.asyncio.client import connect


async def main(server: str, code: str) -> None:
    """Play one match."""
    token, view = secrets.token_urlsafe(32), {}
    async with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{code}/socket") as socket:

        async def send(command: str, **fields: object) -> None:
            await socket.send(json.dumps({"type": command, "id": secrets.token_hex(8), **fields}))

        await socket.send(json.dumps({"type": "hello", "tokens": [token]}))
        await send("sit", name="Thirty", token=token)
        async for text in socket:
            message = json.loads(text)
            view |= message.get("view") or {}  # the whole view, or what a step has changed of it
            if view.get("over"):
                print("scores:", *view["scores"])
                return
            for own in message.get("own", []):  # whatever is answered twice is refused the second time
                if own["choices"]:
                    await send("play", seat=own["seat"], step=message["step"], move=own["choices"][-1])
                elif view["dice_wanted"] and view["active"] == own["seat"]:
                    await send("throw", seat=own["seat"], step=message["step"])


asyncio.run(main(*sys.argv[1:]))
