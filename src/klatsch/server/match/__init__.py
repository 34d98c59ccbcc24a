"""Hosted matches: setting one up, playing it, its clocks. No I/O."""
