"""A file that tells whether it is whole, and that nobody else reads if it has a passphrase.

The first line is JSON, for whoever wants to know what it is; after it comes the content, gzipped. With a passphrase
(scrypt makes a key of it) it is encrypted by AES-GCM in pieces, which are bound to their places, to the first line and
to the end, so that none can be changed, moved or left out. Without one, the first line has the content's SHA-256.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
import shutil
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from msgspec.structs import replace

from klatsch.server.host.export_import import private

PIECE = 1 << 20
TAG = 16  # bytes that AES-GCM adds to a piece
MOST_HEAD = 100_000
SCRYPT = {"n": 1 << 17, "r": 8, "p": 1}  # 128 MB and about half a second for each guess


class Passphrase(msgspec.Struct, frozen=True):
    """How a key is made of it, by scrypt."""

    n: int
    r: int
    p: int
    salt: str


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: what the file is, and either how it is locked or the digest of what follows."""

    format: str
    schema: str
    at: float
    rows: dict[str, int]  # of each table
    sha256: str = ""
    scrypt: Passphrase | None = None


class Unreadable(ValueError):
    """No such file as was hoped for: its sentence says why."""


def seal(content: Path, target: Path, head: Head, passphrase: str) -> None:
    """Writes `target`, and waits for the disk."""
    packed = content.with_name("packed")
    with (
        content.open("rb") as plain,
        open(packed, "wb", opener=private) as raw,
        gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as file,
    ):
        shutil.copyfileobj(plain, file, PIECE)
    with packed.open("rb") as source, open(target, "wb", opener=private) as out:
        if passphrase:
            lock(source, out, head, passphrase)
        else:
            out.write(head_line(replace(head, sha256=hashlib.file_digest(source, "sha256").hexdigest())))
            source.seek(0)
            shutil.copyfileobj(source, out, PIECE)
        out.flush()
        os.fsync(out.fileno())


def unseal(file: Path, target: Path, passphrase: str) -> None:
    """The content of a sealed file; Unreadable if it isn't whole or the passphrase is another."""
    with file.open("rb") as source, open(target, "wb", opener=private) as out:
        head = read_head(source, file)
        pieces = unlocked(source, file, head, passphrase) if head.scrypt else checked(source, file, head)
        unpack = zlib.decompressobj(wbits=31)
        try:
            for piece in pieces:
                out.write(unpack.decompress(piece))
        except zlib.error as error:
            raise damaged(file) from error
        if not unpack.eof:
            raise damaged(file)


def is_locked(file: Path) -> bool:
    with file.open("rb") as source:
        return read_head(source, file).scrypt is not None


def head_line(head: Head) -> bytes:
    return msgspec.json.encode(head) + b"\n"


def read_head(source: BufferedReader, file: Path) -> Head:
    """The first line; the content follows."""
    try:
        head = msgspec.json.decode(source.readline(MOST_HEAD), type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Unreadable(f"{file} is no back-up of a Klatsch server") from None
    return head


def damaged(file: Path) -> Unreadable:
    return Unreadable(f"{file} is damaged: it isn't what was written")


def checked(source: BufferedReader, file: Path, head: Head) -> Iterator[bytes]:
    start = source.tell()
    if hashlib.file_digest(source, "sha256").hexdigest() != head.sha256:
        raise damaged(file)
    source.seek(start)
    yield from iter(lambda: source.read(PIECE), b"")


# ── With a passphrase ─────────────────────────────────────────────────────────────────────────────


def lock(source: BufferedReader, out: BinaryIO, head: Head, passphrase: str) -> None:
    salt = secrets.token_bytes(16)
    line = head_line(replace(head, scrypt=Passphrase(**SCRYPT, salt=salt.hex())))
    out.write(line)
    cipher = AESGCM(key_of(passphrase, salt, **SCRYPT))
    piece = source.read(PIECE)
    number = 0
    while True:
        following = source.read(PIECE)
        out.write(cipher.encrypt(nonce(number), piece, bound_to(line, last=not following)))
        if not following:
            return
        piece, number = following, number + 1


def unlocked(source: BufferedReader, file: Path, head: Head, passphrase: str) -> Iterator[bytes]:
    line = head_line(head)
    given = head.scrypt
    assert given is not None
    try:
        cipher = AESGCM(key_of(passphrase, bytes.fromhex(given.salt), given.n, given.r, given.p))
    except (ValueError, TypeError, KeyError, AttributeError, MemoryError) as error:
        raise damaged(file) from error
    piece = source.read(PIECE + TAG)
    number = 0
    while True:
        following = source.read(PIECE + TAG)
        try:
            yield cipher.decrypt(nonce(number), piece, bound_to(line, last=not following))
        except InvalidTag as error:
            if number == 0:
                raise Unreadable(f"the passphrase isn't that of {file}, or the file is damaged") from error
            raise damaged(file) from error
        if not following:
            return
        piece, number = following, number + 1


def key_of(passphrase: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    if not (n <= 1 << 20 and r <= 16 and p <= 4):  # a file must not make us use all memory
        raise ValueError("these settings of scrypt are not ours")
    return Scrypt(salt=salt, length=32, n=n, r=r, p=p).derive(passphrase.encode())


def nonce(number: int) -> bytes:
    """The key is of this file alone: pieces have only to differ from each other."""
    return number.to_bytes(12, "big")


def bound_to(line: bytes, *, last: bool) -> bytes:
    return hashlib.sha256(line).digest() + (b"last" if last else b"more")
