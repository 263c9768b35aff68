"""The files that `./do release` writes next to the wheel: parts, bill of materials, known vulnerabilities, notes."""

import datetime
import json
import threading
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import metadata
from pathlib import Path
from typing import cast

import pytest

from release.__main__ import check_vulnerabilities
from release.notes import changes_of, make_notes, vulnerabilities_line
from release.parts import Part, read_lock, read_page_parts, read_parts
from release.sbom import find_needs, license_of, make_sbom
from release.vulnerabilities import ServiceError, Vulnerability, find_vulnerabilities

ROOT = Path(__file__).parents[2]
DAY = datetime.date(2026, 12, 24)
LOCK = """numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:aa \\
    --hash=sha256:bb
rich==15.0.0 \\
    --hash=sha256:cc
"""
NUMPY = Part("PyPI", "numpy", "2.4.6", "SHA-256", ("aa", "bb"), "python_full_version < '3.12'")
RICH = Part("PyPI", "rich", "15.0.0", "SHA-256", ("cc",))
PREACT = Part("npm", "@x/preact", "11.2.0", "SHA-512", ("00ff",), "", "MIT")


# Parts


def test_a_lock_is_read() -> None:
    assert read_lock(LOCK) == [NUMPY, RICH]


@pytest.mark.parametrize("line", ["numpy>=2 --hash=sha256:aa", "numpy==2", "-r other.txt"])
def test_what_is_not_pinned_by_a_hash_is_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="a locked package has a version and a hash"):
        read_lock(line)


def test_a_part_has_an_address() -> None:
    assert [part.address for part in (NUMPY, PREACT)] == ["pkg:pypi/numpy@2.4.6", "pkg:npm/%40x/preact@11.2.0"]


def test_the_page_brings_what_it_imports_and_what_that_needs(tmp_path: Path) -> None:
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "a.tsx").write_text('import { h } from "@x/preact/hooks";\nimport "./b";\n')
    (tmp_path / "src" / "deep" / "b.ts").write_text('const t = await import("virtual:texts");\n')
    entry = {"version": "11.2.0", "integrity": "sha512-AP8=", "license": "MIT"}
    packages = {
        "node_modules/@x/preact": {**entry, "dependencies": {"tiny": "1"}},
        "node_modules/tiny": {"version": "1.0.1", "integrity": "sha512-AP8="},
        "node_modules/vite": entry,
    }
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": packages}))
    assert read_page_parts(tmp_path) == [PREACT, Part("npm", "tiny", "1.0.1", "SHA-512", ("00ff",))]


def test_the_parts_of_this_checkout_are_those_of_all_extras_and_of_the_page() -> None:
    parts = list(read_parts(ROOT))
    names = {(part.ecosystem, part.name) for part in parts}
    assert {("PyPI", "numpy"), ("PyPI", "litestar"), ("PyPI", "distributed"), ("npm", "preact")} <= names
    assert not {("PyPI", "pytest"), ("PyPI", "uv"), ("npm", "vite"), ("npm", "vitest")} & names
    assert all(part.hashes for part in parts)


# Bill


def facts() -> metadata.PackageMetadata:
    """Return the metadata of a made-up wheel."""
    message = Message()
    message["Name"], message["Version"], message["License-Expression"] = "paperdice", "1.0.0", "MIT"
    message["Requires-Dist"] = "numpy>=2"
    message["Requires-Dist"] = "paperdice[look]; extra == 'all'"
    message["Requires-Dist"] = "rich>=14; extra == 'look'"
    return cast("metadata.PackageMetadata", message)


def test_a_bill_lists_parts_with_hashes_and_who_needs_them() -> None:
    bill = json.loads(json.dumps(make_sbom(facts(), [NUMPY, RICH, PREACT], "ee", "2026-12-24T00:00:00+00:00")))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": "ee"}]
    numpy, rich, preact = bill["components"]
    assert numpy["hashes"] == [{"alg": "SHA-256", "content": "aa"}, {"alg": "SHA-256", "content": "bb"}]
    assert numpy["properties"] == [{"name": "paperdice:condition", "value": "python_full_version < '3.12'"}]
    assert [part["scope"] for part in (numpy, rich, preact)] == ["required", "optional", "required"]
    assert preact["licenses"] == [{"license": {"name": "MIT"}}]
    needed = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    assert needed["pkg:pypi/paperdice@1.0.0"] == [PREACT.address, NUMPY.address, RICH.address]
    assert needed[RICH.address] == []


def test_the_same_wheel_has_the_same_number_and_another_another() -> None:
    bills = [make_sbom(facts(), [RICH], digest, "")["serialNumber"] for digest in ("aa", "aa", "bb")]
    assert bills[0] == bills[1] != bills[2]


def test_needs_follow_extras_of_others() -> None:
    assert find_needs(["rich>=14"], "")["rich"] == {"markdown-it-py", "pygments"}
    assert "psycopg-binary" not in find_needs(["psycopg"], "")
    assert find_needs(["psycopg[binary]"], "")["psycopg"] >= {"psycopg-binary"}


def test_a_package_of_other_machines_has_no_license_here() -> None:
    assert (license_of("no-such-package"), license_of("rich-rst")) == ("", "MIT")


# Vulnerabilities


class Service(BaseHTTPRequestHandler):
    """A stand-in for OSV, which requires a network: numpy has two vulnerabilities, the second on another page of
    results.
    """

    answers: list[object] | None = None

    def do_POST(self) -> None:
        """Answer a batch of queries."""
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        results = self.answers if self.answers is not None else [self.vulnerabilities_of(query) for query in queries]
        body = json.dumps({"results": results}).encode()
        self.send_response(200 if self.path == "/v1/querybatch" else 404)
        self.end_headers()
        self.wfile.write(body)

    def vulnerabilities_of(self, query: dict[str, object]) -> object:
        """Return the known vulnerabilities for a query."""
        if query["package"] != {"purl": "pkg:pypi/numpy@2.4.6"}:
            return {}
        if query.get("page_token") == "more":
            return {"vulns": [{"id": "GHSA-2"}]}
        return {"vulns": [{"id": "GHSA-1"}], "next_page_token": "more"}

    def log_message(self, *words: object) -> None:
        """Do not log requests."""


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Service, "answers", None)
    with HTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_known_vulnerabilities_are_found_page_by_page(service: str) -> None:
    assert find_vulnerabilities([NUMPY, RICH], service) == [
        Vulnerability(NUMPY, "GHSA-1"),
        Vulnerability(NUMPY, "GHSA-2"),
    ]
    assert find_vulnerabilities([RICH], service) == []


@pytest.mark.parametrize("answers", [[], [{}, {}], [{"vulns": 3}], [{"vulns": {}}], [{"vulns": [{}]}], ["none"]])
def test_an_answer_that_is_none_is_not_taken_for_safety(
    service: str, answers: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Service, "answers", answers)
    with pytest.raises(ServiceError):
        find_vulnerabilities([RICH], service)


def test_a_vulnerability_ends_the_release_unless_it_is_accepted_by_its_id(service: str) -> None:
    with pytest.raises(
        SystemExit, match=r"^known vulnerabilities: GHSA-2 in numpy 2\.4\.6; upgrade, or accept each with"
    ):
        check_vulnerabilities([NUMPY], service, ["GHSA-1"], DAY)
    line = check_vulnerabilities([NUMPY], service, ["GHSA-1", "GHSA-2"], DAY)
    assert line.startswith(
        "Known vulnerabilities: GHSA-1 in numpy 2.4.6, GHSA-2 in numpy 2.4.6; 1 packages were checked on"
    )


def test_where_nobody_answers_it_is_said_with_the_day(service: str) -> None:
    line = check_vulnerabilities([NUMPY], f"{service}/nowhere", [], DAY)
    assert line.startswith("Known vulnerabilities: not checked on 2026-12-24, because http://127.0.0.1")


# Notes


def test_the_notes_are_the_changes_of_the_version_and_what_is_known() -> None:
    changelog = "# Changelog\n\n## 1.0.0 (2026-12-24)\n\n- A sheet.\n\n## 0.1.0 (2026-11-30)\n\n- First.\n"
    assert changes_of(changelog, "1.0.0") == "- A sheet."
    assert changes_of(changelog, "0.1.0") == "- First."
    with pytest.raises(SystemExit, match=r"no entry for 2\.0\.0"):
        changes_of(changelog, "2.0.0")
    none = vulnerabilities_line([], 74, DAY)
    assert none == "Known vulnerabilities: none; 74 packages were checked on 2026-12-24."
    assert make_notes("1.0.0", "- A sheet.", [none]) == (
        f"# Paperdice 1.0.0\n\n- A sheet.\n\n## Dependencies\n\n{none}\n"
    )
