"""The docs site builds without warnings, its links work, and it can be read without a network."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from hatch_build import files_in, hash_of, make_once
from tests.browser.chromium import new_context
from tests.browser.server_process import ROOT
from tests.sampling import sample

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
WALKED = [
    *["docs/index", "docs/tutorial/first-bot", "docs/how-to/host-for-friends", "docs/games/qwixx", "docs/bots"],
    *["docs/envs", "docs/api/match", "docs/api/messages", "docs/architecture", "CHANGELOG"],
]


class Links(HTMLParser):
    """The links, resources and anchors of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.linked: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "a" and "href" in found:
            self.linked.append(found["href"])
        if found.get(LOADED.get(tag, "")):
            self.loaded.append(found[LOADED[tag]])


def site_hash() -> str:
    """Return a hash of the sources of the site, and of the names of all files to which its pages may link."""
    linked = [
        file for name in ("bench", "deploy", "release", "tests", "train", "web") for file in files_in(ROOT / name)
    ]
    names = "\n".join(sorted(file.relative_to(ROOT).as_posix() for file in linked))
    read = ("docs", "src", "examples", "requirements", "pyproject.toml", "do", "web/public")
    return hash_of(*(ROOT / name for name in read), *ROOT.glob("*.md")) + hashlib.sha256(names.encode()).hexdigest()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site, which is cached until its sources change."""
    cache = os.environ.get("PAPERDICE_CACHE")
    folder = Path(cache, "site") if cache else tmp_path_factory.mktemp("site")
    folder.mkdir(parents=True, exist_ok=True)
    make_once(folder / "stamp", site_hash(), lambda: build_site(folder))
    return folder / "html"


def build_site(folder: Path) -> None:
    for part in ("doctrees", "html"):
        shutil.rmtree(folder / part, ignore_errors=True)
    words = ["-q", "-W", "--keep-going", "-c", "docs", "-d", str(folder / "doctrees"), ".", str(folder / "html")]
    said = subprocess.run(
        [sys.executable, "-m", "sphinx", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, Links]:
    return {file: Links(file) for file in site.rglob("*.html")}


def find_broken(site: Path, pages: dict[Path, Links]) -> Iterator[str]:
    """Yield broken links and missing files; external links are not checked."""
    for file, page in pages.items():
        for link in (*page.linked, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            anchors = pages[target].anchors if target in pages else set()
            if not target.is_file() or (target in pages and parts.fragment and parts.fragment not in anchors):
                yield f"{file.relative_to(site)}: {link}"


def test_every_link_of_the_site_leads_somewhere(site: Path, pages: dict[Path, Links]) -> None:
    assert len(pages) > 50
    assert list(find_broken(site, pages)) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#there">x</a><a href="b.html#gone">x</a><img src="none.png">')
    (tmp_path / "b.html").write_text('<h1 id="there">x</h1><a href="https://example.org">x</a><a href="#gone">x</a>')
    pages = {file: Links(file) for file in sorted(tmp_path.glob("*.html"))}
    assert list(find_broken(tmp_path, pages)) == ["a.html: b.html#gone", "a.html: none.png", "b.html: #gone"]


def test_the_site_loads_nothing_from_elsewhere(pages: dict[Path, Links]) -> None:
    foreign = {link for page in pages.values() for link in page.loaded if urlsplit(link).netloc}
    assert foreign == set()


@pytest.fixture
def reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page without network access, on a device of this size and theme."""
    size, theme = request.param
    context = new_context(browser, size, dark=theme == "dark", offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else complaints.append(asked.url))
    yield page
    context.close()
    assert complaints == []


DEVICES = [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")]


@pytest.mark.sampled
@pytest.mark.parametrize("reader", DEVICES, indirect=True, ids=" ".join)
def test_pages_fit_every_device(reader: Page, site: Path) -> None:
    width = reader.evaluate("window.innerWidth")
    for name in sample(WALKED, 3, always=["docs/api/messages"], seed=width):
        reader.goto((site / f"{name}.html").as_uri())
        expect(reader.locator("h1")).to_be_visible()
        assert reader.evaluate("document.documentElement.scrollWidth") <= width, name
        grounds = reader.evaluate("getComputedStyle(document.body).backgroundColor")
        assert grounds in ("rgb(255, 252, 245)", "rgb(26, 29, 37)"), name


@pytest.mark.sampled
@pytest.mark.parametrize("reader", sample(DEVICES, 2, always=DEVICES[1:3]), indirect=True, ids=" ".join)
def test_the_picture_of_the_page_is_in_the_readers_theme(reader: Page, site: Path) -> None:
    is_dark = reader.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    reader.goto((site / "docs/index.html").as_uri())
    shown = reader.locator("article img[src$='.webp']:visible")
    expect(shown).to_have_count(1)
    assert str(shown.get_attribute("src")).endswith("page-dark.webp" if is_dark else "page-light.webp")


@pytest.mark.parametrize("reader", DEVICES[-1:], indirect=True, ids=" ".join)
def test_the_search_works_on_files(reader: Page, site: Path) -> None:
    reader.goto((site / "index.html").as_uri())
    reader.locator("input.sidebar-search").fill("ridge")
    reader.locator("input.sidebar-search").press("Enter")
    expect(reader.locator("#search-results a", has_text="Glossary").first).to_be_visible()
