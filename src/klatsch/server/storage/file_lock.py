"""One server for a SQLite file: a second one would keep its own copies of matches, and their clocks."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class FileLock:
    """Held by the operating system as long as the process lives, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: int | None = None

    def acquire(self) -> None:
        """ValueError if another process has it."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(file)
        except OSError:
            os.close(file)
            raise ValueError(f"another server uses the data in {self.path.parent}; stop it first") from None
        self.file = file

    def release(self) -> None:
        if self.file is not None:
            os.close(self.file)
            self.file = None


def lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
