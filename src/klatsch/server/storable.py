"""Which letters can be stored: PostgreSQL takes no NUL and nobody can write half a surrogate, so neither comes in."""

from __future__ import annotations

import json

from klatsch.server.errors import Refused


def check_json(text: str | bytes) -> None:
    """Refused if a string in it can't be stored. What is no JSON is somebody else's to refuse."""
    raw = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if b"\0" not in raw and b"\\u" not in raw and b"\xed" not in raw:
        return
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return
    if not is_storable(found):
        raise Refused("odd_letters", 422)


def is_storable(value: object) -> bool:
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return all(is_storable(key) and is_storable(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(is_storable, value))
    return True
