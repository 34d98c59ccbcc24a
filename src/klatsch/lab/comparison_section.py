"""The part of a report that compares: each changed option beside the base, in words, plots and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from klatsch.core import registry
from klatsch.core.options import BoardFile
from klatsch.lab import aggregates, plots
from klatsch.lab.compare import Comparison, Contrast
from klatsch.lab.page import Cell, Section, beside, bullets, folded, paragraph, picture, subheading, table
from klatsch.lab.plots import Row
from klatsch.lab.report_data import ReportData
from klatsch.lab.sections import chance, heat_maps, ranged, shown, signed
from klatsch.lab.statistics import Interval

# What more of it makes of a game. Of shares of the win the one nearer to parity is fairer.
MORE_IS = {"lead_changes": "livelier", "behind": "comebacks", "decided": "open_longer", "sole": "decisive"}
LESS_IS = {"lead_changes": "calmer", "behind": "fewer_comebacks", "decided": "decided_earlier", "sole": "shared"}


def name_of(study: ReportData, contrast: Contrast) -> str:
    if contrast.role:
        who = study.role_name(contrast.role) if study.roles else study.side_name(int(contrast.role))
        return study.say("measured.share", who=who)
    return study.say(f"measured.{contrast.measure}")


def meaning(study: ReportData, contrast: Contrast) -> str:
    """What a difference beyond chance does to the game; "" where more is neither good nor bad."""
    if contrast.measure in ("begins", "share"):
        nearer = abs(contrast.other.value - study.parity) < abs(contrast.base.value - study.parity)
        return study.say("meaning.fairer" if nearer else "meaning.less_fair")
    kind = (MORE_IS if contrast.gap.value > 0 else LESS_IS).get(contrast.measure)
    return study.say(f"meaning.{kind}") if kind else ""


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────


def verdict(study: ReportData, comparison: Comparison) -> list[str]:
    """Sentences: what differs beyond chance, and what doesn't."""
    say = study.say
    if comparison.is_identical:
        return [say("vary.identical", games=study.games)]
    sentences = []
    for contrast in comparison.contrasts:
        if contrast.is_beyond_chance:
            show = shown(contrast.measure)
            meant = meaning(study, contrast)
            sentences.append(
                say(
                    "vary.differs",
                    what=name_of(study, contrast),
                    base=show(contrast.base.value),
                    other=show(contrast.other.value),
                    chance=chance(contrast.p),
                )
                + (f" {say('vary.means', meaning=meant)}" if meant else "")
            )
    alike = [name_of(study, contrast) for contrast in comparison.contrasts if not contrast.is_beyond_chance]
    if not sentences:
        return [say("vary.nothing", games=study.games), say("vary.small")]
    return [*sentences, say("vary.alike", list=", ".join(alike))] if alike else sentences


def question(study: ReportData, comparison: Comparison) -> str:
    """The option's sentence, and its value in the base and here."""
    option = comparison.variant.option
    base = study.setting.options[option]
    return study.say(
        "vary.question",
        question=study.tell(f"option.{option}"),
        base=study.option_value(option, base, base if len(base) < 40 else study.say("vary.own_board")),
        other=study.option_value(option, comparison.variant.value, comparison.variant.name),
    )


# ── The section ───────────────────────────────────────────────────────────────────────────────────────


def side_by_side(study: ReportData) -> Section | None:
    if not study.comparisons:
        return None
    say = study.say
    tests = sum(one.can_differ for comparison in study.comparisons for one in comparison.contrasts)
    parts = [paragraph(say("vary.words", games=study.games, tests=tests))]
    for comparison in study.comparisons:
        parts += [
            subheading(comparison.variant.title),
            paragraph(question(study, comparison)),
            bullets(verdict(study, comparison)),
            folded(say("numbers"), contrast_table(study, comparison)),
        ]
        parts += own_board(study, comparison)
    return Section("vary", say("vary.heading"), [*parts, subheading(say("vary.overview")), *overview(study)])


def contrast_table(study: ReportData, comparison: Comparison) -> str:
    say = study.say
    head = [
        say("measure"),
        say("vary.base"),
        comparison.variant.name,
        say("vary.gap"),
        say("chance"),
        say("vary.verdict"),
    ]
    rows: list[list[str | Cell]] = []
    for contrast in comparison.contrasts:
        show = shown(contrast.measure)
        beyond = contrast.is_beyond_chance
        words = f"{say('vary.beyond')} {meaning(study, contrast)}".strip() if beyond else say("vary.within")
        rows.append(
            [
                name_of(study, contrast),
                ranged(contrast.base, show),
                ranged(contrast.other, show),
                signed(Interval(*contrast.gap[:3]), show),
                chance(contrast.p),
                Cell(words, "words beyond" if beyond else "words"),
            ]
        )
    return table(say("vary.table", what=comparison.variant.title), head, rows)


def own_board(study: ReportData, comparison: Comparison) -> list[str]:
    """A changed board has a heat map of its own, and shares of its own."""
    variant = comparison.variant
    option = next(option for option in study.game.definition.options if option.name == variant.option)
    if not isinstance(option, BoardFile):
        return []
    game = registry.load_with(study.game.name, variant.setting.options)
    there = replace(study, game=game, setting=variant.setting, records=comparison.records, comparisons=())
    found = aggregates.visits(comparison.records, study.sides)
    prefix = f"map-{''.join(letter for letter in variant.name if letter.isalnum())}"
    return heat_maps(there, found, prefix)


def overview(study: ReportData) -> list[str]:
    """Every measure in the base and in all variants, one below the other."""
    parts = []
    for measure, role in kinds_of(study.comparisons):
        found = [
            (c, one) for c in study.comparisons for one in c.contrasts if (one.measure, one.role) == (measure, role)
        ]
        first = found[0][1]
        rows = [Row(study.say("vary.base"), first.base, first.base.value)]
        rows += [Row(c.variant.title, one.other, first.base.value) for c, one in found]
        title = name_of(study, first)
        parts.append(picture(title, plots.intervals(title, rows, shown(measure))))
    return [beside(*parts)]


def kinds_of(comparisons: Sequence[Comparison]) -> list[tuple[str, str]]:
    """What was compared, in the order of the report."""
    return list(dict.fromkeys((one.measure, one.role) for c in comparisons for one in c.contrasts))
