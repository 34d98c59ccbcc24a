"""The command: `run` breaks lines drawn by a seed, `regressions` breaks the lines of a list."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Collection, Iterator, Sequence

from benchmarks.mutations import regressions
from benchmarks.mutations.covering import Covering, covering
from benchmarks.mutations.draw import all_mutants, drawn
from benchmarks.mutations.explained import explained, read
from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.report import noticed_before, score, write
from benchmarks.mutations.run import Job, Result, run
from benchmarks.mutations.tree import ROOT

SEED = 18
MUTANTS = 400
TEST_SECONDS = 60.0
RESULTS = ROOT / "build" / "mutations"
EXAMPLES = """\
examples:
  uv run python -m benchmarks.mutations run                      400 mutants, about half an hour
  uv run python -m benchmarks.mutations run --seed 7 --mutants 20
  uv run python -m benchmarks.mutations run --only 1a2b3c4d --tests tests/match/test_match.py
  uv run python -m benchmarks.mutations regressions              the ten that once went unnoticed

Results are in build/mutations: results.json, survivors.md. What no test can notice is explained in
benchmarks/mutations/explained.toml.
"""


def main() -> int:
    arguments = parsed()
    if arguments.command == "regressions":
        return 1 if regressions.survivors() else 0
    package = ROOT / "src" / "klatsch"
    if arguments.only:
        mutants = [mutant for mutant in all_mutants(package) if mutant.id in arguments.only]
    else:
        mutants = drawn(package, arguments.seed, arguments.mutants)
    known = explained(mutants)
    results = noticed_before(mutants, RESULTS) if arguments.again else []
    done = {result.mutant.id for result in results}
    jobs = jobs_for([each for each in mutants if each.id not in done], arguments.tests, arguments.seconds)
    began = time.monotonic()
    for result in results_of(jobs, arguments.workers, known.keys()):
        results.append(result)
        tell(result, len(results), len(mutants), result.mutant.id in known)
        if not arguments.only:
            write(results, known, RESULTS)
    found = score(results, known)
    for gone in set(read()) - set(explained(all_mutants(package)).values()):
        print(f"explained, but there is no such line any more: {gone.file} {gone.line!r} ({gone.change})")
    print(f"{found} (seed {arguments.seed}, {(time.monotonic() - began) / 60:.0f} min)")
    return 1 if found.survivors else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutations",
        description="Lines broken on purpose: do the tests notice?",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("regressions", help="break the lines of the list of those that once went unnoticed")
    draw = commands.add_parser("run", help="break lines drawn by a seed")
    draw.add_argument("--seed", type=int, default=SEED, help=f"of the draw ({SEED})")
    draw.add_argument("--mutants", type=int, default=MUTANTS, help=f"how many ({MUTANTS})")
    draw.add_argument(
        "--only", action="append", default=[], metavar="ID", help="this mutant; can be told several times"
    )
    draw.add_argument("--again", action="store_true", help="only those that the last run didn't reach or that lived")
    draw.add_argument("--tests", action="append", default=[], help="these tests instead of those that run the line")
    draw.add_argument("--workers", type=int, default=2, help="mutants at a time (2)")
    draw.add_argument(
        "--seconds",
        type=float,
        default=TEST_SECONDS,
        help=f"so many seconds of tests before the others' turn comes ({TEST_SECONDS:.0f})",
    )
    return parser.parse_args()


def results_of(jobs: Sequence[Job], workers: int, explained: Collection[str]) -> Iterator[Result]:
    """What lives after the first tests and isn't explained has to do with all the others, too."""
    rest = {job.mutant.id: Job(job.mutant, job.rest, job.limits) for job in jobs if job.rest}
    later: list[Job] = []
    for result in run(jobs, workers):
        id = result.mutant.id
        if result.end == "survived" and id in rest and id not in explained:
            later.append(rest[id])
        else:
            yield result
    yield from run(later, workers)


def jobs_for(mutants: Sequence[Mutant], tests: Sequence[str], seconds: float) -> list[Job]:
    if tests:
        return [Job(mutant, tests, {}) for mutant in mutants]
    found = covering()
    return [job(mutant, found, seconds) for mutant in mutants]


def job(mutant: Mutant, found: Covering, seconds: float) -> Job:
    """First as many of the covering tests as the time allows, but always one; then the rest."""
    first: list[str] = []
    rest: list[str] = []
    for test in found.tests(mutant):
        if found.seconds[test] <= seconds or not first:
            first.append(test)
            seconds -= found.seconds[test]
        else:
            rest.append(test)
    return Job(mutant, first, {test: 10.0 + 5 * found.seconds[test] for test in (*first, *rest)}, rest)


def tell(result: Result, number: int, of: int, is_explained: bool) -> None:
    mutant = result.mutant
    end = "explained" if is_explained and result.end == "survived" else result.end
    place = f"{mutant.file}:{mutant.line} {mutant.change}"
    print(
        f"{number}/{of} {mutant.id} {end:9} {result.seconds:5.1f} s  {place}  {result.by}", file=sys.stderr, flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
