"""Run a notebook without Jupyter and save its outputs: python run_notebook.py NOTEBOOK.

Supports what our notebook uses: printed text, the value of the last line of a cell, and matplotlib figures.
"""

import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

RICH = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}


def run_cell(source: str, names: dict[str, object]) -> list[dict[str, object]]:
    """Run one cell and return its outputs in the notebook format."""
    figures: list[bytes] = []
    plt.show = lambda: figures.append(take_figure())
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    outputs: list[dict[str, object]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(True)})
    for picture in figures:
        data = {"image/png": base64.b64encode(picture).decode()}
        outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
    if value is not None:
        outputs.append({"output_type": "execute_result", "data": show(value), "metadata": {}, "execution_count": None})
    return outputs


def take_figure() -> bytes:
    """Return the current figure as PNG, and close it."""
    picture = io.BytesIO()
    plt.savefig(picture, dpi=80, bbox_inches="tight")
    plt.close("all")
    return picture.getvalue()


def show(value: object) -> dict[str, list[str]]:
    """Return all representations of a value, by MIME type."""
    forms = {kind: getattr(value, method)() for kind, method in RICH.items() if hasattr(value, method)}
    forms["text/plain"] = repr(value)
    return {kind: text.splitlines(True) for kind, text in forms.items()}


def run_notebook(notebook: dict) -> None:
    """Run all code cells and replace their outputs."""
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = run_cell("".join(cell["source"]), names)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    loaded = json.loads(path.read_text("utf-8"))
    run_notebook(loaded)
    path.write_text(json.dumps(loaded, indent=1, ensure_ascii=False) + "\n", "utf-8")
