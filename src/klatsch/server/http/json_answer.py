"""HTTP answers made from Structs."""

from __future__ import annotations

import msgspec
from msgspec import Struct

JsonObject = dict[str, object]


def json_answer(answer: Struct) -> JsonObject:
    """The fields of a Struct that are set, without the type that only a socket needs."""
    fields: JsonObject = msgspec.to_builtins(answer, str_keys=True)
    fields.pop("type", None)
    return fields
