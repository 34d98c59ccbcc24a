"""The pages that people see: HTML from the server, boards as drawn by the games."""

from __future__ import annotations

from fastapi import APIRouter

from klatsch.server.pages import lobby, replay, table

pages = APIRouter(include_in_schema=False)
pages.include_router(lobby.router)
pages.include_router(table.router)
pages.include_router(replay.router)
