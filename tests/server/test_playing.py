"""What players do at a match, without a database: seating, playing, clocks, offers, leaving, rematches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng
from klatsch.match.match import NotAllowed
from klatsch.server.errors import Refused
from klatsch.server.match import clock, playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Seat, SeatKind, Status
from klatsch.server.match.pace import DAY, Live, checked_pace
from klatsch.server.match.setup import NewMatch, PersonRef

ANNA, BELA, CARO = PersonRef("a", "Anna"), PersonRef("b", "Béla"), PersonRef("c", "Caro")
NONCE = "0123456789abcdef" * 2


def opened(*seats: str, game: str = "coffee-chess", **plan: Any) -> HostedMatch:
    return setup.open_match(NewMatch(game, seats, **plan), ANNA, 100.0)


def two_people(**plan: Any) -> HostedMatch:
    hosted = opened("me", "open", **plan)
    setup.join(hosted, BELA, None, None)
    for person_ref in (ANNA, BELA):
        setup.be_ready(hosted, person_ref.id, NONCE, 100.0)
    return hosted


def four_people() -> HostedMatch:
    hosted = opened("me", "open", "open", "bot:1", game="four-armies")
    for person_ref in (BELA, CARO):
        setup.join(hosted, person_ref, None, None)
    for person_ref in (ANNA, BELA, CARO):
        setup.be_ready(hosted, person_ref.id, NONCE, 100.0)
    return hosted


def first_action(hosted: HostedMatch) -> str:
    assert hosted.match is not None
    return hosted.game.notation(hosted.match.state.legal_actions()[0])


# ── Seats ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_match_begins_when_all_are_seated_and_ready() -> None:
    hosted = opened("me", "open")
    setup.be_ready(hosted, ANNA.id, NONCE, 100.0)
    assert hosted.status == Status.WAITING
    setup.join(hosted, BELA, None, None)
    assert hosted.status == Status.WAITING
    setup.be_ready(hosted, BELA.id, NONCE, 100.0)
    assert str(hosted.status) == "playing"
    assert hosted.match is not None
    assert hosted.match.players == ["Anna", "Béla"]


def test_a_seat_is_taken_once() -> None:
    hosted = opened("me", "open")
    setup.join(hosted, BELA, 1, None)
    setup.join(hosted, BELA, 1, None)  # a second click is no second seat
    with pytest.raises(Refused, match="no free seat"):
        setup.join(hosted, CARO, None, None)


def test_an_invited_seat_needs_its_word() -> None:
    hosted = opened("me", "invited")
    for wrong in (None, "wrong"):
        with pytest.raises(Refused, match="no free seat"):
            setup.join(hosted, BELA, None, wrong)
    setup.join(hosted, BELA, None, hosted.seats[1].invitation)
    assert hosted.seats[1].name == "Béla"


def test_the_host_removes_a_no_show_and_seats_a_bot() -> None:
    hosted = opened("me", "open")
    setup.join(hosted, BELA, None, None)
    with pytest.raises(Refused, match="Only who opened"):
        setup.remove(hosted, BELA.id, 0)
    setup.remove(hosted, ANNA.id, 1)
    assert hosted.seats[1].kind == SeatKind.OPEN
    setup.seat_bot(hosted, ANNA.id, 1, "bot:2")
    assert (hosted.seats[1].kind, hosted.seats[1].bot) == (SeatKind.BOT, "bot:2")


def test_standing_up_frees_the_seat_and_the_host_closes_the_table() -> None:
    hosted = opened("me", "open")
    setup.join(hosted, BELA, None, None)
    setup.stand_up(hosted, BELA.id)
    assert hosted.seats[1].kind == SeatKind.OPEN
    with pytest.raises(Refused) as refused:  # who doesn't sit can't stand up
        setup.stand_up(hosted, BELA.id)
    assert refused.value.status == 403
    setup.stand_up(hosted, ANNA.id)
    assert hosted.status == Status.CLOSED


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
            opened(*seats, rated=True, pace=Live(600))


def test_a_rated_match_needs_an_account_to_open_and_to_join() -> None:
    guest = PersonRef("g", "Guest", is_guest=True)
    with pytest.raises(Refused, match="accounts"):
        setup.open_match(NewMatch("coffee-chess", ("me", "open"), rated=True, pace=Live(600)), guest, 100.0)
    hosted = opened("me", "open", rated=True, pace=Live(600))
    with pytest.raises(Refused, match="accounts"):
        setup.join(hosted, guest, None, None)
    assert hosted.seats[1].kind == SeatKind.OPEN
    setup.join(hosted, BELA, None, None)


def test_a_rated_match_needs_a_clock() -> None:
    with pytest.raises(Refused, match="a clock"):
        opened("me", "open", rated=True)


def test_no_bot_plays_a_rated_seat() -> None:
    hosted = two_people(rated=True, pace=Live(600))
    for seat in (0, 1):
        with pytest.raises(Refused, match="no bot"):
            playing.take_over(hosted, seat, 101.0)


@pytest.mark.parametrize("seats", [("me", "bot:8"), ("me", "invited")])
def test_a_cleared_seat_is_clear(seats: tuple[str, ...]) -> None:
    """Or whoever sits down where a bot was removed has level 8 play for them."""
    hosted = opened(*seats)
    word = hosted.seats[1].invitation
    if word is not None:
        setup.join(hosted, BELA, None, word)
        setup.be_ready(hosted, BELA.id, NONCE, 100.0)
    setup.remove(hosted, ANNA.id, 1)
    kind = SeatKind.OPEN if word is None else SeatKind.INVITED
    assert hosted.seats[1] == Seat(1, kind, invitation=hosted.seats[1].invitation)
    assert word is None or hosted.seats[1].invitation not in (None, word)


def test_a_random_map_is_drawn_at_once() -> None:
    assert opened("me", "open", game="coin-age", options={"map": "random"}).game.options["map"] != "random"


# ── Playing ───────────────────────────────────────────────────────────────────────────────────────


def test_a_stale_click_is_never_applied() -> None:
    hosted = two_people()
    playing.play(hosted, 0, "place b1", 0, 101.0)
    with pytest.raises(Refused, match="changed meanwhile"):
        playing.play(hosted, 0, "place d1", 0, 102.0)
    assert hosted.version == 1


def test_what_the_rules_forbid_changes_nothing() -> None:
    hosted = two_people()
    with pytest.raises(IllegalAction):
        playing.play(hosted, 0, "place a1", 0, 101.0)
    with pytest.raises(NotAllowed):
        playing.play(hosted, 1, "place a1", 0, 101.0)
    assert hosted.version == 0


def test_undo_is_free_or_asks_the_others() -> None:
    hosted = two_people()
    playing.play(hosted, 0, "place b1", None, 101.0)
    playing.undo(hosted, 0, 102.0)
    assert hosted.version == 2
    assert hosted.offers == {}
    playing.play(hosted, 0, "end", None, 103.0)
    playing.play(hosted, 1, "place a1", None, 104.0)
    playing.undo(hosted, 0, 105.0)
    assert hosted.offers == {"undo": [0]}
    assert hosted.actor == 1
    playing.offer(hosted, "undo", 1, 106.0)
    assert hosted.actor == 0
    assert hosted.offers == {}


def test_a_decision_in_place_of_ones_last_one() -> None:
    hosted = two_people()
    playing.play(hosted, 0, "place b1", None, 101.0)
    playing.play_instead(hosted, 0, "place d1", hosted.version, 102.0)
    assert [entry.event.detail for entry in hosted.running_match().entries] == ["place d1"]
    with pytest.raises(Refused):
        playing.play_instead(hosted, 0, "place f1", 1, 103.0)
    playing.play(hosted, 0, "end", None, 104.0)
    playing.play(hosted, 1, "place a1", None, 105.0)
    with pytest.raises(NotAllowed):
        playing.play_instead(hosted, 0, "place f1", hosted.version, 106.0)
    assert hosted.offers == {}


def test_a_declined_offer_is_gone() -> None:
    hosted = two_people()
    playing.offer(hosted, "draw", 0, 101.0)
    assert hosted.offers == {"draw": [0]}
    playing.decline(hosted, "draw", 1, 102.0)
    assert hosted.offers == {}
    with pytest.raises(Refused, match="Nothing was offered"):
        playing.decline(hosted, "draw", 1, 102.0)


def test_a_draw_needs_every_human() -> None:
    hosted = four_people()
    for seat in (0, 1):
        playing.offer(hosted, "draw", seat, 101.0)
    assert hosted.status == Status.PLAYING
    playing.offer(hosted, "draw", 2, 101.0)
    assert str(hosted.status) == "over"
    assert hosted.result == [0.25] * 4


def test_the_next_decision_ends_an_offer() -> None:
    hosted = two_people()
    playing.offer(hosted, "draw", 1, 101.0)
    playing.play(hosted, 0, "place b1", None, 102.0)
    assert hosted.offers == {}


def test_a_device_with_several_seats_agrees_for_all_of_them() -> None:
    hosted = opened("me", "me", "open", game="choco")
    setup.join(hosted, BELA, None, None)
    for person_ref in (ANNA, BELA):
        setup.be_ready(hosted, person_ref.id, NONCE, 100.0)
    playing.offer(hosted, "draw", 0, 101.0)
    assert hosted.offers == {"draw": [0, 1]}
    playing.offer(hosted, "draw", 2, 102.0)
    assert hosted.status == Status.OVER


def test_whatever_happens_frees_the_bot_that_was_thinking() -> None:
    hosted = replace(two_people(), leased_by="a process", leased_until=110.0)
    playing.play(hosted, 0, "place b1", None, 101.0)
    assert (hosted.leased_by, hosted.leased_until) == (None, None)


def test_with_two_sides_giving_up_is_a_loss() -> None:
    hosted = two_people()
    playing.resign(hosted, 0, 101.0)
    assert hosted.status == Status.OVER
    assert hosted.result == [0.0, 1.0]
    with pytest.raises(NotAllowed, match="over"):
        playing.play(hosted, 1, "place a1", None, 102.0)


def test_with_more_a_bot_takes_the_seat_for_good() -> None:
    hosted = four_people()
    playing.resign(hosted, 0, 101.0)
    assert hosted.status == Status.PLAYING
    assert hosted.seats[0].bot == playing.SUBSTITUTE
    assert hosted.bot_to_move == (hosted.actor in (0, 3))
    assert hosted.match is not None
    assert [event.line for event in hosted.match.events[-2:]] == ["resign 0", f"takeover 0 {playing.SUBSTITUTE}"]
    with pytest.raises(Refused, match="can't come back"):
        playing.come_back(hosted, 0, 102.0)


def test_who_is_away_can_come_back() -> None:
    hosted = two_people()
    playing.take_over(hosted, 0, 101.0)
    assert hosted.bot_to_move
    with pytest.raises(Refused):
        playing.take_over(hosted, 0, 101.0)
    playing.come_back(hosted, 0, 102.0)
    assert hosted.seats[0].bot is None
    assert not hosted.bot_to_move


def test_words_that_the_database_and_programs_know() -> None:
    assert [str(status) for status in Status] == ["waiting", "playing", "over", "closed"]
    assert [str(kind) for kind in SeatKind] == ["open", "invited", "person", "bot"]
    with pytest.raises(ValueError, match="'somebody' is not a valid SeatKind"):
        Seat(0, "somebody")  # type: ignore[arg-type]
    hosted = opened("me", "open")
    with pytest.raises(ValueError, match="'begun' is not a valid Status"):
        replace(hosted, status="begun")  # type: ignore[arg-type]


# ── Clocks ────────────────────────────────────────────────────────────────────────────────────────


def test_the_clock_of_the_actor_runs_and_a_turn_earns_an_increment() -> None:
    hosted = two_people(pace=checked_pace("live", seconds=60, increment=5))
    assert hosted.deadline == 160.0
    playing.play(hosted, 0, "place b1", None, 110.0)  # the turn goes on: no increment yet
    assert hosted.seats[0].clock_seconds == 50.0
    playing.play(hosted, 0, "end", None, 115.0)
    assert hosted.seats[0].clock_seconds == 50.0  # 45 and the increment
    assert hosted.deadline == 175.0
    assert clock.left(hosted, 1, 125.0) == 50.0
    assert clock.left(hosted, 0, 125.0) == 50.0


def test_days_count_anew_for_every_turn() -> None:
    hosted = two_people(pace=checked_pace("days", days=2))
    playing.play(hosted, 0, "end", None, 100.0 + DAY)
    assert hosted.seats[0].clock_seconds == 2 * DAY
    assert hosted.deadline == 100.0 + 3 * DAY


def test_out_of_time() -> None:
    hosted = two_people(pace=checked_pace("live", seconds=60))
    assert not playing.time_out(hosted, 159.0)
    assert playing.time_out(hosted, 160.0)
    assert hosted.result == [0.0, 1.0]
    assert hosted.deadline is None


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    hosted = two_people()
    assert not playing.time_out(hosted, 1e9)
    assert hosted.status == Status.PLAYING


def test_a_clock_never_shows_less_than_nothing() -> None:
    hosted = two_people(pace=checked_pace("live", seconds=60))
    assert clock.left(hosted, 0, 100.0 + 3600) == 0.0
    hosted.seats[0].clock_seconds = 0.0
    assert clock.left(hosted, 0, 100.0) == 0.0
    assert clock.left(two_people(), 0, 100.0) == 0.0


def test_after_ones_time_is_out_everything_is_refused() -> None:
    """By whomever, though no tick has noticed it yet: else a loser whose clock runs out could still offer a draw."""
    hosted = two_people(pace=checked_pace("live", seconds=60))
    playing.play(hosted, 0, "place b1", None, 110.0)
    playing.offer(hosted, "draw", 0, 110.0)
    late: list[Callable[[], None]] = [
        lambda: playing.play(hosted, 0, "end", None, 160.0),
        lambda: playing.undo(hosted, 0, 160.0),
        lambda: playing.undo(hosted, 1, 160.0),
        lambda: playing.offer(hosted, "draw", 1, 160.0),
        lambda: playing.decline(hosted, "draw", 1, 160.0),
        lambda: playing.resign(hosted, 1, 160.0),
        lambda: playing.take_over(hosted, 0, 160.0),
    ]
    for act in late:
        with pytest.raises(playing.TimeIsOut, match="run out"):
            act()
    assert (hosted.status, hosted.version) == (Status.PLAYING, 1)
    assert playing.time_out(hosted, 160.0)


def test_bots_have_time() -> None:
    hosted = opened("bot:1", "me", pace=checked_pace("live", seconds=60))
    setup.be_ready(hosted, ANNA.id, NONCE, 100.0)
    assert hosted.bot_to_move
    assert hosted.deadline is None


@pytest.mark.parametrize("pace", [("live", 10), ("days", 0, 0, 0), ("days", 0, 0, 99), ("never",)])
def test_a_pace_that_no_clock_can(pace: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="a pace is"):
        checked_pace(*pace)  # type: ignore[arg-type]


def test_taking_back_the_end_of_a_turn_gains_no_time() -> None:
    hosted = two_people(pace=checked_pace("live", seconds=60, increment=10))
    for _ in range(3):
        playing.play(hosted, 0, "end", None, 100.0)
        playing.undo(hosted, 0, 100.0)
    assert (hosted.seats[0].clock_seconds, hosted.seats[1].clock_seconds) == (60.0, 60.0)
    assert hosted.deadline == 160.0


def test_an_undo_that_the_other_grants_gains_no_time() -> None:
    hosted = two_people(pace=checked_pace("live", seconds=60, increment=10))
    playing.play(hosted, 0, "end", None, 100.0)
    playing.play(hosted, 1, "place a1", None, 100.0)
    playing.undo(hosted, 0, 100.0)
    playing.offer(hosted, "undo", 1, 100.0)
    assert hosted.actor == 0
    assert hosted.seats[0].clock_seconds == 60.0


def test_days_are_no_longer_after_an_undo() -> None:
    hosted = two_people(pace=checked_pace("days", days=1))
    playing.play(hosted, 0, "end", None, 100.0)
    playing.undo(hosted, 0, 100.0 + DAY / 2)
    assert hosted.seats[0].clock_seconds == DAY / 2


def test_who_is_away_is_still_asked() -> None:
    hosted = two_people()
    playing.take_over(hosted, 1, 101.0)
    playing.offer(hosted, "draw", 0, 102.0)
    assert hosted.status == Status.PLAYING


# ── Again ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_rematch_moves_the_seats_round() -> None:
    hosted = two_people()
    with pytest.raises(Refused, match="isn't over"):
        setup.rematch(hosted, 0, 101.0)
    playing.resign(hosted, 0, 101.0)
    setup.rematch(hosted, 0, 102.0)
    assert not hosted.next_match
    setup.rematch(hosted, 1, 103.0)
    assert hosted.sequel is not None
    assert hosted.next_match == hosted.sequel.id
    assert [seat.name for seat in hosted.sequel.seats] == ["Béla", "Anna"]
    assert hosted.sequel.seed != hosted.seed


def test_a_rematch_is_as_the_match_was() -> None:
    """Its pace, whether it counts; people must be ready again, and agreeing once more makes no third match."""
    pace = checked_pace("live", seconds=60, increment=5)
    hosted = two_people(pace=pace, rated=True, private=True)
    playing.resign(hosted, 0, 101.0)
    setup.rematch(hosted, 0, 102.0)
    assert hosted.offers == {"rematch": [0]}
    setup.rematch(hosted, 1, 103.0)
    again = hosted.sequel
    assert again is not None
    assert (again.pace, again.rated, again.private, again.shared_screen) == (pace, True, True, False)
    assert (again.host, again.created, again.changed) == ("a", 103.0, 103.0)
    assert again.status == Status.WAITING
    assert [seat.ready for seat in again.seats] == [False, False]
    hosted.sequel = None
    setup.rematch(hosted, 1, 104.0)
    assert hosted.sequel is None
    assert hosted.next_match == again.id


def test_bots_play_again_without_being_asked() -> None:
    hosted = opened("me", "bot:1")
    setup.be_ready(hosted, ANNA.id, NONCE, 100.0)
    playing.resign(hosted, 0, 101.0)
    setup.rematch(hosted, 0, 102.0)
    assert hosted.sequel is not None
    assert [(seat.name, seat.bot, seat.ready) for seat in hosted.sequel.seats] == [
        ("bot:1", "bot:1", True),
        ("Anna", None, False),
    ]


def test_one_device_can_have_all_seats() -> None:
    hosted = opened("me", "me", game="choco")
    setup.be_ready(hosted, ANNA.id, NONCE, 100.0)
    assert hosted.shared_screen
    assert hosted.status == Status.PLAYING
    assert hosted.seats[0].nonce != hosted.seats[1].nonce
    assert [seat.kind for seat in hosted.seats] == [SeatKind.PERSON, SeatKind.PERSON]
    playing.play(hosted, hosted.actor, first_action(hosted), None, 101.0)


# ── Beaten ────────────────────────────────────────────────────────────────────────────────────────────


def one_beaten(hosted: HostedMatch) -> tuple[HostedMatch, int]:
    """Played at random until one of four armies is beaten, and the others fight on."""
    for seed in range(100):
        fork, rng = hosted.fork(), Rng(seed)
        table = fork.running_match()
        while not table.over and not any(table.state.is_out(seat) for seat in range(4)):
            playing.play(fork, fork.actor, fork.game.notation(int(table.state.sample(rng))), None, 101.0)
        beaten = [seat for seat in range(4) if table.state.is_out(seat)]
        if not table.over and len(beaten) == 1 and fork.seats[beaten[0]].kind == SeatKind.PERSON:
            return fork, beaten[0]
    raise AssertionError("nobody was beaten")


def test_the_beaten_are_asked_nothing_and_share_no_draw() -> None:
    hosted, beaten = one_beaten(four_people())
    others = [seat for seat in (0, 1, 2) if seat != beaten]
    with pytest.raises(Refused, match="out of the game"):
        playing.offer(hosted, "draw", beaten, 102.0)
    with pytest.raises(NotAllowed, match="out of the game"):
        playing.resign(hosted, beaten, 102.0)
    playing.offer(hosted, "draw", others[0], 102.0)
    with pytest.raises(Refused, match="out of the game"):
        playing.decline(hosted, "draw", beaten, 102.0)
    playing.offer(hosted, "draw", others[1], 102.0)
    assert hosted.status == Status.OVER
    assert hosted.result == [0.0 if seat == beaten else pytest.approx(1 / 3) for seat in range(4)]


def test_an_undo_is_not_asked_of_the_beaten() -> None:
    hosted, beaten = one_beaten(four_people())
    others = [seat for seat in (0, 1, 2) if seat != beaten]
    asker = next(seat for seat in others if hosted.running_match().why_no_undo(seat) is not None)
    playing.undo(hosted, asker, 102.0)
    assert hosted.offers["undo"] == [asker]
    playing.offer(hosted, "undo", next(seat for seat in others if seat != asker), 102.0)
    assert "undo" not in hosted.offers
