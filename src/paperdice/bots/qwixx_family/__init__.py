"""Bots for the Qwixx family and for Longo."""
