"""Sheets of the Qwixx family for one seat alone, solved exactly."""
