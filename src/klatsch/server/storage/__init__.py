"""The database: its schema, and everything that is read from it or written to it."""
