"""Qwixx for one sheet, solved exactly."""
