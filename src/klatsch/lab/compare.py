"""One changed option beside the base, over the same seeds: what differs beyond chance, and what doesn't."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from klatsch.core.game import Game
from klatsch.core.options import BoardFile, Option, PerSeat
from klatsch.lab.game_record import GameRecord
from klatsch.lab.measures import MEASURES, Sides, average
from klatsch.lab.run_games import Setting, Variant, with_option
from klatsch.lab.statistics import LEVEL, Difference, Interval, holm, paired


@dataclass(frozen=True)
class Contrast:
    """A measure in the base and in a variant. `role` is whose share of the win it is, or ""."""

    measure: str
    role: str
    base: Interval
    other: Interval
    gap: Difference
    p: float = 1.0  # corrected for all contrasts of the report

    @property
    def can_differ(self) -> bool:
        """Where all pairs of games are alike no test could find anything: it needn't be paid for (Tarone, 1990)."""
        return not self.gap.value == self.gap.low == self.gap.high == 0

    @property
    def is_beyond_chance(self) -> bool:
        return self.p < LEVEL


@dataclass(frozen=True)
class Comparison:
    variant: Variant
    records: Sequence[GameRecord]
    contrasts: tuple[Contrast, ...]

    is_identical: bool  # did every game go as it went in the base?


def variants_of(base: Setting, game: Game, wanted: Sequence[str], boards: dict[str, str]) -> list[Variant]:
    """What `--vary OPTION` and `--vary OPTION=a,b` ask for; `boards` are the texts of files, by the name given."""
    variants: list[Variant] = []
    for written in wanted:
        name, equals, listed = written.partition("=")
        option = find_option(game, name)
        values = listed.split(",") if equals else option.examples()
        others = [value for value in values if value != base.options[name]]
        if not others:
            raise ValueError(f"--vary {written}: there is nothing to compare {name} = {base.options[name]} with")
        for value in others:
            meant = option.check(boards.get(value, value))
            variants.append(Variant(with_option(base, name, meant), name, meant, short_name(value)))
    return variants


def find_option(game: Game, name: str) -> Option:
    options = {option.name: option for option in game.definition.options}
    varied = [option.name for option in options.values() if not isinstance(option, PerSeat)]
    if name in options and isinstance(options[name], PerSeat):
        raise ValueError(
            f"--vary {name}: who plays what changes from game to game anyway; the options are {', '.join(varied)}"
        )
    if name not in options:
        raise ValueError(f"--vary: there is no option {name!r}; the options are {', '.join(varied) or 'none'}")
    return options[name]


def board_files(game: Game, wanted: Sequence[str]) -> list[tuple[BoardFile, str]]:
    """The board files that `--vary` names, for whoever may read files."""
    found = []
    for written in wanted:
        name, _, listed = written.partition("=")
        option = find_option(game, name)
        if isinstance(option, BoardFile):
            found += [(option, value) for value in listed.split(",") if option.names_file(value)]
    return found


def short_name(value: str) -> str:
    """Of a value in headings and file names: a path is told by its last part."""
    return value.replace("\\", "/").rpartition("/")[2]


# ── Comparing ─────────────────────────────────────────────────────────────────────────────────────────


def compare(
    base: Sequence[GameRecord], variants: Sequence[Variant], played: Sequence[Sequence[GameRecord]], sides: Sides
) -> list[Comparison]:
    """All contrasts of all variants are corrected together, but for those that can't differ."""
    raw = [contrasts(base, records, sides) for records in played]
    corrected = iter(holm([contrast.gap.p for found in raw for contrast in found if contrast.can_differ]))
    return [
        Comparison(
            variant,
            records,
            tuple(replace(one, p=next(corrected)) if one.can_differ else one for one in found),
            list(records) == list(base),
        )
        for variant, records, found in zip(variants, played, raw, strict=True)
    ]


def contrasts(base: Sequence[GameRecord], other: Sequence[GameRecord], sides: Sides) -> list[Contrast]:
    # Where the same side always begins, its share is told as such already; decisions go with turns and choices.
    told_already = {"decisions"} | ({"begins"} if len({record.begins for record in base}) == 1 else set())
    found = [of_measure(name, base, other, sides) for name in MEASURES if name not in told_already]
    return [contrast for contrast in found if contrast is not None] + of_roles(base, other, sides)


def of_measure(name: str, base: Sequence[GameRecord], other: Sequence[GameRecord], sides: Sides) -> Contrast | None:
    """None where fewer than two games have the measure in both."""
    measure = MEASURES[name]
    pairs = [(measure(a, sides), measure(b, sides)) for a, b in zip(base, other, strict=True)]
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    return contrast(name, "", both) if len(both) > 1 else None


def of_roles(base: Sequence[GameRecord], other: Sequence[GameRecord], sides: Sides) -> list[Contrast]:
    """The share of the win of every faction, army or side. Of two sides one tells all."""
    both = list(zip(base, other, strict=True))
    roles = sorted({role for record in base for role in record.roles})
    if roles:
        return [
            contrast("share", role, [(of_role(a, role), of_role(b, role)) for a, b in both if role in a.roles])
            for role in roles
        ]
    firsts = [side[0] for side in (sides if len(sides) > 2 else sides[:1])]
    return [
        contrast("share", str(number), [(a.shares[seat], b.shares[seat]) for a, b in both])
        for number, seat in enumerate(firsts)
    ]


def of_role(record: GameRecord, role: str) -> float:
    return record.shares[record.roles.index(role)]


def contrast(measure: str, role: str, pairs: Sequence[tuple[float, float]]) -> Contrast:
    before, after = [a for a, _ in pairs], [b for _, b in pairs]
    return Contrast(measure, role, average(measure, before), average(measure, after), paired(before, after))
