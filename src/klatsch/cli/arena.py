"""Commands for games between bots: simulate, match, ladder, levels, versus-openspiel, train."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

if TYPE_CHECKING:
    from klatsch.arena.ladder import Ladder
    from klatsch.arena.series import Score, Series
    from klatsch.arena.series_ratings import Interval

from klatsch.cli.app import (
    AsJson,
    GameName,
    Opening,
    Options,
    RayAddress,
    Seats,
    Seed,
    Workers,
    app,
    load_game,
    out,
    usual_seats,
)


@app.command()
def simulate(
    name: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str | None, typer.Option(help="One bot a seat, with commas between; all random if left out.")
    ] = None,
    options: Options = None,
    opening: Opening = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and count who wins.

    Example: `klatsch simulate coffee-chess --games 10000 --bots random,random --workers 2`
    """
    from klatsch.arena import simulate as arena

    game = load_game(name, options, seed)
    names = bots.split(",") if bots else ["random"] * usual_seats(game)
    tally = arena.simulate(game, names, number, seed, workers, ray, opening)
    if as_json:
        facts = {"game": name, "options": game.options, "bots": names, "seed": seed}
        print(json.dumps({**facts, **tally.as_data()}, indent=2))
        return
    say = game.definition.words.say("en")
    grid = Grid("seat", "bot", "share of wins", "± 95 %")
    for number_, message in enumerate(game.definition.seat_names(game, len(names))):
        mean, half = tally.share(number_)
        grid.add_row(say(message), names[number_], f"{100 * mean:.1f} %", "" if half is None else f"{100 * half:.1f}")
    out.print(grid)
    mean_length = tally.decisions / tally.games
    out.print(f"{tally.games} games of {mean_length:.1f} decisions ({tally.shortest} to {tally.longest})")
    if tally.all_the_same:
        out.print(
            f"All {tally.games} games were the same: these bots leave nothing to chance. Try --opening 1 or more."
        )
    out.print(", ".join(f"{reason}: {count}" for reason, count in tally.endings.most_common()))


@app.command()
def match(
    name: GameName,
    bots: Annotated[str, typer.Option(help="Candidate and baseline, with a comma between.")],
    rounds: Annotated[int, typer.Option(min=1, help="At most so many rounds; a round is one seed in all seats.")] = 200,
    seats: Seats = None,
    options: Options = None,
    opening: Opening = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO,ELO", help="Stop early: is it better by the second rather than the first?"),
    ] = None,
    reverse: Annotated[
        bool, typer.Option("--reverse", help="With three sides or more: also one baseline among candidates.")
    ] = False,
    results: Annotated[Path | None, typer.Option(help="Keep the rounds here, and go on from what is there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure one bot against another: same chance, all seats, confidence interval.

    Example: `klatsch match coffee-chess --bots search:sims=400,search:sims=100 --rounds 100 --workers 2`
    """
    from klatsch.arena import series as arena

    game = load_game(name, options, seed)
    pair = bots.split(",")
    if len(pair) != 2:
        raise ValueError("a match is between two bots: --bots CANDIDATE,BASELINE")
    test = None
    if sprt is not None:
        try:
            worse, better = (float(word) for word in sprt.split(","))
        except ValueError:
            raise ValueError(f"--sprt takes two numbers with a comma between, not {sprt!r}") from None
        test = arena.Sprt(worse, better)
    chosen = seats or usual_seats(game)
    series = arena.Series(name, game.options, chosen, pair[0], pair[1], seed, random_turns(name, chosen, opening))
    other = arena.reverse_of(series) if reverse else None
    score = arena.play_series(series, rounds, workers=workers, ray=ray, results=results, sprt=test)
    verdict = None if test is None else test.verdict(score)
    scores = [(series, score)]
    if other is not None:
        file = arena.reverse_file(results)
        scores.append((other, arena.play_series(other, len(score.rounds), workers=workers, ray=ray, results=file)))
    if as_json:
        facts = {**asdict(series), **score.as_data(), "sprt": verdict}
        reversed_ = {"reverse": scores[1][1].as_data()} if reverse else {}
        print(json.dumps({**facts, **reversed_}, indent=2))
        return
    for played, found in scores:
        out.print(score_line(played, found))
        if found.all_the_same:
            out.print("All rounds were the same: these bots leave nothing to chance. Try --opening 1 or more.")
    if test is not None:
        out.print(f"Sequential test ({test.worse:+g} against {test.better:+g} Elo): {verdict or 'undecided'}")


def score_line(series: Series, score: Score) -> str:
    """`A against B: 60.0 ± 5.0 % (parity 50 %), +70 Elo in 100 rounds`, or `one A among B: …` at larger tables."""
    facts = score.as_data()
    between = "against" if score.parity == 0.5 else "among"
    rating = f", {facts['elo']:+} Elo" if facts["elo"] is not None else ""
    return (
        f"{'' if between == 'against' else 'one '}{series.candidate} {between} {series.baseline}: "
        f"{score.percent()} % (parity {100 * score.parity:.0f} %){rating} in {len(score.rounds)} rounds"
    )


def random_turns(name: str, seats: int, wanted: int | None) -> int:
    """How many turns of every seat are random: as the command line says, or else the game's data."""
    from klatsch.arena.simulate import usual_opening

    return usual_opening(name, seats) if wanted is None else wanted


@app.command()
def levels(
    name: GameName,
    rounds: Annotated[int, typer.Option(min=2, help="Rounds of each step; a round is one seed in all seats.")] = 100,
    seats: Seats = None,
    options: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    results: Annotated[Path | None, typer.Option(help="A folder to keep the rounds in, and to go on from.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how far apart the levels 1 to 8 are: each against the one below.

    Example: `klatsch levels coin-age --rounds 200 --workers 2`
    """
    from klatsch.arena import measure_levels as arena

    game = load_game(name, options, seed)
    if results is not None:
        results.mkdir(parents=True, exist_ok=True)
    table = Grid("Level", "Against", "Score, %", "Parity, %", "Elo", "Rounds")
    rows: list[dict[str, object]] = []
    chosen = seats or usual_seats(game)
    for step in arena.measure(name, game.options, chosen, rounds, seed=seed, workers=workers, ray=ray, results=results):
        score = step.score
        facts = score.as_data()
        rows.append({"level": step.level, "against": step.below, **facts})
        rating = "" if facts["elo"] is None else f"{facts['elo']:+}"
        parity = f"{100 * score.parity:.1f}"
        table.add_row(str(step.level), step.below, score.percent(), parity, rating, str(len(score.rounds)))
    if as_json:
        print(json.dumps({"game": name, "seats": chosen, "levels": rows}, indent=2))
    else:
        out.print(table)


@app.command()
def ladder(
    name: GameName,
    bots: Annotated[str, typer.Option(help="All bots, with commas between.")],
    rounds: Annotated[int, typer.Option(min=1, help="A round is one seed: all pairs both ways, or mixed tables.")] = 20,
    seats: Seats = None,
    options: Options = None,
    opening: Opening = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    results: Annotated[Path | None, typer.Option(help="Keep the games here, and go on from what is there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Rate many bots against each other, with 95 % intervals; between two sides in Elo, too.

    Example: `klatsch ladder coin-age --bots random,search:sims=20,search:sims=80 --rounds 20`
    """
    from klatsch.arena import ladder as arena

    game = load_game(name, options, seed)
    chosen = seats or usual_seats(game)
    turns = random_turns(name, chosen, opening)
    setting = arena.Setting(name, game.options, chosen, tuple(bots.split(",")), seed, turns)
    rated = arena.ladder(setting, rounds, workers=workers, ray=ray, results=results)
    if as_json:
        print(json.dumps({**asdict(setting), "rounds": rounds, **rated.as_data()}, indent=2))
        return
    out.print(ladder_grid(rated))
    out.print(f"{rounds} rounds, {rated.games} games. Ratings by openskill, from 25; intervals of 95 %.")


def ladder_grid(rated: Ladder) -> Grid:
    """The strongest first."""
    two_sides = rated.ratings[0].elo is not None
    grid = Grid("", "bot", "games", "share of wins", "rating", *(["Elo, mean 0"] if two_sides else []))
    for place, number in enumerate(rated.order(), 1):
        rating = rated.ratings[number]
        cells = [plus_minus(rating.share, 100) + " %", plus_minus(rating.skill)]
        if rating.elo is not None:
            cells.append("{:+.0f} ({:+.0f} … {:+.0f})".format(*rating.elo))
        grid.add_row(str(place), rated.setting.bots[number], str(rating.games), *cells)
    return grid


def plus_minus(interval: Interval, factor: float = 1) -> str:
    return f"{factor * interval.value:.1f} ± {factor * (interval.high - interval.value):.1f}"


@app.command()
def yardstick(
    games: Annotated[str, typer.Option(help="Only these games, with commas between.")] = "",
    seats: Annotated[int, typer.Option(help="Only tables with so many seats; all if 0.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.001, max=60, help="For each turn, on both sides.")] = 0.1,
    sims: Annotated[int, typer.Option(min=0, help="Equal simulations a decision instead of equal time.")] = 0,
    ceiling: Annotated[bool, typer.Option("--ceiling", help="Ours with ten times the time: what luck allows.")] = False,
    compiled: Annotated[
        bool, typer.Option("--compiled-rollouts", help="OpenSpiel's Python search, with our compiled rollouts: faster.")
    ] = False,
    rounds: Annotated[int, typer.Option(min=1, help="A round is one seed in all seats.")] = 200,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=1, help="Games at the same time; no more than idle cores.")] = 1,
    results: Annotated[Path | None, typer.Option(help="A folder for the rounds; go on from what is there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure our search against OpenSpiel's on all games: the table of goals (extra: openspiel).

    Example: `klatsch yardstick --games coffee-chess,coin-age --seconds 0.1 --rounds 200 --results yardstick`
    """
    from klatsch.arena import versus_openspiel as arena

    condition = arena.Condition(0.0 if sims else seconds, sims, ceiling, compiled)
    names = games.split(",") if games else []
    lines = arena.measure(names, seats, condition, rounds, seed=seed, workers=workers, folder=results)
    if as_json:
        print(json.dumps([line.data() for line in lines], indent=2))
        return
    print(arena.heading())
    for line in lines:
        print(line.markdown(), flush=True)


@app.command()
def train(
    name: GameName,
    games: Annotated[
        int, typer.Option(min=1, help="How many games in all, those of an earlier run among them.")
    ] = 2000,
    sims: Annotated[int, typer.Option(min=1, help="Simulations a decision in these games.")] = 50,
    seats: Seats = None,
    options: Options = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    progress: Annotated[
        Path | None, typer.Option(help="Keep the training here, and go on from what is there [train-GAME.json].")
    ] = None,
    written: Annotated[
        Path | None, typer.Option("--write", help="The data with the new weights [bot-GAME.toml].")
    ] = None,
) -> None:
    """Tune the weights of a game's evaluator from self-play (TD learning). It can be stopped and resumed.

    Example: `klatsch train coin-age --games 2000 --workers 2`, then play the new weights against the old ones:
    `klatsch match coin-age --bots search:sims=200:data=bot-coin-age.toml,search:sims=200 --sprt 0,20`
    """
    from klatsch.arena import train as arena

    game = load_game(name, options, seed)
    course = arena.Course(name, game.options, seats or usual_seats(game), sims, seed)
    trained = arena.train(course, games, workers=workers, ray=ray, file=progress or Path(f"train-{name}.json"))
    table = Grid("Feature", "Weight")
    for feature, weight in trained.weights.items():
        table.add_row(feature, f"{weight:.4g}")
    out.print(table)
    data = (game.definition.folder / "data" / "bot.toml").read_text(encoding="utf-8")
    command = f"klatsch train {name} --games {games} --sims {sims} --seats {course.seats} --seed {seed}"
    target = written or Path(f"bot-{name}.toml")
    target.write_text(arena.with_weights(data, trained.weights, course.seats, command), encoding="utf-8")
    out.print(f"{trained.games} games; mean squared error {trained.error:.4f}. The weights are in {target}.")
