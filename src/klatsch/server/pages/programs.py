"""The API for people who write programs: a written part, then every path from the OpenAPI document."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.core.definition import Say
from klatsch.server import settings
from klatsch.server.http.auth import Language, Visitor
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.layout import page
from klatsch.server.pages.markdown import inline, to_html
from klatsch.server.words import WORDS

router = APIRouter()
WRITTEN = Path(settings.__file__).parent / "API.md"


@router.get("/api", response_class=HTMLResponse)
async def programs(request: Request, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    described = request.app.openapi()
    endpoints = [
        endpoint(method, path, facts, described, say)
        for path, methods in described["paths"].items()
        for method, facts in methods.items()
    ]
    body = tag(
        "article",
        tag("h1", say("programs.title")),
        to_html(WRITTEN.read_text(encoding="utf-8")),
        tag("h2", say("programs.paths")),
        endpoints,
        class_="sheet rules",
    )
    styles = ("narrow_page.css", "rulebook.css", "fair_dice.css")
    return page(request, say("programs.title"), body, person=person, styles=styles, kind="narrow")


def endpoint(method: str, path: str, facts: dict[str, Any], described: dict[str, Any], say: Say) -> Safe:
    anchor = re.sub(r"\W+", "-", f"{method} {path}").strip("-")
    return tag(
        "section",
        tag("h3", tag("code", f"{method.upper()} {path}")),
        tag("p", inline(facts.get("description", ""))) if facts.get("description") else None,
        fields(facts, described, say),
        id=anchor,
        class_="endpoint",
    )


def fields(facts: dict[str, Any], described: dict[str, Any], say: Say) -> Safe | None:
    """What the path takes: of the query, and of the body."""
    rows = [
        row(each["name"], each["schema"], each.get("required", False), say)
        for each in facts.get("parameters", [])
        if each["in"] == "query"
    ]
    schema = body_schema(facts, described)
    needed = schema.get("required", [])
    rows += [row(name, each, name in needed, say) for name, each in schema.get("properties", {}).items()]
    return tag("ul", rows) if rows else None


def body_schema(facts: dict[str, Any], described: dict[str, Any]) -> dict[str, Any]:
    content = facts.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema: dict[str, Any] = content.get("schema", {})
    reference = schema.get("$ref") or next((each["$ref"] for each in schema.get("anyOf", []) if "$ref" in each), None)
    if reference is None:
        return schema
    found: dict[str, Any] = described["components"]["schemas"][reference.rpartition("/")[2]]
    return found


def row(name: str, schema: dict[str, Any], required: bool, say: Say) -> Safe:
    words = [type_of(schema)]
    if required:
        words.append(say("programs.required"))
    elif schema.get("default") not in (None, ""):
        words.append(say("programs.usually", value=str(schema["default"])))
    return tag("li", tag("code", name), f": {', '.join(words)}")


def type_of(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(type_of(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if schema.get("type") == "array":
        return f"[{type_of(schema['items'])}, …]"
    return str(schema.get("type", "object"))
