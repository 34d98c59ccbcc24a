"""Passwords and recovery codes: which are good enough, and whether one is right."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from klatsch.server.errors import Refused
from klatsch.server.match.setup import new_id
from klatsch.server.storage.names import folded, skeleton

LEAST_PASSWORD, MOST_PASSWORD = 8, 200
# One at a time, on one core: whoever tries many waits for themselves, and each takes 64 MB.
HASHER = PasswordHasher(parallelism=1)
THREAD = ThreadPoolExecutor(1, "password")
# The most frequent ones of known leaks that are long enough, the most frequent first: from the list that comes with
# zxcvbn (MIT licence), without case.
COMMON = Path(__file__).parents[1] / "data" / "common_passwords.txt"


def check_password(password: str, name: str) -> None:
    """Refused if it is too short, one of those that everybody tries first, or the account's own name."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Refused("bad_password", 422, least=LEAST_PASSWORD)
    if folded(password) in common_passwords() or len(set(password)) < 3:
        raise Refused("common_password", 422)
    if skeleton(name) and not skeleton(password).replace(skeleton(name), "").strip("0123456789lo"):
        raise Refused("password_is_name", 422)


@cache
def common_passwords() -> frozenset[str]:
    return frozenset(COMMON.read_text(encoding="utf-8").splitlines())


async def hashed(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(THREAD, HASHER.hash, password)


async def is_right(stored: str | None, given: str) -> bool:
    return await asyncio.get_running_loop().run_in_executor(THREAD, matches, stored, given)


def matches(stored: str | None, given: str) -> bool:
    try:
        return HASHER.verify(stored or dummy(), given[:MOST_PASSWORD])
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def dummy() -> str:
    """A password that nobody has: checking it takes as long as any other."""
    return HASHER.hash(secrets.token_hex(16))


def new_code() -> str:
    return "-".join(new_id(5) for _ in range(4))
