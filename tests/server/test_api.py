"""The API as programs and pages use it: whole games over HTTP and sockets, people, and what is refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from klatsch.games import GAMES
from klatsch.match.verify import verify_text
from klatsch.server.app import make_app
from klatsch.server.settings import Settings

from serving import Visitor, with_account

NONCE = "ab" * 16


def open_table(client: TestClient, game: str, *seats: str, **more: Any) -> str:
    answer = client.post("/api/tables", json={"game": game, "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def ready(client: TestClient, table: str) -> None:
    assert client.post(f"/api/tables/{table}/ready", json={"nonce": NONCE}).status_code == 200


def do(client: TestClient, table: str, command: str, **body: Any) -> Any:
    answer = client.post(f"/api/tables/{table}/{command}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def look(client: TestClient, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


LIVE = {"kind": "live", "seconds": 900}


def two_players(somebody: Visitor, game: str = "coffee-chess", **more: Any) -> tuple[TestClient, TestClient, str]:
    return begun_by(somebody(), somebody(), game, **more)


def two_accounts(somebody: Visitor) -> tuple[TestClient, TestClient, str]:
    """At a rated table."""
    anna, bela = with_account(somebody(), "Anna"), with_account(somebody(), "Béla")
    return begun_by(anna, bela, rated=True, pace=LIVE)


def begun_by(
    anna: TestClient, bela: TestClient, game: str = "coffee-chess", **more: Any
) -> tuple[TestClient, TestClient, str]:
    table = open_table(anna, game, "me", "open", **more)
    do(bela, table, "join")
    ready(anna, table)
    ready(bela, table)
    return anna, bela, table


def test_a_rematch_is_a_table_of_its_own(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    do(bela, table, "resign")
    do(anna, table, "rematch")
    do(bela, table, "rematch")
    again = look(anna, table)["next"]
    assert again != table
    assert look(anna, again)["status"] == "waiting"
    assert [seat["name"] for seat in look(anna, again)["seats"]] == [
        seat["name"] for seat in reversed(look(anna, table)["seats"])
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_a_program(somebody: Visitor, game: str) -> None:
    """All seats on one device, random play to the end; the replay verifies and nothing was sent in vain."""
    client = somebody()
    seats = client.get("/api/games").json()
    usual = next(facts["usual_seats"] for facts in seats if facts["name"] == game)
    table = open_table(client, game, *["me"] * usual)
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        screen = play_randomly(socket, random.Random(1))
    assert screen["status"] == "over"
    text = client.get(f"/api/tables/{table}/replay").text
    assert verify_text(text).draws_checked
    assert screen["result"]["shares"] == look(client, table)["result"]["shares"]


def play_randomly(socket: Any, rng: random.Random) -> dict[str, Any]:
    """Plays all own seats of a shared screen until the end; the last screen."""
    socket.send_json({"do": "ready", "re": 0, "nonce": NONCE})
    screen: dict[str, Any] = {}
    faced = -1
    number = 0
    while screen.get("status") != "over":
        frame = socket.receive_json()
        assert frame["type"] != "refused", frame
        if frame["type"] not in ("screen", "update"):
            continue
        screen |= {key: value for key, value in frame.items() if key not in ("pieces", "log", "type")}
        if screen["status"] != "playing" or not ({"version", "actions"} & frame.keys()):
            continue
        number += 1
        if screen.get("actions") and screen["viewer"] == screen["actor"]:
            action = rng.choice(screen["actions"])[0]
            socket.send_json({"do": "play", "re": number, "action": action, "seen": screen["version"]})
        elif faced != screen["actor"]:
            faced = screen["actor"]
            socket.send_json({"do": "face", "re": number, "seat": faced})
    return screen


def test_two_people_and_a_spectator(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    assert "actions" in look(anna, table)
    assert "actions" not in look(bela, table)
    assert "actions" not in look(somebody(), table)
    do(anna, table, "play", action="place b1", seen=0)
    assert look(bela, table)["log"] == [[1, "White places a bean on b1.", 0]]
    answer = bela.post(f"/api/tables/{table}/play", json={"action": "place a1"})
    assert (answer.status_code, answer.json()["error"]) == (409, "It is not your turn.")


def test_refusals_name_the_clause(somebody: Visitor) -> None:
    anna, _, table = two_players(somebody)
    answer = anna.post(f"/api/tables/{table}/play", json={"action": "place a1"})
    assert answer.status_code == 409
    assert answer.json()["clause"] == "1.1"
    why = do(anna, table, "why", places=["sq-a1"])
    assert why["clause"] == "1.1"
    assert why["rule"].startswith("§1.1")
    under = do(anna, table, "why", places=[], under=["grain", "sq-a1", "sq-b1"])
    assert under["error"] == why["error"]


def test_a_stale_click_is_refused(somebody: Visitor) -> None:
    anna, _, table = two_players(somebody)
    do(anna, table, "play", action="place b1", seen=0)
    answer = anna.post(f"/api/tables/{table}/play", json={"action": "place d1", "seen": 0})
    assert answer.status_code == 412


def test_a_bot_answers(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client, "coffee-chess", "me", "bot:1")
    with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_json({"do": "ready", "re": 1, "nonce": NONCE})
        screen: dict[str, Any] = {}
        while screen.get("status") != "playing":
            screen |= socket.receive_json()
        socket.send_json({"do": "play", "re": 2, "action": "end", "seen": 0})
        while screen["actor"] != 0 or screen["version"] < 2:
            screen |= socket.receive_json()
    assert any(line.startswith("Black") for _, line, _ in look(client, table)["log"])


def test_hidden_hands_stay_hidden(somebody: Visitor) -> None:
    """What a spectator and the other seat get doesn't change when the hand is dealt anew: the gate is `view`."""
    anna, bela, table = two_players(somebody, "choco")
    shown = [look(client, table)["view"] for client in (anna, bela, somebody())]
    assert shown[0] != shown[1]
    answer = anna.post(f"/api/tables/{table}/at", json={"position": 0, "viewer": 1})
    assert answer.json()["pieces"] == do(anna, table, "at", position=0)["pieces"]
    text = somebody().get(f"/api/tables/{table}/replay").text
    assert "can't be replayed" in text
    assert "klatsch-replay" not in text


def test_hint_and_explanation(somebody: Visitor) -> None:
    anna, _, table = two_players(somebody)
    assert do(anna, table, "hint", step=1)["sentences"]
    assert do(anna, table, "explain")["sentences"]


def test_no_help_in_a_rated_game_which_is_rated_at_its_end(somebody: Visitor) -> None:
    anna, bela, table = two_accounts(somebody)
    assert anna.post(f"/api/tables/{table}/hint", json={}).status_code == 409
    for player in (anna, bela) * 3:
        do(player, table, "play", action="end")
    do(anna, table, "resign")
    board = anna.get("/api/leaderboard/coffee-chess").json()
    assert [player["name"] for player in board["players"]] == [
        bela.get("/api/me").json()["name"],
        anna.get("/api/me").json()["name"],
    ]
    assert board["seats"] == [
        {"seat": 0, "share": 0.0, "games": 1},
        {"seat": 1, "share": 1.0, "games": 1},
    ]


def test_analysis_of_a_finished_game(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    assert anna.get(f"/api/tables/{table}/analysis").status_code == 409
    do(anna, table, "play", action="end")
    do(bela, table, "resign")
    found = anna.get(f"/api/tables/{table}/analysis").json()
    assert found["svg"].startswith("<svg")
    assert anna.get(f"/api/tables/{table}/analysis").json() == found


def test_chat_reaches_everybody_but_who_muted(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    loud = anna.get("/api/me").json()["id"]
    do(anna, table, "chat", text="  Hello \n there ")
    with bela.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert said(socket) == ["Hello there"]
    assert bela.post(f"/api/people/{loud}/peace", json={"kind": "mute"}).status_code == 200
    with bela.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert said(socket) == []
    assert anna.post(f"/api/tables/{table}/chat", json={"text": " "}).status_code == 422


def said(socket: Any) -> list[str]:
    while (frame := socket.receive_json())["type"] != "chat_before":
        pass
    return [line["text"] for line in frame["lines"]]


def test_who_blocks_whom_sits_at_no_table_with_them(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    table = open_table(anna, "coffee-chess", "me", "open")
    bela.post("/api/me", json={})
    other = bela.get("/api/me").json()["id"]
    anna.post(f"/api/people/{other}/peace", json={"kind": "block"})
    answer = bela.post(f"/api/tables/{table}/join", json={})
    assert answer.status_code == 403


# ── People ────────────────────────────────────────────────────────────────────────────────────────


def test_an_account_keeps_the_guests_games(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client, "coffee-chess", "me", "open")
    answer = client.post("/api/me/sign-up", json={"name": "Zoë", "password": "espresso forte"})
    code = answer.json()["recovery_code"]
    assert client.get("/api/me").json()["name"] == "Zoë"
    again = somebody()
    assert again.post("/api/me/sign-in", json={"name": "zoë", "password": "wrong"}).status_code == 403
    assert again.post("/api/me/sign-in", json={"name": "ZOË", "password": "espresso forte"}).status_code == 200
    assert [game["id"] for game in again.get("/api/tables?which=mine").json()] == [table]
    assert somebody().post("/api/me/sign-up", json={"name": "ZOË", "password": "espresso forte"}).status_code == 409
    given = {"name": "zoë", "code": code, "password": "another long one"}
    recovered = somebody().post("/api/me/recover", json=given)
    assert recovered.status_code == 200
    assert again.get("/api/me").json()["id"] == ""  # a new password ends the other sessions


def test_a_recovery_code_is_good_for_one_time_and_the_next_one_is_told(somebody: Visitor) -> None:
    answer = somebody().post("/api/me/sign-up", json={"name": "Zoë", "password": "espresso forte"})
    first = answer.json()["recovery_code"]

    def recover(code: str, password: str = "another long one") -> Any:
        return somebody().post("/api/me/recover", json={"name": "Zoë", "code": code, "password": password})

    assert recover(first, "short").status_code == 422  # that spends nothing
    second = recover(first).json()["recovery_code"]
    assert second != first
    assert recover(first).status_code == 403
    assert recover(f" {second.upper()} ").status_code == 200


def test_error_pages_know_who_is_there(somebody: Visitor) -> None:
    client = somebody()
    assert "Sign in" in client.get("/nowhere").text
    client.post("/api/me/sign-up", json={"name": "Zoë", "password": "espresso forte"})
    for path, status in (("/nowhere", 404), ("/table/nothing", 404), ("/people/nobody", 404), ("/open/nothing", 422)):
        answer = client.get(path)
        assert answer.status_code == status
        assert ">Zoë</a>" in answer.text
        assert "Sign in" not in answer.text
    assert client.get("/nowhere", headers={"Authorization": "Bearer no"}).status_code == 404


def test_who_signs_in_keeps_what_the_guest_plays(somebody: Visitor) -> None:
    home, elsewhere = somebody(), somebody()
    home.post("/api/me/sign-up", json={"name": "Zoë", "password": "espresso forte"})
    table = open_table(elsewhere, "coffee-chess", "me", "open")
    elsewhere.post("/api/me/sign-in", json={"name": "Zoë", "password": "espresso forte"})
    assert [each["id"] for each in home.get("/api/tables?which=mine").json()] == [table]
    assert look(elsewhere, table)["seats"][0] | {"own": True, "name": "Zoë"} == look(elsewhere, table)["seats"][0]


def test_data_can_be_taken_and_deleted(somebody: Visitor) -> None:
    client = somebody()
    client.post("/api/me/sign-up", json={"name": "Gone Soon", "password": "espresso forte"})
    data = client.get("/api/me/data").json()
    assert data["person"]["name"] == "Gone Soon"
    assert "password" not in data["person"]
    assert client.post("/api/me/delete").status_code == 200
    assert (
        somebody().post("/api/me/sign-in", json={"name": "Gone Soon", "password": "espresso forte"}).status_code == 403
    )


def test_a_token_is_as_good_as_a_cookie(somebody: Visitor) -> None:
    client = somebody()
    token = client.post("/api/me/tokens", json={}).json()["token"]
    name = client.get("/api/me").json()["name"]
    program = somebody()
    assert program.get("/api/me", headers={"Authorization": f"Bearer {token}"}).json()["name"] == name
    assert program.get("/api/me", headers={"Authorization": "Bearer no"}).status_code == 401
    client.post("/api/me/tokens/delete")
    assert program.get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_a_forged_cookie_is_nobody(somebody: Visitor) -> None:
    client = somebody()
    client.post("/api/me", json={})
    cookie = client.cookies["klatsch"]
    for forged in (cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), "x", "a.b.c", "", "é" * 30):
        other = somebody()
        answer = other.get("/api/me", headers={b"Cookie": f"klatsch={forged}".encode("latin-1")})
        assert answer.json()["id"] == ""


def test_a_new_password_ends_tokens_and_a_guest_takes_no_accounts_name(somebody: Visitor) -> None:
    client = somebody()
    client.post("/api/me/sign-up", json={"name": "Victor", "password": "espresso forte"})
    token = client.post("/api/me/tokens", json={}).json()["token"]
    assert somebody().post("/api/me", json={"name": "victor"}).status_code == 409
    given = {"old": "espresso forte", "new": "ristretto doppio"}
    assert client.post("/api/me/password", json=given).status_code == 200
    assert somebody().get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_guesses_are_counted_by_account(somebody: Visitor) -> None:
    somebody().post("/api/me/sign-up", json={"name": "Victor", "password": "espresso forte"})
    guesses = [{"name": "victor" + " " * n, "password": "wrong one"} for n in range(12)]
    assert [somebody("203.0.113.5").post("/api/me/sign-in", json=guess).status_code for guess in guesses][-1] == 429


def test_deleting_oneself_takes_the_words_along(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    do(anna, table, "chat", text="my words")
    anna.post("/api/me/delete")
    with bela.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert said(socket) == []
    assert look(bela, table)["seats"][0]["name"] == "?"


def test_a_rated_seat_is_not_taken_over_by_the_opponent(somebody: Visitor) -> None:
    anna, _, table = two_accounts(somebody)
    assert anna.post(f"/api/tables/{table}/take_over", json={"seat": 1}).status_code == 409
    anna, _, table = two_players(somebody)
    assert anna.post(f"/api/tables/{table}/take_over", json={"seat": 1}).status_code == 409  # it isn't their turn
    do(anna, table, "play", action="end")
    do(anna, table, "take_over", seat=1)
    assert look(anna, table)["seats"][1]["bot"] == "bot:3"


def test_a_line_that_is_sent_again_is_said_once(somebody: Visitor) -> None:
    anna, bela, table = two_players(somebody)
    for _ in range(2):
        do(anna, table, "chat", text="once", id="1-2-3")
    with bela.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert said(socket) == ["once"]


def test_an_undo_that_is_sent_again_takes_nothing_more_back(somebody: Visitor) -> None:
    anna, _, table = two_players(somebody)
    for action in ("place b1", "place d1"):
        do(anna, table, "play", action=action)
    do(anna, table, "undo", seen=2)
    assert anna.post(f"/api/tables/{table}/undo", json={"seen": 2}).status_code == 412
    assert len(look(anna, table)["log"]) == 1


def test_what_cant_be_played_instead_takes_nothing_back(somebody: Visitor) -> None:
    anna, _, table = two_players(somebody)
    do(anna, table, "play", action="place b1")
    refused = anna.post(f"/api/tables/{table}/play", json={"action": "place a1", "instead": True})
    assert refused.status_code == 409
    assert look(anna, table)["log"] == [[1, "You place a bean on b1.", 0]]
    do(anna, table, "play", action="place d1", instead=True)
    assert look(anna, table)["log"][0][1] == "You place a bean on d1."


def test_nobody_acts_at_a_table_without_being_somebody(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client, "choco", "me", "open")
    with somebody().websocket_connect(f"/api/tables/{table}/socket") as socket:
        for command in ({"do": "join"}, {"do": "ready", "nonce": NONCE}, {"do": "chat", "text": "hi"}):
            socket.send_json({"re": 1, **command})
            while (answer := socket.receive_json())["type"] not in ("done", "refused"):
                pass
            assert answer["error"] == "Sign in first."
    assert look(client, table)["seats"][1]["kind"] == "open"


def test_a_table_with_cards_of_ones_own(somebody: Visitor) -> None:
    """The page sends the text of the file; who watches sees no reconstruction."""
    client = somebody()
    cards = "[cards]\n" + "".join(f"{face} = 6\n" for face in ("wwwm", "wwwd", "mmmw", "mmmd", "dddw", "dddm"))
    note = "Card faces: our reconstruction"
    own = open_table(client, "choco", "me", "bot:1", options={"cards": cards})
    ours = open_table(client, "choco", "me", "bot:1")
    assert note not in client.get(f"/table/{own}").text
    assert note in client.get(f"/table/{ours}").text
    body = {"game": "choco", "seats": ["me", "bot:1"], "options": {"cards": cards + "wwww = 1\n"}}
    refused = client.post("/api/tables", json=body)
    assert refused.status_code == 422
    assert "no card is of one colour, as wwww is" in refused.text


def test_a_table_page_tells_how_it_plays(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client, "coin-age", "me", "open", options={"map": "volcano"})
    assert "map: volcano" in client.get(f"/table/{table}").text


def test_private_tables_are_in_no_list(somebody: Visitor) -> None:
    """Neither while they wait nor while they are played; who sits there finds them."""
    client, stranger = somebody(), somebody()
    waiting = open_table(client, "choco", "me", "open", private=True)
    _, _, running = two_players(somebody, private=True)
    _, _, public = two_players(somebody)

    def listed(visitor: TestClient, which: str) -> list[str]:
        return [each["id"] for each in visitor.get(f"/api/tables?which={which}").json()]

    assert waiting not in listed(stranger, "open")
    assert waiting in listed(client, "mine")
    assert running not in listed(stranger, "watch")
    assert public in listed(stranger, "watch")


def test_cookies_are_secure_behind_https(tmp_path: Path) -> None:
    app = make_app(Settings(data=tmp_path, public_url="https://games.example.org"))
    with TestClient(app) as client:
        assert "Secure" in client.post("/api/me", json={}).headers["set-cookie"]
        made = client.post("/api/tables", json={"game": "choco", "seats": ["me", "bot:1"]}).json()
        assert made["link"].startswith("https://games.example.org/table/")


# ── Strangers ─────────────────────────────────────────────────────────────────────────────────────


def test_foreign_pages_may_not_act(somebody: Visitor) -> None:
    client = somebody()
    answer = client.post("/api/tables", json={}, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403
    assert client.get("/", headers={"Origin": "https://elsewhere.example"}).status_code == 200


def test_every_answer_carries_strict_headers(somebody: Visitor) -> None:
    for path in ("/", "/api/games", "/nowhere", "/static/css/base.css"):
        headers = somebody().get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"game": "nothing", "seats": ["me"]}, 422),
        ({"game": "coffee-chess", "seats": ["me", "king"]}, 422),
        ({"game": "coffee-chess", "seats": ["me", "bot:3"], "options": {"what": "x"}}, 422),
        ({"game": "coffee-chess", "seats": ["me", "bot:3"], "pace": {"kind": "live", "seconds": 1}}, 422),
        ({"game": "coffee-chess", "seats": ["me", "bot:3"], "rated": True}, 422),
        ({"game": "coin-age", "seats": ["me", "bot:3"], "options": {"map": "x" * 70000}}, 422),
    ],
)
def test_a_table_that_cannot_be(somebody: Visitor, body: dict[str, Any], status: int) -> None:
    answer = somebody().post("/api/tables", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_body_that_is_too_long(somebody: Visitor) -> None:
    assert somebody().post("/api/tables", content=b"x" * 200_000).status_code == 413


def test_too_often(somebody: Visitor) -> None:
    anna, _, table = two_players(somebody)
    answers = [anna.post(f"/api/tables/{table}/chat", json={"text": "hi"}).status_code for _ in range(12)]
    assert answers[-1] == 429


@pytest.mark.parametrize(
    "frame", ["", "[]", "{", '{"do": 1}', '{"do": "nothing"}', '{"do": "play"}', '{"do":"chat","text":1}']
)
def test_bad_frames_are_refused_with_a_sentence(somebody: Visitor, frame: str) -> None:
    anna, _, table = two_players(somebody)
    with anna.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.send_text(frame)
        while (answer := socket.receive_json())["type"] != "refused":
            assert answer["type"] in ("screen", "update", "chat_before")
        assert answer["error"]
