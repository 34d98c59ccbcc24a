"""The pages that people see: HTML from the server, boards as drawn by the games."""

from __future__ import annotations

from fastapi import APIRouter

from klatsch.server.pages import (
    dice,
    invite,
    leaderboard,
    lists,
    lobby,
    open,
    people,
    programs,
    replay,
    reports,
    rules,
    table,
)

pages = APIRouter(include_in_schema=False)
for each in (lobby, lists, invite, open, table, replay, people, leaderboard, rules, dice, programs, reports):
    pages.include_router(each.router)
