"""The tables of the database. A match is its events; the rest is seats, clocks and who may come in."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# What the hosts of one database share: a mark of their key, when one of them was last alive, how often sessions ended.
shared = Table("shared", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))

persons = Table(
    "persons",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(40), unique=True),  # of an account: the name without case; a guest has none
    Column("skeleton", String(100), nullable=False, default="", index=True),  # what the name looks like
    Column("password", String(200)),  # Argon2
    Column("recovery", String(200)),  # Argon2 of the recovery code
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("lang", String(5), nullable=False, default="en"),
    Column("mail", String(200), nullable=False, default=""),  # where "your turn" goes, if anywhere
    Column("banned", Boolean, nullable=False, default=False),
    Column("moderator", Boolean, nullable=False, default=False),  # reads reports and acts on them
    Column("silent_until", Float),  # a moderator took their chat away until then
    Column("warning", String(500), nullable=False, default=""),  # a moderator's words that they haven't read yet
    Column(
        "sessions", Integer, nullable=False, default=0
    ),  # rises when sessions end: cookies of the first release do too
)

# A row for each device that somebody came in with. The cookie has the secret, the database only its digest.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),  # SHA-256 of the secret
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("device", String(60), nullable=False),
    Column("address", String(32), nullable=False),  # a mark made with the key, for bans: never the address itself
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # within the hour
    Column("expires", Float, nullable=False, index=True),
)

# From where nobody new may come, for a time.
bans = Table(
    "bans",
    metadata,
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),  # who was there
    Column("address", String(32), primary_key=True, index=True),  # the mark of a session's address
    Column("until", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token
    Column("id", String(16), nullable=False, unique=True, index=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("scopes", String(40), nullable=False),  # some of read, play, account
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("used", Float),  # within the hour
)

# Keys that somebody's device or key ring keeps, by which they sign in without a password.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", String(1400), nullable=False, unique=True),  # the device's name for it, in base64
    Column("public_key", Text, nullable=False),  # in base64
    Column("sign_count", BigInteger, nullable=False),  # rises, where a device counts
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
)

# Who somebody is elsewhere, by OpenID Connect.
identities = Table(
    "identities",
    metadata,
    Column("issuer", String(200), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

# What was asked of a browser and must be answered by the same one, once and soon: challenges, states, nonces.
handshakes = Table(
    "handshakes",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the cookie's secret
    Column("kind", String(16), nullable=False),
    Column("data", JSON, nullable=False),
    Column("expires", Float, nullable=False, index=True),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("other", ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), nullable=False),  # mute: no chat of theirs; block: no table with them either
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", String(24), nullable=False),
    Column("about", String(24), nullable=False),
    Column("match", String(16)),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Column("done", Boolean, nullable=False, default=False),  # a moderator has decided
)

# What moderators did, for good.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("moderator", String(24), nullable=False),
    Column("name", String(40), nullable=False),  # the moderator's, as it was then
    Column("act", String(8), nullable=False),  # mute, warn, close, ban, nothing
    Column("about", String(24), nullable=False),
    Column("match", String(16)),
    Column("days", Integer, nullable=False),  # of a mute
    Column("reason", String(500), nullable=False),
    Column("at", Float, nullable=False),
)

# What everybody may still use, where several processes share a database (budgets.py).
budgets = Table(
    "budgets",
    metadata,
    Column("key", String(120), primary_key=True),  # what, person or address, who
    Column("tokens", Float, nullable=False),
    Column("at", Float, nullable=False, index=True),
)

boards = Table(
    "boards",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the text
    Column("text", Text, nullable=False),
    Column("created", Float, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),  # a board of somebody's own as file:HASH
    Column("host", String(24), nullable=False),  # who made it
    Column("status", String(8), nullable=False),  # waiting, playing, over, closed
    Column("private", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("shared_screen", Boolean, nullable=False),  # pass and play
    Column("position", Text, nullable=False, default=""),  # where it begins, if not at the game's first position
    Column("pace", JSON, nullable=False),  # {"kind": "none" | "live" | "days", "seconds": …, "increment": …}
    Column("seed", String(64), nullable=False),  # secret until the end
    Column("revision", Integer, nullable=False),  # rises with everything that changes here
    Column("version", Integer, nullable=False),  # events so far: what an action must have seen
    Column("checksum", String(16), nullable=False, default=""),  # of the state, to compare after an upgrade
    Column("actor", Integer, nullable=False),  # the seat that decides; below 0: none
    Column("turn_since", Float),  # since when the actor's clock runs, by the game clock
    Column("deadline", Float, index=True),  # when it is out of time, by the game clock
    Column("bot_to_move", Boolean, nullable=False, default=False),
    Column("leased_by", String(24)),  # whose bot process thinks about it …
    Column("leased_until", Float),  # … until when, at most
    Column("offers", JSON, nullable=False),  # {"draw": [seats], "undo": [asker, seats…], "rematch": [seats]}
    Column("next_match", String(16)),  # the rematch
    Column("removed", JSON, nullable=False, default=list),  # whom the host removed: they don't sit down here again
    Column("result", JSON),  # every seat's share of the win
    Column("rating_weight", Float),  # of a rated match that is over: how much it counted, 0 to 1
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("note", String(200), nullable=False, default=""),  # why it was closed, or isn't rated though it should be
    Index("ix_matches_status_private", "status", "private"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, invited, person, bot
    Column("person", String(24), index=True),
    Column("name", String(40), nullable=False, default=""),  # as it was when they sat down
    Column("bot", String(24)),  # who plays this seat now, if no person does
    Column("nonce", String(32)),  # what the seat's own device added to the dice; not yet there: not ready
    Column("chain", String(64)),  # the end of its hash chain, if it has one
    Column("clock_seconds", Float),  # what is left, at the start of the running turn
    Column("invitation", String(16)),  # the word that opens an invited seat
    Column("rating", JSON),  # [mu, sigma] after a rated game, and mu before it
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),  # as in the replay
    Column("at", Float, nullable=False),
)

# What was shown when a match ended (endings.py): it stays readable whatever becomes of the rules.
endings = Table(
    "endings",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("data", Text, nullable=False),  # JSON, packed
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", String(24), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Column("room", String(9), nullable=False, default="everybody"),  # or players, watchers: who reads it
    Column("sent", String(40)),  # what its page called it, so that it is said once
    Index("ix_chat_person_sent", "person", "sent", unique=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("player", String(24), primary_key=True),  # a person's id, or a bot's name
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Float, nullable=False),
    UniqueConstraint("player", "game"),
)

analyses = Table(
    "analyses",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("lang", String(5), primary_key=True),
    Column("data", JSON, nullable=False),
)
