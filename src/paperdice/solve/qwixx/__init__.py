"""Exact solution of Qwixx for one seat."""
