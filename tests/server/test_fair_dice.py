"""Hash chains over the API, and the seed on every ending."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.core.replay import read
from klatsch.match.verify import check_published, read_published, verify_text
from klatsch.server.host import admin
from klatsch.server.server import Server

from serving import Visitor

NONCE = "ab" * 16
LENGTH = 300


def chain(secret: bytes) -> list[str]:
    """From its secret to its end."""
    values = [hashlib.sha256(secret).digest()]
    for _ in range(LENGTH):
        values.append(hashlib.sha256(values[-1]).digest())
    return [value.hex() for value in values]


CHAINS = [chain(b"white"), chain(b"black")]


def open_table(client: TestClient, game: str = "coin-age") -> str:
    return str(client.post("/api/tables", json={"game": game, "seats": ["me", "me"]}).json()["id"])


def begun(client: TestClient, game: str = "coin-age") -> str:
    """Both seats on one device, each with a chain."""
    table = open_table(client, game)
    answer = do(client, table, "ready", nonce=NONCE, chains=[each[-1] for each in CHAINS])
    assert answer.status_code == 200, answer.text
    return table


def do(client: TestClient, table: str, command: str, **body: Any) -> Any:
    return client.post(f"/api/tables/{table}/{command}", json=body)


def look(client: TestClient, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


def link_of(screen: Any) -> str:
    """What the page of whoever decides tells with the next action."""
    actor = screen["actor"]
    return str(CHAINS[actor][LENGTH - screen["seats"][actor]["link"]])


def act(client: TestClient, table: str) -> Any:
    screen = look(client, table)
    answer = do(client, table, "play", action=screen["actions"][0][0], seen=screen["version"], link=link_of(screen))
    assert answer.status_code == 200, answer.text
    return screen


def test_every_draw_after_an_action_takes_its_link(somebody: Visitor) -> None:
    client = somebody()
    table = begun(client)
    for _ in range(12):
        act(client, table)
    do(client, table, "resign")
    text = client.get(f"/api/tables/{table}/replay").text
    verified = verify_text(text)
    assert verified.linked == verified.draws - 1 > 2  # the first draw precedes all actions
    told = client.get(f"/api/tables/{table}/draws")
    check_published(read(text), read_published(told.content))


def test_a_servers_rigged_list_of_draws_is_found_by_the_rules(somebody: Visitor) -> None:
    client = somebody()
    table = begun(client)
    for _ in range(6):
        act(client, table)
    do(client, table, "resign")
    told = read_published(client.get(f"/api/tables/{table}/draws").content)
    told.draws[1].weights[0] += 1
    with pytest.raises(ValueError, match="draw 2: weights"):
        check_published(read(client.get(f"/api/tables/{table}/replay").text), told)


def test_an_action_that_is_sent_again_or_was_refused_spends_no_link(somebody: Visitor) -> None:
    client = somebody()
    table = begun(client)
    screen = look(client, table)
    link = link_of(screen)
    assert do(client, table, "play", action="nonsense", link=link).status_code == 422
    body = {"action": screen["actions"][0][0], "seen": screen["version"], "link": link}
    assert do(client, table, "play", **body).status_code == 200
    assert do(client, table, "play", **body).status_code == 412  # the first answer was lost, so it came again
    for _ in range(5):
        act(client, table)


def test_a_link_out_of_its_turn_is_refused(somebody: Visitor) -> None:
    client = somebody()
    table = begun(client)
    act(client, table)
    screen = look(client, table)
    answer = do(client, table, "play", action=screen["actions"][0][0], link=CHAINS[screen["actor"]][5])
    assert answer.status_code == 409
    assert "not the next link of the hash chain" in answer.json()["error"]
    assert look(client, table)["version"] == screen["version"]


def test_chains_survive_the_server(app: FastAPI, somebody: Visitor) -> None:
    client = somebody()
    table = begun(client)
    for _ in range(5):
        act(client, table)
    server: Server = app.state.server
    server.matches.kept.clear()  # as after a restart
    server.connections.latest.clear()
    for _ in range(5):
        act(client, table)


def test_without_chains_the_seed_alone_counts_and_the_record_says_so(somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client)
    do(client, table, "ready", nonce=NONCE)
    assert [seat["link"] for seat in look(client, table)["seats"]] == [None, None]
    for _ in range(6):
        do(client, table, "play", action=look(client, table)["actions"][0][0])
    do(client, table, "resign")
    verified = verify_text(client.get(f"/api/tables/{table}/replay").text)
    assert (verified.linked, verified.draws_checked) == (0, True)


@pytest.mark.parametrize("chains", [["ab" * 32], ["ab" * 32] * 3, ["AB" * 32] * 2, ["ab"] * 2])
def test_chains_that_are_none(somebody: Visitor, chains: list[str]) -> None:
    client = somebody()
    answer = do(client, open_table(client), "ready", nonce=NONCE, chains=chains)
    assert (answer.status_code, "64 hexadecimal digits" in answer.json()["error"]) == (422, True)


# ── Every ending ──────────────────────────────────────────────────────────────────────────────────


def close(app: FastAPI, client: TestClient, table: str) -> None:
    server: Server = app.state.server
    assert client.portal is not None
    client.portal.call(admin.close, server.settings, table)


def test_a_closed_table_reveals_its_seed(app: FastAPI, somebody: Visitor) -> None:
    client = somebody()
    table = begun(client, "coin-age")
    for _ in range(6):
        act(client, table)
    page = client.get(f"/fair-dice/{table}").text
    assert "secret until the end" in page
    close(app, client, table)
    answer = client.get(f"/api/tables/{table}/replay")
    verified = verify_text(answer.text)
    assert verified.draws_checked
    assert verified.draws > 1
    assert f"coin-age-{table}.replay" in answer.headers["content-disposition"]
    page = client.get(f"/fair-dice/{table}").text
    assert verified.replay.seed in page
    assert "was closed before the end" in page


def test_a_table_that_never_began_has_nothing_to_tell(app: FastAPI, somebody: Visitor) -> None:
    client = somebody()
    table = open_table(client)
    close(app, client, table)
    assert client.get(f"/api/tables/{table}/replay").status_code == 409
    assert "not there yet" in client.get(f"/fair-dice/{table}").text
