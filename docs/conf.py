"""The configuration of Sphinx for the documentation site, which reads the whole checkout so that links between files
work.

Pages are plain Markdown. The navigation is generated here, and only the reference of the library contains directives.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import version as find_version
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS / "site"))

from messages import describe_messages, write_schemas  # noqa: E402 - it is in the folder added to the path

project = "Paperdice"
author = "the Paperdice authors"
copyright = "the Paperdice authors, MIT license"  # noqa: A001 - Sphinx requires this name
release = find_version("paperdice")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "examples/README.md",
    "src/paperdice/games/*/RULES.md",
]
exclude_patterns = [".*", "build", "dist", "mutants", "requirements", "tests", "train", "web"]
default_role = "code"  # single backticks in docstrings
myst_heading_anchors = 4

autodoc_member_order = "bysource"
# Fields with an `Attributes:` section are also listed as members; their descriptions stay in the section.
napoleon_use_ivar = True
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True}
python_maximum_signature_line_length = 76
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Paperdice"
html_logo = html_favicon = "../web/public/icon.svg"
html_extra_path = ["site/top"]
html_static_path = ["site/static"]
html_css_files = ["paperdice.css"]
html_copy_source = False
html_show_sphinx = False
# Excerpts of search results are fetched from the pages, which browsers refuse for local files.
html_show_search_summary = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
# The colors of the page; see web/src/styles/tokens.css.
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fffcf5",
        "color-background-secondary": "#f7f2e7",
        "color-background-hover": "#ece6d9",
        "color-background-border": "#d8d0bf",
        "color-foreground-primary": "#1b2030",
        "color-foreground-secondary": "#5a5d69",
        "color-foreground-muted": "#5a5d69",
        "color-foreground-border": "#8a8470",
        "color-brand-primary": "#1b2030",
        "color-brand-content": "#17489a",
        "color-brand-visited": "#5a2259",
        "color-code-background": "#f7f2e7",
        "color-inline-code-background": "#f7f2e7",
    },
    "dark_css_variables": {
        "color-background-primary": "#1a1d25",
        "color-background-secondary": "#101218",
        "color-background-hover": "#2b303c",
        "color-background-border": "#3b3e48",
        "color-foreground-primary": "#f1ece1",
        "color-foreground-secondary": "#a9abb5",
        "color-foreground-muted": "#a9abb5",
        "color-foreground-border": "#787d8c",
        "color-brand-primary": "#f1ece1",
        "color-brand-content": "#8fb0ff",
        "color-brand-visited": "#d2b6ee",
        "color-code-background": "#101218",
        "color-inline-code-background": "#2b303c",
    },
}

LEARN = ["tutorial/index", "how-to/index", "../examples/README"]
GAMES = ["qwixx", "longo", "twenty_one", "qwantum", "sixto"]
REFERENCE = ["notation", "api/index", "cli", "drawings", "simulate", "solve", "bots", "outside-bots", "envs"]
SERVER = ["hosting", "server", "security", "protocol", "dice"]
INSIDE = ["architecture", "adding-a-game", "subset", "page", "decisions/index"]


def find_pages(folder: str) -> list[str]:
    """Return the names of the pages in a folder of docs/ except its index, in the order in which the index links to
    them.
    """
    names = sorted(file.stem for file in (DOCS / folder).glob("*.md") if file.stem != "index")
    start = DOCS / folder / "index.md"
    text = start.read_text("utf-8") if start.exists() else ""
    return sorted(names, key=lambda name: text.find(f"]({name}.md)"))


def make_menus(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the menus of a page with their captions; a page that no list names belongs to the reference."""
    if page == "docs/index":
        named = {*LEARN, *REFERENCE, *SERVER, *INSIDE}
        games = [f"games/{name}" for name in (*GAMES, *find_pages("games"))]
        yield "Learn", LEARN
        yield "Games", list(dict.fromkeys(games))
        yield "Reference", [*REFERENCE, *(name for name in find_pages("") if name not in named)]
        yield "Server", SERVER
        yield "Inside", [*INSIDE, "../CONTRIBUTING", "../CHANGELOG"]
    elif page.startswith("docs/games/"):
        yield "", [f"../../src/paperdice/games/{Path(page).name}/RULES"]
    elif page.endswith("/index"):
        yield "", find_pages(Path(page).parent.name)


def add_menus(app: Sphinx, page: str, source: list[str]) -> None:
    """Append the menus to the source of a page, so that the files themselves contain no directives."""
    for caption, names in make_menus(page):
        there = [name for name in names if (ROOT / page).parent.joinpath(f"{name}.md").exists()]
        options = ":hidden:\n" + (f":caption: {caption}\n" if caption else "")
        source[0] += f"\n\n```{{toctree}}\n{options}\n" + "\n".join(there) + "\n```\n"


def pair_pictures(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace each picture of the page that exists in two themes by both, so that the reader's theme decides.

    Read as plain files, the pages show the light picture.
    """

    def pair(found: re.Match[str]) -> str:
        return "".join(
            f"```{{image}} {found['path']}-{theme}.webp\n:alt: {found['alt']}\n:class: only-{theme}\n```\n"
            for theme in ("light", "dark")
        )

    source[0] = re.sub(r"^!\[(?P<alt>[^\]]*)\]\((?P<path>\S+)-light\.webp\)\n", pair, source[0], flags=re.MULTILINE)


def add_messages(app: Sphinx, page: str, source: list[str]) -> None:
    """Fill the page of messages from the schema of the protocol."""
    if page == "docs/api/messages":
        files = " and ".join(f'<a href="../../schema/{name}.json">{name}.json</a>' for name in ("protocol", "openapi"))
        source[0] += f"\nThe schemas as files: {files}.\n" + "\n".join(describe_messages())


def add_schemas(app: Sphinx, error: Exception | None) -> None:
    """Write the schemas next to the pages."""
    if error is None:
        write_schemas(Path(app.outdir) / "schema")


def setup(app: Sphinx) -> None:
    """Connect the functions above to Sphinx, which calls this one."""
    app.connect("source-read", pair_pictures)
    app.connect("source-read", add_messages)
    app.connect("source-read", add_menus)
    app.connect("build-finished", add_schemas)
