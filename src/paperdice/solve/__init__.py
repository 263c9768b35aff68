"""Exact values on small or single-seat problems."""
