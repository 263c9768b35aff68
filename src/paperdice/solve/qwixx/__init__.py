"""Exact solution of Qwixx for one seat, either alone or with other seats that may end the match."""
