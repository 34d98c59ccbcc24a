"""What a host can set, with what it is when nobody sets it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "klatsch"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "klatsch"
    return Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "klatsch"


@dataclass(frozen=True)
class Settings:
    data: Path = field(default_factory=data_folder)  # database and key live here
    database: str = ""  # a URL; empty: a SQLite file in `data`
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""  # as players reach us, where a proxy stands before us
    workers: int = 1  # web processes; more than one needs PostgreSQL
    bot_workers: int = 1  # processes that think for bots
    bot_pause_seconds: float = 0.6  # between a bot's decisions, so that people can follow them
    mail_server: str = ""  # HOST:PORT of an SMTP server, for "it's your turn"
    mail_from: str = ""
    webhook: str = ""  # an address that is told of every turn somebody isn't there for, as JSON

    @property
    def database_url(self) -> str:
        if not self.database:
            return f"sqlite+aiosqlite:///{self.data / 'klatsch.sqlite3'}"
        for plain, driver in (("postgresql://", "postgresql+asyncpg://"), ("sqlite://", "sqlite+aiosqlite://")):
            if self.database.startswith(plain):
                return driver + self.database.removeprefix(plain)
        return self.database

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def address(self) -> str:
        """As players reach us, without a slash at the end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def secure(self) -> bool:
        return self.address.startswith("https://")

    @property
    def on_loopback(self) -> bool:
        """Only this machine can reach us: a link is dead for friends."""
        return not self.public_url and self.host in ("127.0.0.1", "localhost", "::1")

    def check(self) -> None:
        """ValueError with a sentence where the settings contradict each other."""
        if self.is_sqlite and self.workers > 1:
            raise ValueError("SQLite serves one web process; for more give --database postgresql://…")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise ValueError("--public-url begins with http:// or https://")
