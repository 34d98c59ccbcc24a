"""The server: on this machine for oneself and friends, or for many."""

from __future__ import annotations

import os
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from klatsch.cli.app import app, out
from klatsch.server import settings as configuration
from klatsch.server.settings import Settings


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="The port to listen on.")] = None,
    database: Annotated[str | None, typer.Option(help="A database's URL; a SQLite file if left out.")] = None,
    data: Annotated[Path | None, typer.Option(help="A folder for database and key.")] = None,
    public_url: Annotated[str | None, typer.Option(help="The address that players use, behind a proxy.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Web processes; several need PostgreSQL.")] = None,
    bot_workers: Annotated[int | None, typer.Option(min=1, help="Processes that think for bots.")] = None,
    bot_pause: Annotated[float | None, typer.Option(min=0, help="Seconds between a bot's decisions.")] = None,
    mail_server: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="For mail about turns.")] = None,
    mail_from: Annotated[str | None, typer.Option(help="The sender of that mail.")] = None,
    webhook: Annotated[str | None, typer.Option(help="An address that is told of turns, as JSON.")] = None,
    json_logs: Annotated[bool | None, typer.Option(help="Log lines as JSON.")] = None,
    metrics: Annotated[bool | None, typer.Option(help="Serve /metrics for Prometheus.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with any of these settings.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve the tables to browsers.

    Example: `klatsch serve --port 8000`
    """
    given = {name: value for name, value in locals().items() if name not in ("config", "open_browser")}
    run(configuration.load(given, os.environ, config), open_browser)


def run(settings: Settings, open_browser: bool) -> None:
    import uvicorn

    out.print(f"Klatsch is at [bold]{settings.address}[/bold] (stop with Ctrl+C).")
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [settings.address]).start()
    os.environ |= settings.as_environment()
    uvicorn.run(
        "klatsch.server.app:app_from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_level="warning",
        ws_max_size=16 * 1024,
        proxy_headers=bool(settings.public_url),
        timeout_graceful_shutdown=10,
    )
