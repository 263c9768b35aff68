"""Telling a device whose page is closed that it is wanted, through the push service of its browser."""
