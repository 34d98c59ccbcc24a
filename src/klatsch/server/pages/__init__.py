"""The pages that people see: HTML from the server, boards as drawn by the games."""

from __future__ import annotations

from fastapi import APIRouter

from klatsch.server.pages import (
    dice,
    invite,
    leaderboard,
    lists,
    lobby,
    mail,
    open,
    people,
    programs,
    replay,
    rules,
    table,
)

pages = APIRouter(include_in_schema=False)
for each in (lobby, lists, invite, open, table, replay, people, mail, leaderboard, rules, dice, programs):
    pages.include_router(each.router)
