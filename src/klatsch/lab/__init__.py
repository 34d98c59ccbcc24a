"""The lab: HTML reports on what kind of game it is and what a changed rule changes, from games between bots."""
