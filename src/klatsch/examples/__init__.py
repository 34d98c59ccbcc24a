"""Example games: compiled and in the contract suite, but not in the lobby."""

from __future__ import annotations

from klatsch.core.registry import register_module

EXAMPLES = {
    "connect-four": "klatsch.examples.connect_four",
    "kuhn-poker": "klatsch.examples.kuhn_poker",
}


def register_all() -> None:
    for name, module in EXAMPLES.items():
        register_module(name, module)
