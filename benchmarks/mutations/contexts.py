"""A pytest plugin: which test runs which line, in this process and in those that it starts.

Another process may outlive the test that started it, so its lines count for all tests of the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

CONTEXT = "MUTATIONS_CONTEXT"  # told to the other processes
CONFIG = "MUTATIONS_COVERAGE"  # coverage.py's configuration
OTHER_PROCESS = "file:"


class Contexts:
    def __init__(self, config: str) -> None:
        self.config = config
        self.coverage = coverage.Coverage(config_file=config, data_suffix=True)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        os.environ[CONTEXT] = OTHER_PROCESS + item.nodeid.partition("::")[0]
        os.environ["COVERAGE_PROCESS_START"] = self.config  # what coverage.py looks for when Python starts
        result = yield
        del os.environ["COVERAGE_PROCESS_START"]
        self.coverage.switch_context("")
        return result

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()


class Durations:
    """How long each test took, its fixtures included; tests that didn't pass are not noted."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = {}
        self.bad: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.outcome != "passed":
            self.bad.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        passed = {test: round(seconds, 3) for test, seconds in self.seconds.items() if test not in self.bad}
        self.file.write_text(json.dumps(passed), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    distributes = bool(config.getoption("numprocesses", None))
    if hasattr(config, "workerinput") or not distributes:
        config.pluginmanager.register(Contexts(os.environ[CONFIG]))
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(Path(os.environ[CONFIG]).with_name("durations.json")))
