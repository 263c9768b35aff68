"""What tests of the study need: it is compiled before a server is asked, so that nobody waits for it there."""

from paperdice.bots.warming import WarmUp, warm_up
from paperdice.study.readiness import STUDY
from paperdice.study.rehearsal import rehearse_any


def get_study_ready() -> None:
    """Compiles the study of Sixto for two, the quickest one, unless that is done."""
    warm_up(WarmUp("sixto", STUDY, 2), rehearse_any)
