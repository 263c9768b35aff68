"""Counted questions: how many choices, lines of play and nodes there are, and the walkers that count them."""
