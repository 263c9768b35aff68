"""The game server: tables, sockets and pages."""

from importlib.util import find_spec

from paperdice.errors import needs

# The packages are looked up, not imported, since parts of the server need none of them.
_PACKAGES = ("msgspec", "litestar", "uvicorn", "uvloop", "httptools", "websockets", "segno")
with needs("the server", "paperdice[server]"):
    for _package in _PACKAGES:
        if find_spec(_package) is None:
            raise ModuleNotFoundError(name=_package)
