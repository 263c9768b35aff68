"""Bots for Sixto: rows as stopping problems, and a small network for two and three seats."""
