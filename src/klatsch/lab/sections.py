"""The sections of a report on one game: who wins, how long, how many choices, how dramatic, what is used and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean

from klatsch.lab import aggregates, plots
from klatsch.lab.heat_map import SIGNS, board_map, grid_map, tendency
from klatsch.lab.measures import IN_PERCENT, STEPS, average, tree, values
from klatsch.lab.page import Cell, Section, beside, folded, paragraph, picture, subheading, table
from klatsch.lab.plots import Row, percent, plain
from klatsch.lab.report_data import ReportData
from klatsch.lab.statistics import LEVEL, Interval, bootstrap_median

MOST_ROWS = 14
SMALL_P = 0.001


def shown(measure: str) -> Callable[[float], str]:
    return percent if measure in IN_PERCENT else plain


def ranged(interval: Interval, show: Callable[[float], str]) -> str:
    """`48 (45 … 51)`; a percent sign is written once."""
    low, high = show(interval.low).removesuffix(" %"), show(interval.high).removesuffix(" %")
    return f"{show(interval.value)} ({low} … {high})"


def chance(p: float) -> str:
    """As it is written: p = 0.02."""
    written = "p < 0.001" if p < SMALL_P else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"
    return written.replace(" ", "\u00a0")


def judged(p: float) -> Cell | str:
    return Cell(chance(p), "beyond") if p < LEVEL else chance(p)


# ── Who wins ──────────────────────────────────────────────────────────────────────────────────────────


def who_wins(study: ReportData) -> Section:
    say = study.say
    groups: list[tuple[str, aggregates.Shares, Callable[[str], str]]] = []
    if study.roles:
        groups.append(("roles", aggregates.shares_of_roles(study.records, study.sides), study.role_name))
    groups.append(
        ("seats", aggregates.shares_of_sides(study.records, study.sides), lambda kind: study.side_name(int(kind)))
    )
    if len({record.begins for record in study.records}) > 1:
        beginning = aggregates.shares_by_beginning(study.records, study.sides)
        groups.append(("order", beginning, lambda kind: say(f"who.{kind}")))
    parts = [paragraph(say("who.parity", parity=percent(study.parity)))]
    for kind, shares, name in groups:
        parts += share_group(study, kind, shares, name)
    return Section("who", say("who.heading"), parts)


def share_group(study: ReportData, kind: str, shares: aggregates.Shares, name: Callable[[str], str]) -> list[str]:
    say = study.say
    title = say(f"who.{kind}")
    order = sorted(shares.rows, key=lambda key: -shares.rows[key].value) if kind == "roles" else list(shares.rows)
    rows = [Row(name(key), shares.rows[key], study.parity) for key in order]
    cells = [[name(key), str(shares.games[key]), ranged(shares.rows[key], tenth)] for key in order]
    verdict = say("who.uneven" if shares.p < LEVEL else "who.even", chance=chance(shares.p))
    head = [title, say("games"), say("who.share")]
    return [
        subheading(title),
        paragraph(verdict),
        beside(picture(say("who.plot"), plots.intervals(title, rows)), table(say("who.table"), head, cells)),
    ]


def tenth(value: float) -> str:
    return f"{100 * value:.1f} %"


# ── Length, choices ───────────────────────────────────────────────────────────────────────────────────


def measure_table(study: ReportData, names: Sequence[str]) -> str:
    """Mean, median and range of some measures."""
    say = study.say
    rows = []
    for name in names:
        found = values(study.records, study.sides, name)
        if len(found) > 1:
            show = shown(name)
            middle = bootstrap_median(found, Random(study.setting.seed))
            rows.append(
                [
                    say(f"measured.{name}"),
                    ranged(average(name, found), show),
                    ranged(middle, show),
                    f"{show(min(found))} … {show(max(found))}",
                ]
            )
    return table(say("measures"), [say("measure"), say("mean"), say("median"), say("range")], rows)


def length(study: ReportData) -> Section:
    say = study.say
    turns = values(study.records, study.sides, "turns")
    title = say("length.turns")
    ends = aggregates.endings(study.records)
    rows = [(ending(study, end), count / study.games) for end, count in ends]
    return Section(
        "length",
        say("length.heading"),
        [
            beside(
                picture(title, plots.histogram(title, turns, say("measured.turns"))),
                measure_table(study, ["turns", "decisions"]),
            ),
            subheading(say("length.endings")),
            beside(
                picture(say("length.endings_plot"), plots.bars(say("length.endings"), rows[:MOST_ROWS], percent)),
                table(
                    say("length.endings"),
                    [say("length.ending"), say("games")],
                    [[ending(study, end), str(count)] for end, count in ends],
                ),
            ),
        ],
    )


def ending(study: ReportData, end: str) -> str:
    """Its first sentence: the others tell the score."""
    return study.deed(end).partition(". ")[0]


def choices(study: ReportData) -> Section:
    say = study.say
    title = say("choices.plot")
    tenths = aggregates.choices_by_tenth(study.records)
    power = fmean(tree(record) for record in study.records)
    forced = sum(count == 1 for record in study.records for count in record.choices)
    total = sum(len(record.choices) for record in study.records)
    return Section(
        "choices",
        say("choices.heading"),
        [
            paragraph(say("choices.words", power=round(power), forced=percent(forced / total))),
            beside(
                picture(title, plots.curve(title, tenths, say("course"), plain)),
                measure_table(study, ["choices"]) + folded(say("numbers"), tenth_table(study, title, tenths, plain)),
            ),
        ],
    )


def tenth_table(
    study: ReportData, title: str, steps: Sequence[tuple[float, float, float]], show: Callable[[float], str]
) -> str:
    say = study.say
    rows = [[percent(n / STEPS), *(show(value) for value in step)] for n, step in enumerate(steps)]
    return table(title, [say("course"), say("lower"), say("median"), say("upper")], rows)


# ── Drama ─────────────────────────────────────────────────────────────────────────────────────────────


def drama(study: ReportData) -> Section | None:
    """None where no bot told its win chance."""
    say = study.say
    changes = values(study.records, study.sides, "lead_changes")
    if not changes:
        return None
    title = say("drama.changes")
    names = ["lead_changes", "behind", "decided", "sole"]
    parts = [
        paragraph(say("drama.words")),
        beside(
            picture(title, plots.histogram(title, changes, say("measured.lead_changes"))), measure_table(study, names)
        ),
    ]
    steps = aggregates.winners_course(study.records, study.sides)
    if steps:
        title = say("drama.course")
        plot = plots.curve(title, steps, say("course"), percent, (0.0, 1.0))
        parts.append(beside(picture(title, plot), folded(say("numbers"), tenth_table(study, title, steps, percent))))
    return Section("drama", say("drama.heading"), parts + trust(study))


def trust(study: ReportData) -> list[str]:
    say = study.say
    bands = aggregates.trust(study.records)
    title = say("trust.plot")
    rows = [Row(percent(said), won, said) for said, won, _ in bands]
    cells = [[tenth(said), ranged(won, tenth), str(games)] for said, won, games in bands]
    head = [say("trust.said"), say("trust.won"), say("trust.times")]
    return [
        subheading(say("trust.heading")),
        paragraph(say("trust.words")),
        beside(picture(title, plots.intervals(title, rows, percent, (0.0, 1.0))), table(title, head, cells)),
    ]


# ── What is used and what wins ────────────────────────────────────────────────────────────────────────


def use(study: ReportData) -> Section:
    say = study.say
    found = aggregates.uses(study.records)
    telling = sorted((one for one in found if one.p < LEVEL), key=lambda one: -one.gain.value)
    parts = [paragraph(say("use.words"))]
    if telling:
        title = say("use.telling")
        shown_ones = telling if len(telling) <= MOST_ROWS else telling[: MOST_ROWS // 2] + telling[-MOST_ROWS // 2 :]
        rows = [Row(study.deed(one.kind), Interval(*one.gain[:3]), 0.0) for one in shown_ones]
        parts += [
            subheading(title),
            beside(picture(say("use.gain"), plots.intervals(title, rows)), use_table(study, title, telling)),
        ]
    else:
        parts.append(paragraph(say("use.nothing", things=len(found))))
    title = say("use.most")
    bars = plots.bars(title, [(study.deed(one.kind), one.times) for one in found[:MOST_ROWS]])
    parts += [
        subheading(title),
        beside(picture(say("use.times"), bars), use_table(study, title, found[:MOST_ROWS])),
    ]
    if len(found) > MOST_ROWS:
        parts.append(folded(say("use.all", things=len(found)), use_table(study, say("use.heading"), found)))
    return Section("use", say("use.heading"), parts + openings(study))


def use_table(study: ReportData, caption: str, found: Sequence[aggregates.Use]) -> str:
    say = study.say
    head = [say("use.thing"), say("use.times"), say("use.users"), say("use.gain"), say("chance")]
    rows = [
        [study.deed(one.kind), plain(one.times), percent(one.users), signed(Interval(*one.gain[:3])), judged(one.p)]
        for one in found
    ]
    return table(caption, head, rows)


def signed(gap: Interval, show: Callable[[float], str] = percent) -> str:
    """`+5 % (2 … 8)`."""
    return ("+" if gap.value > 0 else "") + ranged(gap, show).replace("-", "−")


def openings(study: ReportData) -> list[str]:
    say = study.say
    found = aggregates.openings(study.records)
    random = say("opening.random") if study.setting.opening else ""
    parts = [subheading(say("opening.heading")), paragraph(f"{say('opening.words')} {random}".strip())]
    if not found:
        return [*parts, paragraph(say("opening.none"))]
    head = [say("opening.first"), say("games"), say("who.share"), say("opening.usual"), say("chance")]
    cells = [
        [
            f"{study.role_name(one.role)}: {one.notation}",
            str(one.times),
            ranged(one.share, percent),
            percent(one.usual),
            judged(one.p),
        ]
        for one in found
    ]
    rows = [Row(f"{study.role_name(one.role)}: {one.notation}", one.share, one.usual) for one in found[:MOST_ROWS]]
    title = say("opening.plot")
    shown_table = table(title, head, cells[:MOST_ROWS])
    rest = [folded(say("opening.all", things=len(cells)), table(title, head, cells))] if len(cells) > MOST_ROWS else []
    return [*parts, beside(picture(title, plots.intervals(title, rows)), shown_table), *rest]


# ── Where ─────────────────────────────────────────────────────────────────────────────────────────────


def where(study: ReportData) -> Section | None:
    say = study.say
    found = aggregates.visits(study.records, study.sides)
    parts = heat_maps(study, found)
    return Section("where", say("where.heading"), [paragraph(say("where.words")), *parts]) if parts else None


def heat_maps(study: ReportData, found: Mapping[str, aggregates.Visits], game_prefix: str = "map") -> list[str]:
    """The maps of one setting, and the same in numbers."""
    say = study.say
    title = say("where.title", game=study.game.definition.title)
    board = board_map(study.game, study.setting.seats, found, title, study.lang, f"{game_prefix}-")
    grid = grid_map(found, say("where.grid"))
    parts = []
    if board:
        shown_on_it = {place: visit for place, visit in found.items() if f'id="{game_prefix}-{place}"' in board}
        parts.append(beside(picture(say("where.board"), board), visit_table(study, shown_on_it)))
    if grid:
        parts.append(beside(picture(say("where.grid"), grid), paragraph(say("where.grid_words"))))
    return parts


def visit_table(study: ReportData, found: Mapping[str, aggregates.Visits]) -> str:
    say = study.say
    head = [say("where.place"), say("where.times"), say("where.winners"), say("where.others"), say("where.more")]
    order = sorted(found, key=lambda place: -found[place].times)
    rows = []
    for place in order:
        times, winners, others = found[place]
        sign = SIGNS[tendency(found[place])]
        more = Cell(f"{sign} {say(f'where.by_{tendency(found[place])}')}", "words") if sign else ""
        rows.append([place, plain(times), f"× {winners:.2f}", f"× {others:.2f}", more])
    many = table(say("where.table"), head, rows)
    return (
        many
        if len(rows) <= MOST_ROWS
        else table(say("where.table"), head, rows[:MOST_ROWS]) + folded(say("where.all", things=len(rows)), many)
    )


def all_sections(study: ReportData) -> list[Section]:
    made = [who_wins(study), length(study), choices(study), drama(study), use(study), where(study)]
    return [section for section in made if section is not None]
