"""Storage of matches in SQLite (in a file or in memory) or PostgreSQL."""
