# klatsch: compiled
"""The kinds of decision, chance and automatic step, so that a step can name another without importing its module.

A step class says which kind it is. Positions hold these numbers, so they are part of stored matches.
"""

from __future__ import annotations

from typing import Final

# Set-up
TRACK_ORDER: Final = 0
SET_UP: Final = 1
DRAW_CARD: Final = 2
# Selecting actions
BEGIN_TURN: Final = 3
ASK_PRIORITY: Final = 4
ASK_PRIMARY: Final = 5
ASK_SECONDARY: Final = 6
# Playing an action
NEXT_STEP: Final = 7
CHOOSE_OPERATION: Final = 8
CHOOSE_REGION: Final = 9
# Recruit, and placing tokens
RECRUIT_WHAT: Final = 10
RECRUIT_PRECINCT: Final = 11
PLACE: Final = 12
# Move
MOVE_TARGET: Final = 13
MOVE_AMOUNT: Final = 14
MOVE_DIE: Final = 15
MOVE_GIFT: Final = 16
# Attack
START_ATTACK: Final = 17
ROLL_DIE: Final = 18
REMOVE_TOKEN: Final = 19
# Faction operations
CHOOSE_AREA: Final = 20
DISPERSE_WHO: Final = 21
DISPERSE_TARGET: Final = 22
DISPERSE_AMOUNT: Final = 23
STEAL_GIFT: Final = 24
SPEND_STEALTH: Final = 25
# Special operations
SHIP_REGION: Final = 26
SHIP_GIFT: Final = 27
SWEEP_REGION: Final = 28
SWEEP_TOKEN: Final = 29
COVER_REGION: Final = 30
DRIVE_REGION: Final = 31
# Events
EVENT_PLACE: Final = 32
EVENT_MOVE: Final = 33
EVENT_SUPPORT: Final = 34
EVENT_REMOVE_REGION: Final = 35
EVENT_REMOVE_TOKEN: Final = 36
EVENT_STEALTH_WAY: Final = 37
EVENT_STEALTH_REGION: Final = 38
EVENT_GIFT_WAY: Final = 39
EVENT_GIFT_REGION: Final = 40
EVENT_GIFT_DIE: Final = 41
EVENT_GIFT_CHANGE: Final = 42
EVENT_BASE_PLACE: Final = 43
EVENT_BASE_REGION: Final = 44
EVENT_BASE_TOKEN: Final = 45
# Gifts, end of the turn, scoring
BUILD_GIFT: Final = 46
AFTER_ACTION: Final = 47
END_TURN: Final = 48
SCORING_ROUND: Final = 49
FINAL_COUNT: Final = 50
KINDS: Final = 51
