"""A session for each device, passkeys, identities, bans of addresses, tokens that end, and what names look like."""

from __future__ import annotations

import secrets
import time

import sqlalchemy as sa
from alembic import op

from klatsch.server.storage.names import skeleton

revision = "0003"
down_revision = "0002"

DAY = 86400.0


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.Column("address", sa.String(length=32), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_sessions_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("digest", name=op.f("uq_sessions_digest")),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"])
    op.create_index(op.f("ix_sessions_expires"), "sessions", ["expires"])
    op.create_table(
        "bans",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("address", sa.String(length=32), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_bans_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "address", name=op.f("pk_bans")),
    )
    op.create_index(op.f("ix_bans_address"), "bans", ["address"])
    add_ways_in()
    add_skeletons()
    let_tokens_end()
    let_old_cookies_end()


def let_old_cookies_end() -> None:
    """The first release had no sessions: where it has run, its cookies are good for so long."""
    shared = sa.table("shared", sa.column("name", sa.String), sa.column("value", sa.Text))
    if op.get_bind().scalar(sa.select(shared.c.name).where(shared.c.name == "cookie_key")) is not None:
        op.execute(sa.insert(shared).values(name="old_cookies_until", value=str(time.time() + 60 * DAY)))


def add_ways_in() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_passkeys_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    op.create_index(op.f("ix_passkeys_person"), "passkeys", ["person"])
    op.create_table(
        "identities",
        sa.Column("issuer", sa.String(length=200), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_identities_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("issuer", "subject", name=op.f("pk_identities")),
    )
    op.create_index(op.f("ix_identities_person"), "identities", ["person"])
    op.create_table(
        "handshakes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_handshakes")),
    )
    op.create_index(op.f("ix_handshakes_expires"), "handshakes", ["expires"])


# No batches here: SQLite would make the table anew, and dropping the old one deletes whatever refers to it.


def add_skeletons() -> None:
    op.add_column("persons", sa.Column("skeleton", sa.String(length=100), nullable=False, server_default=""))
    op.create_index(op.f("ix_persons_skeleton"), "persons", ["skeleton"])
    persons = sa.table(
        "persons", sa.column("id", sa.String), sa.column("name", sa.String), sa.column("skeleton", sa.String)
    )
    db = op.get_bind()
    for id, name in db.execute(sa.select(persons.c.id, persons.c.name)).all():
        # The server's own function: new names are compared with what it makes today.
        db.execute(sa.update(persons).where(persons.c.id == id).values(skeleton=skeleton(name)))


def let_tokens_end() -> None:
    """A token of the first release plays on for ninety days; it may not touch the account any more."""
    op.add_column("tokens", sa.Column("id", sa.String(length=16), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("scopes", sa.String(length=40), nullable=False, server_default="read play"))
    op.add_column("tokens", sa.Column("expires", sa.Float(), nullable=False, server_default="0"))
    op.add_column("tokens", sa.Column("used", sa.Float(), nullable=True))
    tokens = sa.table(
        "tokens", sa.column("digest", sa.String), sa.column("id", sa.String), sa.column("expires", sa.Float)
    )
    db = op.get_bind()
    for digest in db.execute(sa.select(tokens.c.digest)).scalars().all():
        values = {"id": secrets.token_hex(8), "expires": time.time() + 90 * DAY}
        db.execute(sa.update(tokens).where(tokens.c.digest == digest).values(**values))
    op.create_index(op.f("ix_tokens_id"), "tokens", ["id"], unique=True)
