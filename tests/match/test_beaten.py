"""Who is beaten is out: no side that is left, asked nothing, in the place where they fell."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.core.replay import Event
from klatsch.core.rng import Rng
from klatsch.match.match import Match, NotAllowed


def played_until_beaten(seats: int, beaten: int, seed: int = 0) -> Match:
    """A table of armies, played at random until so many are out and the others still fight."""
    while True:
        match = Match(klatsch.load("four-armies"), seats, seed=bytes(32), match_id="t", nonces=[b"a" * 16] * seats)
        rng = Rng(seed)
        while not match.over and len(out(match)) < beaten:
            match.play(int(match.state.actor), int(match.state.sample(rng)))
        if not match.over and len(out(match)) == beaten:
            return match
        seed += 1


def out(match: Match) -> list[int]:
    return [seat for seat in range(match.seats) if match.state.is_out(seat)]


def test_with_two_armies_alive_a_resignation_ends_the_game() -> None:
    """Not the beaten army wins, nor does the game go on: the only one left has won."""
    match = played_until_beaten(3, 1)
    (beaten,) = out(match)
    leaver, winner = (seat for seat in range(3) if seat != beaten)
    match.resign(leaver)
    assert match.over
    assert match.utilities() == [float(seat == winner) for seat in range(3)]
    assert match.outcome is not None
    assert match.outcome.ranking == ((winner,), (beaten,), (leaver,))
    assert match.outcome.reason.id == "end_by.resign"


def test_an_agreed_draw_is_among_the_living() -> None:
    match = played_until_beaten(4, 1)
    (beaten,) = out(match)
    match.agree_draw()
    assert match.utilities() == [0.0 if seat == beaten else 1 / 3 for seat in range(4)]
    assert match.outcome is not None
    assert match.outcome.ranking[1:] == ((beaten,),)


def test_who_was_beaten_later_stands_higher_whoever_leaves() -> None:
    match = played_until_beaten(4, 2)
    order = [seat for entry in match.entries if entry.before for seat in range(4) if entry.before.is_out(seat)]
    first = order[0]
    (second,) = set(out(match)) - {first}
    for seat in (first, second):
        with pytest.raises(NotAllowed, match="out of the game"):
            match.resign(seat)
    assert match.left == []
    match.agree_draw()
    assert match.outcome is not None
    assert match.outcome.ranking[1:] == ((second,), (first,))


def test_who_left_ranks_behind_the_beaten_and_the_last_player_wins() -> None:
    """One has left, and a bot plays that army: when all others are beaten but one, that one has won."""
    match = played_until_beaten(4, 1)
    (beaten,) = out(match)
    leaver = next(seat for seat in range(4) if seat != beaten)
    match.resign(leaver)
    match.record(Event("takeover", leaver, "bot:3"))
    rng = Rng(3)
    while not match.over:
        match.play(int(match.state.actor), int(match.state.sample(rng)))
    assert match.outcome is not None
    assert match.outcome.ranking[-1] == (leaver,)
    assert match.utilities()[leaver] == match.utilities()[beaten] == 0.0
    assert sum(match.utilities()) == pytest.approx(1)


def test_what_was_taken_back_has_beaten_nobody() -> None:
    match = played_until_beaten(3, 1)
    last = next(entry.event.seat for entry in reversed(match.entries) if entry.event.kind == "play")
    match.undo(last, consent=True)
    assert out(match) == []
    match.agree_draw()
    assert match.utilities() == [pytest.approx(1 / 3)] * 3
