"""Bots for Qwixx: tables of what is still to come, a network that tells the chance to win, and two yardsticks."""
