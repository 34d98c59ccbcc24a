"""The pages that people see: HTML from the server, boards as drawn by the games."""

from __future__ import annotations

from fastapi import APIRouter

from klatsch.server.pages import (
    api_docs,
    fair_dice,
    invite,
    leaderboard,
    lists,
    lobby,
    mail_confirmation,
    open_table,
    people,
    position,
    replay,
    reports,
    rules,
    table,
)

pages = APIRouter(include_in_schema=False)
for each in (
    lobby,
    lists,
    invite,
    open_table,
    table,
    replay,
    position,
    people,
    mail_confirmation,
    leaderboard,
    rules,
    fair_dice,
    api_docs,
    reports,
):
    pages.include_router(each.router)
