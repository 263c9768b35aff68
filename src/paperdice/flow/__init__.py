"""The logic of a table, without any I/O: commands, events, and actions that become due over time."""
