"""What the tests of the package share: one build and two environments."""

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
    """An environment with nothing but what `pyproject.toml` asks for to build."""
    return make_builder(tmp_path_factory.mktemp("builder"))


@pytest.fixture(scope="session")
def dist(builder: Environment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and source archive, both made from the checkout; a release names its own."""
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


@pytest.fixture(scope="session")
def plain(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """`pip install paperdice`."""
    return install(make_environment(tmp_path_factory.mktemp("plain"), *requirements_of(wheel)), wheel)


@pytest.fixture(scope="session")
def full(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """`pip install 'paperdice[all]'`."""
    return install(make_environment(tmp_path_factory.mktemp("full"), *requirements_of(wheel, "all")), wheel)
