"""A match that begins from a position: played, taken back, recorded, verified and resumed like any other."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.analysis.analyse import analyse
from klatsch.core.replay import DamagedReplay, read
from klatsch.core.rng import Rng
from klatsch.match.match import Match, NotAllowed
from klatsch.match.verify import resume, verify_text

LATE = "black to act; turn 300; beans b1 9, c1 9, d2 9, e2 9; inventories 3 3; bank 8; drew 2"
SOON_OVER = "chance to act; turn 199; stacks a3 3H, b2 1H2T4H, c3 4T"
HANDS = (
    "2 to act; seats 2; cards wwwd 0 0 safe, mmww 0 -2; tokens 6 5; colours dark milk; "
    "hand-1 wmmw, mmmd, wwdd, wwwm; hand-2 mmmw, mmdd, ddwm, wddw"
)


def begun(name: str, position: str) -> Match:
    return Match(klatsch.load(name), position=position, seed=bytes(32), match_id="t", nonces=[b"a" * 16, b"b" * 16])


def play_out(match: Match) -> Match:
    rng = Rng(3)
    while not match.over:
        match.play(int(match.state.actor), int(match.state.sample(rng)))
    return match


@pytest.mark.parametrize(("name", "position"), [("coffee-chess", LATE), ("coin-age", SOON_OVER), ("choco", HANDS)])
def test_it_is_verified_from_there(name: str, position: str) -> None:
    match = play_out(begun(name, position))
    text = match.replay().text()
    assert f"\nposition {position} #" in text
    verified = verify_text(text)
    assert verified.match.state == match.state
    assert verified.match.state_after(0) == klatsch.load(name).from_position(position)
    assert resume(read(text)).state == match.state


def test_undo_goes_back_to_the_position_and_no_further() -> None:
    match = begun("coffee-chess", LATE)
    match.play(1, "place a1")
    match.undo(1)
    assert match.state == match.game.from_position(LATE)
    with pytest.raises(NotAllowed):
        match.undo(1)


def test_an_unfinished_one_is_resumed() -> None:
    match = begun("coin-age", SOON_OVER)
    record = match.unfinished_replay()
    record.seed = match.dice.seed.hex()
    again = resume(record)
    assert again.state == match.state
    match.play(0, "end")
    again.play(0, "end")
    assert again.state == match.state


def test_it_can_be_analysed() -> None:
    match = play_out(begun("coin-age", SOON_OVER))
    assert analyse(match, 20, 1).turns


def test_what_is_over_or_can_t_be_is_refused() -> None:
    game = klatsch.load("coin-age")
    over = play_out(begun("coin-age", SOON_OVER)).state.position()
    with pytest.raises(ValueError, match="the game is over"):
        Match(game, position=over)
    with pytest.raises(ValueError, match="begins with"):
        Match(game, position="nonsense")
    with pytest.raises(ValueError, match="the position is one of 4 players"):
        Match(klatsch.load("four-armies"), 3, position="human to act; seats 4")


def test_a_changed_position_is_found() -> None:
    text = play_out(begun("coffee-chess", LATE)).replay().text()
    with pytest.raises(DamagedReplay, match="the line was changed"):
        verify_text(text.replace("inventories 3 3", "inventories 3 2"))
    record = read(text)
    record.position = "white to act; turn 2"
    with pytest.raises(DamagedReplay, match="turn 2 is black's"):
        verify_text(record.text())


def test_hidden_hands_are_told_after_the_end_only() -> None:
    match = begun("choco", HANDS)
    with pytest.raises(NotAllowed, match="Hands are hidden"):
        match.position_after(0)
    play_out(match)
    assert match.position_after(0) == match.game.from_position(HANDS).position()
