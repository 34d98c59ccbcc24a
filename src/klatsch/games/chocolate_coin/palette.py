"""What the editor of positions offers for Chocolate COIN: tokens, dice, support, points, and a new turn."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.palette import Brush, Palette, count, none_left, nothing_there
from klatsch.core.position_text import Draft
from klatsch.games.chocolate_coin.actions import AREAS, FACTIONS, PRECINCTS, REGIONS
from klatsch.games.chocolate_coin.position_text import SUPPORTS, fields, in_supply
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin

IN_REGIONS = {f"region-{name}": number for number, name in enumerate(REGIONS)}
ANSWERED = (kinds.ASK_PRIORITY, kinds.ASK_PRIMARY)


def begin_turn(draft: Draft) -> None:
    """Nothing is left of the turn: the current card is played anew. What isn't on the board is in the supply."""
    v, place = draft.v, fields()
    for i in range(at.ACTION_FIRST, at.ACTION_END):
        v[i] = 0
    for faction in range(at.FACTION_COUNT):
        v[at.SUPPLY + faction] = in_supply(draft, faction)
    v[at.ROW] = v[at.JUMPED] = v[at.ENDED] = 0
    for name in ("PRIMARY_BY", "SECONDARY_BY", "SECONDARY_CHOICE"):
        v[place[name].start] = -1
    draft.actor, v[at.KIND] = 0, kinds.BEGIN_TURN
    v[at.TURN] = max(v[at.TURN] - 1, 0)  # the beginning of the turn counts it
    state = draft.game.definition.blank(draft.game, draft.seats)
    state.restore(draft.numbers)
    state.go(kinds.BEGIN_TURN)
    state.walk()
    draft.actor, *draft.v = state.numbers()


def counted(places: dict[str, int], faction: int | None) -> Callable[[Draft, str, bool], None]:
    """One more at a number of the vector; out of the faction's supply, if it is a token."""

    def put(draft: Draft, place: str, take: bool) -> None:
        if faction is not None and not take and in_supply(draft, faction) < 1:
            raise none_left(draft)
        count(draft, places[place], take, at.TOP_SCORE)
        begin_turn(draft)

    return put


def tokens(id: str, label: Message, faction: int, field: str, names: tuple[str, ...], kind: str) -> Brush:
    places = {f"{kind}-{name}": fields()[field].start + number for number, name in enumerate(names)}
    return Brush(id, label, tuple(places), counted(places, faction))


def die(id: str, label: Message, base: int) -> Brush:
    """A die of Big Plastic, with the stealth of a new one; of several the one that shows least is taken."""

    def put(draft: Draft, place: str, take: bool) -> None:
        dice = sorted(draft.v[at.DICE : at.DICE_END])
        group = IN_REGIONS[place] * at.DIE_REGION + base
        if take:
            there = [each for each in dice if each and each & at.DIE_GROUP == group]
            if not there:
                raise nothing_there(draft)
            dice[dice.index(there[0])] = 0
        elif dice[0]:
            raise none_left(draft)
        else:
            dice[0] = group + at.NEW_STEALTH
        draft.v[at.DICE : at.DICE_END] = sorted(dice, reverse=True)
        begin_turn(draft)

    return Brush(id, label, tuple(IN_REGIONS), put)


def gift(value: int) -> Brush:
    places = {place: at.GIFTS + region * at.GIFT_VALUES + value - 1 for place, region in IN_REGIONS.items()}
    return Brush(f"gift-{value}", Message("editor.gift", value=value), tuple(places), counted(places, None))


def support(side: int) -> Brush:
    places = {f"support-{name}": at.SUPPORT + area for area, name in enumerate(AREAS)}

    def put(draft: Draft, place: str, take: bool) -> None:
        draft.v[places[place]] = 0 if take else side
        begin_turn(draft)

    label = Message("editor.support", who=Message(f"faction.{SUPPORTS[side]}"))
    return Brush(f"support-{SUPPORTS[side]}", label, tuple(places), put)


def new_turn(draft: Draft, place: str, take: bool) -> None:
    begin_turn(draft)


def is_ready(state: ChocolateCoin) -> bool:
    return state.actor >= 0 and state.v[at.KIND] in ANSWERED


def palette(game: Game, seats: int) -> Palette:
    santa, ie, elf, bp = (Message(f"faction.{name}") for name in FACTIONS)
    points = {f"marker-{name}": at.SCORE + number for number, name in enumerate(FACTIONS)}
    brushes = (
        tokens("santa", Message("editor.unit", who=santa), at.SANTA, "SANTA_UNITS", REGIONS, "region"),
        tokens("santa-base", Message("editor.base", who=santa), at.SANTA, "SANTA_BASES", REGIONS, "region"),
        tokens("ie", Message("editor.unit", who=ie), at.IE, "IE_UNITS", PRECINCTS, "precinct"),
        tokens("elf", Message("editor.unit", who=elf), at.ELF, "ELF_UNITS", REGIONS, "region"),
        tokens("elf-base", Message("editor.base", who=elf), at.ELF, "ELF_BASES", REGIONS, "region"),
        die("bp", Message("editor.unit", who=bp), 0),
        die("bp-base", Message("editor.base", who=bp), at.DIE_BASE),
        *(gift(value) for value in range(1, at.GIFT_VALUES + 1)),
        support(SUPPORTS.index("santa")),
        support(SUPPORTS.index("elf")),
        Brush("point", Message("editor.point"), tuple(points), counted(points, None)),
        Brush("new-turn", Message("editor.new_turn"), (), new_turn),
    )
    return Palette(brushes, is_ready)
