"""Board files are stored once, by their hash; budgets that processes share; addresses for mail are confirmed."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    boards = op.create_table(
        "boards",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_boards")),
    )
    op.create_table(
        "budgets",
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("tokens", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_budgets")),
    )
    op.create_index(op.f("ix_budgets_at"), "budgets", ["at"])
    op.execute(sa.text("UPDATE persons SET mail = ''"))  # nobody had confirmed them
    matches = sa.table(
        "matches", sa.column("id", sa.String), sa.column("options", sa.JSON), sa.column("created", sa.Float)
    )
    db = op.get_bind()
    stored: set[str] = set()
    for id, options, created in db.execute(sa.select(matches)).all():
        # A word of an option has no line break, a board file has many.
        for name, text in [(name, value) for name, value in options.items() if "\n" in value]:
            digest = hashlib.sha256(text.encode()).hexdigest()
            if digest not in stored:
                db.execute(sa.insert(boards).values(hash=digest, text=text, created=created))
                stored.add(digest)
            options[name] = f"file:{digest}"
            db.execute(sa.update(matches).where(matches.c.id == id).values(options=options))
