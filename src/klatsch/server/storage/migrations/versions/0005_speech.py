"""Chat: what a page called a line, so that it is said once, and who reads it. Matches: whom the host removed,
and what was shown at the end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("chat", sa.Column("sent", sa.String(length=40), nullable=True))
    op.create_index(op.f("ix_chat_person_sent"), "chat", ["person", "sent"], unique=True)
    # Until now everybody read everything.
    op.add_column("chat", sa.Column("room", sa.String(length=9), nullable=False, server_default="everybody"))
    op.add_column("matches", sa.Column("removed", sa.JSON(), nullable=False, server_default="[]"))
    op.create_table(
        "endings",
        sa.Column("match", sa.String(length=16), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_endings_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_endings")),
    )
