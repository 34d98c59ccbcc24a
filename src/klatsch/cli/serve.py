"""The server: on this machine for oneself and friends, or for many."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from klatsch.cli.app import app, out
from klatsch.server.app import make_app
from klatsch.server.settings import Settings, data_folder


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    database: Annotated[str, typer.Option(help="A database's URL; a SQLite file if left out.")] = "",
    data: Annotated[Path | None, typer.Option(help="A folder for database and key.")] = None,
    public_url: Annotated[str, typer.Option(help="The address that players use, behind a proxy.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Web processes; more than one needs PostgreSQL.")] = 1,
    bot_workers: Annotated[int, typer.Option(min=1, help="Processes that think for bots.")] = 1,
    bot_pause: Annotated[
        float, typer.Option(min=0, help="Seconds between a bot's decisions, so that people can follow them.")
    ] = 0.6,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve the tables to browsers.

    Example: `klatsch serve --port 8000`
    """
    settings = Settings(
        host=host,
        port=port,
        database=database,
        public_url=public_url,
        workers=workers,
        bot_workers=bot_workers,
        bot_pause_seconds=bot_pause,
        data=data or data_folder(),
    )
    settings.check()
    run(settings, open_browser)


def run(settings: Settings, open_browser: bool) -> None:
    out.print(f"Klatsch is at [bold]{settings.address}[/bold] (stop with Ctrl+C).")
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [settings.address]).start()
    uvicorn.run(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        ws_max_size=16 * 1024,
        proxy_headers=bool(settings.public_url),
    )
