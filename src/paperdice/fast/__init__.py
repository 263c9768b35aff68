"""Compiled code: the only room that imports numba."""
