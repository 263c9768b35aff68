"""Where matches are kept: SQLite, in a file or in memory, and PostgreSQL."""
