"""`python -m klatsch` is `klatsch`."""

from klatsch.cli import main

main()
