"""The server's key, which is never in the database: it signs cookies and marks addresses, so that neither a copy of the
database nor a guess makes one. Every host of one database is given the same."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import re
import secrets
from pathlib import Path

from sqlalchemy import delete, insert, select

from klatsch.server.settings import KEY, Settings
from klatsch.server.storage.database import Database, Storage
from klatsch.server.storage.schema import shared

OLD_NAME = "cookie_key"  # where the first release had it, in the table `shared`
MOST_SIGNED = 400  # letters
MARK_NAME = "key_mark"  # by which hosts notice that they have different ones


class Key:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.secret = b""  # known once it is open

    @property
    def file(self) -> Path:
        return Path(self.settings.key_file) if self.settings.key_file else self.settings.data / "klatsch.key"

    async def open(self, storage: Storage) -> None:
        """From the environment, else from the file; the first start writes it, with the first release's key if any."""
        async with storage.write() as db:
            old = await db.scalar(select(shared.c.value).where(shared.c.name == OLD_NAME))
            self.secret = bytes.fromhex(self.settings.key or read_key(self.file) or write_key(self.file, old))
            await db.execute(delete(shared).where(shared.c.name == OLD_NAME))
            if not self.settings.is_sqlite:  # a file has one host, which may get a new key
                await self.check_mark(db)

    async def check_mark(self, db: Database) -> None:
        mark = self.sign("mark", "")[:16]
        known = await db.scalar(select(shared.c.value).where(shared.c.name == MARK_NAME))
        if known is None:
            await db.execute(insert(shared).values(name=MARK_NAME, value=mark))
        elif known != mark:
            raise ValueError(
                f"this host's key isn't that of the database's other hosts: give all of them the same {self.file} "
                "or KLATSCH_KEY"
            )

    def sign(self, purpose: str, words: str) -> str:
        """The same words signed for another purpose are no good."""
        return hmac.digest(self.secret, f"{purpose}|{words}".encode(), hashlib.sha256).hex()[:40]

    def signed(self, purpose: str, words: str) -> str:
        return f"{words}.{self.sign(purpose, words)}"

    def checked(self, purpose: str, text: str | None) -> str | None:
        """The words of what was signed here; None for anything else."""
        if text is None or len(text) > MOST_SIGNED:
            return None
        words, _, signature = text.rpartition(".")
        return words if hmac.compare_digest(signature.encode(), self.sign(purpose, words).encode()) else None

    def address_mark(self, address: str) -> str:
        """An address, unreadable without the key; a household's addresses of IPv6 are one."""
        return self.sign("address", network_of(address))[:32]


def network_of(address: str) -> str:
    """Whose address it is: one of IPv4, the 2⁶⁴ of a household with IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 6 and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


def read_key(path: Path) -> str:
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
    if not re.fullmatch(KEY, text):
        raise ValueError(f"{path} isn't a key: it has 64 hexadecimal digits, as `openssl rand -hex 32` makes them")
    return text


def write_key(path: Path, old: str | None) -> str:
    """Processes that start together agree: the first one's file is there, complete, or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        print(old or secrets.token_hex(32), file=file)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return read_key(path)
