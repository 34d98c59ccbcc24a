"""Commands for players: list the games, read their rules, play in the terminal."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import klatsch
from klatsch.bots.bot_names import GRAMMAR, HUMAN, check_player
from klatsch.cli.app import AsJson, GameName, Language, Options, app, load_game, out, usual_seats
from klatsch.core import registry
from klatsch.core.rng import Rng
from klatsch.game_facts import AnyOptionFacts, ChoiceFacts, GameFacts, game_facts
from klatsch.games import GAMES
from klatsch.language import from_to
from klatsch.rulebook import clause_text, rules_text

USUAL_OPPONENT = "bot:3"


def option_lines(option: AnyOptionFacts) -> list[str]:
    """An option's question, and what each of its words means."""
    words = option.values.items() if isinstance(option, ChoiceFacts) else ()
    answers = [f"{value}: {meaning}" for value, meaning in words] or [option.takes]
    return [f"--option {option.name}=…  {option.question}", *(f"    {answer}" for answer in answers)]


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
    no_open: Annotated[bool, typer.Option("--no-open", help="Don't open the browser.")] = False,
) -> None:
    if context.invoked_subcommand is not None:
        return
    from klatsch.cli.serve import at_home

    out.print("[bold]Klatsch[/bold]: a table for small board games.\n")
    out.print("  klatsch play coffee-chess     play in this terminal, against a bot")
    out.print("  klatsch --help                everything else\n")
    at_home(not no_open)


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game, with its options.")] = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """List the games, or one game's options.

    Example: `klatsch games coffee-chess`
    """
    found = [game_facts(each, lang) for each in ([name] if name else GAMES)]
    if as_json:
        print(json.dumps([for_programs(facts) for facts in found], ensure_ascii=False, indent=2))
        return
    for facts in found:
        seats, minutes = from_to(facts.seats), from_to(facts.minutes.values())
        stars = "●" * facts.complexity + "○" * (5 - facts.complexity)
        out.print(f"[bold]{facts.name}[/bold]  {facts.title}  {seats} players, {minutes} min {stars}")
        out.print(f"  {facts.about}")
        if facts.reconstruction:
            out.print(f"  {facts.reconstruction}", markup=False)
        if name is not None:
            lines = [line for option in facts.options for line in option_lines(option)]
            for line in [facts.balance, *lines] if facts.balance else lines:
                out.print(f"  {line}", markup=False)


def for_programs(facts: GameFacts) -> dict[str, object]:
    """The same with the options by their names, and what each takes."""
    options = {
        each.name: {"default": each.default, "values": each.takes, "about": each.question} for each in facts.options
    }
    return asdict(facts) | {"options": options}


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
        typer.Option("--seat", help=f"Who sits there, seat by seat: {GRAMMAR}."),
    ] = None,
    options: Options = None,
    position: Annotated[str, typer.Option(help="Begin here: a position as docs/positions.md describes it.")] = "",
    lang: Language = "en",
    save: Annotated[Path | None, typer.Option(help="Write the replay here when the game ends or you leave.")] = None,
) -> None:
    """Play in this terminal: people at one keyboard, against bots or each other.

    Example: `klatsch play coffee-chess --seat human --seat random`
    """
    from klatsch.match.match import Match
    from klatsch.terminal import Session

    game = load_game(name, options)
    players = [check_player(player) for player in seat or []]
    if not players:
        seats = int(game.from_position(position).seats) if position else usual_seats(game)
        players = [HUMAN] + [USUAL_OPPONENT] * (seats - 1)
    match = Match(game, len(players), players=players, position=position)
    if save is not None:
        save.touch()  # better refused before the game than after it
    out.print(f"[bold]{game.definition.title}[/bold]. {game.definition.words.say(lang)('terminal.greeting')}")
    with suppress(ImportError):
        import readline  # noqa: F401 (arrow keys and a history at the prompt)
    rng = Rng(int.from_bytes(match.nonces[0]))
    Session(match, players, lang, out, input, rng, save).run()
