"""Commands for replay files: show, verify, analyse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from klatsch.core.game import OPEN, OVER, PUBLIC

if TYPE_CHECKING:
    pass

from klatsch.cli.app import AsJson, Language, ReplayFile, Seed, app, out


@app.command()
def replay(
    file: ReplayFile,
    at: Annotated[int | None, typer.Option(help="Show the position after this many events.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the position as a picture.")] = None,
    lang: Language = "en",
) -> None:
    """Show a recorded game: what happened, and the position.

    Example: `klatsch replay game.replay --at 12 --svg position.svg`
    """
    from klatsch.core.replay import read
    from klatsch.match.verify import decoded, open_match, verify_text

    text = decoded(file.read_bytes())
    verify_text(text)
    record = read(text)
    match = open_match(record)
    shown = len(record.events) if at is None else at
    if not 0 <= shown <= len(record.events):
        raise ValueError(f"the game has 0 to {len(record.events)} events, not {shown}")
    for event in record.events[:shown]:
        match.record(event)
    viewer = OPEN if match.state.actor == OVER else PUBLIC
    for number, line in match.log(viewer, lang):
        out.print(f"{number:>4}  {line}", markup=False, soft_wrap=True)
    out.print("\n" + match.state.text(viewer, lang), markup=False, soft_wrap=True)
    if match.over or not match.game.definition.hidden:
        out.print("\n" + match.position_after(len(match.entries)), markup=False, soft_wrap=True)
    outcome = match.outcome
    say = match.game.definition.words.say(lang)
    out.print("\n" + (match.state.prompt(viewer, lang) if outcome is None else say(outcome.reason)), markup=False)
    if svg is not None:
        svg.write_text(match.state.svg(viewer, lang), encoding="utf-8")


@app.command()
def verify(
    file: ReplayFile,
    draws: Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="The server's list of draws.")] = None,
) -> None:
    """Check a replay: every line, every action, every draw of the fair dice by the rules, the result.

    A server's own list of the draws (/api/tables/ID/draws), by which its page checks them, is checked beside it.

    Example: `klatsch verify game.replay --draws game.draws.json`
    """
    from klatsch.match.verify import check_published, read_published, verify_bytes

    verified = verify_bytes(file.read_bytes())
    events = len(verified.match.events)
    out.print(f"{events} events replayed, every one legal; no line was changed.")
    if verified.draws and verified.draws_checked:
        out.print(f"Draws of chance, all as the revealed seed and the players' numbers give them: {verified.draws}.")
        out.print(f"Of these with a link of a player's hash chain: {verified.linked}; the others by the seed alone.")
    elif verified.draws:
        out.print(f"Draws that can't be checked yet, since the seed is revealed at the end: {verified.draws}.")
    if verified.draws_checked and not verified.match.over:
        out.print("The table was closed before the end of the game.")
    if draws is not None:
        check_published(verified.replay, read_published(draws.read_bytes()))
        out.print("The server's list of draws has the outcomes and weights of the rules, and the draws of the replay.")
    out.print(
        "Not proven: who wrote this file. Somebody who rewrites all of it consistently is found out only where "
        "chance contradicts the commitment that the players saw before the game."
    )


@app.command()
def analyse(
    file: ReplayFile,
    sims: Annotated[int, typer.Option(min=10, help="Simulations for each decision.")] = 1000,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes that study at the same time.")] = 1,
    svg: Annotated[Path | None, typer.Option(help="Write the graph as a picture.")] = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Study a recorded game: win chances, mistakes, and luck told apart from skill.

    Example: `klatsch analyse game.replay --sims 2000 --svg game.svg`
    """
    from klatsch.analysis import graph
    from klatsch.analysis.analyse import analyse as study
    from klatsch.match.verify import verify_bytes

    match = verify_bytes(file.read_bytes()).match
    say = match.game.definition.words.say(lang)
    if svg is not None:
        svg.touch()  # better refused before the work than after it
    analysis = study(match, sims, seed, workers)
    if svg is not None:
        svg.write_text(graph.svg_graph(analysis, say), encoding="utf-8")
    if as_json:
        print(json.dumps(analysis.as_data(), ensure_ascii=False, indent=2))
        return
    out.print(say("analyse.title", game=match.game.definition.title), style="bold", markup=False)
    out.print(graph.text_graph(analysis, say, out.width), markup=False, soft_wrap=True)
    out.print()
    for turn in analysis.marked():
        out.print(graph.in_words(turn, analysis, say), markup=False, soft_wrap=True)
    if not analysis.marked():
        out.print(say("analyse.no_marks"), markup=False)
    out.print()
    out.print(graph.grid(analysis, say))
    out.print(say("analyse.legend_luck" if analysis.has_luck else "analyse.legend"), markup=False)
