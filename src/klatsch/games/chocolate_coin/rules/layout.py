# klatsch: compiled
"""Where everything lies in a position's one vector of numbers, and what the numbers mean.

The vector is what `numbers` writes, `restore` reads and `clone` copies: its order is part of stored matches.
Sizes stand here, not beside the names in actions.py, because only sizes of the same module make the offsets constants.
"""

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

# ── How many there are ────────────────────────────────────────────────────────────────────────────────────────────

FACTION_COUNT: Final = 4
REGION_COUNT: Final = 9  # §1.1
AREA_COUNT: Final = 3
MOST_PRECINCTS: Final = 13  # §1.2: nine Regions don't meet by threes at more points than that; a board says how many
DICE_COUNT: Final = 6  # Big Plastic's (§1.6)
DIE_FACES: Final = 6
FULL_STEALTH: Final = DIE_FACES  # §1.5
NEW_STEALTH: Final = 4  # §8.9
GIFT_VALUES: Final = DIE_FACES  # gifts are dice, too
GIFT_KINDS: Final = REGION_COUNT * GIFT_VALUES  # gifts are counted by Region and value
TOP_SCORE: Final = 15  # §1.7
DICE_ROLLED: Final = DIE_FACES - 1  # §8.16: six units or more roll none

# Cards: 4 × rank + suit for the events, then the scoring cards (§3.1).
SUIT_COUNT: Final = 4
RANK_COUNT: Final = 8
EVENT_CARDS: Final = SUIT_COUNT * RANK_COUNT
ACE: Final = EVENT_CARDS
JOKER: Final = ACE + 1
NO_CARD: Final = -1
DECK: Final = 38

# Why the game ended.
GOES_ON: Final = 0
ENDED_BY_SCORING: Final = 1
ENDED_BY_DECK: Final = 2

# A Big Plastic die: 64 × region + 32 if a base + 16 if placed in this action + 8 if moved in this operation + stealth;
# 0 in the supply.
DIE_STEALTH: Final = 7  # the bits of its stealth
DIE_MOVED: Final = DIE_STEALTH + 1
DIE_PLACED: Final = 2 * DIE_MOVED
DIE_BASE: Final = 2 * DIE_PLACED
DIE_REGION: Final = 2 * DIE_BASE
DIE_REGION_SHIFT: Final = 6  # die >> this: its Region
DIE_MARKS: Final = DIE_MOVED + DIE_PLACED
DIE_GROUP: Final = -DIE_BASE  # the bits that the units, or the bases, of one Region have in common

# ── The table ─────────────────────────────────────────────────────────────────────────────────────────────────────

SANTA_UNITS: Final = 0  # by Region
ELF_UNITS: Final = SANTA_UNITS + REGION_COUNT
SANTA_BASES: Final = ELF_UNITS + REGION_COUNT
ELF_BASES: Final = SANTA_BASES + REGION_COUNT
IE_UNITS: Final = ELF_BASES + REGION_COUNT  # by precinct
DICE: Final = IE_UNITS + MOST_PRECINCTS  # Big Plastic's six, highest first
DICE_END: Final = DICE + DICE_COUNT
SUPPORT: Final = DICE_END  # by Area
SCORE: Final = SUPPORT + AREA_COUNT  # by faction
SUPPLY: Final = SCORE + FACTION_COUNT
TRACK: Final = SUPPLY + FACTION_COUNT  # the factions from place 1 to 4
GIFTS: Final = TRACK + FACTION_COUNT  # dice; where in it: position.gift_at
SEEN: Final = GIFTS + GIFT_KINDS  # event cards that were turned over

KIND: Final = SEEN + EVENT_CARDS  # what is asked: a number of kinds.py
DRAWN: Final = KIND + 1  # cards turned over
PILE_SCORING: Final = DRAWN + 1  # scoring cards left in the pile that is being drawn
CURRENT: Final = PILE_SCORING + 1
UPCOMING: Final = CURRENT + 1
TURN: Final = UPCOMING + 1
ASKED: Final = TURN + 1  # the place on the track that is asked, from 0
PRIMARY_BY: Final = ASKED + 1
SECONDARY_BY: Final = PRIMARY_BY + 1
ROW: Final = SECONDARY_BY + 1
JUMPED: Final = ROW + 1  # the primary action was an event taken by priority
SECONDARY_CHOICE: Final = JUMPED + 1
TRACK_WHO: Final = SECONDARY_CHOICE + 1  # whom an event puts elsewhere on the track when the turn ends: faction + 1
TRACK_TO: Final = TRACK_WHO + 1  # and where: the place, from 1

# ── The action being played; all 0 between actions ────────────────────────────────────────────────────────────────

ACTION_FIRST: Final = TRACK_TO + 1
ACTING: Final = ACTION_FIRST  # the faction
OPERATION_LEFT: Final = ACTING + 1
SPECIAL_LEFT: Final = OPERATION_LEFT + 1
EFFECT: Final = SPECIAL_LEFT + 1  # the next effect of the event, and where its list ends
EFFECT_END: Final = EFFECT + 1
IN_EVENT: Final = EFFECT_END + 1
DID: Final = IN_EVENT + 1  # something was changed by this action
ONLY: Final = DID + 1  # an event's operation must be this one: operation + 1; 0 for any
CHOSEN: Final = ONLY + 1  # the operation (−1: none yet)
REGIONS_LEFT: Final = CHOSEN + 1
SELECTED: Final = REGIONS_LEFT + 1  # a mask of Regions, or precincts
RETURN: Final = SELECTED + 1  # the kind that follows a placement or a move
LEFT: Final = RETURN + 1
EFFECT_A: Final = LEFT + 1  # the parameters of the effect
EFFECT_B: Final = EFFECT_A + 1
EFFECT_C: Final = EFFECT_B + 1
EFFECT_D: Final = EFFECT_C + 1
ANYWHERE: Final = EFFECT_D + 1
ONE_UNIT: Final = ANYWHERE + 1
# What is being resolved in one place; all 0 before and after, so that the order of the places leaves no trace.
PLACE_FIRST: Final = ONE_UNIT + 1
FOCUS: Final = PLACE_FIRST  # the Region or precinct
TARGET: Final = FOCUS + 1
PICKED: Final = TARGET + 1  # how many dice were picked for this move
WHO: Final = PICKED + 1
PLACE_WHAT: Final = WHO + 1
PLACE_WHERE: Final = PLACE_WHAT + 1
PLACE_LEFT: Final = PLACE_WHERE + 1
STRENGTH: Final = PLACE_LEFT + 1
TOKENS_THERE: Final = STRENGTH + 1
TO_ROLL: Final = TOKENS_THERE + 1
HITS: Final = TO_ROLL + 1
UNITS_REMOVED: Final = HITS + 1
ROLLED: Final = UNITS_REMOVED + 1  # five dice
COST: Final = ROLLED + DICE_ROLLED
GIFT_VALUE: Final = COST + 1
PLACE_END: Final = GIFT_VALUE + 1
# Marks: moved in this operation, placed in this action.
MOVED_SANTA: Final = PLACE_END
MOVED_ELF: Final = MOVED_SANTA + REGION_COUNT
MOVED_IE: Final = MOVED_ELF + REGION_COUNT
PLACED_UNITS: Final = MOVED_IE + MOST_PRECINCTS  # by Region, or precinct
PLACED_BASES: Final = PLACED_UNITS + MOST_PRECINCTS
PLACED_SUPPORT: Final = PLACED_BASES + REGION_COUNT
GIFTS_MOVED: Final = PLACED_SUPPORT + AREA_COUNT
ACTION_END: Final = GIFTS_MOVED + GIFT_KINDS

# ── Set-up and end ────────────────────────────────────────────────────────────────────────────────────────────────

SETUP_AT: Final = ACTION_END
SETUP_STEP: Final = SETUP_AT + 1
ENDED: Final = SETUP_STEP + 1
SIZE: Final = ENDED + 1
