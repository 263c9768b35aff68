"""Fixtures of the package tests: one build and four environments."""

import os
from pathlib import Path

import pytest

from tests.package.environments import (
    ROOT,
    Environment,
    build,
    install,
    make_builder,
    make_environment,
    requirements_of,
)


@pytest.fixture(scope="session")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with only the build requirements of `pyproject.toml`."""
    return make_builder(tmp_path_factory.mktemp("builder"))


@pytest.fixture(scope="session")
def dist(builder: Environment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with wheel and source archive, both built from the checkout; a release passes its own."""
    given = os.environ.get("PAPERDICE_DIST")
    if given is not None:
        return Path(given)
    folder = tmp_path_factory.mktemp("dist")
    build(builder, ROOT, folder, "wheel", "sdist")
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def archive(dist: Path) -> Path:
    (found,) = dist.glob("*.tar.gz")
    return found


def installed(wheel: Path, folder: Path, extra: str = "") -> Environment:
    """Return an environment with the wheel, one of its extras and what these require."""
    return install(make_environment(folder, *requirements_of(wheel, extra)), wheel)


@pytest.fixture(scope="session")
def plain(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment after `pip install paperdice`."""
    return installed(wheel, tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="session")
def learn(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment after `pip install 'paperdice[learn]'`."""
    return installed(wheel, tmp_path_factory.mktemp("learn"), "learn")


@pytest.fixture(scope="session")
def plot(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment after `pip install 'paperdice[plot]'`."""
    return installed(wheel, tmp_path_factory.mktemp("plot"), "plot")


@pytest.fixture(scope="session")
def full(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment after `pip install 'paperdice[all]'`."""
    return installed(wheel, tmp_path_factory.mktemp("full"), "all")
