"""Where matches are kept: one protocol, three stores (memory, SQLite, PostgreSQL)."""
