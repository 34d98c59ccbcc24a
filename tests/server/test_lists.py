"""Lists of tables, page by page, in the API and as pages; and what a profile tells to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from klatsch.server.storage.match_lists import PAGE

from serving import Visitor, with_account

NONCE = "ab" * 16


def open_table(client: TestClient, *seats: str, **more: Any) -> str:
    answer = client.post("/api/tables", json={"game": "coffee-chess", "seats": seats or ("me", "open"), **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def begin(anna: TestClient, bela: TestClient, **more: Any) -> str:
    table = open_table(anna, "me", "open", **more)
    assert bela.post(f"/api/tables/{table}/join", json={}).status_code == 200
    for client in (anna, bela):
        assert client.post(f"/api/tables/{table}/ready", json={"nonce": NONCE}).status_code == 200
    return table


def finish(anna: TestClient, bela: TestClient, **more: Any) -> str:
    table = begin(anna, bela, **more)
    assert bela.post(f"/api/tables/{table}/resign", json={}).status_code == 200
    return table


def pages_of_api(client: TestClient, which: str) -> list[list[str]]:
    """The ids on every page, following the header."""
    found = []
    path: str | None = f"/api/tables?which={which}"
    while path is not None:
        answer = client.get(path)
        assert answer.status_code == 200, answer.text
        found.append([row["id"] for row in answer.json()])
        link = re.fullmatch(r"<(.+)>; rel=\"next\"", answer.headers.get("link", ""))
        path = link[1] if link else None
    return found


def pages_of_html(client: TestClient, path: str) -> list[list[str]]:
    """The tables on every page, following "More"."""
    found = []
    while path:
        text = client.get(path).text
        found.append(re.findall(r'href="/table/(\w+)"', text))
        more = re.search(r'href="(/(?:tables|people)/\w+\?after=[^"]+)"', text)
        path = more[1] if more else ""
    return found


def test_open_tables_go_on_after_the_first_twenty(somebody: Visitor) -> None:
    hosts = somebody(), somebody()
    made = [open_table(hosts[number % 2]) for number in range(2 * PAGE + 3)]
    reader = somebody()
    for pages in (pages_of_api(reader, "open"), pages_of_html(reader, "/tables/open")):
        assert [len(page) for page in pages] == [PAGE, PAGE, 3]
        assert [id for page in pages for id in page] == made[::-1]  # the latest first
    lobby = reader.get("/").text
    assert 'href="/tables/open"' in lobby
    assert 'href="/tables/watch"' not in lobby  # there is nothing more


def test_a_table_that_moves_meanwhile_hides_no_other(somebody: Visitor) -> None:
    """Somebody looks at the second page after a table of the first has moved to the top."""
    anna, bela = somebody(), somebody()
    made = [open_table(anna) for _ in range(PAGE + 2)]
    first = bela.get("/api/tables?which=open")
    link = re.search("<(.+)>", first.headers["link"])
    assert link is not None
    anna.post(f"/api/tables/{made[-3]}/ready", json={"nonce": NONCE})  # changes it
    second = bela.get(link[1]).json()
    assert {row["id"] for row in [*first.json(), *second]} == set(made)
    assert not {row["id"] for row in first.json()} & {row["id"] for row in second}


def test_own_tables_begin_with_your_turn_and_end_with_what_is_over(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    asked = begin(anna, bela)  # White begins: Anna
    over = finish(anna, bela)
    waiting = [open_table(anna) for _ in range(PAGE)]
    pages = pages_of_api(anna, "mine")
    assert pages == pages_of_html(anna, "/tables/mine")
    assert [id for page in pages for id in page] == [asked, *waiting[::-1], over]
    assert [len(page) for page in pages] == [PAGE, 2]


def test_games_to_watch_go_on(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    made = [begin(anna, bela) for _ in range(PAGE + 1)]
    assert pages_of_html(somebody(), "/tables/watch") == [made[:0:-1], made[:1]]


def test_the_history_of_a_profile_goes_on(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    made = [finish(anna, bela) for _ in range(PAGE + 2)]
    id = anna.get("/api/me").json()["id"]
    reader = somebody()
    assert pages_of_html(reader, f"/people/{id}") == [made[:1:-1], made[1::-1]]
    first = reader.get(f"/api/people/{id}").json()
    second = reader.get(f"/api/people/{id}", params={"after": first["next"]}).json()
    assert [game["id"] for game in first["games"] + second["games"]] == made[::-1]
    assert second["next"] is None


def test_a_profile_lists_private_games_only_to_who_sat_there(somebody: Visitor) -> None:
    anna, bela, stranger = somebody(), somebody(), somebody()
    shown, hidden = finish(anna, bela), finish(anna, bela, private=True)
    id = anna.get("/api/me").json()["id"]
    for reader, expected in ((stranger, {shown}), (bela, {shown, hidden}), (anna, {shown, hidden})):
        assert {game["id"] for game in reader.get(f"/api/people/{id}").json()["games"]} == expected
        assert (hidden in reader.get(f"/people/{id}").text) == (hidden in expected)


def test_lists_tell_the_pace_and_whether_it_counts(somebody: Visitor) -> None:
    anna = with_account(somebody(), "Anna")
    open_table(anna, pace={"kind": "live", "seconds": 900, "increment": 10}, rated=True)
    open_table(anna, pace={"kind": "days", "days": 1})
    open_table(anna, pace={"kind": "days", "days": 3})
    text = somebody().get("/tables/open").text
    for words in (
        "open seat ·\u00a015 min + 10 s a turn ·\u00a0rated<",
        "·\u00a01 day a turn<",
        "·\u00a03 days a turn<",
    ):
        assert words in text
    assert "3 zile pe tură" in somebody().get("/?lang=ro").text


@pytest.mark.parametrize("after", ["x", "1-2", "0-nan-x", "0-inf-x", "0-1-!", "0-1-"])
def test_no_page_begins_there(somebody: Visitor, after: str) -> None:
    assert somebody().get(f"/api/tables?which=open&after={after}").status_code == 404


def test_a_table_whose_seats_are_taken_is_not_open(somebody: Visitor) -> None:
    """Although it has not begun: nobody has said that they are ready."""
    anna, bela = somebody(), somebody()
    full, free = open_table(anna, "me", "open"), open_table(anna, "me", "open")
    assert bela.post(f"/api/tables/{full}/join", json={}).status_code == 200
    assert pages_of_api(somebody(), "open") == [[free]]


@pytest.mark.parametrize("after", ["x", "1-2", "0-nan-x", "0-1-%00", "0-nan-x-y", "a-b-c", "0--1-", "9" * 61])
def test_a_place_that_is_none(somebody: Visitor, after: str) -> None:
    for path in ("/api/tables?", "/tables/open?", "/tables/mine?"):
        assert somebody().get(f"{path}after={after}").status_code in (200, 404, 422)
    assert somebody().get("/tables/nothing").status_code in (404, 422)
