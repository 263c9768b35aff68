"""`python -m release VERSION FOLDER` writes what goes with a wheel and an archive that lie in the folder.

Ends with status 1, and before anything is written, when a hole is known that nobody has accepted by name.
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

from release.bill import make_bill
from release.holes import SERVICE, NotAskedError, find_holes
from release.notes import changes_of, holes_line, make_notes
from release.parts import Part, read_parts

ROOT = Path(__file__).resolve().parents[1]


def facts_of(wheel: Path) -> metadata.PackageMetadata:
    """What a wheel says about itself."""
    with zipfile.ZipFile(wheel) as opened:
        folder = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return metadata.PathDistribution(zipfile.Path(opened, folder.removesuffix("METADATA"))).metadata


def check_holes(parts: Sequence[Part], service: str, accepted: Sequence[str], day: datetime.date) -> str:
    """The line about known holes; one that is not accepted ends the release."""
    try:
        holes = find_holes(parts, service)
    except NotAskedError as error:
        return holes_line(None, len(parts), day, str(error))
    if new := [hole for hole in holes if hole.id not in accepted]:
        sys.exit(f"known holes: {', '.join(map(str, new))}; mend them, or name each with --accept ID")
    return holes_line(holes, len(parts), day)


def sums(files: Sequence[Path]) -> str:
    """The SHA-256 of files, as `sha256sum --check` reads them."""
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))


def read_words() -> argparse.Namespace:
    """The words of the command."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("version")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ask", default=SERVICE, help="the OSV service to ask about known holes")
    parser.add_argument("--accept", action="append", default=[], help="the id of a known hole to release with")
    return parser.parse_args()


def main() -> None:
    """Writes bill, notes and check sums."""
    words = read_words()
    version, folder, now = words.version, words.folder, datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    wheel, archive = folder / f"paperdice-{version}-py3-none-any.whl", folder / f"paperdice-{version}.tar.gz"
    parts = list(read_parts(ROOT))
    told = check_holes(parts, words.ask, words.accept, now.date())
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    bill, notes = folder / f"paperdice-{version}.cdx.json", folder / f"paperdice-{version}.md"
    bill.write_text(json.dumps(make_bill(facts_of(wheel), parts, digest, now.isoformat()), indent=1) + "\n", "utf-8")
    changes = changes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    lines = [f"`{bill.name}` lists {len(parts)} packages as CycloneDX.", told]
    notes.write_text(make_notes(version, changes, lines), "utf-8")
    (folder / f"paperdice-{version}.sha256").write_text(sums([wheel, archive, bill, notes]), "utf-8")
    sys.stderr.write(f"{told}\n")


if __name__ == "__main__":
    main()
