"""What those who run a server need: limits, counts, logs."""
