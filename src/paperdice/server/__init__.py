"""The game server: tables, sockets and pages."""

from importlib.util import find_spec

from paperdice.errors import check_version, needs

# The packages are looked up, not imported, since parts of the server need none of them.
_PACKAGES = ("msgspec", "litestar", "uvicorn", "uvloop", "httptools", "websockets", "segno")
with needs("the server", "paperdice[server]"):
    for _package in _PACKAGES:
        if find_spec(_package) is None:
            raise ModuleNotFoundError(name=_package)

# `transport.py` subclasses protocols of uvicorn, so a new version is refused until it was tested.
UVICORN_BELOW = "0.55"
check_version("uvicorn", UVICORN_BELOW)
