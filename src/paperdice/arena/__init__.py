"""Simulations, duels and leagues of many matches, with statistics and plots of their results."""
