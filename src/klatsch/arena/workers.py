"""Runs jobs in this process, in several, or on a Ray cluster; results keep their order, with a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from klatsch.arena.ray_cluster import Cluster

Job = TypeVar("Job")
Result = TypeVar("Result")


class ProgressBar(Protocol):
    """What we use of rich's."""

    def add_task(self, description: str, *, total: float, completed: int = 0) -> Any: ...

    def advance(self, task_id: Any, advance: float = 1) -> None: ...

    def update(self, task_id: Any, *, completed: float, description: str | None = None) -> None: ...


class UnseenBar:
    """The same where nobody looks."""

    def add_task(self, description: str, *, total: float, completed: int = 0) -> None:
        pass

    def advance(self, task_id: None, advance: float = 1) -> None:
        pass

    def update(self, task_id: None, *, completed: float, description: str | None = None) -> None:
        pass


def progress_bar() -> AbstractContextManager[ProgressBar]:
    """A bar on the error output, shown only to a person, and by rich: the library alone hasn't got it."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        return nullcontext(UnseenBar())
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


class Workers:
    """Workers for jobs: this process, several, or a Ray cluster. Results come in the order of the jobs, whoever works.

    What a job gives may depend on the job alone, so the number of workers changes nothing but the time.
    """

    def __init__(self, workers: int = 1, ray: str | None = None) -> None:
        if workers < 1:
            raise ValueError("at least one worker is needed")
        if workers > 1 and ray is not None:
            raise ValueError("either a number of workers or a Ray cluster, not both")
        self.pool: ProcessPoolExecutor | None = None
        self.cluster: Cluster | None = None
        if ray is not None:
            from klatsch.arena.ray_cluster import Cluster

            self.cluster = Cluster(ray)
        elif workers > 1:
            self.pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))

    def run(self, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """The results one by one; whoever stops asking stops the work."""
        if self.cluster is not None:
            return self.cluster.run(work, jobs)
        return map(work, jobs) if self.pool is None else self.pool.map(work, jobs)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
        if self.cluster is not None:
            self.cluster.close()
