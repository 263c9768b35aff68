"""Preparation for tests of the study, which is compiled before a server starts, so that no request waits for it."""

from paperdice.study.readiness import STUDY
from paperdice.study.worker import rehearse
from paperdice.workers.readiness import WarmUp, warm_up


def get_study_ready() -> None:
    """Compile the study of Sixto for two, the quickest one, unless that is done."""
    warm_up(WarmUp("sixto", STUDY, 2), rehearse)
