"""The Qwixx family: sheets that print more than rows, and the rules for them."""
