"""Bots for Twenty One: a plan solved for every state of a row, and a small network for two seats."""
