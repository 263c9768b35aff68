"""Known vulnerabilities of the dependencies, from OSV, which covers both PyPI and npm."""

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


class ServiceError(Exception):
    """Raised if the service could not be reached, or its answer is invalid."""


@dataclass(frozen=True, slots=True)
class Vulnerability:
    """A known vulnerability of one package."""

    part: Part
    id: str

    def __str__(self) -> str:
        return f"{self.id} in {self.part.name} {self.part.version}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The vulnerabilities of one package, and the token of the next page."""

    ids: tuple[str, ...]
    token: str


def find_vulnerabilities(parts: Sequence[Part], service: str = SERVICE) -> list[Vulnerability]:
    """Return the known vulnerabilities of these packages.

    Raises:
        ServiceError: The service did not answer, or not all questions.
    """
    found: list[Vulnerability] = []
    asked = [(part, "") for part in parts]
    while asked:
        answers = list(zip(asked, _ask(asked, service), strict=True))
        found += [Vulnerability(part, id_) for (part, _), answer in answers for id_ in answer.ids]
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
            raise ServiceError(f"{service} gave no answer ({error})") from error
    except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ServiceError(f"{service} gave no answer ({error})") from error
    if len(answers) != len(asked):
        raise ServiceError(f"{service} answered {len(answers)} of {len(asked)} questions")
    return answers


def _read(result: dict[str, object]) -> Answer:
    found = result.get("vulns", [])
    if not isinstance(found, list):
        raise TypeError("vulns is not a list")
    return Answer(tuple(str(each["id"]) for each in found), str(result.get("next_page_token", "")))
