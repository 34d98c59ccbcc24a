"""Nothing that leaves the server tells more than its viewer may know.

The re-dealing property over all of it: deal anew what a viewer can't know, now and at every moment of the past, and
every byte that this viewer is sent must stay the same. (The log tells of the cards that were really shown since; that
it tells no others is for each game's own tests.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import UNSET

from klatsch.core import registry
from klatsch.core.definition import View
from klatsch.core.game import PUBLIC
from klatsch.core.rng import Rng
from klatsch.games import GAMES
from klatsch.server.commands.questions import why_not_there
from klatsch.server.match import playing, setup
from klatsch.server.match.hosted_match import HostedMatch, Seat, SeatKind, Status
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.pages.table import board, first_drawing, side
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.screen import screen, viewer_for
from klatsch.server.storage import downloads
from klatsch.server.words import WORDS

NONCE = "0123456789abcdef" * 2
TABLES = [(game, seats) for game in GAMES for seats in registry.definition(game).seats]


def started(game: str, seats: int) -> HostedMatch:
    """People on all seats, each on a device of their own."""
    hosted = setup.open_match(NewMatch(game, ["me", *["open"] * (seats - 1)]), PersonRef("p0", "P 0"), 0.0)
    for number in range(1, seats):
        setup.join(hosted, PersonRef(f"p{number}", f"P {number}"), None, None)
    for number in range(seats):
        setup.be_ready(hosted, f"p{number}", NONCE, 0.0)
    return hosted


def moments(game: str, seats: int, rng: random.Random, every: int) -> Iterator[HostedMatch]:
    """A random game, looked at now and then while it runs."""
    hosted = started(game, seats)
    decisions = 0
    while hosted.status == Status.PLAYING:
        assert hosted.match is not None
        if decisions % every == 0:
            yield hosted
        hosted = hosted.fork()
        assert hosted.match is not None
        action = rng.choice(hosted.match.state.legal_actions())
        playing.play(hosted, hosted.actor, hosted.game.notation(action), None, 0.0)
        decisions += 1


def past_of(hosted: HostedMatch, viewer: int, rng: Rng | None) -> list[View]:
    """What the viewer's log shows of earlier positions, which may be dealt anew as well."""
    assert hosted.match is not None
    states = [hosted.match.state_after(position).clone() for position in range(0, len(hosted.match.entries), 7)]
    return [(state if rng is None else state.resample(viewer, rng)).view(viewer) for state in states]


def sent_to(hosted: HostedMatch, person: str, cache: DrawingCache, rng: Rng | None = None) -> bytes:
    """Everything that a person can get of a running match, as bytes."""
    assert hosted.match is not None
    viewer = viewer_for(hosted, person)
    table = hosted.match
    past = past_of(hosted, viewer, rng)
    drawn = [[piece.markup for piece in cache.draw(hosted.game, view, "en").pieces] for view in past]
    refusal = why_not_there(hosted, (hosted.game.actions[0].anchors or ("x",))[:1]) if hosted.actor == viewer else None
    said = hosted.game.definition.words.say("en")
    return msgspec.json.encode(
        [
            screen(hosted, person, viewer, "en", cache, ["p0"], 0),
            table.view_after(len(table.entries), viewer),
            past,
            drawn,
            downloads.download(hosted, viewer, "en"),
            str(board(first_drawing(cache, hosted, viewer, "en"), "board")),
            str(side(hosted, WORDS.say("en"), "en")),
            None if refusal is None else [said(refusal.message), refusal.clause],
        ]
    )


def dealt_anew(hosted: HostedMatch, viewer: int, rng: Rng) -> HostedMatch:
    """The same match as it could be now, for all that a viewer knows."""
    other = hosted.fork()
    assert other.match is not None
    other.match.state = other.match.state.clone().resample(viewer, rng)
    return other


def check(game: str, seats: int, seed: int, every: int) -> int:
    checked = 0
    for hosted in moments(game, seats, random.Random(seed), every):
        cache = DrawingCache()  # for everybody at this moment: what is drawn for one is not shown to another
        for person in [*(f"p{number}" for number in range(seats)), "a stranger"]:
            viewer = viewer_for(hosted, person)
            assert (viewer == PUBLIC) == (person == "a stranger")
            told = sent_to(hosted, person, cache)
            assert hosted.seed.encode() not in told
            rng = Rng(seed + checked)
            # Another cache: the first one remembers what it has drawn for this revision.
            again = sent_to(dealt_anew(hosted, viewer, rng), person, DrawingCache(), rng)
            assert again == told, (game, seats, person, hosted.version)
            checked += 1
    return checked


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_leaves_the_server_tells_no_secret(game: str, seats: int) -> None:
    assert check(game, seats, 1, 40)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_leaves_the_server_tells_no_secret_in_many_games(game: str, seats: int) -> None:
    for seed in range(5):
        assert check(game, seats, seed, 5)


def test_an_invitation_is_known_to_the_host_only() -> None:
    hosted = setup.open_match(NewMatch("choco", ["me", "invited", "open"]), PersonRef("p0", "P 0"), 0.0)
    word = hosted.seats[1].invitation
    assert word is not None
    setup.join(hosted, PersonRef("p1", "P 1"), 2, None)
    for person in ("p1", "a stranger"):
        shown = msgspec.json.encode(screen(hosted, person, viewer_for(hosted, person), "en", DrawingCache(), [], 0))
        assert word.encode() not in shown


def test_choices_go_to_the_deciding_seat_only() -> None:
    hosted = started("choco", 2)
    for person in ("p0", "p1", "a stranger"):
        viewer = viewer_for(hosted, person)
        shown = screen(hosted, person, viewer, "en", DrawingCache(), [], 0)
        assert (shown.actions is not UNSET) == (viewer == hosted.actor)


def test_a_shared_screen_shows_no_hand_until_it_was_handed_over() -> None:
    hosted = setup.open_match(NewMatch("choco", ["me", "me"]), PersonRef("p0", "P 0"), 0.0)
    setup.be_ready(hosted, "p0", NONCE, 0.0)
    assert viewer_for(hosted, "p0") == PUBLIC
    assert viewer_for(hosted, "p0", hosted.actor) == hosted.actor
    assert viewer_for(hosted, "p0", 1 - hosted.actor) == PUBLIC  # the turn has passed on: that hand is covered
    hosted.seats[1] = Seat(1, SeatKind.PERSON, person="p1", nonce=NONCE)
    assert viewer_for(hosted, "p0", 1) == PUBLIC


@pytest.mark.parametrize("game", [name for name in GAMES if not registry.definition(name).hidden])
def test_where_nothing_is_hidden_all_see_the_same(game: str) -> None:
    """So their screens may share what is drawn; what is told differs only in who is "you"."""
    for hosted in moments(game, registry.definition(game).seats[0], random.Random(4), 60):
        assert hosted.match is not None
        state = hosted.match.state
        assert all(state.view(seat) == state.view(PUBLIC) for seat in range(len(hosted.seats)))
        told = hosted.match.log(PUBLIC)
        assert all(hosted.match.log(seat, you=PUBLIC) == told for seat in range(len(hosted.seats)))
