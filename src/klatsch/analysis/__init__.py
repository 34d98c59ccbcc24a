"""Analysis of finished games: every turn judged, luck separated from skill, and the win chart."""
