"""Whom the host of a table removes: they don't come back, neither by the same word nor to an open seat."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from serving import Visitor


def opened(client: TestClient, *seats: str) -> Any:
    return client.post("/api/tables", json={"game": "choco", "seats": seats}).json()


def join(client: TestClient, table: str, **body: Any) -> Any:
    return client.post(f"/api/tables/{table}/join", json=body)


def removed_from(somebody: Visitor, *seats: str) -> tuple[TestClient, TestClient, Any]:
    """The host, somebody whom they removed from seat 1, and the table as it was opened."""
    anna, bela = somebody(), somebody()
    table = opened(anna, *seats)
    assert join(bela, table["id"], invitation=table["invitations"].get("1")).status_code == 200
    assert anna.post(f"/api/tables/{table['id']}/remove", json={"seat": 1}).status_code == 200
    return anna, bela, table


SENTENCES = {"en": "has removed you", "pt": "tirou você", "ro": "te-a scos"}


@pytest.mark.parametrize("lang", SENTENCES)
def test_the_same_person_doesnt_sit_down_again(app: FastAPI, somebody: Visitor, lang: str) -> None:
    _, bela, table = removed_from(somebody, "me", "open", "open")
    app.state.server.matches.kept.clear()  # it is in the database
    bela.cookies.set("lang", lang)
    for body in ({}, {"seat": 2}):
        answer = join(bela, table["id"], **body)
        assert answer.status_code == 403
        assert SENTENCES[lang] in answer.json()["error"]
    assert join(somebody(), table["id"], seat=1).status_code == 200


def test_nobody_comes_back_with_the_same_word_not_even_as_somebody_else(app: FastAPI, somebody: Visitor) -> None:
    anna, _, table = removed_from(somebody, "me", "invited")
    old = table["invitations"]["1"]
    assert join(somebody(), table["id"], invitation=old).status_code == 409
    page = anna.get(f"/table/{table['id']}/invite").text  # where the host finds the new one
    assert old not in page
    new = page.split("?invite=")[1][:8]
    assert join(somebody(), table["id"], invitation=new).status_code == 200


def test_who_was_removed_doesnt_speak_to_the_players(somebody: Visitor) -> None:
    anna, bela, table = removed_from(somebody, "me", "open")
    rooms = [each.get(f"/api/tables/{table['id']}").json()["room"] for each in (anna, bela)]
    assert rooms == ["everybody", "watchers"]


def test_who_stands_up_may_come_back_with_the_same_word(somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    table = opened(anna, "me", "invited")
    for _ in range(2):
        assert join(bela, table["id"], invitation=table["invitations"]["1"]).status_code == 200
        assert bela.post(f"/api/tables/{table['id']}/stand_up", json={}).status_code == 200
