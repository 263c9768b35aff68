"""Bots for Qwantum: learned tables of final scores, and a network for the probability of winning."""
