"""The rules of Chocolate COIN, one module per heading of the rulebook; game.py puts them together.

A decision is a small class (step.py) that is found by the kind stored in the position. Modules don't call each
other: one says where the game goes next (`position.go(KIND)`), and that kind's class takes over.
"""
