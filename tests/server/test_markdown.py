"""Our RULES.md as HTML."""

from __future__ import annotations

import re

import pytest

from klatsch.core import registry
from klatsch.games import GAMES
from klatsch.rulebook import clauses, rules_text
from klatsch.server.pages.markdown import inline, to_html


def test_clauses_can_be_pointed_at() -> None:
    html = to_html("## 4 Place\n\n**4.2** A coin goes *on top* of `b1`,\nnot under it.")
    clause = '<p id="rule-4.2" class="clause"><strong class="number">4.2</strong> A coin goes <em>on top</em> of '
    assert html == f"<h2>4 Place</h2>\n{clause}<code>b1</code>,\nnot under it.</p>\n"


def test_lists_and_tables() -> None:
    listed = to_html("Two:\n- one\n- **two**\n  more").replace(">\n<", "><")
    assert listed == "<p>Two:</p><ul><li>one</li><li><strong>two</strong>\nmore</li></ul>\n"
    assert '<th scope="col">a</th>' in to_html("| a | b |\n|---|---|\n| 1 | 2 |")
    assert "<td>2</td>" in to_html("| a | b |\n|---|---|\n| 1 | 2 |")


def test_code_keeps_its_lines() -> None:
    assert to_html("```toml\na = 1\n\n# b\n```") == '<pre tabindex="0"><code>a = 1\n\n# b\n</code></pre>'


def test_nothing_in_the_text_becomes_markup() -> None:
    expected = "<p>&lt;script&gt;x&lt;/script&gt; [y](javascript:z)</p>\n"
    assert to_html("<script>x</script> [y](javascript:z)") == expected
    assert inline("*a* <b>") == "<em>a</em> &lt;b&gt;"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_every_game_is_there(game: str) -> None:
    text = rules_text(registry.definition(game))
    assert re.findall(r'id="rule-([\d.]+)"', to_html(text)) == list(clauses(text))
