"""Simulations, duels and leagues, with statistics and plots of their results."""
