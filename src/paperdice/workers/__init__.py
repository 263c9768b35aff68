"""Child processes: bots and studies run in them, are compiled by them, and outside programs play in them."""
