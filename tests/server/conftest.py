"""What several tests of the server share."""

import pytest

from paperdice.bots.warming import WarmUp, warm_up
from paperdice.study.readiness import STUDY
from paperdice.study.rehearsal import rehearse_any


@pytest.fixture(scope="session")
def study_ready() -> None:
    """The study of Sixto for two is compiled, so that nobody waits for it."""
    warm_up(WarmUp("sixto", STUDY, 2), rehearse_any)
