"""Server settings and their defaults."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

PREFIX = "KLATSCH_"
KEY = r"[0-9a-fA-F]{64}"
SECRET = ("key", "oidc_client_secret")  # no flags: every user of a machine sees those of others


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "klatsch"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "klatsch"
    return Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "klatsch"


def setting(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Settings:
    """Given by a flag (`--public-url`), else the environment (`KLATSCH_PUBLIC_URL`), else a file (`public_url = …`)."""

    data: Path = field(default_factory=data_folder, metadata={"meaning": "a folder for the database"})
    database: str = setting("", "a database's URL; empty: a SQLite file in the data folder")
    key_file: str = setting("", "the file of the server's key; empty: klatsch.key in the data folder")
    key: str = setting("", "the key itself, 64 hexadecimal digits, in place of a file")
    host: str = setting("127.0.0.1", "the address to listen on; 0.0.0.0 for the whole network")
    port: int = setting(8000, "the port to listen on")
    public_url: str = setting("", "the address that players use, where a proxy stands before the server")
    trusted_proxies: str = setting(
        "",
        "addresses or networks of proxies, with commas, whose X-Forwarded-For is believed; "
        "with a public URL this machine's own, else none",
    )
    workers: int = setting(1, "web processes; more than one needs PostgreSQL")
    bot_workers: int = setting(1, "processes that think for bots, for each web process")
    bot_pause: float = setting(0.6, "seconds between a bot's decisions, so that people can follow them")
    absent_after: float = setting(60.0, "seconds after which a bot may play on for somebody who isn't there")
    mail_server: str = setting(
        "", "HOST:PORT of an SMTP server that takes mail without a password, for telling people that it is their turn"
    )
    mail_from: str = setting("", "the sender of that mail")
    webhook: str = setting("", "an address that is told, as JSON, of every turn whose player isn't there")
    oidc_issuer: str = setting("", "the address of an OpenID Connect provider, by which people may sign in")
    oidc_client_id: str = setting("", "how that provider knows this server")
    oidc_client_secret: str = setting("", "what proves it to the provider")
    json_logs: bool = setting(False, "log lines as JSON, for programs")
    durable: bool = setting(False, "wait for the disk at every change, and not only where chance has decided")
    metrics: bool = setting(False, "serve /metrics for Prometheus")

    @property
    def database_url(self) -> str:
        if not self.database:
            return f"sqlite:///{self.data / 'klatsch.sqlite3'}"
        if self.database.startswith("postgresql://"):
            return "postgresql+asyncpg://" + self.database.removeprefix("postgresql://")
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
    def proxies(self) -> list[str]:
        given = [each.strip() for each in self.trusted_proxies.split(",") if each.strip()]
        return given or (["127.0.0.1", "::1"] if self.public_url else [])

    def is_proxy(self, host: str) -> bool:
        """Is it one of ours, by its address or network?"""
        try:
            return any(ip_address(host) in ip_network(each, strict=False) for each in self.proxies)
        except ValueError:  # a name
            return host in self.proxies

    @property
    def secure(self) -> bool:
        return self.address.startswith("https://")

    @property
    def on_loopback(self) -> bool:
        """Only this machine can reach us: a link is dead for friends."""
        return not self.public_url and self.host in ("127.0.0.1", "localhost", "::1")

    def as_environment(self) -> dict[str, str]:
        """For processes that begin anew."""
        return {PREFIX + each.name.upper(): str(getattr(self, each.name)) for each in fields(self)}

    def check(self) -> None:
        """ValueError with a sentence where the settings contradict each other."""
        if self.is_sqlite and self.workers > 1:
            raise ValueError("SQLite serves one web process; for more give --database postgresql://…")
        if self.key and not re.fullmatch(KEY, self.key):
            raise ValueError("KLATSCH_KEY has 64 hexadecimal digits, as `openssl rand -hex 32` makes them")
        oidc = (self.oidc_issuer, self.oidc_client_id, self.oidc_client_secret)
        if any(oidc) and not all(oidc):
            raise ValueError("OpenID Connect needs all three: oidc_issuer, oidc_client_id and oidc_client_secret")
        if self.oidc_issuer and not re.match(r"https://|http://(localhost|127\.0\.0\.1)[:/]", self.oidc_issuer):
            raise ValueError("--oidc-issuer begins with https://")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise ValueError("--public-url begins with http:// or https://")


def load(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None) -> Settings:
    """The settings of all sources, checked; ValueError names what is wrong and where."""
    given: dict[str, object] = {}
    if file is not None:
        given |= read_file(file)
    for each in fields(Settings):
        name = PREFIX + each.name.upper()
        if name in environment:
            given[each.name] = converted(each.name, environment[name], name)
    given |= {name: value for name, value in flags.items() if value is not None}
    settings = Settings(**given)  # type: ignore[arg-type]
    settings.check()
    return settings


def read_file(path: Path) -> dict[str, object]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error
    known = {each.name for each in fields(Settings)}
    for name in found:
        if name not in known:
            raise ValueError(f"{path}: there is no setting {name!r}; the settings are {', '.join(sorted(known))}")
    return {name: converted(name, value, f"{path}: {name}") for name, value in found.items()}


def converted(name: str, value: object, source: str) -> object:
    """A value of the setting's own type."""
    kinds = {"port": int, "workers": int, "bot_workers": int, "bot_pause": float, "absent_after": float, "data": Path}
    if name in ("json_logs", "durable", "metrics"):
        if str(value).lower() not in ("true", "false", "1", "0", "yes", "no"):
            raise ValueError(f"{source} is yes or no, not {value!r}")
        return str(value).lower() in ("true", "1", "yes")
    try:
        return kinds.get(name, str)(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{source} can't be {value!r}") from error


def settings_table() -> str:
    """All settings, for the documentation."""
    lines = ["| flag | environment | meaning | if left out |", "|---|---|---|---|"]
    for each in fields(Settings):
        usual = "the user's data folder" if each.name == "data" else f"`{each.default}`" if each.default != "" else ""
        flag = f"`--{each.name.replace('_', '-')}`" if each.name not in SECRET else ""
        lines.append(f"| {flag} | `{PREFIX}{each.name.upper()}` | {each.metadata['meaning']} | {usual} |")
    return "\n".join(lines)
