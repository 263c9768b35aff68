"""`python -m release VERSION FOLDER` writes bill of materials, notes and checksums of the packages in the folder.

Exits with status 1 before writing anything if a vulnerability is known that was not accepted by its id.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import sys
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from release.notes import changes_of, make_notes, vulnerabilities_line
from release.parts import Part, read_parts
from release.sbom import make_sbom
from release.vulnerabilities import SERVICE, ServiceError, find_vulnerabilities

ROOT = Path(__file__).resolve().parents[1]


def facts_of(wheel: Path) -> metadata.PackageMetadata:
    """Return the metadata of a wheel."""
    with zipfile.ZipFile(wheel) as opened:
        folder = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return metadata.PathDistribution(zipfile.Path(opened, folder.removesuffix("METADATA"))).metadata


def check_vulnerabilities(parts: Sequence[Part], service: str, accepted: Sequence[str], day: datetime.date) -> str:
    """Return the line for the notes about known vulnerabilities; exit if one of them was not accepted."""
    try:
        found = find_vulnerabilities(parts, service)
    except ServiceError as error:
        return vulnerabilities_line(None, len(parts), day, str(error))
    if new := [each for each in found if each.id not in accepted]:
        sys.exit(f"known vulnerabilities: {', '.join(map(str, new))}; upgrade, or accept each with --accept ID")
    return vulnerabilities_line(found, len(parts), day)


def sums(files: Sequence[Path]) -> str:
    """Return the SHA-256 checksums of files in the format of `sha256sum --check`."""
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))


def read_words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("version")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ask", default=SERVICE, help="address of the OSV service")
    parser.add_argument("--accept", action="append", default=[], help="id of a vulnerability to accept")
    return parser.parse_args()


def main() -> None:
    words = read_words()
    version, folder, now = words.version, words.folder, datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    wheel, archive = folder / f"paperdice-{version}-py3-none-any.whl", folder / f"paperdice-{version}.tar.gz"
    parts = list(read_parts(ROOT))
    line = check_vulnerabilities(parts, words.ask, words.accept, now.date())
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    bill, notes = folder / f"paperdice-{version}.cdx.json", folder / f"paperdice-{version}.md"
    bill.write_text(json.dumps(make_sbom(facts_of(wheel), parts, digest, now.isoformat()), indent=1) + "\n", "utf-8")
    changes = changes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    lines = [f"`{bill.name}` lists {len(parts)} packages as CycloneDX.", line]
    notes.write_text(make_notes(version, changes, lines), "utf-8")
    (folder / f"paperdice-{version}.sha256").write_text(sums([wheel, archive, bill, notes]), "utf-8")
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
