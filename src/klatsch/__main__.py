"""`klatsch …` and `python -m klatsch`: the command line, or what to install where it is missing."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from klatsch import cli

        cli.main()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "klatsch":
            raise
        print(f'klatsch: this needs {error.name}, which is not here: pip install "klatsch[all]"', file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
