"""Sessions and tokens: a row for each device and program, and what ends, ends everywhere and at once."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from klatsch.server.app import make_app
from klatsch.server.host import admin
from klatsch.server.http.user_agent import device_of
from klatsch.server.screens import match_socket, socket_closer
from klatsch.server.screens.connections import Connection
from klatsch.server.server import Server
from klatsch.server.settings import Settings

import postgres
from serving import Visitor

PASSWORD = "espresso forte"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def sign_up(client: TestClient, name: str = "Zoë") -> str:
    answer = client.post("/api/me/sign-up", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["recovery_code"])


def sign_in(client: TestClient, name: str = "Zoë", password: str = PASSWORD) -> None:
    assert client.post("/api/me/sign-in", json={"name": name, "password": password}).status_code == 200


def is_known(client: TestClient, **cookies: str) -> bool:
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else None
    return bool(client.get("/api/me", headers=headers).json()["id"])


def new_token(client: TestClient, **wish: Any) -> dict[str, str]:
    answer = client.post("/api/me/tokens", json=wish)
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def database(app: FastAPI) -> sqlite3.Connection:
    return sqlite3.connect(app.state.server.settings.data / "klatsch.sqlite3")


# ── A session for each device ─────────────────────────────────────────────────────────────────────


def test_signing_up_ends_the_guests_cookie_and_tokens(somebody: Visitor) -> None:
    """Who planted a guest's cookie in somebody's browser doesn't get their account."""
    client = somebody()
    client.post("/api/me", json={})
    planted, token = client.cookies["klatsch"], new_token(client)
    sign_up(client)
    assert client.get("/api/me").json()["name"] == "Zoë"
    assert client.cookies["klatsch"] != planted
    assert not is_known(somebody(), klatsch=planted)
    assert somebody().get("/api/me", headers=token).status_code == 401


def test_signing_in_begins_a_new_session_and_ends_the_guests(somebody: Visitor) -> None:
    sign_up(somebody())
    client = somebody()
    client.post("/api/me", json={})
    planted = client.cookies["klatsch"]
    sign_in(client)
    assert not is_known(somebody(), klatsch=planted)
    before = client.cookies["klatsch"]
    sign_in(client)
    assert not is_known(somebody(), klatsch=before)


def test_signing_out_ends_the_session_of_this_device_alone(somebody: Visitor) -> None:
    here, there = somebody(), somebody()
    sign_up(here)
    sign_in(there)
    copied = here.cookies["klatsch"]
    assert is_known(somebody(), klatsch=copied)
    here.post("/api/me/sign-out")
    assert "klatsch" not in here.cookies
    assert not is_known(somebody(), klatsch=copied)
    assert is_known(there)


def test_signing_out_everywhere(somebody: Visitor) -> None:
    here, there = somebody(), somebody()
    sign_up(here)
    sign_in(there)
    assert here.post("/api/me/sign-out-everywhere").status_code == 200
    assert not is_known(here)
    assert not is_known(there)


def test_devices_are_listed_and_ended_one_by_one(somebody: Visitor) -> None:
    here, there = somebody(), somebody()
    there.headers["User-Agent"] = FIREFOX
    sign_up(here)
    sign_in(there)
    listed = here.get("/api/me/sessions").json()
    assert sorted((each["device"], each["current"]) for each in listed) == [
        ("Firefox · Linux", False),
        ("testclient", True),
    ]
    other = next(each["id"] for each in listed if not each["current"])
    assert "Firefox · Linux" in here.get("/me").text
    stranger = somebody()
    sign_up(stranger, "Mallory")
    assert stranger.post(f"/api/me/sessions/{other}/end").status_code == 404
    assert is_known(there)
    assert here.post(f"/api/me/sessions/{other}/end").status_code == 200
    assert not is_known(there)
    assert is_known(here)


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox · Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("python-httpx/0.28", "python-httpx"),
        ("<b>\x1b[31m", ""),
        ("", ""),
    ],
)
def test_a_device_is_called_by_what_people_know_it_as(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


def test_sessions_end_after_a_year_and_when_an_account_is_idle(app: FastAPI, somebody: Visitor) -> None:
    guest, owner = somebody(), somebody()
    guest.post("/api/me", json={})
    sign_up(owner)
    with database(app) as base:
        lasting = dict(
            base.execute("SELECT folded IS NULL, expires - s.seen FROM sessions s JOIN persons p ON p.id = person")
        )
    assert lasting == {1: 365 * 86400.0, 0: 60 * 86400.0}
    day = 86400.0
    with database(app) as base:  # ten months later, used yesterday
        base.execute("UPDATE sessions SET created = created - ?, seen = seen - ?", [330 * day, day])
    assert is_known(owner)
    with database(app) as base:
        left = base.execute(
            "SELECT expires - ? FROM sessions JOIN persons p ON p.id = person WHERE folded IS NOT NULL", [time.time()]
        )
        assert left.fetchone()[0] == pytest.approx(35 * day, abs=60)
        base.execute("UPDATE sessions SET expires = ?", [time.time() - 1])
    assert not is_known(owner)
    assert not is_known(guest)


def test_the_database_has_no_secret_of_a_session_or_token(app: FastAPI, somebody: Visitor) -> None:
    client = somebody()
    sign_up(client)
    token = new_token(client)["Authorization"].split()[1]
    secret = client.cookies["klatsch"]
    with database(app) as base:
        stored = "\n".join(base.iterdump())
    assert hashlib.sha256(secret.encode()).hexdigest() in stored
    assert secret not in stored
    assert token not in stored
    assert "127.0.0.1" not in stored
    assert app.state.server.key.secret.hex() not in stored


def test_over_https_the_cookie_is_of_this_host_alone(tmp_path: Path) -> None:
    app = make_app(Settings(data=tmp_path, public_url="https://games.example.org"))
    with TestClient(app, base_url="https://games.example.org") as client:
        cookie = client.post("/api/me", json={}).headers["set-cookie"]
        assert cookie.startswith("__Host-klatsch=")
        assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
        assert "Domain" not in cookie
        assert is_known(client)


# ── Cookies of the first release ──────────────────────────────────────────────────────────────────


def old_cookie(app: FastAPI, person: str, count: int = 0) -> str:
    """As the first release signed it; this server is one of those that it ran on."""
    with database(app) as base:
        base.execute("INSERT OR IGNORE INTO shared VALUES ('old_cookies_until', ?)", [str(time.time() + 60)])
    words = f"{person}.{count}"
    key = app.state.server.key.secret
    return f"{words}.{hmac.digest(key, b'cookie|' + words.encode(), 'sha256').hex()[:40]}"


def test_nobody_is_thrown_out_by_the_upgrade(app: FastAPI, somebody: Visitor) -> None:
    maker = somebody()
    maker.post("/api/me", json={})
    person = maker.get("/api/me").json()["id"]
    old = old_cookie(app, person)
    client = somebody()
    client.cookies["klatsch"] = old
    assert client.get("/").status_code == 200  # a page sets the new cookie, too
    assert "." not in str(client.cookies.get("klatsch", domain="testserver.local"))
    client.cookies.delete("klatsch", domain="")
    assert client.get("/api/me").json()["id"] == person
    client.post("/api/me/sign-out")
    assert not is_known(somebody(), klatsch=old)  # it ends with the sessions
    for forged in (old[:-1] + ("0" if old[-1] != "0" else "1"), old_cookie(app, person, 7), "a.b.c", "é" * 30):
        answer = somebody().get("/api/me", headers={b"Cookie": f"klatsch={forged}".encode("latin-1")})
        assert answer.json()["id"] == ""


def test_an_old_cookie_becomes_one_of_this_host_alone_over_https(tmp_path: Path) -> None:
    app = make_app(Settings(data=tmp_path, public_url="https://games.example.org"))
    with TestClient(app, base_url="https://games.example.org") as client:
        client.post("/api/me", json={})
        old = old_cookie(app, client.get("/api/me").json()["id"])
        client.cookies.clear()
        answer = client.get("/", headers={"Cookie": f"klatsch={old}"})
        given = answer.headers.get_list("set-cookie")
        assert [each.partition("=")[0] for each in given] == ["klatsch", "__Host-klatsch"]
        assert "Max-Age=0" in given[0]
        assert is_known(client)


def test_old_cookies_are_good_for_a_time_after_the_upgrade(app: FastAPI, somebody: Visitor) -> None:
    maker = somebody()
    maker.post("/api/me", json={})
    old = old_cookie(app, maker.get("/api/me").json()["id"])
    with database(app) as base:
        base.execute("UPDATE shared SET value = '1' WHERE name = 'old_cookies_until'")
    assert not is_known(somebody(), klatsch=old)


# ── Sockets ───────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def at_a_table(client: TestClient, **more: Any) -> Iterator[tuple[Any, str]]:
    """A socket at a table where the client may chat; it must be closed by the server."""
    table = client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    with client.websocket_connect(f"/api/tables/{table}/socket", **more) as socket:
        assert answered(socket, "listening")["type"] == "done"
        yield socket, table
        assert close_code(socket) == 4401
        socket.send_json({"do": "chat", "re": 2, "text": "I am still here"})
    server = client.app.state.server  # type: ignore[attr-defined]
    assert "still here" not in str(client.portal.call(server.chat.latest, table))  # type: ignore[union-attr]


def close_code(socket: Any) -> int:
    """With what the server hangs up. A socket that is open answers, so that the test ends if it never does."""
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            answered(socket, "listening")
        except WebSocketDisconnect as closed:
            return closed.code
        time.sleep(0.05)
    raise AssertionError("the socket is still open")


def answered(socket: Any, command: str, **values: Any) -> Any:
    socket.send_json({"do": command, "re": 1, **values})
    while (frame := socket.receive_json())["type"] not in ("done", "refused"):
        pass
    return frame


@pytest.fixture
def no_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether something has ended: it must be told."""
    monkeypatch.setattr(socket_closer, "LOOK_SECONDS", 3600.0)


@pytest.mark.parametrize("how", ["sign_out", "elsewhere", "password", "delete", "sign_up"])
def test_sockets_stop_at_once_when_the_session_ends(no_looking: None, somebody: Visitor, how: str) -> None:
    client = somebody()
    if how != "sign_up":
        sign_up(client)
    with at_a_table(client):
        if how == "sign_out":
            client.post("/api/me/sign-out")
        elif how == "elsewhere":
            other = somebody()
            sign_in(other)
            (id,) = [each["id"] for each in other.get("/api/me/sessions").json() if not each["current"]]
            other.post(f"/api/me/sessions/{id}/end")
        elif how == "password":
            passwords = {"old": PASSWORD, "new": "ristretto doppio"}
            assert client.post("/api/me/password", json=passwords).status_code == 200
        elif how == "delete":
            client.post("/api/me/delete")
        else:
            sign_up(client)


def test_sockets_stop_when_a_host_resets_the_password_or_bans(app: FastAPI, somebody: Visitor) -> None:
    """By another process, which tells nobody: the server looks every second."""
    given: Settings = app.state.server.settings
    client = somebody()
    sign_up(client)
    with at_a_table(client):
        told = asyncio.run(admin.reset_password(given, "Zoë"))
    sign_in(client, password=told.rpartition(" ")[2])
    with at_a_table(client):
        asyncio.run(admin.ban(given, "Zoë", lift=False))


def test_a_connection_that_has_ended_does_nothing_even_before_it_is_closed(
    app: FastAPI, somebody: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_socket, "hang_up", lambda websocket: asyncio.sleep(0))
    client = somebody()
    table = client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert answered(socket, "listening")["type"] == "done"
        client.post("/api/me/sign-out")
        socket.send_json({"do": "chat", "re": 2, "text": "I am still here"})
    server = app.state.server
    assert client.portal is not None
    assert client.portal.call(server.chat.latest, table) == []


@postgres.missing
def test_sockets_of_other_processes_stop_by_a_notice(no_looking: None, tmp_path: Path) -> None:
    async def check(url: str) -> None:
        given = Settings(data=tmp_path, database=url)
        here, there = Server(given), Server(given)
        await here.open()
        await there.open()
        try:
            guest = await here.people.new_guest("en")
            secrets = [await here.sessions.begin(guest.id, True, "", "") for _ in range(2)]
            one, two = [await there.people.by_session(secret, "") for secret in secrets]
            assert one is not None
            assert two is not None
            sockets = [Connection(person, "nowhere", "en") for person in (one, two)]
            there.connections.by_match["nowhere"].update(sockets)
            await asyncio.sleep(0.5)  # it listens now
            await here.sessions.end(guest.id, one.entry.id)
            for _ in range(100):
                await asyncio.sleep(0.05)
                if sockets[0].ended:
                    break
            assert [each.ended for each in sockets] == [True, False]
        finally:
            await here.close()
            await there.close()

    with postgres.postgres() as url:
        asyncio.run(check(url))


def test_a_programs_socket_stops_when_its_token_ends(somebody: Visitor) -> None:
    client = somebody()
    token = new_token(client)
    with at_a_table(client, headers=token):
        (listed,) = client.get("/api/me/tokens").json()
        client.post(f"/api/me/tokens/{listed['id']}/end")


def test_other_peoples_sockets_go_on(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    sign_up(anna, "Anna")
    table = anna.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    bela.post(f"/api/tables/{table}/join", json={})
    with bela.websocket_connect(f"/api/tables/{table}/socket") as socket:
        anna.post("/api/me/sign-out-everywhere")
        assert answered(socket, "chat", text="hello")["type"] == "done"


# ── Tokens ────────────────────────────────────────────────────────────────────────────────────────


def test_a_token_plays_but_the_account_is_not_its_own(somebody: Visitor) -> None:
    client, program = somebody(), somebody()
    sign_up(client)
    token = new_token(client)
    made = program.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}, headers=token)
    assert made.status_code == 201
    other = somebody()
    other.post("/api/me", json={})
    for path, body in [
        ("/api/me/delete", {}),
        ("/api/me/password", {"old": PASSWORD, "new": "ristretto doppio"}),
        ("/api/me", {"mail": "mallory@example.org"}),
        ("/api/me/tokens", {"scopes": "read play account"}),
        ("/api/me/sign-out-everywhere", {}),
        ("/api/me/tokens/delete", {}),
        (f"/api/people/{other.get('/api/me').json()['id']}/peace", {"kind": "block"}),
    ]:
        answer = program.post(path, json=body, headers=token)
        assert answer.status_code == 403, path
        assert "account" in answer.json()["error"]
    assert program.get("/api/me/data", headers=token).status_code == 403
    assert is_known(client)
    assert program.post("/api/me/delete", headers=new_token(client, scopes="read play account")).status_code == 200


def test_a_token_that_only_looks(somebody: Visitor) -> None:
    client, program = somebody(), somebody()
    token = new_token(client, scopes="read")
    table = client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    assert program.get(f"/api/tables/{table}", headers=token).status_code == 200
    assert program.post(f"/api/tables/{table}/chat", json={"text": "hi"}, headers=token).status_code == 403
    with program.websocket_connect(f"/api/tables/{table}/socket", headers=token) as socket:
        assert "play" in answered(socket, "chat", text="hello")["error"]
        assert answered(socket, "listening")["type"] == "done"


def test_tokens_end_after_ninety_days_or_as_wished(app: FastAPI, somebody: Visitor) -> None:
    client = somebody()
    sign_up(client)
    token = new_token(client)
    new_token(client, label="for a day", days=1)
    assert client.post("/api/me/tokens", json={"days": 366}).status_code == 422
    listed = client.get("/api/me/tokens").json()
    assert {each["label"]: round((each["expires"] - each["created"]) / 86400) for each in listed} == {
        "bot": 90,
        "for a day": 1,
    }
    assert all(each["used"] is None for each in listed)
    somebody().get("/api/me", headers=token)
    assert next(each for each in client.get("/api/me/tokens").json() if each["label"] == "bot")["used"] is not None
    assert "for a day" in client.get("/me").text
    with database(app) as base:
        base.execute("UPDATE tokens SET expires = ?", [time.time() - 1])
    assert somebody().get("/api/me", headers=token).status_code == 401


def test_a_host_who_resets_a_password_ends_the_tokens(app: FastAPI, somebody: Visitor) -> None:
    client = somebody()
    sign_up(client)
    token = new_token(client)
    asyncio.run(admin.reset_password(app.state.server.settings, "Zoë"))
    assert not is_known(client)
    assert somebody().get("/api/me", headers=token).status_code == 401
