"""One table as a plain object: events, commands, and actions that become due; no input or output."""
