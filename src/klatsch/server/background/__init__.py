"""Background work of the server: bots move, clocks run out, people are told that it is their turn."""
