"""Bots for Qwantum: learned tables of expected final scores, and a network for the probability of winning."""
