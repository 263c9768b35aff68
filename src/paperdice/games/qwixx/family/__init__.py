"""The Qwixx family: sheets that print more than rows, and their rules."""
