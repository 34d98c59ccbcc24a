"""A slow, plain capture resolver for Battle of the 4 Armies: a test oracle, sharing no code with the game.

It begins where a Place, Move or Horde placement has just been made, and ends when no capture and no open advance
is left. It knows nothing of legal actions, rallies or winning.

Interface
---------
Hexes are 0-18, in columns of 3-4-5-4-3 from left to right, each from top to bottom; Chip is 9. NEIGHBOURS[hex].
Armies are "human", "elf", "dwarf", "goblin", "falcon"; kinds "regular", "mounted", "hero"; a unit is (army, kind).

    position = Position(units={hex: (army, kind)}, active=army, order=(armies, clockwise), reserves={army: count})
    resolver = Resolver(position)
    while (decision := resolver.pending) is not None:    # a Decision: army, kind, subject, answers
        resolver.answer(choice)                          # a member of decision.answers
    resolver.outcome()                                   # an Outcome; may also be asked for in between
    outcomes(position)                                   # every Outcome that some sequence of answers leads to

The keys of `reserves` are the living armies; the count is all it needs of a reserve. `captured` (captor -> units),
`options` and `forces_used` (this turn so far) may be left out. What is asked, and what may be answered:

    kind      army             subject           answers
    retreat   unit's owner     the unit's hex    a hex to go to, or None: stay and be captured
    claim     unit's owner     the unit's hex    one of the armies with an equal claim
    force     elf              None              (from, to), an enemy unit into a hex left, or None: no (more) forcing
    advance   active army      None              (from, to), an own unit into a captured hex, or None: no (more) advance

A decision has two answers or more; where only one thing can happen, nothing is asked. An Outcome can be hashed and
compared; its piles are sorted. `removed` holds what eliminations took off the map and the prisoners the eliminated
held; their reserves merely vanish. `eliminated` is one set of armies for each batch in which some fell, in that order.

Order
-----
 1. A check takes a snapshot. If any first strike is found, the batch is the first strikes alone, everybody's; a unit
    claimed with and without first strike is in it, with the first-strike claims only. Otherwise it is all captures.
 2. Within a batch: all retreats, all claims, removals, eliminations, in that order.
 3. Retreats: by owner, beginning left of the active army; one owner's units by hex number. Each looks at the board
    with the earlier retreats carried out, so that a hex left by an earlier one is vacant. A unit with nowhere to go
    isn't asked. (From a settled board one owner's order makes no difference: no unit could enter a hex so left.)
 4. Claims: in the same order of owners, the active army last, then by hex number. Most units are counted among the
    claims of the batch, all adjacent units of the claimant, Mounted or not.
 5. Eliminations: after the removals of every batch, before forcing; only there, so never without a capture. An
    eliminated Elf army doesn't force. With the active army eliminated all stops at once.
 6. Forcing: offered after eliminations, before any advance. Each forced step is followed by a full check, whose
    batches come before the next forcing and before advances that are already open; these stay open meanwhile. If
    several forcings are open (option hero_and_regulars), they are offered together: Elf picks the order, and None
    declines all of them. If several armies caused the retreat (impossible from a settled board), any may be forced.
 7. Advances: all that are open, of this and earlier batches, are offered together; None declines all of them. Each
    advance is followed by a full check, and what is still open is offered again with what is new.
 8. The rest after first strike: the new check comes once the advances were declined or are used up, or at once as the
    full check that follows a forced step or an advance; so it may come while other advances are still open.
 9. An opening (to advance or to force) is lost with its hex, if anything enters that, even if it leaves again; and a
    unit is lost to all older openings when it leaves its hex in any way, even if it comes back.
10. With `advance` = "one", each batch gives one advance: taking it closes the others of the same batch.
11. With one army left, its open advances are offered all the same, as the win is checked later: compare the winner.
12. Nothing is forced once 20 forced steps were made in the turn; the question isn't asked then.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Unit: TypeAlias = tuple[str, str]
Step: TypeAlias = tuple[int, int]
Answer: TypeAlias = int | str | Step | None

COLUMNS = (3, 4, 5, 4, 3)
CHIP = 9
MOST_FORCES = 20


def _neighbours() -> dict[int, frozenset[int]]:
    """A place is a column, and a height in half hexes from the middle line."""
    places = [(column, 2 * row - (rows - 1)) for column, rows in enumerate(COLUMNS) for row in range(rows)]
    number = {place: hex_ for hex_, place in enumerate(places)}
    sides = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    beside = {number[x, y]: {(x + dx, y + dy) for dx, dy in sides} for x, y in places}
    return {hex_: frozenset(number[place] for place in near & set(places)) for hex_, near in beside.items()}


NEIGHBOURS = _neighbours()


@dataclass(frozen=True)
class Options:
    claim: str = "most_units"  # or "owner"
    advance: str = "per_capture"  # or "one"
    elf_force: str = "hero"  # or "hero_and_regulars"


@dataclass(frozen=True)
class Position:
    units: Mapping[int, Unit]
    active: str
    order: Sequence[str]
    reserves: Mapping[str, int]
    captured: Mapping[str, Sequence[Unit]] = field(default_factory=dict)
    options: Options = Options()
    forces_used: int = 0


@dataclass(frozen=True)
class Decision:
    army: str
    kind: str
    subject: int | None
    answers: frozenset[Answer]


@dataclass(frozen=True)
class Outcome:
    units: frozenset[tuple[int, Unit]]
    captured: tuple[tuple[str, tuple[Unit, ...]], ...]
    removed: tuple[Unit, ...]
    eliminated: tuple[frozenset[str], ...]
    reserves: tuple[tuple[str, int], ...]
    forces_used: int


@dataclass(frozen=True, eq=False)
class Stand:
    """A unit for as long as it stays where it is: having moved, it is another Stand."""

    army: str
    kind: str


@dataclass(frozen=True)
class Claim:
    """What one army needs to capture one unit: two or more adjacent units."""

    victim: int
    captor: str
    causes: Mapping[int, Stand]
    first_strike: bool


@dataclass(frozen=True)
class Opening:
    """A hex that one of the units that brought about its emptiness may enter, if it still stands where it did."""

    target: int
    causes: Mapping[int, Stand]
    batch: int


Board: TypeAlias = dict[int, Stand]
Asking: TypeAlias = Generator[Decision, Answer, None]


def around(board: Board, hex_: int) -> dict[int, Stand]:
    """The units on the neighbours of a hex."""
    return {other: board[other] for other in NEIGHBOURS[hex_] if other in board}


def beside_hero(board: Board, hex_: int, army: str) -> bool:
    return any(stand.army == army and stand.kind == "hero" for stand in around(board, hex_).values())


def strikes_first(board: Board, hex_: int) -> bool:
    """A Mounted unit does, but for Awe."""
    return board[hex_].kind == "mounted" and not beside_hero(board, hex_, "falcon")


def claims_on(board: Board, victim: int) -> list[Claim]:
    """Every army's claim to the unit on this hex."""
    by_army: dict[str, dict[int, Stand]] = {}
    for hex_, stand in around(board, victim).items():
        by_army.setdefault(stand.army, {})[hex_] = stand
    return [
        Claim(victim, army, causes, any(strikes_first(board, hex_) for hex_ in causes))
        for army, causes in by_army.items()
        if army != board[victim].army and len(causes) >= 2
    ]


def find_batch(board: Board) -> dict[int, list[Claim]]:
    """The captures to resolve together now: the first strikes if there are any, otherwise all. Victim -> claims."""
    found = [claim for victim in sorted(board) for claim in claims_on(board, victim)]
    chosen = [claim for claim in found if claim.first_strike] or found
    batch: dict[int, list[Claim]] = {}
    for claim in chosen:
        batch.setdefault(claim.victim, []).append(claim)
    return batch


def may_retreat(board: Board, hex_: int, active: str) -> bool:
    """Whether the unit has the ability now, wherever it may lead."""
    stand = board[hex_]
    if stand.army == active:
        return False
    if stand.kind == "mounted":
        return not beside_hero(board, hex_, "falcon")
    return stand.army == "elf" and (stand.kind == "hero" or beside_hero(board, hex_, "elf"))


def retreat_hexes(board: Board, hex_: int) -> set[int]:
    """The vacant neighbours that touch no enemy of the unit."""
    vacant = {to for to in NEIGHBOURS[hex_] if to not in board}
    return {to for to in vacant if {stand.army for stand in around(board, to).values()} <= {board[hex_].army}}


def best_claims(claims: list[Claim], rule: str) -> list[Claim]:
    """The claims among which the owner of the unit chooses."""
    if rule == "owner":
        return claims
    most = max(len(claim.causes) for claim in claims)
    return [claim for claim in claims if len(claim.causes) == most]


class Resolver:
    """Resolves all captures of a position, one answer after another."""

    def __init__(self, position: Position) -> None:
        self.active = position.active
        self.order = list(position.order)
        self.options = position.options
        self.board: Board = {hex_: Stand(*unit) for hex_, unit in position.units.items()}
        self.reserves = dict(position.reserves)
        self.captured = {army: list(position.captured.get(army, ())) for army in self.reserves}
        self.removed: list[Unit] = []
        self.eliminated: list[frozenset[str]] = []
        self.forces_used = position.forces_used
        self.batches = 0
        self.forces: list[Opening] = []
        self.advances: list[Opening] = []
        if not {self.active, *(stand.army for stand in self.board.values())} <= set(self.reserves) <= set(self.order):
            raise ValueError("an army on the map or to move isn't alive, or a living army isn't in the turn order")
        self.pending: Decision | None = None
        self._questions = self._resolve()
        self._go_on(None)

    def answer(self, choice: Answer) -> None:
        if self.pending is None or choice not in self.pending.answers:
            raise ValueError(f"{choice!r} doesn't answer {self.pending}")
        self._go_on(choice)

    def _go_on(self, choice: Answer) -> None:
        try:
            self.pending = self._questions.send(choice)
        except StopIteration:
            self.pending = None

    def outcome(self) -> Outcome:
        return Outcome(
            units=frozenset((hex_, (stand.army, stand.kind)) for hex_, stand in self.board.items()),
            captured=tuple((army, tuple(sorted(units))) for army, units in sorted(self.captured.items())),
            removed=tuple(sorted(self.removed)),
            eliminated=tuple(self.eliminated),
            reserves=tuple(sorted(self.reserves.items())),
            forces_used=self.forces_used,
        )

    # The course of a resolution

    def _resolve(self) -> Asking:
        while True:
            batch = find_batch(self.board)
            if batch:
                yield from self._resolve_batch(batch)
                if self.active not in self.reserves:
                    return
            if (yield from self._force()):
                continue
            advances = self._steps(self.advances)
            if advances:
                yield from self._advance(advances)
            elif not batch:
                return

    def _resolve_batch(self, batch: dict[int, list[Claim]]) -> Asking:
        self.batches += 1
        snapshot = dict(self.board)
        for hex_ in self._by_owner(batch, snapshot):
            if may_retreat(snapshot, hex_, self.active):
                yield from self._retreat(hex_, batch[hex_])
        captures: list[Claim] = []
        for hex_ in self._by_owner(batch, snapshot):
            if self.board.get(hex_) is snapshot[hex_]:
                captures.append((yield from self._claim(hex_, batch[hex_])))
        self._remove(captures)
        self._eliminate()

    def _by_owner(self, hexes: Mapping[int, object], board: Board) -> list[int]:
        """Hexes by their units' owners, the one left of the active army first, then by number."""
        start = self.order.index(self.active) + 1
        rank = {army: place for place, army in enumerate(self.order[start:] + self.order[:start])}
        return sorted(hexes, key=lambda hex_: (rank[board[hex_].army], hex_))

    def _step(self, start: int, target: int) -> None:
        """Moves a unit: a new Stand, and no opening for the hex that it enters."""
        stand = self.board.pop(start)
        self.board[target] = Stand(stand.army, stand.kind)
        self.forces = [opening for opening in self.forces if opening.target != target]
        self.advances = [opening for opening in self.advances if opening.target != target]

    # Within a batch

    def _retreat(self, hex_: int, claims: list[Claim]) -> Asking:
        ways = retreat_hexes(self.board, hex_)
        if not ways:
            return
        unit = self.board[hex_]
        choice = yield Decision(unit.army, "retreat", hex_, frozenset({*ways, None}))
        if not isinstance(choice, int):
            return
        self._step(hex_, choice)
        forcing = {"hero"} if self.options.elf_force == "hero" else {"hero", "regular"}
        if unit.army == "elf" and unit.kind in forcing:
            causes = {cause: stand for claim in claims for cause, stand in claim.causes.items()}
            self.forces.append(Opening(hex_, causes, self.batches))

    def _claim(self, hex_: int, claims: list[Claim]) -> Generator[Decision, Answer, Claim]:
        best = best_claims(claims, self.options.claim)
        if len(best) == 1:
            return best[0]
        captor = yield Decision(self.board[hex_].army, "claim", hex_, frozenset(claim.captor for claim in best))
        return next(claim for claim in best if claim.captor == captor)

    def _remove(self, captures: list[Claim]) -> None:
        for claim in captures:
            stand = self.board.pop(claim.victim)
            self.captured[claim.captor].append((stand.army, stand.kind))
            if claim.captor == self.active:
                self.advances.append(Opening(claim.victim, claim.causes, self.batches))

    def _eliminate(self) -> None:
        sizes = dict(self.reserves)
        for stand in self.board.values():
            sizes[stand.army] += 1
        fallen = frozenset(army for army, size in sizes.items() if size <= 1)
        if fallen:
            self.eliminated.append(fallen)
        for hex_, stand in list(self.board.items()):
            if stand.army in fallen:
                self.removed.append((stand.army, stand.kind))
                del self.board[hex_]
        for army in fallen:
            del self.reserves[army]
            self.removed.extend(self.captured.pop(army))

    # Between batches

    def _steps(self, openings: list[Opening]) -> dict[Step, Opening]:
        """The steps that these openings still allow."""
        if openings is self.forces and ("elf" not in self.reserves or self.forces_used >= MOST_FORCES):
            return {}
        return {
            (hex_, opening.target): opening
            for opening in openings
            if opening.target not in self.board
            for hex_, stand in opening.causes.items()
            if self.board.get(hex_) is stand
        }

    def _force(self) -> Generator[Decision, Answer, bool]:
        """Whether a forced step was made: then a check comes before anything else."""
        steps = self._steps(self.forces)
        choice = (yield Decision("elf", "force", None, frozenset({*steps, None}))) if steps else None
        if not isinstance(choice, tuple):
            self.forces = []
            return False
        self.forces_used += 1
        self._step(*choice)
        return True

    def _advance(self, steps: Mapping[Step, Opening]) -> Asking:
        choice = yield Decision(self.active, "advance", None, frozenset({*steps, None}))
        if not isinstance(choice, tuple):
            self.advances = []
            return
        if self.options.advance == "one":
            taken = steps[choice].batch
            self.advances = [opening for opening in self.advances if opening.batch != taken]
        self._step(*choice)


def courses(position: Position, most: int = 100_000) -> Iterator[tuple[tuple[Answer, ...], Outcome]]:
    """Every full sequence of answers with what it leads to; an error if there are more than `most` beginnings."""
    beginnings: list[tuple[Answer, ...]] = [()]
    tried = 0
    while beginnings:
        tried += 1
        if tried > most:
            raise RuntimeError(f"more than {most} sequences of answers")
        answers = beginnings.pop()
        resolver = Resolver(position)
        for choice in answers:
            resolver.answer(choice)
        if resolver.pending is None:
            yield answers, resolver.outcome()
        else:
            beginnings.extend((*answers, choice) for choice in resolver.pending.answers)


def outcomes(position: Position, most: int = 100_000) -> set[Outcome]:
    """Every settled outcome that some sequence of answers leads to."""
    return {outcome for _, outcome in courses(position, most)}
