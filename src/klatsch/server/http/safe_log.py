"""Errors in the log without what people wrote: where it failed and of what kind, but no values.

Database errors quote what they were given: seeds, chat, digests of passwords. Others may quote a name or an address.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from types import TracebackType
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

MOST_WORDS = 200
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
SECRETS = re.compile(
    r"""'[^']*' | "[^"]*" | `[^`]*`                      # what is quoted
    | \b[0-9a-fA-F]{16,}\b                               # digests, seeds, keys
    | [\w-]{30,}                                         # tokens and cookies
    | \b\d{1,3}(?:\.\d{1,3}){3}\b                        # addresses
    | (?<![\w:])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?![\w:])""",
    re.VERBOSE,
)


def scrubbed(text: str) -> str:
    return SECRETS.sub("…", text)[:MOST_WORDS]


def told(error: BaseException) -> str:
    """An error's kind, and its words if they can't quote the database."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    quotes = isinstance(error, (SQLAlchemyError, sqlite3.Error)) or kind.__module__.startswith("asyncpg")
    words = "" if quotes else scrubbed(str(error))
    return f"{name}: {words}" if words else name


def chain(error: BaseException) -> Iterator[BaseException]:
    """An error and those that it came from or consists of, the first cause first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from chain(before)
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from chain(each)
    yield error


def told_with_places(error: BaseException) -> str:
    """Like a traceback, which names files and lines of ours, and no values."""
    parts = ["".join(traceback.format_tb(each.__traceback__)) + told(each) for each in chain(error)]
    return "\n".join(parts)


def add_error(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """For structlog, in place of its own way to print errors."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else (sys.exception() if given else None)
    if isinstance(given, tuple):
        error = given[1]
    if error is not None:
        event["exception"] = told_with_places(error)
    return event


class SafeFormatter(logging.Formatter):
    """For the logs of uvicorn, asyncio and all others."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname.lower()} {record.name}: {scrubbed(record.getMessage())}"
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + told_with_places(record.exc_info[1])
        return line


def quieten_libraries() -> None:
    """Whatever libraries log goes through `SafeFormatter`, also what uvicorn has set up for itself."""
    handler = logging.StreamHandler()
    handler.setFormatter(SafeFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.access").disabled = True
