# The usual tasks. Everything runs by uv, which sets up and compiles what is missing.

.PHONY: help run test lint types long site pictures bench

help:  ## list the tasks
	@sed -n 's/^\([a-z]*\):  *## /\1: /p' Makefile

run:  ## start a server on this machine and open the browser
	uv run --no-dev klatsch

test:  ## all tests but the long and the slow ones
	uv run pytest

lint:  ## the style
	uv run ruff check .
	uv run ruff format --check .

types:  ## the types
	uv run mypy

long:  ## the long forms of the tests
	uv run pytest -m long

site:  ## build the documentation into build/site
	uv run --group docs python -m website

pictures:  ## draw the README's pictures of the games, and the gallery
	uv run python -m website.pictures
	uv run python -m website.gallery

bench:  ## how fast rules and search are
	uv run --no-dev klatsch bench
