"""The same games on one process, on two, and on a real Ray cluster of this machine."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from klatsch.arena.ray_cluster import run_batch
from klatsch.arena.workers import Workers

# A local cluster that lives until its input ends; it prints where it listens.
HOLD = """
import sys
from klatsch.arena.workers import Workers
with Workers(ray="local") as crew:
    print(crew.cluster.ray.get_runtime_context().gcs_address, flush=True)
    sys.stdin.read()
"""
COMMANDS = {
    "simulate": "simulate coin-age --games 1000 --seed 5",
    "match": "match connect-four --bots search:sims=40,random --rounds 40 --seed 5 --sprt 0,100",
    "ladder": "ladder four-armies --bots random,search:sims=5,search:sims=2 --seats 3 --rounds 3 --seed 5",
}


# A token that only this test's cluster and its visitors share; and they meet on the loopback address, where Ray would
# otherwise look for a cluster under this machine's outward one.
ENVIRONMENT = {
    **os.environ,
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if find_spec("ray") is None:
        if os.environ.get("KLATSCH_NO_SKIP"):
            pytest.fail("Ray is not installed, and nothing may be skipped here")
        pytest.skip("Ray is not installed: uv sync --extra ray")
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", HOLD]
    cluster = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT)
    assert cluster.stdout is not None
    where = cluster.stdout.readline().strip()
    try:
        yield where
    finally:
        _, error = cluster.communicate(timeout=60)
        assert (cluster.returncode, error) == (0, "")


def run(command: str, *more: str) -> str:
    arguments = [sys.executable, "-m", "klatsch", *command.split(), "--json", *more]
    done = subprocess.run(arguments, capture_output=True, text=True, env=ENVIRONMENT, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.slow
def test_a_local_cluster_listens_on_loopback_only(address: str) -> None:
    assert address.startswith("127.0.0.1:")


def without_clock(results: str) -> str:
    """A match also notes how long each side thought, and no clock shows the same time twice."""
    return re.sub(r'"seconds": [-0-9.e]+', "", results)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_ray_changes_nothing(command: str, address: str, tmp_path: Path) -> None:
    ways = {"one": ("--workers", "1"), "two": ("--workers", "2"), "ray": ("--ray", address)}
    shown, kept = set(), set()
    for way, arguments in ways.items():
        file = tmp_path / way
        results = () if command == "simulate" else ("--results", str(file))
        shown.add(run(COMMANDS[command], *arguments, *results))
        kept.add(without_clock(file.read_text()) if results else "")
    assert len(shown) == 1
    assert len(kept) == 1


@pytest.mark.slow
def test_ray_changes_nothing_in_a_report(address: str, tmp_path: Path) -> None:
    command = "lab coin-age --games 4 --bots search:sims=4 --rungs random,search:sims=2 --rounds 1 --vary cover_own"
    reports = []
    for way, arguments in {"one": [], "ray": ["--ray", address]}.items():
        reports.append(tmp_path / f"{way}.html")
        words = [*command.split(), *arguments, "--out", str(reports[-1])]
        done = subprocess.run(
            [sys.executable, "-m", "klatsch", *words],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            timeout=120,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert reports[0].read_bytes() == reports[1].read_bytes()


def test_without_the_extra_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match="Ray is not installed: it is the extra ray"):
        Workers(ray="local")


def test_a_cluster_with_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match=r"has Klatsch .*, this one 0\.0\.1"):
        run_batch("0.0.1", len, ["job"])
