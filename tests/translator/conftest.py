"""The translated modules of the page, made once for all tests."""

from pathlib import Path

import pytest
from translator.drawing import translate_pictures
from translator.modules import RUNTIME, write_modules


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a checked module per game, and `drawn/pictures.mjs`."""
    folder = tmp_path_factory.mktemp("modules")
    write_modules(folder, is_checked=True)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "drawn").mkdir()
    (folder / "drawn" / f"pictures.{RUNTIME.name}").write_bytes(RUNTIME.read_bytes())
    (folder / "drawn" / "pictures.mjs").write_text(translate_pictures(), "utf-8")
    return folder
