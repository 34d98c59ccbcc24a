"""Klatsch's games inside other frameworks, and their bots inside Klatsch. Each needs the extra of its name."""

from __future__ import annotations

from klatsch.bots import bot_names

# Bots of other programs, by the first word of their names.
FOREIGN_BOTS = {
    "openspiel": "klatsch.adapters.openspiel_bots",
    "openspiel-cheat": "klatsch.adapters.openspiel_bots",
    "openspiel-ismcts": "klatsch.adapters.openspiel_bots",
}


def register_all() -> None:
    """Make the foreign bots known by name; their programs are loaded when somebody asks for one."""
    for word, module in FOREIGN_BOTS.items():
        bot_names.register(word, module)
