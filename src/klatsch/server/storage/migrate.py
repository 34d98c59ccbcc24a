"""Migrates a database to the newest schema."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

FOLDER = Path(__file__).parent / "migrations"
LOCK = 5214  # any number that nobody else uses in this database


def config_for(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, revision: str = "head") -> None:
    if connection.dialect.name == "postgresql":  # hosts that start together come one after another
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    command.upgrade(config_for(connection), revision)


def current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def known() -> set[str]:
    """All schemas that there were."""
    return {step.revision for step in ScriptDirectory(str(FOLDER)).walk_revisions()}


def newest() -> str | None:
    return ScriptDirectory(str(FOLDER)).get_current_head()
