"""The package index, which only tests in this folder may use."""

import json
import os

# The runner passes the machine's settings of pip, uv and npm as JSON; without it they are in the environment.
SETTINGS = "PAPERDICE_INDEX_SETTINGS"
OFFLINE = ("UV_OFFLINE", "UV_NO_CONFIG", "UV_CACHE_DIR")


def index_settings() -> dict[str, str]:
    """Return the environment variables of a program that may use the package index."""
    if SETTINGS not in os.environ:
        return dict(os.environ)
    kept = {name: value for name, value in os.environ.items() if name not in (SETTINGS, *OFFLINE)}
    return {**kept, **json.loads(os.environ[SETTINGS])}
