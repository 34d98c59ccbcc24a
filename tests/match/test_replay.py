"""Replays: written, read, verified; every kind of damage is found and named by its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import klatsch
from klatsch.core.replay import DamagedReplay, Event, Replay, chain, read
from klatsch.core.rng import Rng
from klatsch.match.match import Match
from klatsch.match.verify import draws, verify_bytes, verify_text

SEED = bytes(range(32))


def finished(name: str = "kuhn-poker") -> Match:
    match = Match(klatsch.load(name), seed=SEED, match_id="t1", nonces=[b"a" * 16, b"b" * 16])
    rng = Rng(1)
    while not match.over:
        match.play(int(match.state.actor), int(match.state.sample(rng)))
    return match


def rehashed(lines: list[str]) -> str:
    """A file whose hashes are right, whatever its lines say."""
    digest = ""
    text = ""
    for line in lines:
        digest = chain(digest, line)
        text += f"{line} #{digest[:8]}\n"
    return text


@pytest.mark.parametrize("name", klatsch.names())
def test_round_trip(name: str) -> None:
    game = klatsch.load(name)
    match = Match(game, game.definition.seats[0])
    rng = Rng(2)
    while not match.over:
        match.play(int(match.state.actor), int(match.state.sample(rng)))
    text = match.replay().text()
    assert read(text).text() == text
    verified = verify_text(text)
    assert verified.match.state == match.state
    assert verified.draws == sum(event.kind == "chance" for event in match.events)


def test_undo_and_leaving_are_replayed() -> None:
    match = Match(klatsch.load("coffee-chess"))
    match.play(0, "place b1")
    match.undo(0)
    match.play(0, "place d1")
    match.play(0, "end")
    match.undo(0, consent=True)
    match.record(Event("takeover", 1, "random"))
    match.record(Event("return", 1))
    match.resign(1)
    text = match.replay().text()
    assert "undo 0 consent #" in text
    verified = verify_text(text)
    assert verified.match.utilities() == [1.0, 0.0]
    assert verified.match.state.view(0)["beans"] == {"d1": 1}


def test_draws_as_somebody_else_can_check_them() -> None:
    """Of three cards two are dealt: what is drawn first can't be drawn again."""
    match = finished()
    first, second = draws(match.replay())
    assert first.outcomes == ["deal 1", "deal 2", "deal 3"]
    assert first.weights == [1, 1, 1]
    assert second.outcomes == [outcome for outcome in first.outcomes if outcome != first.outcomes[first.drawn]]
    dealt = [event.detail for event in match.events if event.kind == "chance"]
    assert [first.outcomes[first.drawn], second.outcomes[second.drawn]] == dealt


def test_an_unfinished_game_is_replayed_without_its_seed() -> None:
    match = Match(klatsch.load("kuhn-poker"), seed=SEED)
    verified = verify_text(match.replay().text())
    assert verified.draws == 2
    assert not verified.draws_checked
    assert verified.match.state == match.state


def test_options_with_text_fit_on_a_line() -> None:
    replay = Replay("g", 1, {"map": 'a "b"\nc # d'}, 2, "t", "c", [])
    assert read(replay.text()).options == replay.options


def test_every_changed_line_is_found() -> None:
    lines = finished().replay().text().splitlines()
    for number in range(len(lines)):
        changed = [*lines]
        changed[number] = changed[number].replace(changed[number][0], "x", 1)
        with pytest.raises(DamagedReplay, match=f"^line {number + 1}: "):
            read("\n".join(changed) + "\n")
    for number in range(1, len(lines)):
        with pytest.raises(DamagedReplay, match=f"^line {number}: "):
            read("\n".join([*lines[: number - 1], *lines[number:]]) + "\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: "),
        ("hello\nworld\n", "line 1: this is no line"),
        (rehashed(["something else"]), "line 1: this is no Klatsch replay"),
        (rehashed(["klatsch-replay 1", "game coffee-chess"]), "line 2: the file ends before"),
        (rehashed(["klatsch-replay 1", "nonsense 1"]), "line 2: .*no field 'nonsense'"),
        (rehashed(["klatsch-replay 1", "seats two"]), "line 2: "),
        (rehashed(["klatsch-replay 1", "game g", "rules 1", "seats 2", "start", "jump 3"]), "line 6: .*no event"),
        (rehashed(["klatsch-replay 1", "game g", "rules 1", "seats 2", "start", "play x end"]), "line 6: .*seat"),
    ],
)
def test_damage_is_told_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DamagedReplay, match=sentence):
        read(text)


def changed(match: Match, old: str, new: str) -> str:
    """The table's replay with one line exchanged and all hashes made right again."""
    lines = match.replay().lines()
    lines[lines.index(old)] = new
    return rehashed(lines)


def test_a_consistent_rewrite_shows_where_chance_contradicts_the_seed() -> None:
    match = finished()
    first = next(event.detail for event in match.events if event.kind == "chance")
    second = [event.detail for event in match.events if event.kind == "chance"][1]
    other = next(f"deal {rank}" for rank in (1, 2, 3) if f"deal {rank}" not in (first, second))
    with pytest.raises(DamagedReplay, match=f"the fair dice say '{first}', not '{other}'"):
        verify_text(changed(match, f"chance {first}", f"chance {other}"))


def line_of(match: Match, beginning: str) -> int:
    return next(n for n, line in enumerate(match.replay().lines(), 1) if line.startswith(beginning))


@pytest.mark.parametrize(
    ("beginning", "new", "sentence"),
    [
        ("play 0", "play 0 place a1", "not a square of your colour"),
        ("play 0", "play 1 place a1", "out of turn"),
        ("play 0", "play 0 fly", "no action of"),
        ("play 0", "play 0 PLACE B1", "is written 'place b1'"),
        ("play 0", "takeover 1", "it isn't said who"),
        ("play 0", "undo 0", "nothing to take back"),
        ("game", "game nothing", "there is no game"),
        ("option quiet", 'option quite "40"', "is missing"),
        ("option quiet", 'option quiet "5"', "it takes 40 or off"),
        ("rules", "rules 9", "version 9"),
        ("seats", "seats 3", "as many players"),
        ("nonce 1", "nonce 1 xyz", "no hexadecimal number"),
        ("seed", f"seed {SEED[::-1].hex()}", "not the one that the table committed to"),
        ("result", "result 0.25 0.75", "the result is not"),
    ],
)
def test_wrong_contents_are_named_by_their_line(beginning: str, new: str, sentence: str) -> None:
    match = finished("coffee-chess")
    number = line_of(match, beginning)
    lines = match.replay().lines()
    lines[number - 1] = new
    with pytest.raises(DamagedReplay, match=sentence) as found:
        verify_text(rehashed(lines))
    if sentence == "is missing":  # options stand before the seats
        assert found.value.line == line_of(match, "seats")
    else:
        assert found.value.line in (number, line_of(match, "nonce 0"))


@pytest.mark.parametrize("repeated", ["game", "start", "result", "seats", "player 0"])
def test_no_line_may_be_repeated(repeated: str) -> None:
    match = finished()
    number = line_of(match, repeated)
    lines = match.replay().lines()
    with pytest.raises(DamagedReplay) as found:
        verify_text(rehashed([*lines[:number], lines[number - 1], *lines[number:]]))
    assert found.value.line == number + 1


def test_a_finished_game_must_reveal_its_seed_and_tell_its_result() -> None:
    """Else somebody could take the seed out and deal the cards anew."""
    lines = finished().replay().lines()
    without_seed = [line for line in lines if not line.startswith("seed")]
    first, second = (n for n, line in enumerate(without_seed) if line.startswith("chance"))
    without_seed[first], without_seed[second] = without_seed[second], without_seed[first]
    with pytest.raises(DamagedReplay, match="its seed is not revealed"):
        verify_text(rehashed(without_seed))
    with pytest.raises(DamagedReplay, match="its result is missing"):
        verify_text(rehashed([line for line in lines if not line.startswith("result")]))
    too_early = [*lines]
    del too_early[-3]
    with pytest.raises(DamagedReplay, match="the game isn't over"):
        verify_text(rehashed(too_early))


def test_a_game_that_was_closed_reveals_its_seed_without_a_result() -> None:
    lines = finished().replay().lines()
    closed = [line for line in lines if not line.startswith("result")]
    del closed[-2]  # the action that ended it
    verified = verify_text(rehashed(closed))
    assert verified.draws_checked
    assert not verified.match.over
    rigged = list(closed)
    first, second = (n for n, line in enumerate(rigged) if line.startswith("chance"))
    rigged[first], rigged[second] = rigged[second], rigged[first]
    with pytest.raises(DamagedReplay, match="the fair dice say"):
        verify_text(rehashed(rigged))


def test_a_file_that_is_no_text() -> None:
    with pytest.raises(DamagedReplay, match=r"^line 2: this is no text"):
        verify_bytes(b"klatsch\n\xff\xfe\n")


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "golden").glob("*.replay")), ids=lambda p: p.stem)
def test_golden_games_still_replay(path: Path) -> None:
    """Recorded games of every kind of ending: they must replay as long as rules_version stays."""
    verified = verify_text(path.read_text("utf-8"))
    assert verified.match.over
    outcome = verified.match.outcome
    assert outcome is not None
    assert path.stem.endswith(outcome.reason.id.removeprefix("end.").replace("end_by.", "by_"))
