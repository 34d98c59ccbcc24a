"""Moderators: they read reports, with what was said around them, and act; and every act is written down."""

from __future__ import annotations

import asyncio
import html
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.host import admin
from klatsch.server.server import Server

from serving import Visitor, with_account

NONCE = "ab" * 16


def reported(somebody: Visitor) -> tuple[TestClient, TestClient, str]:
    """Somebody who was rude at a running table, somebody who reported it, and the table."""
    rude, hurt = somebody(), somebody()
    table = str(rude.post("/api/tables", json={"game": "coffee-chess", "seats": ["me", "open"]}).json()["id"])
    hurt.post(f"/api/tables/{table}/join", json={})
    for each in (rude, hurt):
        each.post(f"/api/tables/{table}/ready", json={"nonce": NONCE})
    assert say(rude, table, "rude <b>words</b>") == 200
    about = {"person": rude.get("/api/me").json()["id"], "text": "they insult me"}
    assert hurt.post(f"/api/tables/{table}/report", json=about).status_code == 200
    return rude, hurt, table


def say(client: TestClient, table: str, text: str) -> int:
    return client.post(f"/api/tables/{table}/chat", json={"text": text}).status_code


def moderator(app: FastAPI, somebody: Visitor, *, lift: bool = False) -> TestClient:
    client = with_account(somebody(), "Mara")
    server: Server = app.state.server
    asyncio.run(admin.make_moderator(server.settings, "mara", lift))
    return client


def decide(client: TestClient, act: str, **more: Any) -> Any:
    return client.post("/api/reports/1", json={"act": act, "reason": "insults", **more})


def test_the_page_shows_what_was_said(app: FastAPI, somebody: Visitor) -> None:
    reported(somebody)
    shown = moderator(app, somebody).get("/reports").text
    assert "they insult me" in shown
    assert "rude &lt;b&gt;words" in shown
    assert 'href="/reports"' in shown  # and every page leads there
    for act in ("warn", "mute", "close", "ban", "nothing"):
        assert f'value="{act}"' in shown


@pytest.mark.parametrize("lang", ["en", "pt", "ro"])
@pytest.mark.parametrize("act", ["warn", "mute", "close", "ban", "nothing"])
def test_every_act_does_what_it_says_and_is_written_down(app: FastAPI, somebody: Visitor, act: str, lang: str) -> None:
    rude, hurt, table = reported(somebody)
    mara = moderator(app, somebody)
    mara.cookies.set("lang", lang)
    name = rude.get("/api/me").json()["name"]
    assert decide(mara, act, days="3").status_code == 200  # as a form sends it
    assert decide(mara, act).status_code == 404  # once
    shown = html.unescape(mara.get("/reports").text)
    assert "they insult me" not in shown
    row = shown.partition("<ol>")[2].partition("</ol>")[0]
    assert all(word in row for word in ("Mara", name, "insults"))
    assert act != "mute" or "3" in row.replace(name, "")
    assert "reports." not in shown  # every sentence is there
    assert (say(rude, table, "more") != 200) == (act in ("mute", "ban"))
    assert ("insults" in rude.get("/").text) == (act == "warn")
    status = hurt.get(f"/api/tables/{table}").json()["status"]
    assert status == ("closed" if act == "close" else "playing")
    assert (rude.get("/api/me").json().get("name") == name) == (act != "ban")


def test_a_warning_is_shown_until_it_was_read(app: FastAPI, somebody: Visitor) -> None:
    rude, hurt, _ = reported(somebody)
    assert decide(moderator(app, somebody), "warn").status_code == 200
    for page in ("/", "/me", "/leaderboard"):
        assert "insults" in rude.get(page).text
    assert "insults" not in hurt.get("/").text
    assert rude.post("/api/me/warning-read", json={}).status_code == 200
    assert "insults" not in rude.get("/").text


def test_a_mute_says_how_long_in_an_open_page_too(app: FastAPI, somebody: Visitor) -> None:
    rude, _, table = reported(somebody)
    with rude.websocket_connect(f"/api/tables/{table}/socket") as socket:
        decide(moderator(app, somebody), "mute", days=2)
        socket.send_json({"do": "chat", "re": 1, "text": "more"})
        while (frame := socket.receive_json()).get("re") != 1:
            pass
    assert frame["type"] == "refused"
    assert "48 more hours" in frame["error"]


def test_only_moderators_read_reports_and_act(app: FastAPI, somebody: Visitor) -> None:
    rude, _, table = reported(somebody)
    no_more = moderator(app, somebody, lift=True)
    for client in (somebody(), rude, no_more):
        page = client.get("/reports")
        assert page.status_code == 403
        assert "insult" not in page.text
        assert decide(client, "ban").status_code in (401, 403)
    assert say(rude, table, "still here") == 200


@pytest.mark.parametrize("wrong", [{"act": "shout"}, {"reason": ""}, {"days": 0}, {"days": 1000}])
def test_odd_decisions_are_refused(app: FastAPI, somebody: Visitor, wrong: dict[str, Any]) -> None:
    reported(somebody)
    mara = moderator(app, somebody)
    assert mara.post("/api/reports/1", json={"act": "warn", "reason": "insults", **wrong}).status_code == 422
    assert "they insult me" in mara.get("/reports").text
