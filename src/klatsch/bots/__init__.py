"""Bots: programs that play, and the names of players used everywhere (`human`, `random`, `bot:3`, …)."""
