"""Klatsch's games and bots inside other frameworks, and theirs inside Klatsch. Each needs the extra of its name."""
