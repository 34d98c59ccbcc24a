"""The command line: `klatsch …`. Bad input gets one clear sentence and exit status 2."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer
from typer.exceptions import TyperException

# isort: off
# The order of these is that of `klatsch --help`.
from klatsch.cli import play, serve, host  # noqa: F401
from klatsch.cli import arena, lab, replays, tools  # noqa: F401
from klatsch.cli.app import app
# isort: on


def main() -> None:
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        fail(error.format_message())
    except typer.Abort:
        fail("interrupted")
    except (ValueError, OSError) as error:
        fail(str(error))
    raise SystemExit(status if isinstance(status, int) else 0)


def fail(sentence: str) -> NoReturn:
    """One sentence, and exit status 2."""
    print(f"klatsch: {' '.join(sentence.split())}", file=sys.stderr)
    raise SystemExit(2)
