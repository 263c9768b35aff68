"""What the tests of the package share: one build and two environments."""

import os
from pathlib import Path

import pytest

from tests.package.environments import ROOT, Environment, build, make_environment


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and source archive, both made from the checkout; a release names its own."""
    given = os.environ.get("PAPERDICE_DIST")
    if given is not None:
        return Path(given)
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder, "--wheel")
    build(ROOT, folder, "--sdist")
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def archive(dist: Path) -> Path:
    (found,) = dist.glob("*.tar.gz")
    return found


@pytest.fixture(scope="session")
def plain(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """`pip install paperdice`."""
    return make_environment(tmp_path_factory.mktemp("plain"), wheel)


@pytest.fixture(scope="session")
def full(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """`pip install 'paperdice[all]'`."""
    return make_environment(tmp_path_factory.mktemp("full"), wheel, "[all]")
