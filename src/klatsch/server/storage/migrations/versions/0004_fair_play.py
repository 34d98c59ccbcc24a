"""How much a rated match counted, and where the hash chains of seats end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("chain", sa.String(length=64), nullable=True))
    op.add_column("matches", sa.Column("rating_weight", sa.Float(), nullable=True))
    matches = sa.table(
        "matches", sa.column("rating_weight", sa.Float()), sa.column("rated", sa.Boolean()), sa.column("status")
    )
    # Until now every rated match counted.
    op.execute(matches.update().where(matches.c.rated, matches.c.status == "over").values(rating_weight=1.0))
