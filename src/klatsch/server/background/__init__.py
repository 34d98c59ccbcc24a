"""What the server does by itself: bots move, clocks run out, people are told that it is their turn."""
