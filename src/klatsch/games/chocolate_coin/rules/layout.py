# klatsch: compiled
"""Where everything lies in a position's one vector of numbers, and what the numbers mean."""

from __future__ import annotations

from typing import Final

# ── Factions, sides, operations ───────────────────────────────────────────────────────────────────────────────────

SANTA: Final = 0
IE: Final = 1
ELF: Final = 2
BP: Final = 3
NOBODY: Final = -1

# Support of an Area.
NEUTRAL: Final = 0
PRO_SANTA: Final = 1
PRO_ELF: Final = 2

# Operations, as in actions.OPERATIONS.
RECRUIT: Final = 0
MOVE: Final = 1
ATTACK: Final = 2
PIES: Final = 3
DISPERSE: Final = 4
STEAL: Final = 5
RALLY: Final = 6

# Rows of the action grid, as in actions.PRIMARIES.
ROW_OPS_SPECIAL: Final = 0
ROW_EVENT: Final = 1
ROW_OPS: Final = 2

# How much of an operation an action allows.
NO_OPERATION: Final = 0
LIMITED: Final = 1
FULL: Final = 2

# What is being placed.
A_UNIT: Final = 0
A_BASE: Final = 1
A_SUPPORT: Final = 2
A_RECRUITED_MEMBER: Final = 3  # §10.4: an E.L.F. unit in exchange for a Santa unit

# Cards: 4 × rank + suit below 32, then the scoring cards.
ACE: Final = 32
JOKER: Final = 33
NO_CARD: Final = -1
DECK: Final = 38

# Why the game ended.
GOES_ON: Final = 0
ENDED_BY_SCORING: Final = 1
ENDED_BY_DECK: Final = 2

# A Big Plastic die: 64 × region + 32 if a base + 16 if placed in this action + 8 if moved in this operation + stealth;
# 0 in the supply.
DIE_BASE: Final = 32
DIE_PLACED: Final = 16
DIE_MOVED: Final = 8
DIE_REGION: Final = 64
FULL_STEALTH: Final = 6
NEW_STEALTH: Final = 4

TOP_SCORE: Final = 15

# ── The table ─────────────────────────────────────────────────────────────────────────────────────────────────────

SANTA_UNITS: Final = 0  # by Region
ELF_UNITS: Final = 9
SANTA_BASES: Final = 18
ELF_BASES: Final = 27
IE_UNITS: Final = 36  # by precinct
DICE: Final = 42  # Big Plastic's six, highest first
SUPPORT: Final = 48  # by Area
SCORE: Final = 51  # by faction
SUPPLY: Final = 55
TRACK: Final = 59  # the factions from place 1 to 4
GIFTS: Final = 63  # dice by 6 × region + value − 1
SEEN: Final = 117  # event cards that were turned over

KIND: Final = 149  # what is asked: a number of kinds.py
DRAWN: Final = 150  # cards turned over
PILE_SCORING: Final = 151  # scoring cards left in the pile that is being drawn
CURRENT: Final = 152
UPCOMING: Final = 153
TURN: Final = 154
ASKED: Final = 155  # the place on the track that is asked, from 0
PRIMARY_BY: Final = 156
SECONDARY_BY: Final = 157
ROW: Final = 158
JUMPED: Final = 159  # the primary action was an event taken by priority
SECONDARY_CHOICE: Final = 160

# ── The action being played; all 0 between actions ────────────────────────────────────────────────────────────────

ACTION_FIRST: Final = 161
ACTING: Final = 161  # the faction
OPERATION_LEFT: Final = 162
SPECIAL_LEFT: Final = 163
EFFECT: Final = 164  # the next effect of the event, and where its list ends
EFFECT_END: Final = 165
IN_EVENT: Final = 166
DID: Final = 167  # something was changed by this action
CHOSEN: Final = 168  # the operation (−1: none yet)
REGIONS_LEFT: Final = 169
SELECTED: Final = 170  # a mask of Regions, or precincts
FOCUS: Final = 171  # the Region or precinct being resolved
TARGET: Final = 172
LAST: Final = 173  # what was chosen before, where choices keep an order
RETURN: Final = 174  # the kind that follows a placement or a move
LEFT: Final = 175
WHO: Final = 176
PLACE_WHAT: Final = 177
PLACE_WHERE: Final = 178
PLACE_LEFT: Final = 179
STRENGTH: Final = 180
TOKENS_THERE: Final = 181
TO_ROLL: Final = 182
HITS: Final = 183
UNITS_REMOVED: Final = 184
ROLLED: Final = 185  # five dice
COST: Final = 190
DIE_AT: Final = 191
SPENT: Final = 192
SPENT_STEALTH: Final = 193  # what the die before had
EFFECT_A: Final = 194
EFFECT_B: Final = 195
EFFECT_C: Final = 196
EFFECT_D: Final = 197
ANYWHERE: Final = 198
ONE_UNIT: Final = 199
POSSIBLE: Final = 200
GIFT_VALUE: Final = 201
LAST_OFF: Final = 202  # the token that was taken off last for this placement (§2.8), as in actions.TAKE_OFF
# Marks: moved in this operation, placed in this action.
MOVED_SANTA: Final = 203
MOVED_ELF: Final = 212
MOVED_IE: Final = 221
PLACED_UNITS: Final = 227  # by Region, or precinct
PLACED_BASES: Final = 236
PLACED_SUPPORT: Final = 245
GIFTS_MOVED: Final = 248
ACTION_END: Final = 302

# ── Set-up and end ────────────────────────────────────────────────────────────────────────────────────────────────

SETUP_AT: Final = 302
SETUP_STEP: Final = 303
ENDED: Final = 304
SIZE: Final = 305
