"""The reference: the Python library from its docstrings, the server's paths from its OpenAPI document.

The sources are read, not the modules: compiled ones don't know their signatures. A public name without a docstring
is an error.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import msgspec

from klatsch.server.app import make_app
from klatsch.server.pages.api_docs import WRITTEN, Described, Endpoint, Schema, body_schema, type_of
from klatsch.server.settings import Settings
from website import ROOT
from website.pages import Site, add_page

# What the public names are made of, in the order of the page: as which they are imported, from which source.
PARTS = (
    ("klatsch", "core/registry.py", ("load", "names", "register")),
    ("klatsch", "core/game.py", ("Game", "State")),
    ("klatsch", "core/message.py", ("IllegalAction", "Outcome", "Refusal", "Message")),
    ("klatsch", "core/rng.py", ("Rng",)),
    ("klatsch.bots.bot_names", "bots/bot_names.py", ("make_bot",)),
    ("klatsch.match.match", "match/match.py", ("Match",)),
    ("klatsch.bots.bot", "bots/bot.py", ("Bot", "choose", "tell")),
    ("klatsch.arena.run_game", "arena/run_game.py", ("run_game",)),
    ("klatsch.adapters.batch", "adapters/batch.py", ("Batch", "Step")),
    ("klatsch.adapters.pettingzoo", "adapters/pettingzoo.py", ("env", "raw_env")),
    ("klatsch.adapters.gymnasium", "adapters/gymnasium.py", ("SeatEnv",)),
)
# Not called from outside, though their names have no underscore.
INNER = ("Game.suggestion", "State.check_viewer", "Batch.use", "Batch.look", "Batch.check")
INNER_OF_SEAT = ("SeatEnv.play", "SeatEnv.go_on", "SeatEnv.lose", "SeatEnv.info")
OPENING = """# Python reference

Every public name with its docstring. [The library on a page](library.md) shows how they play together; what a game has
to write is in [Add a game](add-a-game.md). `klatsch.CHANCE` and `klatsch.OVER` are actors that are no seat,
`klatsch.PUBLIC` and `klatsch.OPEN` viewers that are no seat; `klatsch.compiled()` says whether the rules run compiled.
"""


def add_python_reference(site: Site) -> None:
    text = [OPENING]
    module = ""
    for imported, path, names in PARTS:
        if imported != module:
            text.append(f"## {imported}\n")
            module = imported
        tree = ast.parse((ROOT / "src/klatsch" / path).read_text("utf-8"))
        found = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
        for name in names:
            text += entries(found[name], "")
    add_page(site, "reference.md", "\n".join(text), ROOT / "docs")


def entries(node: ast.ClassDef | ast.FunctionDef, owner: str) -> Iterator[str]:
    """A function, or a class with its public methods and properties."""
    name = f"{owner}.{node.name}" if owner else node.name
    words = ast.get_docstring(node)
    if not words:
        raise ValueError(f"{name} is public and has no docstring")
    shown = signature(node)
    level = "####" if owner else "###"
    yield f"{level} {name}\n\n```python\n{shown}\n```\n\n{escaped(words)}\n"
    if isinstance(node, ast.ClassDef):
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and is_public(name, each.name):
                yield from entries(each, name)


def is_public(owner: str, name: str) -> bool:
    return not name.startswith("_") and f"{owner}.{name}" not in (*INNER, *INNER_OF_SEAT)


def signature(node: ast.ClassDef | ast.FunctionDef) -> str:
    """As it is called: for a class, its constructor's; for a property, its type."""
    if isinstance(node, ast.ClassDef):
        makers = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
        fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
        if makers:
            return f"class {node.name}({parameters(makers[0])})"
        inside = ", ".join(ast.unparse(each) for each in fields)
        return f"class {node.name}({inside})" if inside else f"class {node.name}"
    result = ast.unparse(node.returns) if node.returns else "None"
    if any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list):
        return f"{node.name}: {result}"
    return f"{node.name}({parameters(node)}) -> {result}".replace("i64", "int")


def parameters(node: ast.FunctionDef) -> str:
    text = ast.unparse(node.args)
    return re.sub(r"^self(?:, )?", "", text).replace("i64", "int")


def escaped(words: str) -> str:
    """A docstring's indented examples are code; its angle brackets are no markup."""
    return words.replace("<", "&lt;")


# ── HTTP ──────────────────────────────────────────────────────────────────────────────────────────


def add_http_reference(site: Site) -> None:
    """What the server shows under /api: the written part, then every path."""
    written = re.sub(r"\[([^\]]+)\]\((/[^)]+)\)", r"\1 (`\2`)", WRITTEN.read_text("utf-8"))
    described = msgspec.convert(make_app(Settings()).openapi(), Described)
    paths = [
        endpoint(method, path, facts, described)
        for path, methods in described.paths.items()
        for method, facts in methods.items()
    ]
    text = "\n".join(["# HTTP and WebSocket\n", written, "## Every path\n", *paths])
    add_page(site, "http-reference.md", text, WRITTEN.parent)


def endpoint(method: str, path: str, facts: Endpoint, described: Described) -> str:
    schema = body_schema(facts, described)
    asked = [(each.name, each.schema, each.required) for each in facts.parameters]
    asked += [(name, each, name in schema.required) for name, each in schema.properties.items()]
    rows = [
        f"- `{name}`: {type_of(each)}{', needed' if needed else usual(each)}"
        for name, each, needed in asked
        if f"{{{name}}}" not in path and name not in ("cookie", "klatsch")
    ]
    return "\n".join([f"### `{method.upper()} {path}`\n", facts.description, "", *rows, ""])


def usual(schema: Schema) -> str:
    return f", usually `{schema.default}`" if schema.default not in (None, "") else ""
