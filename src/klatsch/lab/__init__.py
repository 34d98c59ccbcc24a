"""The lab: plays searching bots and tells in one HTML page what kind of game it is, and what a changed rule changes."""
