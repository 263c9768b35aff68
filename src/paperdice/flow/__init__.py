"""One table as a plain object: what its events say, what a command leads to, what is due; no input or output."""
