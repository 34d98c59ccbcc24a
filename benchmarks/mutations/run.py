"""Runs tests against mutants: a copy of the tree for each worker, a forked process for each mutant.

What the tests need of other libraries is imported once, here; Klatsch itself only in the forked process, from the copy.
So processes that a test starts see the broken line, too.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.tree import ROOT, copy_tree, environment

End = Literal["killed", "timeout", "survived", "no tests"]
LIBRARIES = (
    *(
        "fastapi",
        "starlette.testclient",
        "sqlalchemy.ext.asyncio",
        "alembic.command",
        "uvicorn",
        "websockets",
        "msgspec",
    ),
    *("hypothesis", "structlog", "argon2", "babel", "openskill.models", "prometheus_client", "markdown_it", "typer"),
    *("limits", "segno", "rich.console", "httpx2", "asyncpg", "numpy"),
)
TIMED_OUT = 77
START_SECONDS = 60.0


class Result(NamedTuple):
    mutant: Mutant
    end: End
    by: str  # the test that noticed
    tests: int  # how many could have been run
    seconds: float


class Job(NamedTuple):
    mutant: Mutant
    tests: Sequence[str]
    limits: dict[str, float]  # how long each test may take
    rest: Sequence[str] = ()  # tests for later, if these don't notice


@dataclass
class Worker:
    folder: Path
    job: Job
    began: float = 0.0

    @property
    def tree(self) -> Path:
        return self.folder / "tree"


class Reporter:
    """In the forked process: tells which test failed, and ends one that takes too long."""

    def __init__(self, file: Path, limits: dict[str, float]) -> None:
        self.file = file
        self.limits = limits
        self.running = "the tests could not be imported"

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running = nodeid
        signal.setitimer(signal.ITIMER_REAL, self.limits.get(nodeid, START_SECONDS))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.file.write_text(report.nodeid, "utf-8")
            signal.setitimer(signal.ITIMER_REAL, START_SECONDS)

    def too_long(self, *_: object) -> None:
        """Ends the run and lets fixtures tidy up; if they hang as well, the process is ended."""
        self.file.write_text(self.running, "utf-8")
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 10.0)
        pytest.exit("too long", returncode=TIMED_OUT)


def run(jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """The results as they come."""
    for library in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(library)
    waiting = list(reversed(jobs))
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        free = [Path(name) / str(number) for number in range(min(workers, len(jobs)))]
        for folder in free:
            copy_tree(folder / "tree")
        running: dict[int, Worker] = {}
        while waiting or running:
            while waiting and free:
                job = waiting.pop()
                if job.tests:
                    worker = Worker(free.pop(), job, time.monotonic())
                    running[start(worker)] = worker
                else:
                    yield Result(job.mutant, "no tests", "", 0, 0.0)
            if running:
                pid, status = os.wait()
                worker = running.pop(pid)
                end_group(pid)
                yield result(worker, os.waitstatus_to_exitcode(status))
                free.append(worker.folder)


def start(worker: Worker) -> int:
    source = worker.tree / "src" / "klatsch" / worker.job.mutant.file
    source.write_bytes(worker.job.mutant.applied((ROOT / "src" / "klatsch" / worker.job.mutant.file).read_bytes()))
    worker.folder.joinpath("by").unlink(missing_ok=True)
    pid = os.fork()
    if pid == 0:
        try:
            code = run_tests(worker)
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            code = 3
        os._exit(code)
    return pid


def run_tests(worker: Worker) -> int:
    os.setsid()
    output = os.open(worker.folder / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(worker.tree)
    os.environ.update(environment(worker.tree))
    sys.dont_write_bytecode = True
    libraries = [path for path in sys.path if "site-packages" in path or not Path(path).is_relative_to(ROOT)]
    sys.path[:] = [str(worker.tree / "src"), str(worker.tree), *libraries]
    reporter = Reporter(worker.folder / "by", worker.job.limits)
    signal.signal(signal.SIGALRM, reporter.too_long)
    signal.setitimer(signal.ITIMER_REAL, START_SECONDS)
    # Libraries that are pytest plugins, too, are imported already.
    options = [
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-n",
        "0",
        f"--basetemp={worker.folder / 'tmp'}",
    ]
    return int(pytest.main([*options, *worker.job.tests], plugins=[reporter]))


def result(worker: Worker, code: int) -> Result:
    source = worker.tree / "src" / "klatsch" / worker.job.mutant.file
    source.write_bytes((ROOT / "src" / "klatsch" / worker.job.mutant.file).read_bytes())
    by = worker.folder / "by"
    told = by.read_text("utf-8") if by.exists() else "the tests could not be imported"
    end: End = "killed"
    if code == 0:
        end, told = "survived", ""
    elif code in (TIMED_OUT, -signal.SIGALRM):
        end = "timeout"
    elif code == pytest.ExitCode.NO_TESTS_COLLECTED or code == pytest.ExitCode.INTERNAL_ERROR:
        output = (worker.folder / "output").read_text("utf-8", "replace")
        raise RuntimeError(f"{worker.job.mutant.id}: the tests could not run:\n{output[-3000:]}")
    return Result(worker.job.mutant, end, told, len(worker.job.tests), time.monotonic() - worker.began)


def end_group(pid: int) -> None:
    """What a test has started and not ended."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
