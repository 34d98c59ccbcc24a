"""Which mutants are run: lines drawn by a seed, one mutant for each.

A line's lot is a hash of the seed and of the line itself. So every line has the same chance, however much can be
broken on it, and a change elsewhere in the sources leaves the draw as it was.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from pathlib import Path

from benchmarks.mutations.mutants import Finder, Mutant, is_sound

FOLDERS = ("match", "bots", "server/match", "server/screens", "server/storage")
FROZEN = "server/storage/migrations/versions"  # a migration is never changed once it is released


def all_mutants(package: Path) -> list[Mutant]:
    """Everything that can be broken, in the order of the files and lines."""
    files = [path for folder in FOLDERS for path in sorted((package / folder).rglob("*.py"))]
    names = [(path, path.relative_to(package).as_posix()) for path in files]
    return [
        mutant
        for path, name in names
        if not name.startswith(FROZEN)
        for mutant in Finder(name, path.read_bytes()).find()
    ]


def drawn(package: Path, seed: int, number: int) -> list[Mutant]:
    """One mutant for each of so many lines, in the order of the files and lines."""
    lines: defaultdict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for mutant in all_mutants(package):
        lines[mutant.file, mutant.line].append(mutant)
    chosen: list[Mutant] = []
    for group in sorted(lines.values(), key=lambda group: lot(seed, line_key(group))):
        if len(chosen) == number:
            break
        source = (package / group[0].file).read_bytes()
        lots = sorted(group, key=lambda mutant: lot(seed, mutant.key))
        chosen += [mutant for mutant in lots if is_sound(mutant, source)][:1]
    return sorted(chosen, key=lambda mutant: (mutant.file, mutant.line))


def line_key(group: list[Mutant]) -> str:
    first = group[0]
    return "\n".join((first.file, first.function, first.text, str(first.nth)))


def lot(seed: int, key: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{key}".encode()).digest()
