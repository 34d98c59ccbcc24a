"""Draw docs/gallery.md: every game laid out for wide and for tall screens, light and dark.

uv run python -m website.gallery
"""

from __future__ import annotations

from klatsch.core import registry
from klatsch.core.game import Game
from klatsch.drawing import Drawing
from klatsch.night_colours import by_night, night_colours
from klatsch.server.pages.pictures import in_progress
from website.pictures import PICTURES, SHOWN

FOLDER = PICTURES / "gallery"
PAGE = PICTURES.parent / "gallery.md"
PAPER = {"light": "#f6efe4", "dark": "#1d1814"}  # as in base.css
HEAD = """\
# Every table, wide and tall, light and dark

Made by `uv run python -m website.gallery`, from the same panels as the page: a browser chooses the composition that
makes most of its window. What is beside the board there (seats, prompt, log) isn't part of the drawing.
"""


def pictures(game: Game, decisions: int) -> dict[str, str]:
    """By name: `coin-age-wide-dark`. As the first seat sees it, with its hand."""
    definition = game.definition
    drawing = definition.draw(in_progress(game, decisions).view(0), definition.words.say("en"))
    assert isinstance(drawing, Drawing)
    found = {}
    for composition in drawing.compositions:
        for theme, paper in PAPER.items():
            svg = drawing.picture(composition.name)
            shown = by_night(svg, night_colours(definition)) if theme == "dark" else svg
            found[f"{game.name}-{composition.name}-{theme}"] = on_paper(shown, paper)
    return found


def on_paper(svg: str, paper: str) -> str:
    return svg.replace("</defs>", f'</defs><rect width="100%" height="100%" fill="{paper}"/>', 1)


def draw() -> dict[str, str]:
    """All files of the gallery, by their names."""
    files: dict[str, str] = {}
    parts = [HEAD]
    for name, (decisions, options) in SHOWN.items():
        game = registry.load(name, **options)
        drawn = pictures(game, decisions)
        files |= {f"{each}.svg": svg for each, svg in drawn.items()}
        images = [f"![{game.definition.title}, {each}](pictures/gallery/{each}.svg)" for each in drawn]
        parts.append(f"\n## {game.definition.title}\n\n" + "\n\n".join(images) + "\n")
    return {**files, PAGE.name: "".join(parts)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in draw().items():
        (PAGE if name == PAGE.name else FOLDER / name).write_text(text, encoding="utf-8")
