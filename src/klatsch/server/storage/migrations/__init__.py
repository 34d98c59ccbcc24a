"""Migrations of the schema (Alembic). A released one is never edited."""

NEWEST = "0006"
