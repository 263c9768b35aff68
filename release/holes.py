"""Known holes of the packages that a release stands on, asked of OSV, which knows those of PyPI and npm alike."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException

from release.parts import Part

SERVICE = "https://api.osv.dev"
SECONDS = 30


class NotAskedError(Exception):
    """The service could not be reached, or its answer could not be read."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A known hole of one package."""

    part: Part
    id: str

    def __str__(self) -> str:
        return f"{self.id} in {self.part.name} {self.part.version}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The holes of one package, and the token that asks for more of them."""

    ids: tuple[str, ...]
    token: str


def find_holes(parts: Sequence[Part], service: str = SERVICE) -> list[Hole]:
    """The holes of these packages that are known today; raises `NotAskedError` where nobody can tell."""
    found: list[Hole] = []
    asked = [(part, "") for part in parts]
    while asked:
        answers = list(zip(asked, _ask(asked, service), strict=True))
        found += [Hole(part, hole) for (part, _), answer in answers for hole in answer.ids]
        asked = [(part, answer.token) for (part, _), answer in answers if answer.token]
    return sorted(found, key=str)


def _ask(asked: Sequence[tuple[Part, str]], service: str) -> list[Answer]:
    queries = [{"package": {"purl": part.address}, **({"page_token": token} if token else {})} for part, token in asked]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(f"{service}/v1/querybatch", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            results = json.load(answer)["results"]
        answers = [_read(result) for result in results]
    except urllib.error.HTTPError as error:
        with error:  # it holds the connection
            raise NotAskedError(f"{service} gave no answer ({error})") from error
    except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise NotAskedError(f"{service} gave no answer ({error})") from error
    if len(answers) != len(asked):
        raise NotAskedError(f"{service} answered {len(answers)} of {len(asked)} questions")
    return answers


def _read(result: dict[str, object]) -> Answer:
    holes = result.get("vulns", [])
    if not isinstance(holes, list):
        raise TypeError("holes are a list")
    return Answer(tuple(str(hole["id"]) for hole in holes), str(result.get("next_page_token", "")))
