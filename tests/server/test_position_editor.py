"""The editor of positions: its page and its API. What strangers send gets a sentence, and costs them."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from klatsch.games import GAMES
from klatsch.server import budgets
from klatsch.server.budgets import Budget, Rate

from serving import Visitor

EMPTY = "white to act; turn 3"


def look(client: TestClient, game: str = "coffee-chess", **change: Any) -> Any:
    answer = client.post("/api/positions", json={"game": game, **change})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: TestClient, path: str = "", **wanted: Any) -> str:
    answer = client.post(f"/api/positions{path}", json={"game": "coffee-chess", **wanted})
    assert 400 <= answer.status_code < 500, answer.text
    return str(answer.json()["error"])


def test_clicks_and_text_go_both_ways(somebody: Visitor) -> None:
    client = somebody()
    one = look(client, position=EMPTY, brush="bean", place="sq-d4")
    assert one["position"] == "white to act; turn 3; beans d4 1"
    assert "sq-a1" in one["places"]
    two = look(client, position=one["position"], brush="bean", place="sq-d4")
    assert "beans d4 2" in two["position"]
    assert look(client, position=two["position"], brush="bean", place="sq-d4", take=True)["position"] == one["position"]
    turned = look(client, position=two["position"], brush="turn-black")
    assert turned["position"].startswith("black to act; turn 4")
    assert "Black" in turned["prompt"]
    assert any(id.startswith("bean-d4") for id, _ in turned["pieces"])


def test_what_can_t_be_is_drawn_and_told(somebody: Visitor) -> None:
    client = somebody()
    bad = look(client, "four-armies", position="human to act; map c3 Hh, c4 Hr, d3 Er")
    assert "the unit on d3 stands beside two human units" in bad["problem"]
    assert (bad["actions"], bad["prompt"]) == ([], "")
    none = look(client, position=EMPTY, brush="bean", place="sq-a1", take=True)
    assert none["refusal"] == "There is nothing of the kind there."
    portuguese = client.post(
        "/api/positions",
        json={"game": "coffee-chess", "position": EMPTY, "brush": "bean", "place": "sq-a1", "take": True},
        headers={"Accept-Language": "pt"},
    )
    assert portuguese.json()["refusal"] == "Não há nada disso aí."


def test_nonsense_gets_a_sentence(somebody: Visitor) -> None:
    client = somebody()
    assert "begins with 'white to act'" in refused(client, position="nonsense")
    assert "no 'spoon' to be put" in refused(client, position=EMPTY, brush="spoon", place="sq-a1")
    assert "at most 20000" in refused(client, position="x" * 30_000)
    assert "there is no game 'chess'" in refused(client, game="chess")
    assert refused(client, options={"bank_end": "never"})
    assert client.get("/position/chess").status_code == 422


def test_is_this_legal(somebody: Visitor) -> None:
    client = somebody()
    wanted = {"game": "coffee-chess", "position": "white to act; turn 3; beans d4 2; inventories 2 0"}
    yes = client.post("/api/positions/legal", json={**wanted, "action": "place a2"}).json()
    assert yes["legal"]
    assert "a2" in yes["sentence"]
    no = client.post("/api/positions/legal", json={**wanted, "action": "place a1"}).json()
    assert (no["legal"], no["clause"]) == (False, "1.1")
    assert no["rule"]
    assert "did you mean" in refused(client, "/legal", **{**wanted, "action": "plaice a2"})
    assert "begins with" in refused(client, "/legal", position="nonsense", action="end")


def test_what_a_bot_thinks(somebody: Visitor) -> None:
    client = somebody()
    told = client.post("/api/positions/explain", json={"game": "coffee-chess", "position": EMPTY + "; inventories 2 0"})
    assert told.status_code == 200
    assert told.json()["sentences"]
    assert "Nobody decides" in refused(client, "/explain", game="coin-age", position="chance to act")


def test_it_costs_its_sender(somebody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(budgets.BUDGETS, "positions", Budget(Rate(3, 600), Rate(3, 600), "positions"))
    client = somebody()
    for _ in range(3):
        look(client, position=EMPTY)
    answer = client.post("/api/positions", json={"game": "coffee-chess", "position": EMPTY})
    assert answer.status_code == 429


@pytest.mark.parametrize("game", GAMES)
def test_the_page(somebody: Visitor, game: str) -> None:
    client = somebody()
    text = client.get(f"/position/{game}").text
    assert 'id="editor"' in text
    assert "data-brush=" in text
    assert f'href="/position/{game}"' in client.get(f"/rules/{game}").text
    assert f'href="/position/{game}"' in client.get("/").text


def test_a_shared_link(somebody: Visitor) -> None:
    client = somebody()
    good = client.get("/position/coffee-chess", params={"position": "black to act; turn 4; beans a1 7"}).text
    assert "beans a1 7" in good
    bad = client.get("/position/coffee-chess", params={"position": "black to act; beams a1 <b>7</b>"})
    assert bad.status_code == 200
    assert "has no part &#x27;beams&#x27;" in bad.text
    assert "<b>7" not in bad.text
    other = client.get("/position/coin-age", params={"map": "lagoon", "position": "chance to act"}).text
    assert 'value="lagoon" selected' in other
