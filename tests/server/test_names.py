"""Names: nobody passes for another, for the house or for a program, and nobody is invisible; bans reach guests."""

from __future__ import annotations

import asyncio
import random
import sqlite3

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.host import admin
from klatsch.server.storage import names
from klatsch.server.storage.key import network_of
from klatsch.server.storage.names import checked_name, guest_name, skeleton

from serving import Visitor

PASSWORD = "espresso forte"
SAME = "203.0.113.5"  # an address


def sign_up(client: TestClient, name: str) -> int:
    return int(client.post("/api/me/sign-up", json={"name": name, "password": PASSWORD}).status_code)


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Bill", "BiIl"),  # a capital I
        ("Bill", "Bi1l"),
        ("Coco", "Сосо"),  # Cyrillic throughout
        ("Zoë", "Zoe"),
        ("Otto", "0tt0"),
        ("Marina", "Rnarina"),
        ("Anna B", "Anna.B"),
        ("Anna B", "annab"),
        ("Rosa", "Ｒｏｓａ"),
        ("Ioana", "Ιοana".replace("ana", "αηα")),  # Greek throughout
        ("Bjorn", "Bjørn"),
        ("Anna", "ᴀɴɴᴀ"),
    ],
)
def test_names_that_look_alike_are_one_name(somebody: Visitor, name: str, alike: str) -> None:
    assert sign_up(somebody(), name) == 200
    assert sign_up(somebody(), alike) in (409, 422)
    assert somebody().post("/api/me", json={"name": alike}).status_code in (409, 422)


@pytest.mark.parametrize(
    "name", ["Ana Maria", "Șerban Ț", "José", "Łukasz", "Иван", "Γιώργος", "山田ー太郎", "김철수", "O’Neil", "R2 D2"]
)
def test_names_of_people_are_welcome(somebody: Visitor, name: str) -> None:
    assert sign_up(somebody(), name) == 200


def test_different_names_stay_different() -> None:
    different = ["Anna", "Hanna", "Ana", "Lia", "Mila", "Milla", "Иван", "Ivan", "Dora", "Cora", "山田", "山本"]
    assert len({skeleton(name) for name in different}) == len(different)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164\u3164\u3164",  # Hangul fillers, which are letters
        "\u115fAnna",
        "An\u200bna",
        "An\u202ena",
        "\u2800\u2800",
        "...",
        "- -",
        "__",
        "Аnna",  # one Cyrillic letter
        "Annaα",
        "Anna٥",
        "Annaˈ",
    ],
)
def test_invisible_blank_and_mixed_names_are_refused(somebody: Visitor, name: str) -> None:
    assert sign_up(somebody(), name) == 422


@pytest.mark.parametrize(
    "name", ["Klatsch", "KIatsch", "admin", "Аdmin", "Bot 3", "bot3", "B0t", "Bot level 1", "Moderator", "root"]
)
def test_nobody_passes_for_the_house_or_for_a_program(somebody: Visitor, name: str) -> None:
    assert sign_up(somebody(), name) in (409, 422)
    assert somebody().post("/api/me", json={"name": name}).status_code in (409, 422)


# ── Guests ────────────────────────────────────────────────────────────────────────────────────────


def test_a_guests_name_is_theirs_while_they_are_here(app: FastAPI, somebody: Visitor) -> None:
    anna, bela = somebody(), somebody()
    assert anna.post("/api/me", json={"name": "Mocha Bean"}).status_code == 200
    assert anna.post("/api/me", json={"name": "Mocha Bean"}).status_code == 200  # it is her own
    assert bela.post("/api/me", json={"name": "mocha  bean"}).status_code == 409
    assert sign_up(bela, "Mocha Bean") == 409
    with sqlite3.connect(app.state.server.settings.data / "klatsch.sqlite3") as base:
        base.execute("UPDATE persons SET seen = seen - 2 * 86400")
    assert bela.post("/api/me", json={"name": "Mocha Bean"}).status_code == 200


def test_no_two_new_guests_have_one_name(somebody: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "GUEST_NAMES", ["Mocha", "Plum"])  # two pairs, and five guests
    found = []
    for _ in range(5):
        client = somebody()
        client.post("/api/me", json={})
        found.append(client.get("/api/me").json()["name"])
    assert len(set(found)) == 5
    assert "Mocha Mocha" not in found


def test_a_guest_is_never_called_saffron_saffron() -> None:
    random.seed(1)
    for _ in range(2000):
        first, second = guest_name(0).split()
        assert first != second


def test_every_guests_name_may_be_had() -> None:
    for name in names.GUEST_NAMES:
        assert checked_name(f"{name} {names.GUEST_NAMES[0]}")


# ── Bans ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_ban_reaches_a_guest_and_who_comes_from_there_for_a_day(app: FastAPI, somebody: Visitor) -> None:
    given = app.state.server.settings
    guest, before = somebody(SAME), somebody(SAME)
    before.post("/api/me", json={})
    table = guest.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    id = guest.get("/api/me").json()["id"]
    asyncio.run(admin.ban(given, id, lift=False))
    assert guest.get("/api/me").json()["id"] == ""
    for client in (guest, somebody(SAME)):  # the same browser, and a fresh one at the same address
        answer = client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]})
        assert answer.status_code == 403
        assert "for a day" in answer.json()["error"]
        assert client.get(f"/table/{table}").status_code == 200  # looking is free
    assert before.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).status_code == 201
    elsewhere = TestClient(app, client=("198.51.100.7", 5000))
    elsewhere.portal = guest.portal
    assert elsewhere.post("/api/me", json={}).status_code == 200
    with sqlite3.connect(given.data / "klatsch.sqlite3") as base:
        base.execute("UPDATE bans SET until = until - 86400")
    assert somebody(SAME).post("/api/me", json={}).status_code == 200


def test_lifting_one_ban_lifts_no_other(app: FastAPI, somebody: Visitor) -> None:
    given = app.state.server.settings
    portal = somebody().portal
    for name, address in (("Anna", "198.51.100.1"), ("Bela", "198.51.100.2")):
        client = TestClient(app, client=(address, 5000))
        client.portal = portal
        sign_up(client, name)
        asyncio.run(admin.ban(given, name, lift=False))
    asyncio.run(admin.ban(given, "Anna", lift=True))
    for address, status in (("198.51.100.1", 200), ("198.51.100.2", 403)):
        client = TestClient(app, client=(address, 5000))
        client.portal = portal
        assert client.post("/api/me", json={}).status_code == status


def test_lifting_a_ban_lets_them_in_again(app: FastAPI, somebody: Visitor) -> None:
    given = app.state.server.settings
    client = somebody()
    sign_up(client, "Anna")
    asyncio.run(admin.ban(given, "Anna", lift=False))
    assert client.post("/api/me/sign-in", json={"name": "Anna", "password": PASSWORD}).status_code == 403
    asyncio.run(admin.ban(given, "Anna", lift=True))
    assert client.post("/api/me/sign-in", json={"name": "Anna", "password": PASSWORD}).status_code == 200
    assert somebody().post("/api/me", json={}).status_code == 200


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_ipv6_is_its_household(address: str, network: str) -> None:
    assert network_of(address) == network
