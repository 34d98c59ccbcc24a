"""Long work in batches: on this process or on several, in the same order, with a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Job = TypeVar("Job")
Result = TypeVar("Result")


def progress_bar() -> Progress:
    """A bar on the error output, shown only to a person."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


class Crew:
    """Workers for jobs: this process, or several. Results come in the order of the jobs, whatever the number."""

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise ValueError("at least one worker is needed")
        self.pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn")) if workers > 1 else None

    def run(self, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[Result]:
        return map(work, jobs) if self.pool is None else self.pool.map(work, jobs)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *error: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
