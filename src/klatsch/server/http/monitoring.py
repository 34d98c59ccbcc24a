"""Health checks, metrics and the log, which tells no secrets."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog
from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from klatsch.server.errors import Refused
from klatsch.server.http.auth import TheServer
from klatsch.server.http.safe_log import add_error, quieten_libraries
from klatsch.server.http.security import with_headers
from klatsch.server.server import Server

READY = "ready"  # when it was last seen that the database can be written
READY_SECONDS = 5.0
LAST_CALLS = 6  # of ours, in a traceback in the log
SERVER = Path(__file__).parents[1]
operation = APIRouter(include_in_schema=False)
logger = structlog.get_logger("klatsch")

REQUESTS = Counter("klatsch_requests_total", "HTTP requests", ["method", "status"])
REQUEST_SECONDS = Histogram("klatsch_request_seconds", "Time to answer an HTTP request")
COMMANDS_DONE = Counter("klatsch_commands_total", "Commands at tables", ["command", "outcome"])
SOCKETS = Gauge("klatsch_sockets", "Open sockets")
TABLES_LOOKED_AT = Gauge("klatsch_tables_looked_at", "Tables with somebody looking")


@operation.get("/healthz")
async def health() -> dict[str, str]:
    """The process lives."""
    return {"status": "alive"}


@operation.get("/readyz")
async def readiness(server: TheServer, response: Response) -> dict[str, str]:
    """It can serve: what is written to the database is there, and it isn't about to stop."""
    status = "closing" if server.closing else await database_status(server)
    if status != "ready":
        response.status_code = 503
    return {"status": status}


async def database_status(server: Server) -> str:
    """`ready`, or in a few words why nothing can be written."""
    try:
        async with asyncio.timeout(READY_SECONDS), server.storage.write() as db:
            await server.storage.set_shared(db, READY, repr(time.time()))
    except (SQLAlchemyError, sqlite3.Error) as error:
        words = str(getattr(error, "orig", error)).lower()
        known = {"full": "disk full", "readonly": "read-only database", "read-only": "read-only database"}
        return next((status for word, status in known.items() if word in words), "no database")
    except (OSError, TimeoutError):
        return "no database"
    return "ready"


@operation.get("/metrics")
async def metrics(server: TheServer) -> Response:
    if not server.settings.metrics:
        raise Refused("no_such_page", 404)
    SOCKETS.set(sum(len(there) for there in server.connections.by_match.values()))
    TABLES_LOOKED_AT.set(len(server.connections.by_match))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


class Meter:
    """Counts requests, and answers and logs those that failed: path and reference, never bodies, cookies or queries."""

    def __init__(self, app: ASGIApp, failed: Callable[[Request, str], Awaitable[Response]]) -> None:
        self.app = app
        self.failed = failed  # the answer to whoever met an error of ours, with its reference

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception as error:
            reference = secrets.token_hex(4)
            logger.error("request failed", path=scope["path"], reference=reference, error=in_short(error))
            if not status:
                answer = await self.failed(Request(scope), reference)
                await answer(scope, receive, with_headers(watch, scope["path"]))
        finally:
            REQUESTS.labels(scope["method"], str(status or 500)).inc()
            REQUEST_SECONDS.observe(time.perf_counter() - begun)


def in_short(error: BaseException) -> str:
    """The last calls of a traceback and the kind of the error. What it says may be somebody's words: it is left out."""
    every = traceback.extract_tb(error.__traceback__)
    ours = [call for call in every if call.filename.startswith(f"{SERVER}/")] or every
    places = [f"{call.filename.removeprefix(f'{SERVER}/')}:{call.lineno} {call.name}" for call in ours[-LAST_CALLS:]]
    return " > ".join([*places, type(error).__name__])


def log_to_console(as_json: bool) -> None:
    quieten_libraries()
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            add_error,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
