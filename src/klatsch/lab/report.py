"""Puts a report together: what it is about, in short, section by section, and how to make it again."""

from __future__ import annotations

from html import escape
from statistics import fmean

import klatsch
from klatsch.lab import aggregates
from klatsch.lab.comparison_section import side_by_side
from klatsch.lab.measures import values
from klatsch.lab.page import Section, bullets, page, paragraph, table
from klatsch.lab.plots import percent, plain
from klatsch.lab.report_data import ReportData
from klatsch.lab.sections import all_sections, chance, tenth
from klatsch.lab.skill import skill, steep_words, steepness
from klatsch.lab.statistics import LEVEL


def report(study: ReportData) -> str:
    """The whole page."""
    say = study.say
    title = say("title", game=study.game.definition.title)
    lead = [paragraph(say("lead", games=study.games, bots=bots(study), seats=study.setting.seats))]
    if study.note:
        lead += [paragraph(text, "note") for text in study.note.split("\n\n")]
    tail = [section for section in (skill(study), side_by_side(study)) if section is not None]
    sections = [in_short(study), *all_sections(study), *tail, how(study)]
    return page(title, study.lang, lead, sections, say("contents"))


def bots(study: ReportData) -> str:
    names = dict.fromkeys(study.setting.bots)
    return ", ".join(names)


# ── In short ──────────────────────────────────────────────────────────────────────────────────────────


def in_short(study: ReportData) -> Section:
    say = study.say
    sentences = [fairness(study)]
    turns, choices = (fmean(values(study.records, study.sides, name)) for name in ("turns", "choices"))
    sentences.append(say("short.length", turns=plain(turns), choices=plain(choices)))
    changes = values(study.records, study.sides, "lead_changes")
    if changes:
        decided = values(study.records, study.sides, "decided")
        sole = values(study.records, study.sides, "sole")
        sentences.append(
            say(
                "short.drama",
                changes=plain(fmean(changes)),
                decided=percent(fmean(decided)) if decided else "–",
                sole=percent(fmean(sole)),
            )
        )
    steep = None if study.ladder is None else steepness(study.ladder)
    if steep is not None:
        sentences.append(steep_words(study, steep, "short.skill"))
    return Section("short", say("short.heading"), [bullets(sentences + rulings(study))])


def fairness(study: ReportData) -> str:
    """The strongest and the weakest faction or side, and whether chance could have made them."""
    say = study.say
    if study.roles:
        shares = aggregates.shares_of_roles(study.records, study.sides)
        names = {key: study.role_name(key) for key in shares.rows}
    else:
        shares = aggregates.shares_of_sides(study.records, study.sides)
        names = {key: study.side_name(int(key)) for key in shares.rows}
    best = max(shares.rows, key=lambda key: shares.rows[key].value)
    worst = min(shares.rows, key=lambda key: shares.rows[key].value)
    return say(
        "short.uneven" if shares.p < LEVEL else "short.even",
        best=names[best],
        most=tenth(shares.rows[best].value),
        worst=names[worst],
        least=tenth(shares.rows[worst].value),
        chance=chance(shares.p),
    )


def rulings(study: ReportData) -> list[str]:
    """Which of the changed options made a difference."""
    say = study.say
    if not study.comparisons:
        return []
    differ = [c for c in study.comparisons if any(contrast.is_beyond_chance for contrast in c.contrasts)]
    alike = [c for c in study.comparisons if c not in differ]
    sentences = []
    if differ:
        sentences.append(say("short.differ", list=", ".join(c.variant.title for c in differ)))
    if alike:
        sentences.append(say("short.alike", list=", ".join(c.variant.title for c in alike)))
    return sentences


# ── How it was made ───────────────────────────────────────────────────────────────────────────────────


def how(study: ReportData) -> Section:
    say = study.say
    setting = study.setting
    rows = [
        [say("how.game"), f"{study.game.definition.title}, {say('how.rules', version=setting.rules_version)}"],
        [say("how.games"), str(study.games)],
        [say("how.seats"), str(setting.seats)],
        [say("how.bots"), ", ".join(setting.bots)],
        [say("how.seed"), str(setting.seed)],
        [say("how.opening"), str(setting.opening)],
        *([option, value if len(value) <= 40 else say("vary.own_board")] for option, value in setting.options.items()),
        [say("how.version"), f"Klatsch {klatsch.__version__}"],
    ]
    parts = [paragraph(say("how.words")), table(say("how.table"), [say("how.what"), say("how.value")], rows)]
    if study.command:
        parts += [paragraph(say("how.again")), f"<p><code>{escape(study.command)}</code></p>"]
    return Section("how", say("how.heading"), parts)
