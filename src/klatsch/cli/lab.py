"""Commands for designers: reports and balance."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from klatsch.cli.app import (
    AsJson,
    GameName,
    Language,
    Opening,
    Options,
    RayAddress,
    Seats,
    Seed,
    Workers,
    app,
    board_text,
    load_game,
    out,
    usual_seats,
)


@app.command()
def lab(
    name: GameName,
    games: Annotated[int, typer.Option(min=2, help="How many games of each variant.")] = 200,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one a seat with commas between.")
    ] = "search:sims=100",
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION[=A,B]", help="Compare values of an option with the base; may be repeated."),
    ] = None,
    rungs: Annotated[
        str | None, typer.Option(help="Bots for the ladder of skill; random and weaker searches if left out.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds of the ladder of skill; 0: no ladder.")] = 10,
    seats: Seats = None,
    options: Options = None,
    opening: Opening = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    results: Annotated[Path | None, typer.Option(help="Keep the games here, and go on from what is there.")] = None,
    written: Annotated[Path | None, typer.Option("--out", help="The report [lab-GAME.html].")] = None,
    note: Annotated[str, typer.Option(help="A paragraph of your own, at the top of the report.")] = "",
    lang: Language = "en",
) -> None:
    """Play many games between searching bots and write a report in HTML: balance, length, drama, skill, rulings.

    Example: `klatsch lab coffee-chess --games 200 --vary white_first_draw --vary bank_end --results coffee.results`
    """
    from klatsch.lab import compare, skill
    from klatsch.lab.report import report
    from klatsch.lab.report_data import WORDS, ReportData
    from klatsch.lab.run_games import Variant, make_setting, play

    game = load_game(name, options, seed)
    WORDS.say(lang)
    names = bots.split(",")
    setting = make_setting(game, seats or usual_seats(game), names, seed, opening)
    wanted = vary or []
    boards = {value: board_text(option, value) for option, value in compare.board_files(game, wanted)}
    variants = compare.variants_of(setting, game, wanted, boards)
    ladder_bots = tuple(rungs.split(",")) if rungs else skill.usual_rungs(names[0])
    if rungs and len(ladder_bots) < 2:
        raise ValueError(f"--rungs {rungs}: a ladder has at least two bots, with commas between")
    target = written or Path(f"lab-{name}.html")
    target.touch()  # better refused before the work than after it
    base, *others = play([Variant(setting), *variants], games, workers=workers, ray=ray, results=results)
    rated = None
    if rounds and len(ladder_bots) > 1:
        rated = skill.play_ladder(setting, ladder_bots, rounds, workers=workers, ray=ray, results=results)
    sides = game.definition.sides(setting.seats)
    study = ReportData(
        game,
        setting,
        base,
        compare.compare(base, variants, others, sides),
        rated,
        lang,
        note,
        command_again(sys.argv[1:]),
    )
    target.write_text(report(study), encoding="utf-8")
    total = games * (1 + len(variants)) + (rated.games if rated else 0)
    out.print(f"{total} games; the report is in {target}.", markup=False, soft_wrap=True)


def command_again(words: list[str]) -> str:
    """How the report can be made again: without what changes nothing in it."""
    kept: list[str] = []
    skipped = ("--results", "--out", "--workers", "--ray", "--note")
    pairs = iter(words)
    for word in pairs:
        if word in skipped:
            next(pairs, None)
        elif not word.startswith(tuple(f"{option}=" for option in skipped)):
            kept.append(word)
    return shlex.join(["klatsch", *kept])


@app.command()
def balance(
    name: GameName,
    games: Annotated[int, typer.Option(min=2, help="How many games.")] = 1000,
    bot: Annotated[str, typer.Option(help="Who sits on every seat.")] = "search:sims=200",
    seats: Seats = None,
    options: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Who wins how often between equal bots: by seat, army or faction, and whoever begins.

    Example: `klatsch balance coffee-chess --bot search:sims=200 --option white_first_draw=1 --workers 2`
    """
    from klatsch.lab.measure_balance import measure

    game = load_game(name, options, seed)
    found = measure(game, seats or usual_seats(game), bot, games, seed=seed, workers=workers, ray=ray)
    if as_json:
        shares = {side: [round(100 * part, 1) for part in interval] for side, interval in found.items()}
        print(json.dumps({"game": name, "options": game.options, "bot": bot, "games": games, "shares": shares}))
        return
    grid = Grid("side", "share of wins, %", "95 %")
    for side, (share, low, high) in found.items():
        grid.add_row(side, f"{100 * share:.1f}", f"{100 * low:.1f} to {100 * high:.1f}")
    out.print(grid)
