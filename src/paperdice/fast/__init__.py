"""Compiled simulation kernels. This is the only package that imports numba at import time."""

from paperdice.errors import check_version

# `linking.py` and `compile.py` use internals of numba, so a new version is refused until it was tested.
NUMBA_BELOW = "0.69"
check_version("numba", NUMBA_BELOW)
