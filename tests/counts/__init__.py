"""Counts of choices, move sequences and tree nodes in given positions (similar to perft), and their code."""
