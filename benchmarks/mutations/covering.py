"""Which tests run which line: one run of the tests under coverage.py, kept in build/mutations.

Only files of tests that have changed since are run again, as long as the sources and the tests' helpers are the same.
"""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import coverage

from benchmarks.mutations.contexts import CONFIG, OTHER_PROCESS
from benchmarks.mutations.draw import FOLDERS
from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.tree import ROOT, copy_tree, environment

KEPT = ROOT / "build" / "mutations" / "covering.json"
TESTS = ("match", "bots", "server", "arena", "cli", "contract")
NOT_RUN = (  # on the sources they take longer than all that they could notice is worth
    "tests/bots/test_search.py::test_it_beats_random_play",
    "tests/bots/test_levels.py::test_greedy_beats_random",
)
CONFIGURATION = """\
[run]
data_file = {folder}/data
parallel = true
sigterm = true
concurrency = thread,greenlet
context = ${{MUTATIONS_CONTEXT-}}
include = {included}
disable_warnings = no-data-collected,module-not-measured,already-imported
"""


class Covering:
    """Tests by line, and how long they take."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = data["seconds"]
        self.lines: dict[str, dict[str, list[str]]] = data["lines"]
        self.files: dict[str, list[str]] = defaultdict(list)  # tests by their file
        for test in self.seconds:
            self.files[test.partition("::")[0]].append(test)
        self.imports = {file: imports(ROOT / file) for file in self.files}

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that run the mutant's line: those about its module first, then those of its part, fastest first."""
        home = f"tests/{mutant.file.partition('/')[0]}/"
        module = "klatsch." + mutant.file.removesuffix(".py").replace("/", ".")

        def order(test: str) -> tuple[bool, bool, float, str]:
            about = module in self.imports[test.partition("::")[0]]
            return not about, not test.startswith(home), self.seconds[test], test

        return sorted(self.of(mutant), key=order)

    def of(self, mutant: Mutant) -> set[str]:
        lines = self.lines.get(mutant.file, {})
        if mutant.on_call:
            own = self.named(lines.get(str(mutant.line), []))
            return own or self.named(
                context for line in range(mutant.first, mutant.last + 1) for context in lines.get(str(line), [])
            )
        # The line runs when it is imported: whoever uses the file's functions, or else its part, may notice.
        called = lines_of_functions(ROOT / "src" / "klatsch" / mutant.file)
        users = self.named(context for line in called for context in lines.get(str(line), []))
        home = f"tests/{mutant.file.partition('/')[0]}/"
        return users or {test for test in self.seconds if test.startswith(home)}

    def named(self, contexts: Iterable[str]) -> set[str]:
        found: set[str] = set()
        for context in set(contexts):
            if context.startswith(OTHER_PROCESS):
                found.update(self.files.get(context.removeprefix(OTHER_PROCESS), ()))
            elif context in self.seconds:
                found.add(context)
        return found


def imports(file: Path) -> set[str]:
    """The names of all modules that a file imports, or might: `from a import b` is a and a.b."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


@cache
def lines_of_functions(file: Path) -> set[int]:
    """The lines within functions: they run when they are called, all others when the file is imported."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, functions)]
    return {line for node in found for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)}


def covering() -> Covering:
    """As it was kept, brought up to date."""
    files = {file.relative_to(ROOT).as_posix(): digest([file]) for file in test_files()}
    base = digest([*sorted((ROOT / "src").rglob("*.py")), *helpers()])
    data: dict[str, Any] = {"base": base, "files": {}, "seconds": {}, "lines": {}}
    if KEPT.exists():
        kept = json.loads(KEPT.read_text("utf-8"))
        data = kept if kept["base"] == base else data
    stale = [file for file, sum in files.items() if data["files"].get(file) != sum]
    forget(data, {*stale, *(data["files"].keys() - files.keys())})
    if stale:
        measure(stale, data)
    data["files"] = files
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(data), "utf-8")
    return Covering(data)


def test_files() -> list[Path]:
    return [file for folder in TESTS for file in sorted((ROOT / "tests" / folder).glob("test_*.py"))]


def helpers() -> list[Path]:
    """Modules beside the tests that these tests import."""
    used = set().union(*map(imports, test_files()))
    return [file for file in sorted((ROOT / "tests").glob("*.py")) if file.stem in used]


def digest(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()


def forget(data: dict[str, Any], files: set[str]) -> None:
    def stays(context: str) -> bool:
        return context.removeprefix(OTHER_PROCESS).partition("::")[0] not in files

    data["seconds"] = {test: seconds for test, seconds in data["seconds"].items() if stays(test)}
    for lines in data["lines"].values():
        for line in lines:
            lines[line] = [context for context in lines[line] if stays(context)]


def measure(files: list[str], data: dict[str, Any]) -> None:
    """Run the tests of these files and note what they cover."""
    print(f"which lines do the tests of {len(files)} files run? …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree = copy_tree(folder / "tree")
        config = folder / "coveragerc"
        included = ",".join(f"{tree}/src/klatsch/{part}/*" for part in FOLDERS)
        config.write_text(CONFIGURATION.format(folder=folder, included=included), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "benchmarks.mutations.contexts"]
        command += [f"--deselect={test}" for test in NOT_RUN]
        run = {**environment(tree), CONFIG: str(config)}
        done = subprocess.run([*command, *files], cwd=tree, env=run, stdout=subprocess.PIPE, text=True, check=False)
        print(done.stdout[-1500:], file=sys.stderr)
        read_lines(folder, tree / "src" / "klatsch", data)
        data["seconds"] |= json.loads((folder / "durations.json").read_text("utf-8"))


def read_lines(folder: Path, package: Path, data: dict[str, Any]) -> None:
    found = coverage.CoverageData(basename=str(folder / "data"))
    coverage.Coverage(data_file=str(folder / "data"), config_file=str(folder / "coveragerc")).combine([str(folder)])
    found.read()
    for file in found.measured_files():
        name = Path(file).relative_to(package).as_posix()
        lines = data["lines"].setdefault(name, {})
        for line, contexts in found.contexts_by_lineno(file).items():
            known = lines.setdefault(str(line), [])
            known += [context for context in contexts if context and context not in known]
