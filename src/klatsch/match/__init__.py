"""A live match: seats, turns, undo, log, fair dice, what each seat may see. No web."""
