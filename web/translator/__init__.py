"""Translate the rules of the games, which are plain Python of a small subset, to modules for the browser."""
