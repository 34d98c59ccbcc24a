"""A screen speaks to whoever sits before it: the own seat is "you", a spectator reads names."""

from __future__ import annotations

from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.frames import WholeScreen
from klatsch.server.screens.screen import screen, viewer_for

NONCE = "0123456789abcdef" * 2


def opened(*seats: str) -> HostedMatch:
    hosted = setup.open_match(NewMatch("coffee-chess", list(seats)), PersonRef("anna", "Anna"), 0.0)
    if "open" in seats:
        setup.join(hosted, PersonRef("bela", "Bela"), None, None)
        setup.be_ready(hosted, "bela", NONCE, 0.0)
    setup.be_ready(hosted, "anna", NONCE, 0.0)
    return hosted


def shown_to(hosted: HostedMatch, person: str, lang: str = "en") -> WholeScreen:
    return screen(hosted, person, viewer_for(hosted, person), lang, DrawingCache(), [], 0)


def play(hosted: HostedMatch, *actions: str) -> None:
    for action in actions:
        playing.play(hosted, hosted.actor, action, None, 0.0)


def test_each_reads_their_own_log_and_prompt() -> None:
    hosted = opened("me", "open")
    play(hosted, "place b1")
    anna, bela, carla = (shown_to(hosted, person) for person in ("anna", "bela", "carla"))
    assert (anna.log, anna.prompt) == (
        [(1, "You place a bean on b1.", 0)],
        "Place another bean, 1 left, or end your turn.",
    )
    for other in (bela, carla):
        assert (other.log, other.prompt) == ([(1, "White places a bean on b1.", 0)], "White is thinking.")
    assert list((anna.buttons or {}).values()) == ["End turn, keep 1"]
    assert shown_to(hosted, "anna", "pt").log == [(1, "Você coloca um grão em b1.", 0)]
    assert shown_to(hosted, "bela", "ro").prompt == "Alb se gândește."


def test_the_result_is_told_to_each() -> None:
    hosted = opened("me", "open")
    play(hosted, "place b1")
    playing.resign(hosted, 1, 0.0)
    told = {person: shown_to(hosted, person).result for person in ("anna", "bela", "carla")}
    assert {person: (result.wins, result.reason) for person, result in told.items() if result} == {
        "anna": ("You won", "Black gave up."),
        "bela": ("White won", "You gave up."),
        "carla": ("White won", "Black gave up."),
    }


def test_people_who_share_a_screen_have_names() -> None:
    hosted = opened("me", "me")
    assert shown_to(hosted, "anna").prompt == "White · Your turn: place up to 2 beans."
    play(hosted, "place b1", "end")
    shown = shown_to(hosted, "anna")
    assert shown.prompt == "Black · Your turn: place up to 2 beans."
    assert shown.log == [
        (1, "White places a bean on b1.", 0),
        (2, "White ends the turn and keeps 1 bean; Black takes 2.", 0),
    ]


def test_draws_are_checked_only_where_there_are_any() -> None:
    assert shown_to(opened("me", "open"), "anna").chance is False
