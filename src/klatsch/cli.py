"""The command line: `klatsch …`. Bad input gets one clear sentence and exit status 2."""

from __future__ import annotations

import json
import secrets
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table as Grid
from typer.exceptions import TyperException

import klatsch
from klatsch.bots.players import HUMAN, check_player
from klatsch.core import registry
from klatsch.core.game import OPEN, OVER, PUBLIC, Game
from klatsch.core.options import BoardFile, Choice, PerSeat
from klatsch.core.rng import Rng
from klatsch.games import GAMES
from klatsch.language import LANGUAGES
from klatsch.rulebook import clause_text, rules_text

if TYPE_CHECKING:
    from klatsch.arena.ladder import Ladder
    from klatsch.arena.ratings import Interval

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A table for small board games: play them, simulate them, study them.\n\nExample: `klatsch play coffee-chess`",
)
out = Console(highlight=False)

LARGEST_BOARD = 65536  # characters, as BoardFile has it

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `klatsch games` lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated."),
]
Language = Annotated[str, typer.Option("--lang", help=f"One of {', '.join(LANGUAGES)}.")]
Opening = Annotated[
    int | None,
    typer.Option(min=0, help="Everybody's first turns that are random; what the game's data says if left out."),
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print data for a program.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that play at the same time.")]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: local, auto or HOST:PORT (extra: ray)."),
]
ReplayFile = Annotated[Path, typer.Argument(metavar="FILE", help="A replay.")]


def main() -> None:
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        fail(error.format_message())
    except typer.Abort:
        fail("interrupted")
    except (ValueError, OSError) as error:
        fail(str(error))
    raise SystemExit(status if isinstance(status, int) else 0)


def fail(sentence: str) -> NoReturn:
    """One sentence, and exit status 2."""
    print(f"klatsch: {' '.join(sentence.split())}", file=sys.stderr)
    raise SystemExit(2)


# ── Shared by the commands ────────────────────────────────────────────────────────────────────────────


def load_game(name: str, options: list[str] | None, seed: int | None = None) -> Game:
    """The game with the options of the command line: files are read here, `random` boards drawn here."""
    definition = registry.definition(name)
    given: dict[str, object] = {}
    for written in options or []:
        key, equals, value = written.partition("=")
        if not equals:
            raise ValueError(f"an option is written KEY=VALUE, not {written!r}")
        given[key] = value
    for option in definition.options:
        value = str(given.get(option.name, ""))
        if not isinstance(option, BoardFile) or not value:
            continue
        if option.random and value == "random":
            rng = Rng(secrets.randbits(64) if seed is None else seed)
            given[option.name] = option.shipped[rng.below(len(option.shipped))]
        elif value not in option.shipped and ("." in value or "/" in value):
            given[option.name] = board_text(option, value)
    return registry.load_with(name, given)


def board_text(option: BoardFile, file: str) -> str:
    """The text of a user's board; what is wrong with it is told with the option and the file."""
    what = f"option {option.name}: {file!r}"
    try:
        with Path(file).open(encoding="utf-8-sig") as opened:
            text = opened.read(LARGEST_BOARD + 1)
    except FileNotFoundError:
        raise ValueError(f"{what} is not there") from None
    except IsADirectoryError:
        raise ValueError(f"{what} is a folder, not a file") from None
    except UnicodeDecodeError:
        raise ValueError(f"{what} is no text file in UTF-8") from None
    except OSError as error:
        raise ValueError(f"{what} can't be read: {error.strerror}") from None
    if len(text) > LARGEST_BOARD:
        raise ValueError(f"{what} is larger than 64 kB")
    try:
        option.check_text(text)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from error
    return text


def usual_seats(game: Game) -> int:
    """As many as an option names (armies, factions), else the game's usual number."""
    for option in game.definition.options:
        if isinstance(option, PerSeat) and game.options[option.name] != option.default:
            return len(game.options[option.name].split(","))
    return game.definition.seats[0]


def option_lines(game: Game, lang: str) -> list[str]:
    """Every option with its question, and what each of its words means."""
    say = game.definition.words.say(lang)
    lines = []
    for option in game.definition.options:
        lines.append(f"--option {option.name}=…  {say(f'option.{option.name}')}")
        if isinstance(option, Choice):
            lines += [f"    {value}: {say(f'option.value.{option.name}.{value}')}" for value in option.choices]
        else:
            lines.append(f"    {option.values()}")
    return lines


def show_version(wanted: bool) -> None:
    if wanted:
        how = "compiled" if klatsch.compiled() else "interpreted"
        print(f"klatsch {klatsch.__version__} ({how} rules, Python {sys.version.split()[0]})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def welcome(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say which version runs, and how.")
    ] = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    out.print("[bold]Klatsch[/bold]: a table for small board games.\n")
    out.print("  klatsch games                 the games")
    out.print("  klatsch play coffee-chess     play in this terminal, against a bot")
    out.print("  klatsch rules coffee-chess    its rules")
    out.print("  klatsch --help                everything else")


# ── The commands ──────────────────────────────────────────────────────────────────────────────────────


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game, with its options.")] = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """List the games, or one game's options.

    Example: `klatsch games coffee-chess`
    """
    names = list(GAMES) if name is None else [name]
    loaded = [klatsch.load(each) for each in names]
    if as_json:
        print(json.dumps([game_data(game, lang) for game in loaded], ensure_ascii=False, indent=2))
        return
    for game in loaded:
        definition = game.definition
        seats = "–".join(str(n) for n in sorted({min(definition.seats), max(definition.seats)}))
        stars = "●" * definition.complexity + "○" * (5 - definition.complexity)
        out.print(
            f"[bold]{definition.name}[/bold]  {definition.title}  {seats} players, {definition.minutes} min {stars}"
        )
        out.print(f"  {definition.words.say(lang)('about')}")
        if name is not None:
            for line in option_lines(game, lang):
                out.print(f"  {line}", markup=False)


def game_data(game: Game, lang: str) -> dict[str, object]:
    definition = game.definition
    say = definition.words.say(lang)
    return {
        "name": definition.name,
        "title": definition.title,
        "about": say("about"),
        "seats": sorted(definition.seats),
        "minutes": definition.minutes,
        "complexity": definition.complexity,
        "rules_version": definition.rules_version,
        "actions": len(definition.actions),
        "options": {
            option.name: {"default": option.default, "values": option.values(), "about": say(f"option.{option.name}")}
            for option in definition.options
        },
    }


@app.command()
def rules(
    name: GameName,
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]", help="Only this clause, as 4.2.")] = None,
    lang: Language = "en",
) -> None:
    """Print a game's rules, or one clause of them.

    Example: `klatsch rules coffee-chess 6.1`
    """
    definition = registry.definition(name)
    definition.words.say(lang)
    if clause is not None:
        out.print(clause_text(definition, clause, lang), markup=False)
    elif out.is_terminal:
        from rich.markdown import Markdown

        out.print(Markdown(rules_text(definition, lang)))
    else:
        print(rules_text(definition, lang))


@app.command()
def play(
    name: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", help="Who sits there, seat by seat: human, random, search:sims=N or search:seconds=S."),
    ] = None,
    options: Options = None,
    lang: Language = "en",
    save: Annotated[Path | None, typer.Option(help="Write the replay here when the game ends or you leave.")] = None,
) -> None:
    """Play in this terminal: people at one keyboard, against bots or each other.

    Example: `klatsch play coffee-chess --seat human --seat random`
    """
    from klatsch.table.table import Table
    from klatsch.terminal import Session

    game = load_game(name, options)
    players = [check_player(player) for player in seat or []]
    if not players:
        players = [HUMAN] + ["random"] * (usual_seats(game) - 1)
    table = Table(game, len(players), players=players)
    if save is not None:
        save.touch()  # better refused before the game than after it
    out.print(f"[bold]{game.definition.title}[/bold]. {game.definition.words.say(lang)('terminal.greeting')}")
    with suppress(ImportError):
        import readline  # noqa: F401 (arrow keys and a history at the prompt)
    rng = Rng(int.from_bytes(table.nonces[0]))
    Session(table, players, lang, out, input, rng, save).run()


@app.command()
def simulate(
    name: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    bots: Annotated[
        str | None, typer.Option(help="One bot a seat, with commas between; all random if left out.")
    ] = None,
    options: Options = None,
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
    tally = arena.simulate(game, names, number, seed, workers, ray)
    if as_json:
        facts = {"game": name, "options": game.options, "bots": names, "seed": seed}
        print(json.dumps({**facts, **tally.as_data()}, indent=2))
        return
    say = game.definition.words.say("en")
    grid = Grid("seat", "bot", "share of wins", "± 95 %")
    for number_, message in enumerate(game.definition.seat_names(game, len(names))):
        mean, half = tally.share(number_)
        grid.add_row(say(message), names[number_], f"{100 * mean:.1f} %", f"{100 * half:.1f}")
    out.print(grid)
    mean_length = tally.decisions / tally.games
    out.print(f"{tally.games} games of {mean_length:.1f} decisions ({tally.shortest} to {tally.longest})")
    out.print(", ".join(f"{reason}: {count}" for reason, count in tally.endings.most_common()))


@app.command()
def match(
    name: GameName,
    bots: Annotated[str, typer.Option(help="Candidate and baseline, with a comma between.")],
    rounds: Annotated[int, typer.Option(min=1, help="At most so many rounds; a round is one seed in all seats.")] = 200,
    seats: Annotated[int | None, typer.Option(help="How many play; the usual number if left out.")] = None,
    options: Options = None,
    opening: Opening = None,
    seed: Seed = 0,
    workers: Workers = 1,
    ray: RayAddress = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO,ELO", help="Stop early: is it better by the second rather than the first?"),
    ] = None,
    results: Annotated[Path | None, typer.Option(help="Keep the rounds here, and go on from what is there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure one bot against another: same chance, all seats, confidence interval.

    Example: `klatsch match coffee-chess --bots search:sims=400,search:sims=100 --rounds 100 --workers 2`
    """
    from klatsch.arena import match as arena

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
    random_turns = arena.usual_opening(name, chosen) if opening is None else opening
    setting = arena.Setting(name, game.options, chosen, pair[0], pair[1], seed, random_turns)
    score = arena.match(setting, rounds, workers=workers, ray=ray, results=results, sprt=test)
    verdict = None if test is None else test.verdict(score)
    facts = {
        "rounds": len(score.rounds),
        "score": round(score.mean, 4),
        "interval": round(score.interval, 4),
        "parity": round(score.parity, 4),
        "elo": round(arena.elo(score.mean)) if score.parity == 0.5 else None,
        "sprt": verdict,
    }
    if as_json:
        print(json.dumps({**asdict(setting), **facts}, indent=2))
        return
    rating = f", {facts['elo']:+} Elo" if facts["elo"] is not None else ""
    out.print(
        f"{pair[0]} against {pair[1]}: {100 * score.mean:.1f} % ± {100 * score.interval:.1f} "
        f"(parity {100 * score.parity:.0f} %){rating} in {len(score.rounds)} rounds"
    )
    if test is not None:
        out.print(f"Sequential test ({test.worse:+g} against {test.better:+g} Elo): {verdict or 'undecided'}")


@app.command()
def levels(
    name: GameName,
    rounds: Annotated[int, typer.Option(min=2, help="Rounds of each step; a round is one seed in all seats.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many play; the usual number if left out.")] = None,
    options: Options = None,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play at the same time.")] = 1,
    results: Annotated[Path | None, typer.Option(help="A folder to keep the rounds in, and to go on from.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how far apart the levels 1 to 8 are: each against the one below.

    Example: `klatsch levels coin-age --rounds 200 --workers 2`
    """
    from klatsch.arena import levels as arena
    from klatsch.arena.match import elo

    game = load_game(name, options, seed)
    if results is not None:
        results.mkdir(parents=True, exist_ok=True)
    table = Grid("Level", "Against", "Score", "±", "Parity", "Elo", "Rounds")
    rows: list[dict[str, object]] = []
    chosen = seats or usual_seats(game)
    for step in arena.measure(name, game.options, chosen, rounds, seed=seed, workers=workers, results=results):
        score = step.score
        difference = round(elo(score.mean)) if score.parity == 0.5 else None
        rows.append(
            {
                "level": step.level,
                "against": step.below,
                "score": round(score.mean, 4),
                "interval": round(score.interval, 4),
                "parity": round(score.parity, 4),
                "elo": difference,
                "rounds": len(score.rounds),
            }
        )
        shares = [f"{100 * part:.1f} %" for part in (score.mean, score.interval, score.parity)]
        rating = "" if difference is None else f"{difference:+}"
        table.add_row(str(step.level), step.below, *shares, rating, str(len(score.rounds)))
    if as_json:
        print(json.dumps({"game": name, "seats": chosen, "levels": rows}, indent=2))
    else:
        out.print(table)


@app.command()
def train(
    name: GameName,
    games: Annotated[
        int, typer.Option(min=1, help="How many games in all, those of an earlier run among them.")
    ] = 2000,
    sims: Annotated[int, typer.Option(min=1, help="Simulations a decision in these games.")] = 50,
    seats: Annotated[int | None, typer.Option(help="How many play; the usual number if left out.")] = None,
    options: Options = None,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play at the same time.")] = 1,
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
    trained = arena.train(course, games, workers=workers, file=progress or Path(f"train-{name}.json"))
    table = Grid("Feature", "Weight")
    for feature, weight in trained.weights.items():
        table.add_row(feature, f"{weight:.4g}")
    out.print(table)
    data = (game.definition.folder / "data" / "bot.toml").read_text(encoding="utf-8")
    command = f"klatsch train {name} --games {games} --sims {sims} --seats {course.seats} --seed {seed}"
    target = written or Path(f"bot-{name}.toml")
    target.write_text(arena.with_weights(data, trained.weights, course.seats, command), encoding="utf-8")
    out.print(f"{trained.games} games; mean squared error {trained.error:.4f}. The weights are in {target}.")


@app.command()
def ladder(
    name: GameName,
    bots: Annotated[str, typer.Option(help="All bots, with commas between.")],
    rounds: Annotated[int, typer.Option(min=1, help="A round is one seed: all pairs both ways, or mixed tables.")] = 20,
    seats: Annotated[int | None, typer.Option(help="How many play; the usual number if left out.")] = None,
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
    from klatsch.arena.match import usual_opening

    game = load_game(name, options, seed)
    chosen = seats or usual_seats(game)
    random_turns = usual_opening(name, chosen) if opening is None else opening
    setting = arena.Setting(name, game.options, chosen, tuple(bots.split(",")), seed, random_turns)
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
    from klatsch.arena import yardstick as arena

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
def replay(
    file: ReplayFile,
    at: Annotated[int | None, typer.Option(help="Show the position after this many events.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the position as a picture.")] = None,
    lang: Language = "en",
) -> None:
    """Show a recorded game: what happened, and the position.

    Example: `klatsch replay game.replay --at 12 --svg position.svg`
    """
    from klatsch.core.replay import read
    from klatsch.table.verify import decoded, open_table, verify_text

    text = decoded(file.read_bytes())
    verify_text(text)
    record = read(text)
    table = open_table(record)
    shown = len(record.events) if at is None else at
    if not 0 <= shown <= len(record.events):
        raise ValueError(f"the game has 0 to {len(record.events)} events, not {shown}")
    for event in record.events[:shown]:
        table.record(event)
    viewer = OPEN if table.state.actor == OVER else PUBLIC
    for number, line in table.log(viewer, lang):
        out.print(f"{number:>4}  {line}", markup=False, soft_wrap=True)
    out.print("\n" + table.state.text(viewer, lang), markup=False, soft_wrap=True)
    outcome = table.outcome
    say = table.game.definition.words.say(lang)
    out.print("\n" + (table.state.prompt(viewer, lang) if outcome is None else say(outcome.reason)), markup=False)
    if svg is not None:
        svg.write_text(table.state.svg(viewer, lang), encoding="utf-8")


@app.command()
def verify(file: ReplayFile) -> None:
    """Check a replay: every line, every action, every draw of the fair dice, the result.

    Example: `klatsch verify game.replay`
    """
    from klatsch.table.verify import verify_bytes

    verified = verify_bytes(file.read_bytes())
    events = len(verified.table.events)
    out.print(f"{events} events replayed, every one legal; no line was changed.")
    if verified.draws and verified.draws_checked:
        out.print(f"Draws of chance, all as the revealed seed and the players' numbers give them: {verified.draws}.")
    elif verified.draws:
        out.print(f"Draws that can't be checked yet, since the seed is revealed at the end: {verified.draws}.")
    out.print(
        "Not proven: who wrote this file. Somebody who rewrites all of it consistently is found out only where "
        "chance contradicts the commitment that the players saw before the game."
    )


@app.command()
def analyse(
    file: ReplayFile,
    sims: Annotated[int, typer.Option(min=10, help="Simulations for each decision.")] = 1000,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes that study at the same time.")] = 1,
    svg: Annotated[Path | None, typer.Option(help="Write the graph as a picture.")] = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Study a recorded game: win chances, mistakes, and luck told apart from skill.

    Example: `klatsch analyse game.replay --sims 2000 --svg game.svg`
    """
    from klatsch.arena import graph
    from klatsch.arena.analyse import analyse as study
    from klatsch.table.verify import verify_bytes

    table = verify_bytes(file.read_bytes()).table
    say = table.game.definition.words.say(lang)
    if svg is not None:
        svg.touch()  # better refused before the work than after it
    analysis = study(table, sims, seed, workers)
    if svg is not None:
        svg.write_text(graph.svg_graph(analysis, say), encoding="utf-8")
    if as_json:
        print(json.dumps(analysis.as_data(), ensure_ascii=False, indent=2))
        return
    out.print(say("analyse.title", game=table.game.definition.title), style="bold", markup=False)
    out.print(graph.text_graph(analysis, say, out.width), markup=False, soft_wrap=True)
    out.print()
    for turn in analysis.marked():
        out.print(graph.in_words(turn, analysis, say), markup=False, soft_wrap=True)
    if not analysis.marked():
        out.print(say("analyse.no_marks"), markup=False)
    out.print()
    out.print(graph.grid(analysis, say))
    out.print(say("analyse.legend_luck" if analysis.has_luck else "analyse.legend"), markup=False)


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
