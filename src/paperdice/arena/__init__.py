"""Simulations, duels and leagues of many matches, with their statistics and plots."""
