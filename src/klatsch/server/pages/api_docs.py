"""The API for people who write programs: a written part, then every path from the OpenAPI document."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from msgspec import Struct

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
    described = msgspec.convert(request.app.openapi(), Described)
    endpoints = [
        endpoint(method, path, facts, described, say)
        for path, methods in described.paths.items()
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


# ── The described API, as far as it is shown ──────────────────────────────────────────────────────


class Schema(Struct, frozen=True, rename={"ref": "$ref", "any_of": "anyOf"}):
    type: str = "object"
    ref: str = ""
    any_of: list[Schema] = []
    items: Schema | None = None
    properties: dict[str, Schema] = {}
    required: list[str] = []
    default: object = None


class Content(Struct, frozen=True):
    schema: Schema = Schema()


class Body(Struct, frozen=True):
    content: dict[str, Content] = {}


class Parameter(Struct, frozen=True, rename={"place": "in"}):
    name: str
    place: str
    schema: Schema
    required: bool = False


class Endpoint(Struct, frozen=True, rename={"body": "requestBody"}):
    description: str = ""
    parameters: list[Parameter] = []
    body: Body = Body()


class Components(Struct):
    schemas: dict[str, Schema]


class Described(Struct):
    paths: dict[str, dict[str, Endpoint]]
    components: Components


# ── As a page ─────────────────────────────────────────────────────────────────────────────────────


def endpoint(method: str, path: str, facts: Endpoint, described: Described, say: Say) -> Safe:
    anchor = re.sub(r"\W+", "-", f"{method} {path}").strip("-")
    return tag(
        "section",
        tag("h3", tag("code", f"{method.upper()} {path}")),
        tag("p", inline(facts.description)) if facts.description else None,
        fields(facts, described, say),
        id=anchor,
        class_="endpoint",
    )


def fields(facts: Endpoint, described: Described, say: Say) -> Safe | None:
    """What the path takes: of the query, and of the body."""
    rows = [row(each.name, each.schema, each.required, say) for each in facts.parameters if each.place == "query"]
    schema = body_schema(facts, described)
    rows += [row(name, each, name in schema.required, say) for name, each in schema.properties.items()]
    return tag("ul", rows) if rows else None


def body_schema(facts: Endpoint, described: Described) -> Schema:
    schema = facts.body.content.get("application/json", Content()).schema
    reference = schema.ref or next((each.ref for each in schema.any_of if each.ref), "")
    return described.components.schemas[name_of(reference)] if reference else schema


def row(name: str, schema: Schema, required: bool, say: Say) -> Safe:
    words = [type_of(schema)]
    if required:
        words.append(say("programs.required"))
    elif schema.default not in (None, ""):
        words.append(say("programs.usually", value=str(schema.default)))
    return tag("li", tag("code", name), f": {', '.join(words)}")


def type_of(schema: Schema) -> str:
    if schema.any_of:
        return " | ".join(type_of(each) for each in schema.any_of)
    if schema.ref:
        return name_of(schema.ref)
    if schema.type == "array" and schema.items is not None:
        return f"[{type_of(schema.items)}, …]"
    return schema.type


def name_of(reference: str) -> str:
    return reference.rpartition("/")[2]
