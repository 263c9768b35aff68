"""What tests of the study need: it is compiled before a server is asked, so that nobody waits for it there."""

from paperdice.study.readiness import STUDY
from paperdice.study.worker import rehearse
from paperdice.workers.readiness import WarmUp, warm_up


def get_study_ready() -> None:
    """Compile the study of Sixto for two, the quickest one, unless that is done."""
    warm_up(WarmUp("sixto", STUDY, 2), rehearse)
