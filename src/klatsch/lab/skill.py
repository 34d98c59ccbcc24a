"""Measures skill against luck: bots that think more play bots that think less."""

from __future__ import annotations

import re
from math import hypot, log10
from pathlib import Path

from klatsch.arena.ladder import Ladder, ladder
from klatsch.arena.ladder import Setting as LadderSetting
from klatsch.arena.series import expected
from klatsch.lab import plots
from klatsch.lab.page import Section, beside, paragraph, picture, table
from klatsch.lab.plots import Row, percent, plain
from klatsch.lab.report_data import ReportData
from klatsch.lab.run_games import Setting
from klatsch.lab.sections import ranged, tenth
from klatsch.lab.statistics import Interval

SIMS = re.compile(r"search:sims=(\d+)")
# Every rung thinks so many times as long as the one below it.
FACTOR = 4
RUNGS = 3
ELO_A_POINT = 25  # of openskill's rating, as docs/arena.md has it: 100 Elo are about 4 points


def usual_rungs(bot: str) -> tuple[str, ...]:
    """`random`, and searches of a sixteenth, a fourth and all of a bot's simulations; only random for other bots."""
    found = SIMS.fullmatch(bot)
    if found is None:
        return ("random", bot) if bot != "random" else ()
    sims = [max(1, int(found[1]) // FACTOR**power) for power in range(RUNGS - 1, -1, -1)]
    return ("random", *dict.fromkeys(f"search:sims={count}" for count in sims))


def play_ladder(
    setting: Setting, rungs: tuple[str, ...], rounds: int, *, workers: int, ray: str | None, results: Path | None
) -> Ladder:
    """With the game's own seating: every bot sits on every side of a round anyway."""
    rated = LadderSetting(setting.game, setting.options, setting.seats, rungs, setting.seed, setting.opening)
    file = None if results is None else results.with_name(f"{results.name}.ladder")
    return ladder(rated, rounds, workers=workers, ray=ray, results=file)


# ── What it says ──────────────────────────────────────────────────────────────────────────────────────


def elos(rated: Ladder) -> dict[str, Interval]:
    """Ratings in Elo above the weakest; among more than two sides from openskill's, by their common scale."""
    raw = [
        rating.elo if rating.elo is not None else Interval(*(ELO_A_POINT * value for value in rating.skill))
        for rating in rated.ratings
    ]
    order = rated.order()[::-1]
    lowest = raw[order[0]].value
    return {rated.setting.bots[bot]: Interval(*(value - lowest for value in raw[bot])) for bot in order}


def between(low: Interval, high: Interval) -> Interval:
    """How far one rating is above another. Their errors are taken as independent, which makes the interval too wide."""
    gap = high.value - low.value
    below = hypot(high.value - high.low, low.high - low.value)
    above = hypot(high.high - high.value, low.value - low.low)
    return Interval(gap, gap - below, gap + above)


def steepness(rated: Ladder) -> Interval | None:
    """Elo for four times as much thought, over all searching rungs; None with fewer than two of them."""
    found = elos(rated)
    sims = {bot: int(match[1]) for bot in found if (match := SIMS.fullmatch(bot))}
    if len(sims) < 2:
        return None
    low, high = min(sims, key=sims.__getitem__), max(sims, key=sims.__getitem__)
    steps = log10(sims[high] / sims[low]) / log10(FACTOR)
    return Interval(*(value / steps for value in between(found[low], found[high])))


def steep_words(study: ReportData, steep: Interval, id: str) -> str:
    """What more thought is worth, or that these games can't tell."""
    told = ranged(steep, lambda elo: f"{elo:+.0f}".replace("-", "−"))
    if steep.low <= 0 <= steep.high:
        return study.say("skill.unknown", elo=told)
    return study.say(id, elo=told, wins=percent(expected(steep.value)))


def skill(study: ReportData) -> Section | None:
    rated = study.ladder
    if rated is None:
        return None
    say = study.say
    found = elos(rated)
    title = say("skill.plot")
    rows = [Row(bot, interval) for bot, interval in found.items()]
    cells = []
    for bot, interval in found.items():
        rating = rated.ratings[rated.setting.bots.index(bot)]
        cells.append(
            [
                bot,
                str(rating.games),
                ranged(Interval(*(min(max(value, 0.0), 1.0) for value in rating.share)), tenth),
                ranged(interval, plain),
            ]
        )
    head = [say("skill.bot"), say("games"), say("who.share"), "Elo"]
    parts = [paragraph(say("skill.words"))]
    steep = steepness(rated)
    if steep is not None:
        parts.append(paragraph(steep_words(study, steep, "skill.steep")))
    ratings = list(found.values())
    all_of_it = Interval(*(expected(elo) for elo in between(ratings[0], ratings[-1])))
    parts.append(paragraph(say("skill.luck", wins=ranged(all_of_it, percent))))
    parts.append(beside(picture(title, plots.intervals(title, rows, plain)), table(title, head, cells)))
    if len(study.sides) > 2:
        parts.append(paragraph(say("skill.many"), "quiet"))
    return Section("skill", say("skill.heading"), parts)
