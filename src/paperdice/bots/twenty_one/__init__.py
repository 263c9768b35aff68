"""Bots for Twenty One: a strategy solved for every state of a row, and a small network for matches of two seats."""
