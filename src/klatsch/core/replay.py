"""The replay: one text format for all games, one event a line, each line ending with a running hash.

    klatsch-replay 1 #…           what it is; 2 where a seat has a hash chain
    game some-game #…             then the header: rules version, options, seats, table, fair-dice commitment, nonces,
    start #…                      chains; the position where the match began, if it wasn't the game's first
    play 0 place e4 #…            then the events
    play 0 toss @… #…             with the link of the seat's chain where chance decides what follows
    seed … #…                     at the end the revealed seed and the result
    result 1 0 #…

This module only reads and writes the text. Whether a game really went so is for klatsch.match to replay.
The hash chain finds a damaged line. It does not prove who wrote the file: a consistent rewrite of all of it shows
only where chance contradicts the seed that the table committed itself to.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from itertools import zip_longest

FORMATS = ("klatsch-replay 1", "klatsch-replay 2")  # without hash chains, and with some
LINKED = re.compile(r"^(.*) @([0-9a-f]{64})$")
HASH = re.compile(r"^(.*) #([0-9a-f]{8})$")
EVENTS = {"play", "chance", "undo", "resign", "draw", "timeout", "takeover", "return"}


class DamagedReplay(ValueError):
    """A replay that can't be read or doesn't replay; says in which line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line


@dataclass(frozen=True)
class Event:
    """One thing that happened: an action, chance, undo, resignation, …

    `seat` is −1 where no seat is meant; `detail` is the notation of an action, "consent" for an undo that needed it,
    or who took a seat over; `link` what the seat's hash chain adds to the draws that follow an action.
    """

    kind: str
    seat: int = -1
    detail: str = ""
    link: str = ""

    @property
    def line(self) -> str:
        words = [self.kind, *([str(self.seat)] if self.seat >= 0 else []), *([self.detail] if self.detail else [])]
        return " ".join([*words, f"@{self.link}"] if self.link else words)


@dataclass
class Replay:
    game: str
    rules_version: int
    options: dict[str, str]
    seats: int
    match_id: str  # enters the fair dice
    commitment: str  # SHA-256 of the seed, in hexadecimal digits
    nonces: list[str]  # what each seat's own device added, in hexadecimal digits
    chains: dict[int, str] = field(default_factory=dict)  # the ends of the hash chains of seats that have one
    position: str = ""  # where the match began, if it wasn't at the game's first position
    players: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    seed: str = ""  # revealed at the end
    result: list[float] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The file's lines without their hashes."""
        header = [FORMATS[bool(self.chains)], f"game {self.game}", f"rules {self.rules_version}"]
        header += [f"option {name} {json.dumps(value, ensure_ascii=True)}" for name, value in self.options.items()]
        header += [f"seats {self.seats}", f"table {self.match_id}", f"commitment {self.commitment}"]
        header += [f"player {seat} {json.dumps(name)}" for seat, name in enumerate(self.players)]
        header += [f"nonce {seat} {nonce}" for seat, nonce in enumerate(self.nonces)]
        header += [f"chain {seat} {end}" for seat, end in sorted(self.chains.items())]
        header += [f"position {self.position}"] if self.position else []
        ending = [f"seed {self.seed}"] if self.seed else []
        ending += [f"result {' '.join(f'{share:.6g}' for share in self.result)}"] if self.result else []
        return [*header, "start", *(event.line for event in self.events), *ending]

    def text(self) -> str:
        digest = ""
        written = []
        for line in self.lines():
            digest = chain(digest, line)
            written.append(f"{line} #{digest[:8]}\n")
        return "".join(written)


def chain(digest: str, line: str) -> str:
    return hashlib.sha256(f"{digest}\n{line}".encode()).hexdigest()


def read(text: str) -> Replay:
    """The replay in a text; DamagedReplay names the line."""
    lines = unhashed(text)
    if not lines or lines[0] not in FORMATS:
        raise DamagedReplay(1, f"this is no Klatsch replay: it should begin with {FORMATS[0]!r}")
    replay = Replay("", 0, {}, 0, "", "", [])
    started = False
    for number, line in enumerate(lines[1:], start=2):
        try:
            if line == "start":
                started = True
            elif started and not replay.seed and not replay.result and line.split(" ")[0] in EVENTS:
                replay.events.append(read_event(line))
            else:
                read_field(replay, line, started)
        except (ValueError, IndexError) as error:
            raise DamagedReplay(number, f"{line!r} can't be read ({error})") from error
    if not started or not replay.game or not replay.seats:
        raise DamagedReplay(len(lines), "the file ends before the game starts")
    # A field that is repeated, missing or out of place is found by writing the replay again.
    for number, (line, again) in enumerate(zip_longest(lines, replay.lines()), start=1):
        if line != again:
            raise DamagedReplay(
                number, f"here should be {again!r}" if again is not None else "this is one line too many"
            )
    return replay


def unhashed(text: str) -> list[str]:
    """The lines without their hashes, each checked against the chain."""
    digest = ""
    lines = []
    for number, written in enumerate(text.split("\n"), start=1):
        if not written and number > 1:
            if text.split("\n")[number:] not in ([], [""]):
                raise DamagedReplay(number, "the line is empty")
            break
        match = HASH.match(written)
        if match is None:
            raise DamagedReplay(number, "this is no line of a Klatsch replay: its hash is missing")
        digest = chain(digest, match[1])
        if digest[:8] != match[2]:
            raise DamagedReplay(number, "the line was changed: its hash doesn't fit it and the lines before")
        lines.append(match[1])
    return lines


def read_event(line: str) -> Event:
    kind, _, rest = line.partition(" ")
    if kind == "chance":
        return Event(kind, detail=rest)
    if kind == "draw":
        return Event(kind)
    seat, _, detail = rest.partition(" ")
    if not seat.isdigit():
        raise ValueError("a seat's number is missing")
    linked = LINKED.match(detail) if kind == "play" else None
    return Event(kind, int(seat), detail) if linked is None else Event(kind, int(seat), linked[1], linked[2])


def read_field(replay: Replay, line: str, started: bool) -> None:
    key, _, rest = line.partition(" ")
    if key == "seed" and started:
        replay.seed = str(bytes.fromhex(rest).hex())
    elif key == "result" and started:
        replay.result = [float(word) for word in rest.split(" ")]
    elif started:
        raise ValueError(f"there is no event {key!r}")
    elif key in ("game", "commitment", "position"):
        setattr(replay, key, rest)
    elif key == "table":
        replay.match_id = rest
    elif key == "rules":
        replay.rules_version = int(rest)
    elif key == "seats":
        replay.seats = int(rest)
    elif key == "option":
        name, _, value = rest.partition(" ")
        replay.options[name] = str(json.loads(value))
    elif key == "chain":
        seat, _, end = rest.partition(" ")
        if not 0 <= int(seat) < replay.seats or not re.fullmatch("[0-9a-f]{64}", end):
            raise ValueError("a chain has a seat and 64 hexadecimal digits")
        replay.chains[int(seat)] = end
    elif key in ("nonce", "player"):
        seat, _, value = rest.partition(" ")
        values = replay.nonces if key == "nonce" else replay.players
        if int(seat) != len(values):
            raise ValueError("seats are out of order")
        values.append(value if key == "nonce" else str(json.loads(value)))
    else:
        raise ValueError(f"there is no field {key!r}")
