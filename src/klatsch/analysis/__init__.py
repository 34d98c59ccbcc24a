"""A finished game, looked at again: every turn judged, luck told from skill, and the graph of it."""
