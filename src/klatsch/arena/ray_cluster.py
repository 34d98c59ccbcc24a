"""Jobs on a Ray cluster: one of this machine that lives as long as the work, or one that is there already.

Jobs travel in batches, since a task of Ray costs milliseconds; the results come back in the order of the jobs.
All machines of a cluster need the same version of Klatsch.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import klatsch

Job = TypeVar("Job")
Result = TypeVar("Result")

LOCAL_CPUS = 2
LOCAL_OBJECT_BYTES = 100_000_000  # results are small; Ray would take a third of the memory
JOBS_PER_TASK = 16
# Ray reads these when it is imported. Nothing is sent to Ray's makers, and workers run in this environment: under
# `uv run` they would build a copy of the working folder first.
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
# Whoever reaches a cluster's ports can run code there. So a local one listens on the loopback address only (Ray has no
# other switch for that than the one which says that this system can't be part of a cluster), and answers only to those
# who know its token: one of its own, in the environment, where Ray would keep one for all in the user's home.
LOCAL_SETTINGS = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_AUTH_MODE": "token"}
CONNECT_SECONDS = 5


class Cluster:
    """A connection to a cluster. `local` starts one, `auto` finds one on this machine, HOST:PORT joins that one."""

    def __init__(self, address: str) -> None:
        check_address(address)
        settings = SETTINGS
        if address == "local":
            settings = SETTINGS | LOCAL_SETTINGS | {"RAY_AUTH_TOKEN": secrets.token_hex(32)}
        for key, value in settings.items():
            os.environ.setdefault(key, value)
        try:
            import ray
        except ImportError:
            raise ValueError("Ray is not installed: it is the extra ray, as in `uv sync --extra ray`") from None
        self.ray: Any = ray
        connect(address)
        self.cpus = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """Every task gets many jobs, but few enough that all processors have some."""
        size = max(1, min(JOBS_PER_TASK, len(jobs) // self.cpus))
        batches = [jobs[start : start + size] for start in range(0, len(jobs), size)]
        task = self.ray.remote(run_batch)
        tasks = [task.remote(klatsch.__version__, work, batch) for batch in batches]
        try:
            while tasks:
                yield from self.result(tasks[0])
                del tasks[0]
        finally:
            for unwanted in tasks:
                self.ray.cancel(unwanted, force=True)

    def result(self, task: object) -> list[Result]:
        """What a task gave; its error as it was raised there, Ray's own as a sentence."""
        try:
            done: list[Result] = self.ray.get(task)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self.ray.exceptions.RayError as error:
            raise ValueError(f"the Ray cluster failed: {first_line(error)}") from error
        return done

    def close(self) -> None:
        """Ends a local cluster, leaves another one."""
        self.ray.shutdown()


def run_batch(version: str, work: Callable[[Job], Result], jobs: Sequence[Job]) -> list[Result]:
    """On a machine of the cluster."""
    if klatsch.__version__ != version:
        raise ValueError(f"a machine of the cluster has Klatsch {klatsch.__version__}, this one {version}")
    return [work(job) for job in jobs]


# ── Joining ───────────────────────────────────────────────────────────────────────────────────────────


def check_address(address: str) -> None:
    """Before Ray is loaded; and an address that nobody listens at is told at once, where Ray would try for long."""
    if address in ("local", "auto"):
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ValueError(f"a Ray cluster is local, auto or HOST:PORT, not {address!r}")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise ValueError(f"no Ray cluster can be reached at {address}: {error.strerror or error}") from None


def connect(address: str) -> None:
    import ray

    try:
        if address == "local":
            ray.init(
                address="local",
                num_cpus=LOCAL_CPUS,
                object_store_memory=LOCAL_OBJECT_BYTES,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
                _node_ip_address="127.0.0.1",
            )
        else:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, TimeoutError, ValueError, ray.exceptions.RayError) as error:
        ray.shutdown()
        which = f"no Ray cluster answers at {address} (one with a token wants it in RAY_AUTH_TOKEN)"
        if address == "local":
            which = "no local Ray cluster can be started"
        raise ValueError(f"{which}: {first_line(error)}") from error


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
