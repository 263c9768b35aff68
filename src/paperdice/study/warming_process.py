"""Warm up one bot or the study in this process, like `paperdice.bots.warming_process`."""

from __future__ import annotations

from paperdice.bots.warming_process import main
from paperdice.study.rehearsal import rehearse_any

if __name__ == "__main__":
    main(rehearse_any)
