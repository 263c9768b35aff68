"""The game server: tables, sockets and pages for friends who play together."""

from importlib.util import find_spec

from paperdice.errors import needs

# Looked for, not imported: a part that needs no web framework does not wait for one.
_PACKAGES = ("msgspec", "litestar", "uvicorn", "uvloop", "httptools", "websockets", "segno")
with needs("the server", "paperdice[server]"):
    for _package in _PACKAGES:
        if find_spec(_package) is None:
            raise ModuleNotFoundError(name=_package)
