"""Health checks, metrics and the log, which tells no secrets."""

from __future__ import annotations

import logging
import time

import structlog
from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from klatsch.server.errors import Refused
from klatsch.server.http.auth import TheServer
from klatsch.server.http.safe_log import add_error, quieten_libraries

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
    """It can serve: the database answers, and it isn't about to stop."""
    try:
        async with server.storage.read() as db:
            await db.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError):
        response.status_code = 503
        return {"status": "no database"}
    if server.closing:
        response.status_code = 503
        return {"status": "closing"}
    return {"status": "ready"}


@operation.get("/metrics")
async def metrics(server: TheServer) -> Response:
    if not server.settings.metrics:
        raise Refused("no_such_page", 404)
    SOCKETS.set(sum(len(there) for there in server.connections.by_match.values()))
    TABLES_LOOKED_AT.set(len(server.connections.by_match))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


class Meter:
    """Counts requests, and logs those that failed: path and status, never bodies, cookies or queries."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            REQUESTS.labels(scope["method"], str(status)).inc()
            REQUEST_SECONDS.observe(time.perf_counter() - begun)
            if status >= 500:
                logger.error("request failed", path=scope["path"], status=status)


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
