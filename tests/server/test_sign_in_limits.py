"""Guessing passwords is limited; signing in with the right one is not, whoever guesses meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from klatsch.server.budgets import Budgets
from klatsch.server.errors import Refused
from klatsch.server.http.sign_in_limits import SignInLimits
from klatsch.server.settings import Settings
from klatsch.server.storage.database import Storage
from klatsch.server.storage.key import network_of
from klatsch.server.storage.passwords import common_passwords

from serving import Visitor

SAME = "203.0.113.5"  # an address
RIGHT = {"name": "Victor", "password": "espresso forte"}
WRONG = {"name": "Victor", "password": "wrong one"}


def at(app: FastAPI, portal: object, address: str) -> TestClient:
    """A visitor at another address."""
    client = TestClient(app, client=(address, 5000))
    client.portal = portal  # type: ignore[assignment]
    return client


def test_one_address_locks_nobody_else_out(app: FastAPI, somebody: Visitor) -> None:
    """Forty guesses from one address; the person's forty right sign-ins all succeed, from home and from elsewhere."""
    home = somebody()
    portal = home.portal
    assert home.post("/api/me/sign-up", json=RIGHT).status_code == 200
    mallory, elsewhere = at(app, portal, "203.0.113.9"), at(app, portal, "198.51.100.7")
    answers = []
    for _ in range(20):
        for _ in range(2):
            answers.append(mallory.post("/api/me/sign-in", json=WRONG).status_code)
        for device in (home, elsewhere):
            assert device.post("/api/me/sign-in", json=RIGHT).status_code == 200
    assert answers[:10] == [403] * 10
    assert answers.count(429) > 20  # a guess is back every six seconds


def test_right_sign_ins_are_not_counted(somebody: Visitor) -> None:
    client = somebody()
    client.post("/api/me/sign-up", json=RIGHT)
    assert {somebody().post("/api/me/sign-in", json=RIGHT).status_code for _ in range(15)} == {200}


def test_a_device_that_signed_in_before_is_exempt_even_at_the_same_address(somebody: Visitor) -> None:
    home = somebody(SAME)
    home.post("/api/me/sign-up", json=RIGHT)
    home.post("/api/me/sign-out")
    assert [somebody(SAME).post("/api/me/sign-in", json=WRONG).status_code for _ in range(12)][-1] == 429
    assert somebody(SAME).post("/api/me/sign-in", json=RIGHT).status_code == 429  # somebody new at that address
    assert home.post("/api/me/sign-in", json=RIGHT).status_code == 200
    assert [home.post("/api/me/sign-in", json=WRONG).status_code for _ in range(11)][-1] == 429  # nor may it guess


def test_a_devices_mark_is_for_one_account_and_not_forged(somebody: Visitor) -> None:
    somebody().post("/api/me/sign-up", json=RIGHT)
    other = somebody()
    other.post("/api/me/sign-up", json={"name": "Mallory", "password": "espresso forte"})
    mark = other.cookies["klatsch-device"]
    for value in (mark, mark.replace(mark.split(".")[0], "victor"), "x"):
        client = somebody()
        client.cookies["klatsch-device"] = value
        answers = [client.post("/api/me/sign-in", json=WRONG).status_code for _ in range(12)]
        assert answers[-1] == 429


def test_all_addresses_together_have_a_limit_and_addresses_of_a_household_are_one(tmp_path: Path) -> None:
    async def fail(limits: SignInLimits, account: str, address: str) -> str:
        try:
            async with limits.guess(account, address, ""):
                raise Refused("wrong_password", 403)
        except Refused as error:
            return error.message.id

    async def check() -> None:
        limits = SignInLimits(Budgets(Storage(Settings(data=tmp_path))))
        spread = [await fail(limits, "victor", f"198.51.{n}.1") for n in range(101)]
        assert spread == ["refused.wrong_password"] * 100 + ["refused.too_often"]
        household = [await fail(limits, f"person {n}", network_of(f"2001:db8:1:2::{n:x}")) for n in range(31)]
        assert household[-1] == "refused.too_often"

    asyncio.run(check())


def test_many_guesses_at_once_are_no_way_around_the_limit(tmp_path: Path) -> None:
    async def check() -> None:
        limits = SignInLimits(Budgets(Storage(Settings(data=tmp_path))))

        async def guess() -> str:
            try:
                async with limits.guess("victor", "198.51.100.1", ""):
                    await asyncio.sleep(0)
                    raise Refused("wrong_password", 403)
            except Refused as error:
                return error.message.id

        answers = await asyncio.gather(*(guess() for _ in range(50)))
        assert answers.count("refused.wrong_password") == 10

    asyncio.run(check())


@pytest.mark.parametrize(
    "password", ["password1", "PassWord1", "12345678", "iloveyou1", "aaaaaaaaaa", "Victor99", "victor victor"]
)
def test_passwords_that_everybody_tries_first_are_refused(somebody: Visitor, password: str) -> None:
    client = somebody()
    answer = client.post("/api/me/sign-up", json={"name": "Victor", "password": password})
    assert answer.status_code == 422, password
    client.post("/api/me/sign-up", json=RIGHT)
    answer = client.post("/api/me/password", json={"old": RIGHT["password"], "new": password})
    assert answer.status_code == 422


def test_the_shipped_list() -> None:
    """Only what the rule of length would let through, in the form in which it is compared."""
    listed = common_passwords()
    assert 5000 <= len(listed) <= 10_000
    assert all(len(each) >= 8 and each == each.casefold() for each in listed)
    packed = Path(__file__).parents[2] / "pyproject.toml"
    assert '"data/*.txt"' in packed.read_text("utf-8")
