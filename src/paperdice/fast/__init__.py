"""Compiled simulation kernels. No other package imports numba at import time."""
