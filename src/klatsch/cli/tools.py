"""Commands for developers: the fuzzer and the benchmark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from klatsch.core import registry

if TYPE_CHECKING:
    pass

from klatsch.cli.app import AsJson, GameName, Seed, app, out


@app.command()
def fuzz(
    name: GameName,
    seconds: Annotated[float, typer.Option(min=0, help="How long.")] = 60,
    seed: Seed = 0,
    folder: Annotated[Path, typer.Option(help="Where findings are saved as replays.")] = Path("fuzz-failures"),
) -> None:
    """Look for trouble by random and by adversarial play; exit status 1 if there is a finding.

    Example: `klatsch fuzz coffee-chess --seconds 60`
    """
    from klatsch.arena import fuzz as arena

    report = arena.fuzz(name, seconds, seed, folder)
    out.print(f"{name}: {report.games} games, {report.decisions} decisions, {len(report.findings)} findings")
    for sentence, path in report.findings[:20]:
        out.print(f"  {sentence}\n    {path}", markup=False)
    if report.findings:
        raise typer.Exit(1)


@app.command()
def bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Only these games.")] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Beside OpenSpiel and PettingZoo (extra: bench).")] = False,
    seconds: Annotated[float, typer.Option(min=0.05, help="For each measurement.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure speed: random games a second, compiled beside interpreted, and beside other engines.

    Example: `klatsch bench --peers`
    """
    from klatsch.arena import bench as arena

    for name in names or []:
        registry.definition(name)
    rows = arena.bench(names or registry.names(), peers, seconds)
    if as_json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
    else:
        print(arena.as_table(rows))
