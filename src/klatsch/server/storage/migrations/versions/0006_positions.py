"""Matches that begin from a position that somebody set up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("position", sa.Text(), nullable=False, server_default=""))
