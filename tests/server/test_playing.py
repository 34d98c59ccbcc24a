"""What players do at a match, without a database: seating, playing, clocks, offers, leaving, rematches."""

from __future__ import annotations

from typing import Any

import pytest

from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng
from klatsch.match.match import NotAllowed
from klatsch.server import clock, playing, seating
from klatsch.server.live import BOT, CLOSED, FINISHED, FREE, PERSON, PLAYING, WAITING, Live, Refused
from klatsch.server.seating import Plan, Sitter

ANNA, BELA, CARO = Sitter("a", "Anna"), Sitter("b", "Béla"), Sitter("c", "Caro")
NONCE = "0123456789abcdef" * 2


def opened(*seats: str, game: str = "coffee-chess", **plan: Any) -> Live:
    return seating.open_match(Plan(game, seats, **plan), ANNA, 100.0)


def two_people(**plan: Any) -> Live:
    live = opened("me", "open", **plan)
    seating.join(live, BELA, None, None)
    for sitter in (ANNA, BELA):
        seating.be_ready(live, sitter.id, NONCE, 100.0)
    return live


def four_people() -> Live:
    live = opened("me", "open", "open", "bot:1", game="four-armies")
    for sitter in (BELA, CARO):
        seating.join(live, sitter, None, None)
    for sitter in (ANNA, BELA, CARO):
        seating.be_ready(live, sitter.id, NONCE, 100.0)
    return live


def first_action(live: Live) -> str:
    assert live.table is not None
    return live.game.notation(live.table.state.legal_actions()[0])


# ── Seats ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_match_begins_when_all_are_seated_and_ready() -> None:
    live = opened("me", "open")
    seating.be_ready(live, ANNA.id, NONCE, 100.0)
    assert live.status == WAITING
    seating.join(live, BELA, None, None)
    assert live.status == WAITING
    seating.be_ready(live, BELA.id, NONCE, 100.0)
    assert live.status == PLAYING
    assert live.table is not None
    assert live.table.players == ["Anna", "Béla"]


def test_a_seat_is_taken_once() -> None:
    live = opened("me", "open")
    seating.join(live, BELA, 1, None)
    seating.join(live, BELA, 1, None)  # a second click is no second seat
    with pytest.raises(Refused, match="no free seat"):
        seating.join(live, CARO, None, None)


def test_an_invited_seat_needs_its_word() -> None:
    live = opened("me", "invited")
    for wrong in (None, "wrong"):
        with pytest.raises(Refused, match="no free seat"):
            seating.join(live, BELA, None, wrong)
    seating.join(live, BELA, None, live.seats[1].invitation)
    assert live.seats[1].name == "Béla"


def test_the_host_removes_a_no_show_and_seats_a_bot() -> None:
    live = opened("me", "open")
    seating.join(live, BELA, None, None)
    with pytest.raises(Refused, match="Only who opened"):
        seating.remove(live, BELA.id, 0)
    seating.remove(live, ANNA.id, 1)
    assert live.seats[1].kind == FREE
    seating.seat_bot(live, ANNA.id, 1, "bot:2")
    assert (live.seats[1].kind, live.seats[1].bot) == (BOT, "bot:2")


def test_standing_up_frees_the_seat_and_the_host_closes_the_table() -> None:
    live = opened("me", "open")
    seating.join(live, BELA, None, None)
    seating.stand_up(live, BELA.id)
    assert live.seats[1].kind == FREE
    seating.stand_up(live, ANNA.id)
    assert live.status == CLOSED


@pytest.mark.parametrize("seats", [("bot:1", "bot:2"), ("open", "open")])
def test_who_opens_a_table_sits_there(seats: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="for yourself"):
        opened(*seats)


@pytest.mark.parametrize(
    ("seats", "words"), [(("me", "bot:9"), "bot:9"), (("me",), "played by 2"), (("me", "x"), "'x'")]
)
def test_a_table_that_cannot_be(seats: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        opened(*seats)


def test_a_rated_match_needs_people() -> None:
    for seats in (("me", "bot:3"), ("me", "me")):
        with pytest.raises(Refused, match="rated"):
            opened(*seats, rated=True)


def test_a_random_map_is_drawn_at_once() -> None:
    assert opened("me", "open", game="coin-age", options={"map": "random"}).game.options["map"] != "random"


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────


def test_a_stale_click_is_never_applied() -> None:
    live = two_people()
    playing.play(live, 0, "place b1", 0, 101.0)
    with pytest.raises(Refused, match="changed meanwhile"):
        playing.play(live, 0, "place d1", 0, 102.0)
    assert live.version == 1


def test_what_the_rules_forbid_changes_nothing() -> None:
    live = two_people()
    with pytest.raises(IllegalAction):
        playing.play(live, 0, "place a1", 0, 101.0)
    with pytest.raises(NotAllowed):
        playing.play(live, 1, "place a1", 0, 101.0)
    assert live.version == 0


def test_undo_is_free_or_asks_the_others() -> None:
    live = two_people()
    playing.play(live, 0, "place b1", None, 101.0)
    playing.undo(live, 0, 102.0)
    assert live.version == 2
    assert live.offers == {}
    playing.play(live, 0, "end", None, 103.0)
    playing.play(live, 1, "place a1", None, 104.0)
    playing.undo(live, 0, 105.0)
    assert live.offers == {"undo": [0]}
    assert live.actor == 1
    playing.offer(live, "undo", 1, 106.0)
    assert live.actor == 0
    assert live.offers == {}


def test_a_declined_offer_is_gone() -> None:
    live = two_people()
    playing.offer(live, "draw", 0, 101.0)
    assert live.offers == {"draw": [0]}
    playing.decline(live, "draw", 1)
    assert live.offers == {}
    with pytest.raises(Refused, match="Nothing was offered"):
        playing.decline(live, "draw", 1)


def test_a_draw_needs_every_human() -> None:
    live = four_people()
    for seat in (0, 1):
        playing.offer(live, "draw", seat, 101.0)
    assert live.status == PLAYING
    playing.offer(live, "draw", 2, 101.0)
    assert live.status == FINISHED
    assert live.result == [0.25] * 4


def test_the_next_decision_ends_an_offer() -> None:
    live = two_people()
    playing.offer(live, "draw", 1, 101.0)
    playing.play(live, 0, "place b1", None, 102.0)
    assert live.offers == {}


def test_with_two_sides_giving_up_is_a_loss() -> None:
    live = two_people()
    playing.resign(live, 0, 101.0)
    assert live.status == FINISHED
    assert live.result == [0.0, 1.0]
    with pytest.raises(NotAllowed, match="over"):
        playing.play(live, 1, "place a1", None, 102.0)


def test_with_more_a_bot_takes_the_seat_for_good() -> None:
    live = four_people()
    playing.resign(live, 0, 101.0)
    assert live.status == PLAYING
    assert live.seats[0].bot == playing.SUBSTITUTE
    assert live.bot_to_move == (live.actor in (0, 3))
    with pytest.raises(Refused, match="can't come back"):
        playing.come_back(live, 0, 102.0)


def test_who_is_away_can_come_back() -> None:
    live = two_people()
    playing.take_over(live, 0, 101.0)
    assert live.bot_to_move
    with pytest.raises(Refused):
        playing.take_over(live, 0, 101.0)
    playing.come_back(live, 0, 102.0)
    assert live.seats[0].bot is None
    assert not live.bot_to_move


# ── Clocks ────────────────────────────────────────────────────────────────────────────────────────


def test_the_clock_of_the_actor_runs_and_a_turn_earns_an_increment() -> None:
    live = two_people(pace=clock.checked_pace("live", seconds=60, increment=5))
    assert live.deadline == 160.0
    playing.play(live, 0, "place b1", None, 110.0)  # the turn goes on: no increment yet
    assert live.seats[0].clock_seconds == 50.0
    playing.play(live, 0, "end", None, 115.0)
    assert live.seats[0].clock_seconds == 50.0  # 45 and the increment
    assert live.deadline == 175.0
    assert clock.left(live, 1, 125.0) == 50.0
    assert clock.left(live, 0, 125.0) == 50.0


def test_days_count_anew_for_every_turn() -> None:
    live = two_people(pace=clock.checked_pace("days", days=2))
    playing.play(live, 0, "end", None, 100.0 + clock.DAY)
    assert live.seats[0].clock_seconds == 2 * clock.DAY
    assert live.deadline == 100.0 + 3 * clock.DAY


def test_out_of_time() -> None:
    live = two_people(pace=clock.checked_pace("live", seconds=60))
    assert not playing.time_out(live, 159.0)
    assert playing.time_out(live, 160.0)
    assert live.result == [0.0, 1.0]
    assert live.deadline is None


def test_bots_have_time() -> None:
    live = opened("bot:1", "me", pace=clock.checked_pace("live", seconds=60))
    seating.be_ready(live, ANNA.id, NONCE, 100.0)
    assert live.bot_to_move
    assert live.deadline is None


@pytest.mark.parametrize("pace", [("live", 10), ("days", 0, 0, 0), ("days", 0, 0, 99), ("never",)])
def test_a_pace_that_no_clock_can(pace: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="a pace is"):
        clock.checked_pace(*pace)  # type: ignore[arg-type]


def test_taking_back_the_end_of_a_turn_gains_no_time() -> None:
    live = two_people(pace=clock.checked_pace("live", seconds=60, increment=10))
    for _ in range(3):
        playing.play(live, 0, "end", None, 100.0)
        playing.undo(live, 0, 100.0)
    assert (live.seats[0].clock_seconds, live.seats[1].clock_seconds) == (60.0, 60.0)
    assert live.deadline == 160.0


def test_days_are_no_longer_after_an_undo() -> None:
    live = two_people(pace=clock.checked_pace("days", days=1))
    playing.play(live, 0, "end", None, 100.0)
    playing.undo(live, 0, 100.0 + clock.DAY / 2)
    assert live.seats[0].clock_seconds == clock.DAY / 2


def test_who_is_away_is_still_asked() -> None:
    live = two_people()
    playing.take_over(live, 1, 101.0)
    playing.offer(live, "draw", 0, 102.0)
    assert live.status == PLAYING


# ── Again ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_rematch_moves_the_seats_round() -> None:
    live = two_people()
    with pytest.raises(Refused, match="isn't over"):
        seating.rematch(live, 0, 101.0)
    playing.resign(live, 0, 101.0)
    seating.rematch(live, 0, 102.0)
    assert not live.next_match
    seating.rematch(live, 1, 103.0)
    assert live.sequel is not None
    assert live.next_match == live.sequel.id
    assert [seat.name for seat in live.sequel.seats] == ["Béla", "Anna"]
    assert live.sequel.seed != live.seed


def test_one_device_can_have_all_seats() -> None:
    live = opened("me", "me", game="choco")
    seating.be_ready(live, ANNA.id, NONCE, 100.0)
    assert live.shared_screen
    assert live.status == PLAYING
    assert live.seats[0].nonce != live.seats[1].nonce
    assert [seat.kind for seat in live.seats] == [PERSON, PERSON]
    playing.play(live, live.actor, first_action(live), None, 101.0)


# ── Beaten ────────────────────────────────────────────────────────────────────────────────────────────


def one_beaten(live: Live) -> tuple[Live, int]:
    """Played at random until one of four armies is beaten, and the others fight on."""
    for seed in range(100):
        fork, rng = live.fork(), Rng(seed)
        table = fork.playing_table()
        while not table.over and not any(table.state.is_out(seat) for seat in range(4)):
            playing.play(fork, fork.actor, fork.game.notation(int(table.state.sample(rng))), None, 101.0)
        beaten = [seat for seat in range(4) if table.state.is_out(seat)]
        if not table.over and len(beaten) == 1 and fork.seats[beaten[0]].kind == PERSON:
            return fork, beaten[0]
    raise AssertionError("nobody was beaten")


def test_the_beaten_are_asked_nothing_and_share_no_draw() -> None:
    live, beaten = one_beaten(four_people())
    others = [seat for seat in (0, 1, 2) if seat != beaten]
    with pytest.raises(Refused, match="out of the game"):
        playing.offer(live, "draw", beaten, 102.0)
    with pytest.raises(NotAllowed, match="out of the game"):
        playing.resign(live, beaten, 102.0)
    playing.offer(live, "draw", others[0], 102.0)
    with pytest.raises(Refused, match="out of the game"):
        playing.decline(live, "draw", beaten)
    playing.offer(live, "draw", others[1], 102.0)
    assert live.status == FINISHED
    assert live.result == [0.0 if seat == beaten else pytest.approx(1 / 3) for seat in range(4)]


def test_an_undo_is_not_asked_of_the_beaten() -> None:
    live, beaten = one_beaten(four_people())
    others = [seat for seat in (0, 1, 2) if seat != beaten]
    asker = next(seat for seat in others if live.playing_table().why_no_undo(seat) is not None)
    playing.undo(live, asker, 102.0)
    assert live.offers["undo"] == [asker]
    playing.offer(live, "undo", next(seat for seat in others if seat != asker), 102.0)
    assert "undo" not in live.offers
