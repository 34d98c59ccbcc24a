"""Lines broken on purpose: do the tests notice? `uv run python -m benchmarks.mutations --help`."""
