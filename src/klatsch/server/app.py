"""The web application: routes, middleware and error handlers."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

import klatsch
from klatsch.server import settings as settings_module
from klatsch.server.errors import ErrorAnswer, Refused, error_answer, failed, status_of
from klatsch.server.http import api, moderation_api, openid_pages, passkeys_api, positions_api, sessions_api
from klatsch.server.http.auth import NOBODY, language_of, visitor
from klatsch.server.http.compression import CompressedFiles
from klatsch.server.http.cookies import SetCookies
from klatsch.server.http.monitoring import Meter, log_to_console, operation
from klatsch.server.http.security import Guard
from klatsch.server.pages import pages
from klatsch.server.pages.layout import error_page
from klatsch.server.screens import match_socket
from klatsch.server.server import Server
from klatsch.server.settings import Settings

STATIC = Path(__file__).parent / "static"


def make_app(settings: Settings) -> FastAPI:
    server = Server(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.open()
        yield
        await server.close()

    app = FastAPI(
        title="Klatsch",
        version=klatsch.__version__,
        summary="What the pages can do, a program can.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.server = server
    app.include_router(api.router)
    app.include_router(sessions_api.router)
    app.include_router(passkeys_api.router)
    app.include_router(positions_api.router)
    app.include_router(openid_pages.router)
    app.include_router(moderation_api.router)
    app.include_router(match_socket.router)
    app.include_router(operation)
    app.include_router(pages)
    app.mount("/static", CompressedFiles(directory=STATIC), name="static")
    app.add_middleware(SetCookies)
    app.add_middleware(Guard, settings=settings, budgets=server.budgets)
    app.add_middleware(Meter, failed=our_error)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxies)
    app.add_exception_handler(ValueError, refuse)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(RequestValidationError, not_valid)
    return app


def app_from_environment() -> FastAPI:
    """For processes that the command line starts: their settings are in the environment."""
    given = settings_module.load({}, os.environ, None)
    log_to_console(given.json_logs)
    return make_app(given)


async def refuse(request: Request, error: Exception) -> Response:
    """Refusals of the server, the match, the rules, and of values that can't be."""
    return await answer(request, status_of(error), error_answer(error, language_of(request)))


async def not_valid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return await answer(request, 422, ErrorAnswer(f"{where}: {first['msg']}" if where else str(first["msg"])))


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    lang = language_of(request)
    told = error_answer(Refused("no_such_page"), lang) if error.status_code == 404 else ErrorAnswer(error.detail)
    return await answer(request, error.status_code, told)


async def our_error(request: Request, reference: str) -> Response:
    """Something that is nobody's mistake but ours; the reference finds it in the log."""
    told = failed(language_of(request), reference)
    if request.url.path.startswith("/api/"):
        return JSONResponse(msgspec.structs.asdict(told), 500)
    return HTMLResponse(error_page(request, 500, told.error, NOBODY), 500)


async def answer(request: Request, status: int, told: ErrorAnswer) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse(msgspec.structs.asdict(told), status)
    try:
        person = await visitor(request)
    except Refused:  # a token that isn't valid may be why we are here
        person = NOBODY
    return HTMLResponse(error_page(request, status, told.error, person), status)
