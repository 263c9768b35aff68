"""Storage of matches: SQLite, in a file or in memory, and PostgreSQL."""
