"""Exact solution of solo matches on sheets of the Qwixx family."""
