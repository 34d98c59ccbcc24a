"""Chat: what a page called a line, so that it is said once, and who reads it. Matches: whom the host removed."""

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
