"""How the database's schema came to be, step by step (Alembic). A released step is never edited."""

NEWEST = "0001"
