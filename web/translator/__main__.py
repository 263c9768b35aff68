"""`python web/translator FOLDER` writes the rules of every game and the drawings as modules for the browser."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from translator.drawing import write_drawing  # noqa: E402
from translator.modules import main  # noqa: E402

main(Path(sys.argv[1]))
write_drawing(Path(sys.argv[1]) / "drawn")
