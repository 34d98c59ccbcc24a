"""Renders our Markdown (RULES.md, API.md) as HTML by markdown-it.

A clause (a paragraph that begins with its number in bold) becomes `<p id="rule-4.2" class="clause">`, so that pages
can point at it. HTML in the text is escaped.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from klatsch.server.pages.html import Safe, tag

CLAUSE = re.compile(r"\d+\.\d+[a-z]?")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def to_html(text: str) -> Safe:
    """The whole text."""
    tokens = MARKDOWN.parse(text)
    for token, inside in pairwise(tokens):
        if token.type == "paragraph_open":
            mark_clause(token, inside.children or [])
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    return Safe(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def inline(text: str) -> Safe:
    """Text without paragraphs of its own."""
    return Safe(MARKDOWN.renderInline(text))


def mark_clause(paragraph: Token, words: list[Token]) -> None:
    shown = [word for word in words if word.content or word.type != "text"]
    if len(shown) > 1 and shown[0].type == "strong_open" and CLAUSE.fullmatch(shown[1].content):
        paragraph.attrSet("id", f"rule-{shown[1].content}")
        paragraph.attrSet("class", "clause")
        shown[0].attrSet("class", "number")


# ── What scrolls by itself does so by keyboard too ────────────────────────────────────────────────


def begin_table(*_: Any) -> str:
    return '<div class="wide" tabindex="0" role="group"><table>'


def end_table(*_: Any) -> str:
    return "</table></div>"


def code(renderer: Any, tokens: list[Token], at: int, *_: Any) -> str:
    return tag("pre", tag("code", tokens[at].content), tabindex=0)


MARKDOWN.add_render_rule("table_open", begin_table)
MARKDOWN.add_render_rule("table_close", end_table)
MARKDOWN.add_render_rule("fence", code)
