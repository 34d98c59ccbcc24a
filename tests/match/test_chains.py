"""Hash chains: what a seat's own device adds to the draws that its actions lead to, and what a replay proves of it."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest

import klatsch
from klatsch.core.replay import DamagedReplay, Event, Replay, read
from klatsch.core.rng import Rng
from klatsch.match.match import Match, NotAllowed
from klatsch.match.verify import Draw, check_published, draws, published, read_published, resume, verify_text

SEED = bytes(range(32))
NONCES = [b"a" * 16, b"b" * 16]
LENGTH = 2000


class Device:
    """A seat's device: it knows the secret from which its chain is made."""

    def __init__(self, secret: bytes) -> None:
        self.values = [secret]
        for _ in range(LENGTH):
            self.values.append(hashlib.sha256(self.values[-1]).digest())

    @property
    def end(self) -> str:
        return self.values[-1].hex()

    def link(self, number: int | None) -> str:
        return "" if number is None else self.values[-1 - number].hex()


DEVICES = [Device(b"anna" * 8), Device(b"bela" * 8)]


def match(devices: dict[int, Device] | None = None) -> Match:
    chosen = dict(enumerate(DEVICES)) if devices is None else devices
    ends = {seat: device.end for seat, device in chosen.items()}
    return Match(klatsch.load("coin-age"), seed=SEED, match_id="t1", nonces=NONCES, chains=ends)


def act(played: Match, rng: Rng, linked: bool = True) -> Event:
    """A random action of whoever decides, with its link; the event that it became."""
    seat, before = int(played.state.actor), len(played.events)
    legal = played.state.legal_actions()
    link = DEVICES[seat].link(played.link_wanted(seat)) if linked else ""
    played.play(seat, legal[rng.below(len(legal))], link)
    return played.events[before]


def play_to_the_end(played: Match, seed: int = 1) -> Match:
    rng = Rng(seed)
    while not played.over:
        act(played, rng)
    return played


def until_chance(played: Match, rng: Rng, seat: int = 0, linked: bool = True) -> Event:
    """Plays until an action of the seat leads to chance; that action. The others come with their links."""
    while not played.over:
        decides = int(played.state.actor)
        event = act(played, rng, linked or decides != seat)
        if event.seat == seat and played.events[-1].kind == "chance":
            return event
    raise AssertionError("the game ended before")


# ── As docs/replays.md tells it ───────────────────────────────────────────────────────────────────


def test_a_stranger_rebuilds_every_draw_from_the_text_alone() -> None:
    """Nothing here but the standard library, the replay's text, and the weights, which the rules know."""
    text = play_to_the_end(match()).replay().text()
    lines = [line.rpartition(" #")[0] for line in text.splitlines()]
    header = dict(line.split(" ", 1) for line in lines[: lines.index("start")] if not line.startswith("option"))
    nonces = [line.split()[2] for line in lines if line.startswith("nonce ")]
    ends = {line.split()[1]: line.split()[2] for line in lines if line.startswith("chain ")}
    seed = bytes.fromhex(next(line.split()[1] for line in lines if line.startswith("seed ")))
    weights = iter(draws(read(text)))
    actions = dict.fromkeys(ends, 0)
    link, n, linked = "", 0, 0
    for line in lines[lines.index("start") + 1 :]:
        if line.startswith("play "):
            seat = line.split()[1]
            actions[seat] += 1
            link = line.rpartition(" @")[2] if " @" in line else ""
            value = bytes.fromhex(link)
            for _ in range(actions[seat] if link else 0):
                value = hashlib.sha256(value).digest()
            assert not link or value.hex() == ends[seat]
        elif line.startswith("chance "):
            draw = next(weights)
            parts = [header["table"], *nonces, str(n), *([link] if link else []), "0"]
            x = int.from_bytes(hmac.digest(seed, "|".join(parts).encode(), "sha256"), "big")
            picked = [at for at, weight in enumerate(draw.weights) for _ in range(weight)][x % sum(draw.weights)]
            assert draw.outcomes[picked] == line.removeprefix("chance ")
            n += 1
            linked += bool(link)
    assert linked == n - 1 > 5  # the first draw, before any action, is by the seed alone


def test_who_knows_the_seed_does_not_foresee_a_draw() -> None:
    """The same seed, numbers and actions, another chain: other draws."""
    found = set()
    for secret in range(8):
        device = Device(bytes([secret]) * 32)
        played = match({0: device, 1: device})
        while sum(event.kind == "chance" for event in played.events) < 2:  # the first one precedes all actions
            seat = int(played.state.actor)
            played.play(seat, played.state.legal_actions()[0], device.link(played.link_wanted(seat)))
        found.add(tuple(event.line for event in played.events if event.kind == "chance"))
    assert len(found) > 1


# ── What comes with an action ─────────────────────────────────────────────────────────────────────


def test_a_link_is_noted_where_chance_follows_and_only_there() -> None:
    played = play_to_the_end(match())
    for event, after in zip(played.events, [*played.events[1:], Event("")], strict=True):
        assert bool(event.link) == (event.kind == "play" and after.kind == "chance")


@pytest.mark.parametrize("wrong", ["of another seat", "of the action before", "of a later action", "no link"])
def test_another_link_is_refused_and_nothing_changes(wrong: str) -> None:
    played = match()
    until_chance(played, Rng(1))
    seat = int(played.state.actor)
    number = played.link_wanted(seat)
    assert number is not None
    links = {
        "of another seat": DEVICES[1 - seat].link(number),
        "of the action before": DEVICES[seat].link(number - 1),
        "of a later action": DEVICES[seat].link(number + 1),
        "no link": "xyz",
    }
    before = list(played.events)
    with pytest.raises(NotAllowed, match="not the next link"):
        played.play(seat, played.state.legal_actions()[0], links[wrong])
    assert (played.events, played.link_wanted(seat)) == (before, number)


def test_undo_never_gives_a_link_back() -> None:
    played = match()
    rng = Rng(2)
    event = until_chance(played, rng)
    number = played.link_wanted(0)
    played.undo(0, consent=True)
    assert played.link_wanted(0) == number
    again = until_chance(played, rng)
    assert again.link != event.link
    while played.state.actor != 0:
        act(played, rng)
    with pytest.raises(NotAllowed, match="not the next link"):
        played.play(0, played.state.legal_actions()[0], event.link)


def test_without_its_link_a_draw_is_by_the_seed_alone_and_the_chain_given_up() -> None:
    """Or who knows the seed could choose for every draw whether to send a link."""
    played = match()
    rng = Rng(3)
    assert until_chance(played, rng).link
    assert until_chance(played, rng, linked=False).link == ""
    assert played.link_wanted(0) is None
    assert until_chance(played, rng).link == ""
    assert until_chance(played, rng, seat=1).link


def test_a_bot_that_plays_for_somebody_has_no_link_and_their_chain_goes_on() -> None:
    played = match()
    rng = Rng(4)
    played.record(Event("takeover", 0, "bot:3"))
    assert until_chance(played, rng, linked=False).link == ""
    played.record(Event("return", 0))
    assert until_chance(played, rng).link


def test_a_fork_leaves_the_chains_of_the_first() -> None:
    played = match()
    until_chance(played, Rng(5))
    number = played.link_wanted(0)
    until_chance(played.fork(), Rng(6))
    assert played.link_wanted(0) == number


def test_a_stored_match_goes_on_with_its_chains() -> None:
    first = match()
    rng = Rng(7)
    for _ in range(20):
        act(first, rng)
    record = first.unfinished_replay()
    record.seed = SEED.hex()
    again = resume(record)
    assert [again.link_wanted(seat) for seat in (0, 1)] == [first.link_wanted(seat) for seat in (0, 1)]
    assert play_to_the_end(again, 8).replay().text() == play_to_the_end(first, 8).replay().text()


# ── The replay ────────────────────────────────────────────────────────────────────────────────────


def test_a_replay_with_chains_is_verified_and_says_how_many_draws_they_made() -> None:
    played = match({0: DEVICES[0]})
    text = play_to_the_end(played).replay().text()
    assert text.startswith("klatsch-replay 2 ")
    assert read(text).text() == text
    verified = verify_text(text)
    assert 0 < verified.linked < verified.draws
    assert verified.draws_checked


def test_a_replay_without_chains_is_written_as_before() -> None:
    text = play_to_the_end(match({})).replay().text()
    assert text.startswith("klatsch-replay 1 ")
    assert "@" not in text
    assert verify_text(text).linked == 0


def rewritten(change: Callable[[Replay], None]) -> str:
    """A consistent rewrite: all hashes of the lines fit."""
    replay = play_to_the_end(match()).replay()
    change(replay)
    return replay.text()


def change_link(replay: Replay, link: str) -> None:
    position = next(n for n, event in enumerate(replay.events) if event.link)
    replay.events[position] = replace(replay.events[position], link=link)


def another_outcome(replay: Replay) -> None:
    draw = draws(replay)[0]
    other = draw.outcomes[(draw.drawn + 1) % len(draw.outcomes)]
    position = next(n for n, event in enumerate(replay.events) if event.kind == "chance")
    replay.events[position] = Event("chance", detail=other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda replay: change_link(replay, "ab" * 32), "not the next link"),
        (lambda replay: change_link(replay, ""), "the fair dice say"),
        (lambda replay: replay.chains.update({0: "ab" * 32}), "not the next link"),
        (lambda replay: replay.chains.clear(), "not the next link"),
        (another_outcome, "the fair dice say"),
    ],
    ids=["another link", "a link left out", "another chain", "no chains", "another outcome"],
)
def test_a_rigged_replay_is_found(change: Callable[[Replay], None], words: str) -> None:
    with pytest.raises(DamagedReplay, match=words):
        verify_text(rewritten(change))


def test_a_link_where_chance_decides_nothing_is_found() -> None:
    replay = play_to_the_end(match()).replay()
    acted = {0: 0, 1: 0}
    for position, event in enumerate(replay.events):
        if event.kind == "play":
            acted[event.seat] += 1
            if not event.link:
                replay.events[position] = replace(event, link=DEVICES[event.seat].link(acted[event.seat]))
                break
    with pytest.raises(DamagedReplay, match="chance decides nothing"):
        verify_text(replay.text())


# ── Somebody's account of the draws ───────────────────────────────────────────────────────────────


def rig(draw: Draw, name: str) -> Draw:
    if name == "weights":
        return replace(draw, weights=[weight + (at == 0) for at, weight in enumerate(draw.weights)])
    if name == "outcomes":
        return replace(draw, outcomes=draw.outcomes[::-1])
    return replace(draw, drawn=draw.drawn + 1) if name == "drawn" else replace(draw, link="")


@pytest.mark.parametrize("name", ["weights", "outcomes", "drawn", "link"])
def test_a_servers_list_that_was_made_to_fit_is_found(name: str) -> None:
    """Whoever trusts its weights finds nothing wrong with the arithmetic; by the rules they are others."""
    replay = play_to_the_end(match()).replay()
    told = published(replay, [])
    check_published(replay, read_published(json.dumps(asdict(told)).encode()))
    rigged = [*told.draws[:3], rig(told.draws[3], name), *told.draws[4:]]
    with pytest.raises(ValueError, match=f"draw 4: {name}"):
        check_published(replay, replace(told, draws=rigged))


def test_a_servers_list_of_another_match_or_length_is_found() -> None:
    replay = play_to_the_end(match()).replay()
    told = published(replay, [])
    for changed, words in (
        (replace(told, draws=told.draws[:-1]), "is missing"),
        (replace(told, draws=[*told.draws, told.draws[0]]), "never made"),
        (replace(told, seed="ab" * 32), "seed"),
        (replace(told, chains={}), "chains"),
    ):
        with pytest.raises(ValueError, match=words):
            check_published(replay, changed)
    with pytest.raises(ValueError, match="no list of draws"):
        read_published(b"[]")
