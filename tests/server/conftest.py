"""What several tests of the server share."""

import pytest

from tests.ready import get_study_ready


@pytest.fixture(scope="session")
def study_ready() -> None:
    """The study of Sixto is compiled."""
    get_study_ready()
