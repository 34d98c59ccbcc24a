"""Commands for hosts: backup, restore, export, import, admin, load, abuse."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from klatsch.cli.app import app, out
from klatsch.server import settings as configuration
from klatsch.server.settings import Settings

Database = Annotated[str | None, typer.Option(help="A database's URL; the SQLite file of this user if left out.")]
Data = Annotated[Path | None, typer.Option(help="The folder of the database.")]
Config = Annotated[Path | None, typer.Option(help="The server's settings, a TOML file.")]
People = Annotated[str, typer.Argument(metavar="NAME", help="The account's name.")]


def settings_of(database: str | None, data: Path | None, config: Path | None) -> Settings:
    return configuration.load({"database": database, "data": data}, os.environ, config)


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")],
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Write a whole server into one file: people, tables, games, ratings.

    Example: `klatsch export server.jsonl`
    """
    from klatsch.server.host.export_import import export as write

    rows = asyncio.run(write(settings_of(database, data, config), file))
    out.print(f"{rows} rows are in {file}. It holds seeds of running games and password hashes: keep it safe.")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `klatsch export` wrote.")],
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Fill an empty database with an exported server.

    Example: `klatsch import server.jsonl --database postgresql://klatsch:PASSWORD@localhost/klatsch`
    """
    from klatsch.server.host.export_import import fill

    rows = asyncio.run(fill(settings_of(database, data, config), file))
    out.print(f"{rows} rows were read from {file}.")


PASSPHRASE = "KLATSCH_BACKUP_PASSPHRASE"


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")],
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help=f"With a passphrase: that of {PASSPHRASE}, or one that you are asked for.")
    ] = False,
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Back a server up while it runs, and restore the back-up once to see that it can be.

    Example: `klatsch backup monday.klatsch --encrypt`
    """
    from klatsch.server.host.backup import backup as write

    passphrase = asked_passphrase(new=True) if encrypt else ""
    settings = settings_of(database, data, config)
    with Console(stderr=True).status("") as status:
        rows = asyncio.run(write(settings, file, passphrase, status.update))
    safe = "" if encrypt else " It holds seeds of running games and password hashes: keep it safe."
    out.print(f"{rows} rows are in {file}, and were restored from it once.{safe}", highlight=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `klatsch backup` wrote.")],
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Fill an empty database with a back-up.

    Example: `klatsch restore monday.klatsch --data restored`
    """
    from klatsch.server.host.backup import restore as read
    from klatsch.server.host.sealed_file import is_locked

    passphrase = asked_passphrase() if is_locked(file) else ""
    settings = settings_of(database, data, config)
    with Console(stderr=True).status("") as status:
        rows = asyncio.run(read(settings, file, passphrase, status.update))
    out.print(f"{rows} rows were restored from {file}.", highlight=False)


def asked_passphrase(new: bool = False) -> str:
    """Never a flag: every user of a machine sees those of others."""
    given = os.environ.get(PASSPHRASE) or typer.prompt("Passphrase", hide_input=True, confirmation_prompt=new)
    return str(given)


admin = typer.Typer(help="Look after a server's people and tables.", no_args_is_help=True)
app.add_typer(admin, name="admin")


def run(work: Coroutine[Any, Any, str]) -> None:
    out.print(asyncio.run(work), markup=False, emoji=False, highlight=False, soft_wrap=True)


@admin.command("reset-password")
def reset_password(name: People, database: Database = None, data: Data = None, config: Config = None) -> None:
    """Give an account a new password, which is shown once.

    Example: `klatsch admin reset-password Anna`
    """
    from klatsch.server.host import admin

    run(admin.reset_password(settings_of(database, data, config), name))


@admin.command()
def ban(
    who: Annotated[
        str, typer.Argument(metavar="WHO", help="An account's name, or the id that a page's address ends with.")
    ],
    lift: Annotated[bool, typer.Option("--lift", help="Let them in again.")] = False,
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Keep an account or a guest out, or let them in again. For a day nobody new comes in from where they are.

    Example: `klatsch admin ban Anna`
    """
    from klatsch.server.host import admin

    run(admin.ban(settings_of(database, data, config), who, lift))


@admin.command("make-moderator")
def make_moderator(
    name: People,
    lift: Annotated[bool, typer.Option("--lift", help="No more.")] = False,
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Let an account read reports and act on them, on the page /reports.

    Example: `klatsch admin make-moderator Anna`
    """
    from klatsch.server.host import admin

    run(admin.make_moderator(settings_of(database, data, config), name, lift))


@admin.command()
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, the last part of its address.")],
    database: Database = None,
    data: Data = None,
    config: Config = None,
) -> None:
    """Close a table; nobody is rated for it.

    Example: `klatsch admin close h3kd82jfmq`
    """
    from klatsch.server.host import admin

    run(admin.close(settings_of(database, data, config), table))


@admin.command()
def reports(database: Database = None, data: Data = None, config: Config = None) -> None:
    """List what players have reported.

    Example: `klatsch admin reports`
    """
    from klatsch.server.host import admin

    run(admin.reports(settings_of(database, data, config)))


@app.command()
def load(
    tables: Annotated[int, typer.Option(min=1, max=2000, help="Tables; two players and a spectator at each.")] = 50,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="For how long.")] = 20.0,
    address: Annotated[str, typer.Option(help="A server on this machine; a new one if left out.")] = "",
    database: Annotated[str, typer.Option(help="The new server's database; SQLite if left out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print data for a program.")] = False,
) -> None:
    """Put a bounded load on a server of this machine, and measure how fast all screens follow.

    Example: `klatsch load --tables 100 --seconds 20`
    """
    from klatsch.server.host import load_test as generator

    report = generator.measure(tables, seconds, address, database)
    if as_json:
        print(report.json())
    else:
        out.print(report.text(), markup=False)


@app.command()
def abuse(
    seconds: Annotated[float, typer.Option(min=1, max=120, help="For how long each attack goes on.")] = 10.0,
    attack: Annotated[list[str] | None, typer.Option(help="Only this one; again for more.")] = None,
    database: Annotated[str, typer.Option(help="The new server's database; SQLite if left out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print data for a program.")] = False,
) -> None:
    """Attack a new server of this machine as one hostile visitor would, and measure what it costs a normal table.

    Example: `klatsch abuse --seconds 10 --attack "flooded sockets"`
    """
    from klatsch.server.host import abuse_test as attacks

    names = attack or list(attacks.ATTACKS)
    for name in names:
        if name not in attacks.ATTACKS:
            raise ValueError(f"there is no attack {name!r}; the attacks are {', '.join(attacks.ATTACKS)}")
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("attacks", total=len(names) + 1)
        costs = attacks.measure(seconds, names, database, lambda cost: progress.advance(task))
    print(attacks.as_json(costs) if as_json else attacks.as_table(costs))
