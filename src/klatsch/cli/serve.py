"""Commands that start the server."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated
from urllib.request import urlopen

import typer

from klatsch.cli.app import app, out
from klatsch.server import settings as configuration
from klatsch.server.settings import Settings

START_SECONDS = 60.0


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="The port to listen on.")] = None,
    database: Annotated[str | None, typer.Option(help="A database's URL; a SQLite file if left out.")] = None,
    data: Annotated[Path | None, typer.Option(help="A folder for the database.")] = None,
    key_file: Annotated[str | None, typer.Option(help="The file of the server's key.")] = None,
    public_url: Annotated[str | None, typer.Option(help="The address that players use, behind a proxy.")] = None,
    trusted_proxies: Annotated[str | None, typer.Option(help="Proxies whose X-Forwarded-For is believed.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Web processes; several need PostgreSQL.")] = None,
    bot_workers: Annotated[int | None, typer.Option(min=1, help="Processes that think for bots.")] = None,
    bot_pause: Annotated[float | None, typer.Option(min=0, help="Seconds between a bot's decisions.")] = None,
    absent_after: Annotated[float | None, typer.Option(min=0, help="Seconds until a bot may replace who left.")] = None,
    mail_server: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="For mail about turns.")] = None,
    mail_from: Annotated[str | None, typer.Option(help="The sender of that mail.")] = None,
    webhook: Annotated[str | None, typer.Option(help="An address that is told of turns, as JSON.")] = None,
    oidc_issuer: Annotated[str | None, typer.Option(help="An OpenID Connect provider's address.")] = None,
    oidc_client_id: Annotated[str | None, typer.Option(help="How that provider knows this server.")] = None,
    json_logs: Annotated[bool | None, typer.Option(help="Log lines as JSON.")] = None,
    durable: Annotated[bool | None, typer.Option(help="Wait for the disk at every change.")] = None,
    metrics: Annotated[bool | None, typer.Option(help="Serve /metrics for Prometheus.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with any of these settings.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve the tables to browsers.

    Example: `klatsch serve --port 8000`
    """
    given = {name: value for name, value in locals().items() if name not in ("config", "open_browser")}
    run(configuration.load(given, os.environ, config), open_browser)


def at_home(open_browser: bool) -> None:
    """For whoever types only `klatsch`: a server for this machine and the browser open at it."""
    settings = configuration.load({}, os.environ, None)
    if is_klatsch(settings.address):  # two servers on one SQLite file would be one too many
        out.print(f"Klatsch runs already, at [bold]{settings.address}[/bold].")
        if open_browser:
            webbrowser.open(settings.address)
        return
    run(replace(settings, port=free_port(settings.host, settings.port)), open_browser)


def is_klatsch(address: str) -> bool:
    try:
        with urlopen(f"{address}/api/openapi.json", timeout=3) as answer:
            return bool(json.load(answer)["info"]["title"] == "Klatsch")
    except (OSError, ValueError, KeyError, TypeError):
        return False


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or any other where somebody has that one."""
    for port in (wanted, 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return int(probe.getsockname()[1])
            except OSError as error:
                if not port:
                    raise ValueError(f"nothing can listen on {host}: {error.strerror}") from error
    raise AssertionError


def open_when_ready(settings: Settings) -> None:
    """The browser, as soon as somebody answers there."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            socket.create_connection((settings.host, settings.port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(reachable(settings))
            return


def reachable(settings: Settings) -> str:
    """Where a browser finds us: 0.0.0.0 is for listening only."""
    from klatsch.server.http.local_network import Network

    return Network(settings).base


def allow_many_files() -> None:
    """As many sockets as the system lets us have, not as many as shells usually get."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(settings: Settings, open_browser: bool) -> None:
    import uvicorn

    from klatsch.server.screens.raw_socket import UVICORN

    out.print(f"Klatsch is at [bold]{reachable(settings)}[/bold] (stop with Ctrl+C).")
    if open_browser:
        threading.Thread(target=open_when_ready, args=[settings], daemon=True).start()
    os.environ |= settings.as_environment()
    allow_many_files()
    uvicorn.run(
        "klatsch.server.app:app_from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_level="warning",
        **UVICORN,
        timeout_graceful_shutdown=10,
    )
