"""ChoCo: the cards from a file (RULES.md, 1.2), the checks it passes, and how the picture tells that ours are ours."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.choco.cards import FACE_NAMES, turned
from klatsch.games.choco.deck import DATA, check_deck, deck, read
from klatsch.games.choco.invariant import invariant
from klatsch.games.choco.layout import FACES, LAID
from klatsch.games.choco.observe import ChoCoObserver
from klatsch.games.choco.rules import ChoCo

from playing import walk

# Not one card of two and two; a card is named in any of its turns, and may be named twice.
OWN = """
[cards]
mwww = 5   # wwwm, turned
wwwd = 7
mmmw = 6
mmmd = 5
dddw = 6
dddm = 4
wwmd = 1
wdwm = 2   # wwmd, turned
"""
FACES_OWNED = {"wwwm": 5, "wwwd": 7, "mmmw": 6, "mmmd": 5, "dddw": 6, "dddm": 4, "wwmd": 3}
ONE_TABLE = "the file of cards has reconstruction, one table, [cards], and nothing else"


@pytest.mark.rule("choco 1.2")
def test_every_possible_face_has_a_name() -> None:
    """All cards of four pieces in three colours, however turned, but those of one colour: a file can name any card."""
    pieces = {a + b + c + d for a in "wmd" for b in "wmd" for c in "wmd" for d in "wmd"} - {"wwww", "mmmm", "dddd"}
    assert pieces == {turned(name, quarters) for name in FACE_NAMES for quarters in range(4)}
    assert len(FACE_NAMES) == FACES


@pytest.mark.rule("choco 1.2")
def test_a_file_says_which_cards_there_are() -> None:
    copies = dict(zip(FACE_NAMES, deck(OWN).copies, strict=True))
    assert {name: many for name, many in copies.items() if many} == FACES_OWNED


@pytest.mark.rule("choco 1.2")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_is_played_with_the_cards_of_the_file(seats: int) -> None:
    game = klatsch.load("choco", cards=OWN)
    eyes = ChoCoObserver(game, seats)
    most = [part.most for part in eyes.layout for _ in range(part.size)]
    laid: set[str] = set()
    for state in walk(game, seats, 4):
        assert isinstance(state, ChoCo)
        assert invariant(state) is None
        assert state.game.from_numbers(seats, state.numbers()) == state
        assert all(number <= limit for number, limit in zip(eyes.numbers(state, 0), most, strict=True))
        assert set(state.view(0)["unseen"]) <= {
            name for name, many in zip(FACE_NAMES, deck(OWN).copies, strict=True) if many
        }
        laid |= {FACE_NAMES[state.shape_of(card) // 4] for card in range(state.v[LAID])}
    assert "wwwd" in laid
    assert not laid & {"wwmm", "wmmw", "wwdd", "wddw", "mmdd", "mddm", "wwdm"}


def test_a_state_of_other_cards_is_refused() -> None:
    own, ours = klatsch.load("choco", cards=OWN), klatsch.load("choco")
    with pytest.raises(ValueError, match="damaged"):
        ours.from_numbers(2, own.new(2).numbers())
    with pytest.raises(ValueError, match="options"):
        ours.from_bytes(own.new(2).to_bytes())


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("[cards]", "[card]", ONE_TABLE),
        (
            "[cards]",
            "title = 'x'\n[cards]",
            "the file of cards has reconstruction, one table, [cards], and nothing else",
        ),
        ("[cards]", "[[cards]]", ONE_TABLE),
        ("[cards]", "reconstruction = 1\n[cards]", "reconstruction must be true or false"),
        ("wwwd", "wwd", "a card is told by four letters of w, m and d, not by 'wwd'"),
        ("wwwd", "wwwx", "a card is told by four letters of w, m and d, not by 'wwwx'"),
        ("wwwd", "wwww", "no card is of one colour, as wwww is"),
        ("wwwd = 7", "wwwd = 6", "there must be 36 cards, not 35"),
        ("wwwd = 7", "wwwd = -1", "how many cards wwwd there are must be a whole number from 0 to 36"),
        ("wwwd = 7", "wwwd = true", "how many cards wwwd there are must be a whole number from 0 to 36"),
        ("wwwd = 7", "wwwd = 7.0", "how many cards wwwd there are must be a whole number from 0 to 36"),
        ("wwwd = 7", "wwwd =", "the file of cards is no valid TOML: Invalid value (at line 4, column 7)"),
        ("wwwd = 7", "wwwd = " + "9" * 5000, "the file of cards has more than 500 letters in line 4"),
    ],
)
def test_a_bad_file_gets_a_sentence(before: str, after: str, sentence: str) -> None:
    assert before in OWN
    with pytest.raises(ValueError) as refused:
        klatsch.load("choco", cards=OWN.replace(before, after, 1))
    assert str(refused.value) == f"option cards: {sentence}"


def test_every_colour_is_on_some_card() -> None:
    with pytest.raises(ValueError, match="no card has a piece of dark: each colour is some player's, or neutral"):
        read("[cards]\nwwwm = 18\nmmmw = 18")
    with pytest.raises(ValueError, match="not 0"):
        check_deck([0] * FACES)


@pytest.mark.rule("choco 1.2")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Card faces: our reconstruction"),
        ("pt", "Faces das cartas: reconstrução nossa"),
        ("ro", "Fețele cărților: reconstrucția noastră"),
    ],
)
def test_the_picture_says_that_our_cards_are_a_reconstruction(lang: str, words: str) -> None:
    ours, own = klatsch.load("choco").new(2), klatsch.load("choco", cards=OWN).new(2)
    changed = klatsch.load("choco", cards="reconstruction = true\n" + OWN).new(2)
    for state, count in ((ours, 1), (own, 0), (changed, 1)):
        assert state.svg(0, lang).count(words) == count
        assert state.text(0, lang).count(words) == count


def test_the_shipped_file_says_so_too() -> None:
    assert "RECONSTRUCTION" in (DATA / "reconstructed.toml").read_text("utf-8")
