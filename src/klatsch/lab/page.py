"""The HTML page of a report, self-contained: sections, tables beside plots, light and dark, phone and desktop."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

STYLE = """
:root { color-scheme: light dark; --paper: #f6efe4; --card: #fffaf1; --ink: #3a2a1e; --quiet: #6b5a4a; --grid: #dccfbb;
  --bar: #a3672f; --band: #e3c9a4; --line: #8a4b12; --expected: #0072b2; --link: #7a3e06;
  --winners: #0072b2; --others: #c24e00; --both: #6b5a4a; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1814; --card: #272019; --ink: #f1e6d6; --quiet: #bdab96;
  --grid: #4a3d31; --bar: #d39a5b; --band: #5b4228; --line: #f0b678; --expected: #6cc3f5; --link: #f0b678; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { font-family: Georgia, "Iowan Old Style", "Times New Roman", serif; line-height: 1.2; }
h1 { font-size: 2rem; margin: 1rem 0 0.25rem; }
h2 { margin: 2.5rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--grid); }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1.1rem; }
p, ul { max-width: 44rem; }
a { color: var(--link); }
.quiet, figcaption, caption { color: var(--quiet); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; max-width: none; }
nav a { display: inline-block; padding: 0.6rem 0; }
.note { border-left: 4px solid var(--bar); padding: 0.25rem 0 0.25rem 1rem; }
.beside { display: grid; gap: 1rem 2rem; grid-template-columns: minmax(0, 1fr); align-items: start; margin: 1rem 0; }
@media (min-width: 52rem) { .beside { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
figure { margin: 0; }
figcaption { font-size: 0.9rem; margin-bottom: 0.25rem; }
.plot { display: block; width: 100%; max-width: 34rem; height: auto; background: var(--card); border-radius: 10px; }
.board-map { display: block; width: 100%; max-width: 34rem; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92rem; width: 100%; }
caption { text-align: left; font-size: 0.9rem; padding-bottom: 0.25rem; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--grid); }
th:first-child, td:first-child, .words { text-align: left; }
th { font-weight: 600; }
td:first-child { min-width: 7rem; }
.beyond { font-weight: 700; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; padding: 0.6rem 0; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
svg .ink { fill: var(--ink); } svg .quiet { fill: var(--quiet); }
svg .grid { stroke: var(--grid); } svg .bar { fill: var(--bar); } svg .band { fill: var(--band); }
svg .line { fill: none; stroke: var(--line); stroke-width: 2.6; stroke-linejoin: round; }
svg .whisker { stroke: var(--line); stroke-width: 2.4; stroke-linecap: round; }
svg .dot { fill: var(--line); } svg .expected { stroke: var(--expected); stroke-width: 2.2; stroke-dasharray: 3 2; }
svg .cell { fill: var(--line); }
svg .heat { fill-opacity: 0.82; stroke: #fffaf1; stroke-width: 1.5; }
svg .winners { fill: var(--winners); } svg .others { fill: var(--others); } svg .both { fill: var(--both); }
svg .heat-text { fill: #fff; font-weight: 700; paint-order: stroke; stroke: #1d1814; stroke-width: 2.5px;
  stroke-opacity: 0.75; }
"""


class Section(NamedTuple):
    id: str
    heading: str
    parts: Sequence[str]


def page(title: str, lang: str, lead: Sequence[str], sections: Sequence[Section], contents: str) -> str:
    links = "".join(f'<li><a href="#{section.id}">{escape(section.heading)}</a></li>' for section in sections)
    body = "".join(
        f'<section id="{section.id}"><h2>{escape(section.heading)}</h2>{"".join(section.parts)}</section>'
        for section in sections
    )
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>{''.join(lead)}"
        f'<nav aria-label="{escape(contents)}"><ul>{links}</ul></nav>{body}</main></body></html>\n'
    )


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def bullets(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>" if sentences else ""


def subheading(text: str) -> str:
    return f"<h3>{escape(text)}</h3>"


class Cell(NamedTuple):
    """A cell of a table that stands out."""

    text: str
    kind: str


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str | Cell]]) -> str:
    """The first column names the rows. A wide one scrolls by itself, by keyboard too."""
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(drawn(cell) for cell in row)}</tr>" for row in rows)
    name = escape(caption)
    return (
        f'<div class="wide" role="group" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def drawn(cell: str | Cell) -> str:
    if isinstance(cell, Cell):
        return f'<td class="{cell.kind}">{escape(cell.text)}</td>'
    return f"<td>{escape(cell)}</td>"


def picture(caption: str, svg: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"


def beside(*parts: str) -> str:
    """A plot and its table next to each other, on a phone one below the other."""
    return f'<div class="beside">{"".join(parts)}</div>'


def folded(summary: str, *parts: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{''.join(parts)}</details>"
