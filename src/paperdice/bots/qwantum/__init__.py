"""Bots for Qwantum: learned tables of what a sheet will end with, and a network that gives the chance to win."""
