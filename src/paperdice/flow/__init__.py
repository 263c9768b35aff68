"""The logic of one table, without input or output: events, commands, and the actions that become due over time."""
