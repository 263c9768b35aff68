"""Simulation kernels compiled with numba. Importing `paperdice` alone does not import numba."""

from paperdice.errors import check_version

# `internals.py` uses internals of numba, so new versions are rejected until they have been tested.
NUMBA_BELOW = "0.69"
check_version("numba", NUMBA_BELOW)
