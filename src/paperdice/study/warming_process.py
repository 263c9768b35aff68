"""Like `paperdice.bots.warming_process`, for bots and for the study."""

from __future__ import annotations

from paperdice.bots.warming_process import main
from paperdice.study.rehearsal import rehearse_any

if __name__ == "__main__":
    main(rehearse_any)
