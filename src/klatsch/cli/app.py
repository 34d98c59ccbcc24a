"""What all commands share: the application, their common options, the game that the options describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from klatsch.core import registry
from klatsch.core.game import Game
from klatsch.core.options import BoardFile, PerSeat, drawn
from klatsch.language import LANGUAGES

if TYPE_CHECKING:
    pass

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
Seats = Annotated[int | None, typer.Option(help="How many play; the usual number if left out.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same result.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print data for a program.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that play at the same time.")]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: local, auto or HOST:PORT (extra: ray)."),
]
ReplayFile = Annotated[Path, typer.Argument(metavar="FILE", help="A replay.")]


# ── Shared by the commands ────────────────────────────────────────────────────────────────────────────


def load_game(name: str, options: list[str] | None, seed: int | None = None) -> Game:
    """The game with the options of the command line: files are read here, `random` boards drawn by the seed."""
    definition = registry.definition(name)
    given: dict[str, object] = {}
    for written in options or []:
        key, equals, value = written.partition("=")
        if not equals:
            raise ValueError(f"an option is written KEY=VALUE, not {written!r}")
        given[key] = value
    for option in definition.options:
        value = str(given.get(option.name, ""))
        if isinstance(option, BoardFile) and option.names_file(value):
            given[option.name] = board_text(option, value)
    return registry.load_with(name, drawn(definition.options, given, seed))


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
