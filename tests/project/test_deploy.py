"""The files in `deploy/` use existing commands, packages with hashes, and minimal privileges."""

import configparser
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from paperdice.cli import make_app
from paperdice.cli.serve import serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]


def read_unit() -> configparser.SectionProxy:
    """Return the systemd service; repeated keys keep their last value."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # the way that configparser documents
    parser.read(DEPLOY / "paperdice.service", "utf-8")
    return parser["Service"]


UNIT = read_unit()
COMMANDS = {
    "Dockerfile": re.findall(r'"([^"]*)"', DOCKERFILE.rpartition("CMD ")[2]),
    "compose": SERVICES["server"]["command"],
    "systemd": shlex.split(UNIT["ExecStart"].replace("$OPTIONS", "--keep-days 365"))[1:],
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_server_understands_how_it_is_started(words: list[str]) -> None:
    command, bound, _ = make_app().parse_args(words, exit_on_error=False, print_error=False)
    assert command is serve
    assert {"data", "database"} & set(bound.arguments)


def test_the_image_installs_by_hash_and_runs_without_root() -> None:
    installs = re.findall(r"pip install (.*?)(?= \\\n| &&|\n)", DOCKERFILE)
    assert len(installs) == 3
    assert all("--require-hashes -r requirements/" in line or "--no-deps /wheel/" in line for line in installs)
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.findall(r"(?m)^USER (.*)$", last) == ["10001:10001"]
    assert re.findall(r"(?m)^VOLUME (.*)$", last) == ["/data"]
    assert "http://127.0.0.1:8021/health" in last.partition("HEALTHCHECK ")[2]


def test_what_the_image_needs_is_not_ignored() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split("\n")
    assert {".git", ".venv", "*.sqlite*", "src/paperdice/server/static"} <= set(ignored)
    assert not {"requirements", "web", "src", "hatch_build.py", "pyproject.toml", "README.md"} & set(ignored)


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert (SERVICES["server"]["networks"], SERVICES["database"]["networks"]) == (["inside"], ["inside"])


def test_only_the_proxy_is_believed_about_clients() -> None:
    words = SERVICES["server"]["command"]
    assert words[words.index("--trust-proxy") + 1] == SERVICES["proxy"]["networks"]["inside"]["ipv4_address"]
    assert "--host 127.0.0.1 --trust-proxy 127.0.0.1 " in UNIT["ExecStart"]


def test_containers_have_few_rights() -> None:
    for name in ("proxy", "server"):
        service = SERVICES[name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"]), name
        assert service["security_opt"] == ["no-new-privileges:true"], name


def test_images_name_a_version() -> None:
    images = [service["image"] for service in SERVICES.values() if "image" in service]
    images += [line.split()[0] for line in re.findall(r"(?m)^FROM (.*)$", DOCKERFILE)]
    assert len(images) == 4
    assert all(re.fullmatch(r"[a-z]+:\d[\w.-]*", image) for image in images), images


def test_no_secret_has_a_default() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{DATABASE_PASSWORD(.?.)", text)) == {":?"}
    assert "DATABASE_PASSWORD=\n" in (DEPLOY / "example.env").read_text("utf-8")


def test_the_service_is_shut_in() -> None:
    wanted = {"DynamicUser": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "NoNewPrivileges": "yes"}
    assert {name: UNIT[name] for name in wanted} == wanted
    assert (UNIT["StateDirectory"], UNIT["UMask"], UNIT["CapabilityBoundingSet"]) == ("paperdice", "0077", "")
    assert "MemoryDenyWriteExecute" not in UNIT, "compiled bots need memory that is written and run"
