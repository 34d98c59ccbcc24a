"""People in the database: names, passwords, blocks, and what stays of somebody who wants to be forgotten."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import pytest

from klatsch.server.errors import Refused
from klatsch.server.match import setup
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.server import Server
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import persons

Checking = Callable[[Callable[[Server], Awaitable[None]]], None]
PASSWORD, OTHER = "espresso forte", "cappuccino scuro"


async def new_table(server: Server, person: Person) -> str:
    maker = PersonRef(person.id, person.name)
    hosted = setup.open_match(NewMatch("coffee-chess", ("me", "open")), maker, time.time())
    await server.matches.add(hosted)
    return hosted.id


async def signed_up(server: Server, name: str) -> tuple[Person, str]:
    return await server.people.sign_up(await server.people.new_guest("en"), name, PASSWORD)


async def refused(doing: Awaitable[object]) -> int:
    """The status of the refusal."""
    with pytest.raises(Refused) as found:
        await doing
    return found.value.status


def test_a_guest_comes_back_as_they_were_made(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        guest = await server.people.new_guest("pt")
        assert await server.people.get(guest.id) == guest

    with_server(check)


def test_a_new_name_is_seen_at_once_at_the_tables_that_are_kept_in_memory(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        guest = await server.people.new_guest("en")
        table = await new_table(server, guest)
        assert (await server.matches.get(table)).seats[0].name == guest.name
        await server.people.change(guest, name="Mocha")
        assert (await server.matches.get(table)).seats[0].name == "Mocha"
        await server.people.sign_up(guest, "Anna", PASSWORD)
        assert (await server.matches.get(table)).seats[0].name == "Anna"

    with_server(check)


def test_who_signs_in_brings_along_what_they_had_as_a_guest_and_nothing_else(
    with_server: Checking,
) -> None:
    async def check(server: Server) -> None:
        anna, _ = await signed_up(server, "Anna")
        bela, _ = await signed_up(server, "Béla")
        guest = await server.people.new_guest("en")
        tables = [await new_table(server, person) for person in (guest, bela)]
        await server.people.bring_along(guest, anna)
        await server.people.bring_along(bela, anna)  # no guest: keeps what is theirs
        found = [await server.matches.get(table) for table in tables]
        assert [(hosted.host, hosted.seats[0].person) for hosted in found] == [(anna.id,) * 2, (bela.id,) * 2]

    with_server(check)


def test_a_changed_password_is_the_one_that_counts(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        anna, _ = await signed_up(server, "Anna")
        changed = await server.people.change_password(anna, PASSWORD, OTHER)
        assert await server.people.sign_in("Anna", OTHER) == changed
        assert not changed.is_guest
        assert await refused(server.people.sign_in("Anna", PASSWORD)) == 403

    with_server(check)


def test_of_the_forgotten_nothing_is_kept_that_tells_who_it_was(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        anna, code = await signed_up(server, "Anna")
        table = await new_table(server, anna)
        await server.people.change(anna, mail="anna@example.org")
        await server.people.forget(anna)
        row = await server.people.row(persons.c.id == anna.id)
        assert row is not None
        kept = {name: row[name] for name in ("name", "folded", "password", "recovery", "mail")}
        assert kept == {"name": "?", "folded": None, "password": None, "recovery": None, "mail": ""}
        assert (await server.matches.get(table)).seats[0].name == "?"
        assert await refused(server.people.sign_in("Anna", PASSWORD)) == 403
        assert await refused(server.people.recover("Anna", code, OTHER)) == 403

    with_server(check)


def test_who_unblocks_one_person_changes_nothing_else(with_server: Checking) -> None:
    async def check(server: Server) -> None:
        people = server.people
        anna, bela, caro = [await people.new_guest("en") for _ in range(3)]
        await people.set_block(anna, bela.id, "mute")
        await people.set_block(anna, caro.id, "block")
        await people.set_block(caro, bela.id, "mute")
        await people.set_block(anna, bela.id, "")
        assert await people.blocked_by(anna.id) == {caro.id: "block"}
        assert await people.blocked_by(caro.id) == {bela.id: "mute"}
        assert await refused(people.check_not_blocked(caro.id, anna.id)) == 403
        await people.check_not_blocked(anna.id, bela.id)

    with_server(check)
