"""A rated match of three armies over the API: who is beaten stays beaten, for the result and for the ratings."""

from __future__ import annotations

import random
import secrets
from typing import Any

from fastapi.testclient import TestClient

from serving import Visitor, with_account

NONCE = "cd" * 16


def do(client: TestClient, table: str, command: str, **body: Any) -> Any:
    return client.post(f"/api/tables/{table}/{command}", json=body)


def look(client: TestClient, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


def three_armies(somebody: Visitor) -> tuple[list[TestClient], str]:
    people = [with_account(somebody(), f"Player {secrets.token_hex(4)}") for _ in range(3)]
    pace = {"kind": "days", "days": 1}
    plan = {"game": "four-armies", "seats": ["me", "open", "open"], "rated": True, "pace": pace}
    table = str(people[0].post("/api/tables", json=plan).json()["id"])
    for number, person in enumerate(people):
        if number:
            assert do(person, table, "join", seat=number).status_code == 200
        assert do(person, table, "ready", nonce=NONCE).status_code == 200
    return people, table


def until_one_is_beaten(people: list[TestClient], table: str, rng: random.Random) -> int | None:
    """The beaten seat; None if the game ended before two were left."""
    while True:
        screen = look(people[0], table)
        beaten = [seat["seat"] for seat in screen["seats"] if seat["out"]]
        if screen["status"] != "playing" or beaten:
            return beaten[0] if len(beaten) == 1 and screen["status"] == "playing" else None
        actor = people[screen["actor"]]
        action = rng.choice(look(actor, table)["actions"])[0]
        assert do(actor, table, "play", action=action).status_code == 200


def test_a_resignation_of_one_of_the_last_two_ends_it_and_is_rated(somebody: Visitor) -> None:
    rng = random.Random(5)
    beaten = None
    while beaten is None:
        people, table = three_armies(somebody)
        beaten = until_one_is_beaten(people, table, rng)
    assert do(people[beaten], table, "resign").status_code == 409  # out already
    assert do(people[beaten], table, "offer", offer="draw").status_code == 409
    leaver, winner = (seat for seat in range(3) if seat != beaten)
    assert do(people[leaver], table, "resign").status_code == 200
    screen = look(people[beaten], table)
    assert screen["status"] == "over"
    assert screen["result"]["shares"] == [float(seat == winner) for seat in range(3)]
    assert screen["result"]["ranking"] == [[winner], [beaten], [leaver]]
    names = {person.get("/api/me").json()["name"]: seat for seat, person in enumerate(people)}
    players = people[0].get("/api/leaderboard/four-armies").json()["players"]
    assert [names[player["name"]] for player in players if player["name"] in names] == [winner, beaten, leaver]
