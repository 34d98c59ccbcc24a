"""The database: its schema, and everything that reads or writes it."""
