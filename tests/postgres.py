"""A real PostgreSQL for tests: a cluster of its own in a temporary folder, on a socket of loopback."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from serving import free_port

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
missing = pytest.mark.skipif(
    not BINARIES and not os.environ.get("KLATSCH_NO_SKIP"),
    reason="PostgreSQL is not installed: apt-get install postgresql",
)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database. PostgreSQL refuses to run as root: then another user runs it."""
    folder = Path(tempfile.mkdtemp(prefix="klatsch-pg-"))
    port = free_port()
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:
        shutil.chown(folder, user)
    run(user, "initdb", "-D", str(folder / "data"), "-U", "klatsch", "--auth=trust", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    run(user, "pg_ctl", "-D", str(folder / "data"), "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        run(user, "createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "klatsch", "klatsch")
        yield f"postgresql://klatsch@127.0.0.1:{port}/klatsch"
    finally:
        run(user, "pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def run(user: str, program: str, *arguments: str) -> None:
    wanted = user if os.getuid() == 0 else None
    command = [str(BINARIES[-1] / program), *arguments]
    subprocess.run(command, check=True, user=wanted, stdout=subprocess.DEVNULL, cwd="/", timeout=60)
