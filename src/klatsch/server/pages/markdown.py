"""The Markdown that our RULES.md use, as HTML: headings, clauses, paragraphs, lists, tables, emphasis, code.

A clause (a paragraph that begins with its number in bold) becomes `<p id="rule-4.2" class="clause">`, so that pages
can point at it. Anything else in the text is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from klatsch.server.pages.html import Safe, joined, tag

CLAUSE = re.compile(r"\*\*(\d+\.\d+[a-z]?)\*\*\s*")
HEADING = re.compile(r"(#{1,4})\s+(.*)")
FENCE = "```"
ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s+")
INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\*(?!\s)(.+?)\*|\[([^\]]+)\]\(([^)\s]+)\)", re.DOTALL)


def to_html(text: str, deeper: int = 0) -> Safe:
    """The whole text; headings go down by so many levels."""
    return joined(block(lines, deeper) for lines in blocks(text))


def blocks(text: str) -> Iterator[list[str]]:
    """Runs of lines between empty ones; a heading or the first item of a list begins a new run."""
    run: list[str] = []
    for line in text.splitlines():
        if run and run[0].startswith(FENCE):  # code keeps its empty lines
            run.append(line)
            if line.startswith(FENCE):
                yield run
                run = []
            continue
        begins = HEADING.match(line) or (ITEM.match(line) and run and not ITEM.match(run[0]))
        if run and (not line.strip() or begins):
            yield run
            run = []
        if line.strip():
            run.append(line)
        if HEADING.match(line):
            yield run
            run = []
    if run:
        yield run


def block(lines: list[str], deeper: int) -> Safe:
    heading = HEADING.match(lines[0])
    if heading:
        return tag(f"h{min(6, len(heading[1]) + deeper)}", inline(heading[2]))
    if lines[0].startswith(FENCE):
        code = "\n".join(line for line in lines[1:] if not line.startswith(FENCE))
        return tag("pre", tag("code", code), tabindex=0)
    if lines[0].lstrip().startswith("|"):
        return table(lines)
    if ITEM.match(lines[0]):
        return listing(lines)
    text = "\n".join(lines)
    clause = CLAUSE.match(text)
    if clause:
        number = tag("strong", clause[1], class_="number")
        return tag("p", number, " ", inline(text[clause.end() :]), id=f"rule-{clause[1]}", class_="clause")
    return tag("p", inline(text))


def listing(lines: list[str]) -> Safe:
    items: list[str] = []
    for line in lines:
        if ITEM.match(line):
            items.append(ITEM.sub("", line, count=1))
        else:
            items[-1] += "\n" + line.strip()
    kind = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
    return tag(kind, [tag("li", inline(item)) for item in items])


def table(lines: list[str]) -> Safe:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    body = [row for row in rows[1:] if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    head = tag("tr", [tag("th", inline(cell), scope="col") for cell in rows[0]])
    inside = [tag("tr", [tag("td", inline(cell)) for cell in row]) for row in body]
    drawn = tag("table", tag("thead", head), tag("tbody", inside))
    return tag("div", drawn, class_="wide", tabindex=0, role="group")  # a wide table scrolls by itself, by keyboard too


def inline(text: str) -> Safe:
    parts: list[Safe] = []
    at = 0
    for found in INLINE.finditer(text):
        parts.append(joined(text[at : found.start()]))
        parts.append(styled(found))
        at = found.end()
    return joined(*parts, text[at:])


def styled(found: re.Match[str]) -> Safe:
    code, bold, emphasis, words, target = found.groups()
    if code is not None:
        return tag("code", code)
    if bold is not None:
        return tag("strong", inline(bold))
    if emphasis is not None:
        return tag("em", inline(emphasis))
    safe = target.startswith(("http://", "https://", "/", "#"))
    return tag("a", words, href=target) if safe else joined(words)
