"""Sheets, dice and whole positions drawn from a view: what terminal, notebooks and print stand on."""
