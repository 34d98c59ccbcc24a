"""Chat: what a page called a line, so that it is said once, and who reads it. Matches: whom the host removed,
and what was shown at the end. Moderators: who they are, and what they did about which report."""

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
    add_moderation()


def add_moderation() -> None:
    op.add_column("persons", sa.Column("moderator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("persons", sa.Column("silent_until", sa.Float(), nullable=True))
    op.add_column("persons", sa.Column("warning", sa.String(length=500), nullable=False, server_default=""))
    op.add_column("reports", sa.Column("done", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("moderator", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("act", sa.String(length=8), nullable=False),
        sa.Column("about", sa.String(length=24), nullable=False),
        sa.Column("match", sa.String(length=16), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
