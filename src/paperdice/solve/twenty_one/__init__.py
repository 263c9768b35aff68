"""Exact solution of Twenty One."""
