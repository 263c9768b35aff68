"""Bots for Sixto: a policy that treats each row as a stopping problem, and a small network for two and three seats."""
