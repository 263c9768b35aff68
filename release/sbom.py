"""The software bill of materials in CycloneDX: dependencies with versions, hashes, licenses and their relations."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release.parts import Part

Json = dict[str, object]
Needs = dict[str, set[str]]

SCHEMA = "http://cyclonedx.org/schema/bom-1.6.schema.json"


def make_sbom(facts: metadata.PackageMetadata, parts: Sequence[Part], digest: str, moment: str) -> Json:
    """Return the bill of materials of a wheel.

    Args:
        facts: The metadata of the wheel.
        parts: Its dependencies.
        digest: The SHA-256 of the wheel.
        moment: The time of the release in ISO 8601.
    """
    own = f"pkg:pypi/{facts['Name']}@{facts['Version']}"
    wanted = facts.get_all("Requires-Dist") or []
    needs = find_needs(wanted, "all")
    return {
        "$schema": SCHEMA,
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{own} {digest}')}",
        "version": 1,
        "metadata": {"timestamp": moment, "component": _whole(facts, own, digest)},
        "components": [_component(part, core=set(find_needs(wanted, ""))) for part in parts],
        "dependencies": list(_dependencies(own, parts, needs)),
    }


def _whole(facts: metadata.PackageMetadata, own: str, digest: str) -> Json:
    return {
        "type": "application",
        "bom-ref": own,
        "name": facts["Name"],
        "version": facts["Version"],
        "purl": own,
        "licenses": [{"expression": facts["License-Expression"]}],
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _component(part: Part, *, core: set[str]) -> Json:
    """Return one component: required if the page or the core needs it, optional if only an extra does."""
    required = part.ecosystem == "npm" or part.name in core
    made: Json = {
        "type": "library",
        "bom-ref": part.address,
        "name": part.name,
        "version": part.version,
        "purl": part.address,
        "scope": "required" if required else "optional",
        "hashes": [{"alg": part.algorithm, "content": content} for content in part.hashes],
    }
    if told := part.license or license_of(part.name):
        made["licenses"] = [{"license": {"name": told}}]
    if part.condition:
        made["properties"] = [{"name": "paperdice:condition", "value": part.condition}]
    return made


def license_of(name: str) -> str:
    """Return the license of an installed package, or an empty text if it is not installed on this platform."""
    try:
        facts = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    kinds = [line.rpartition(" :: ")[2] for line in facts.get_all("Classifier") or [] if line.startswith("License ::")]
    told = [*(facts.get_all("License-Expression") or []), ", ".join(kinds), *(facts.get_all("License") or [])]
    return next((text for text in told if text), "").strip().partition("\n")[0]


def find_needs(wanted: Sequence[str], extra: str) -> Needs:
    """Return the dependencies of each package that these requirements need, directly or indirectly, on this
    platform.
    """
    found: Needs = {"": set()}
    todo: list[tuple[str, Requirement]] = [("", need) for need in _apply(wanted, {extra})]
    seen: set[tuple[str, str]] = set()
    while todo:
        by, need = todo.pop()
        name = canonicalize_name(need.name)
        if name == "paperdice":  # an extra that names other extras
            todo += [("", further) for further in _apply(wanted, need.extras)]
            continue
        found[by].add(name)
        if (name, ",".join(sorted(need.extras))) not in seen:
            seen.add((name, ",".join(sorted(need.extras))))
            found.setdefault(name, set())
            todo += [(name, further) for further in _apply(metadata.requires(name) or [], need.extras | {""})]
    return found


def _apply(wanted: Sequence[str], extras: set[str]) -> Iterator[Requirement]:
    for need in map(Requirement, wanted):
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras):
            yield need


def _dependencies(own: str, parts: Sequence[Part], needs: Needs) -> Iterator[Json]:
    places: dict[str, list[str]] = {}
    for part in parts:
        places.setdefault(part.name if part.ecosystem == "PyPI" else "", []).append(part.address)
    first = [address for name in needs[""] for address in places.get(name, [])]
    yield {"ref": own, "dependsOn": sorted(first + places.get("", []))}
    for part in parts:
        names = needs.get(part.name, set()) if part.ecosystem == "PyPI" else set()
        yield {"ref": part.address, "dependsOn": sorted(address for name in names for address in places.get(name, []))}
