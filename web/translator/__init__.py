"""Turns the rules of the games, which are plain Python of a small subset, into modules for the browser."""
