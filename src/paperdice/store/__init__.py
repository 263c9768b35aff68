"""Storage of matches: in SQLite (a file or memory) or PostgreSQL."""
