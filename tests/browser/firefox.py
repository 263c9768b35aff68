"""A smoke test in Firefox with WebDriver BiDi: `python -m tests.browser.firefox`.

This is a program rather than a test, since no package of the checkout includes Firefox.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from tests.browser.server_process import running_server
from tests.server.processes import free_port

PATIENCE = 60.0
# Waits for an element and returns it.
FIND = """const find = async test => {
  const ends = performance.now() + 20000;
  while (!document.querySelector(test)) {
    if (performance.now() > ends) throw new Error(`no ${test}`);
    await new Promise(done => setTimeout(done, 50));
  }
  return document.querySelector(test);
};"""
# Plays from the home page to the first mark of every game.
PLAY = """async game => {
  await find('.game .pic rect');
  document.querySelectorAll('.game')[game].click();
  await new Promise(done => setTimeout(done, 300));
  document.querySelectorAll('.play')[2].click();
  await new Promise(done => setTimeout(done, 300));
  (await find('.sticky button.btn')).click();
  await find('.match .cell');
  for (let i = 0; i < 40 && !document.querySelector('.cell.marked'); i += 1) {
    const tests = ["throw", "keep", 'done"][aria-disabled="false'].map((action) => `[data-action="${action}"]`);
    const found = [...tests, ".cell.can", '[data-action="quiet"]'].map((test) => document.querySelector(test));
    found.find(Boolean)?.click();
    await new Promise(done => setTimeout(done, 150));
  }
  const wide = document.documentElement.scrollWidth > innerWidth;
  const marked = document.querySelectorAll('.cell.marked').length;
  return `${document.querySelector('.match, .end').className}: ${marked} marked, ` +
    `${document.querySelectorAll('.cell').length} cells${wide ? ', wider than the window' : ''}`;
}"""


class Firefox:
    """A running Firefox, controlled over a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._context = ""

    async def ask(self, method: str, **params: object) -> Mapping[str, object]:
        """Send a command and return its result."""
        number = next(self._ids)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE))
            if told.get("id") == number:
                if told["type"] == "error":
                    raise RuntimeError(told["message"])
                result: Mapping[str, object] = told["result"]
                return result

    async def begin(self) -> None:
        """Open a session with one tab of the size of a phone."""
        await self.ask("session.new", capabilities={})
        self._context = str((await self.ask("browsingContext.create", type="tab"))["context"])
        size = {"width": 390, "height": 844}
        await self.ask("browsingContext.setViewport", context=self._context, viewport=size)

    async def open(self, address: str) -> None:
        await self.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    async def run(self, script: str) -> str:
        """Run a script in the page and return its result as text."""
        code = f"(async () => {{ {FIND} return await ({script}); }})()"
        target = {"context": self._context}
        told = await self.ask("script.evaluate", expression=code, target=target, awaitPromise=True)
        if told["type"] != "success":
            raise RuntimeError(json.loads(json.dumps(told["exceptionDetails"]))["text"])
        value: str = json.loads(json.dumps(told["result"]))["value"]
        return value


async def connected(port: int) -> ClientConnection:
    """Connect to a Firefox that is starting up."""
    for _ in range(int(PATIENCE * 5)):
        try:
            return await connect(f"ws://127.0.0.1:{port}/session", max_size=None)
        except OSError:
            await asyncio.sleep(0.2)
    raise TimeoutError("Firefox did not come up")


async def smoke(port: int, address: str) -> list[str]:
    """Play the first turns of each game, and read a page of rules."""
    told = []
    async with await connected(port) as socket:
        firefox = Firefox(socket)
        await firefox.begin()
        for game in range(5):
            await firefox.open(address)
            told.append(await firefox.run(f"({PLAY})({game})"))
        await firefox.open(f"{address}/learn/qwixx")
        told.append(await firefox.run("find('.picture .cell').then(() => document.querySelector('h1, h2').innerText)"))
    return told


def main() -> None:
    """Start a server and Firefox, and print the results."""
    program = shutil.which("firefox") or shutil.which("firefox-esr")
    if program is None:
        raise SystemExit("Firefox is not installed: apt-get install firefox-esr")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        server = stack.enter_context(running_server(folder / "matches.sqlite"))
        port = free_port()
        command = [program, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
        process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        try:
            sys.stdout.write("\n".join(asyncio.run(smoke(port, server.address))) + "\n")
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
