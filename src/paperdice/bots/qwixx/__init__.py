"""Bots for Qwixx: solved tables of expected points, a network for the probability of winning, and two benchmarks."""
