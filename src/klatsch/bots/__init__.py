"""Programs that play, and the one grammar that names players everywhere: `human`, `random`."""
