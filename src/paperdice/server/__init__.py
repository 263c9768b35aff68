"""The game server: tables, WebSocket connections, the HTTP API and the static files of the web page."""

from importlib.util import find_spec

from paperdice.errors import check_version, needs

# The packages are looked up but not imported, since parts of the server can be used without them.
_PACKAGES = ("msgspec", "litestar", "uvicorn", "uvloop", "httptools", "websockets", "segno")
with needs("the server", "paperdice[server]"):
    for _package in _PACKAGES:
        if find_spec(_package) is None:
            raise ModuleNotFoundError(name=_package)

# `transport.py` subclasses protocols of uvicorn, so new versions are refused until they have been tested.
UVICORN_BELOW = "0.55"
check_version("uvicorn", UVICORN_BELOW)
