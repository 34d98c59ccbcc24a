"""A board file can hold the original: any number of precincts, formulas, and effects with every notion of the rules."""

from __future__ import annotations

import itertools
import json

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.boardfile import EFFECTS, KINDS, WHOM, shipped_text
from klatsch.games.chocolate_coin.invariant import invariant

from games.chocolate_coin.table import asked, here, legal, play, refused, score, supply, table, track

CAMPUS = shipped_text("campus")
RANKS = "2 3 4 6 7 8 j q".split()
SANTA = "track: santa elf | ie bp\n"
IE = "track: ie elf | santa bp\n"


def board(faction: str, other: str = '{ effect = "special" }') -> str:
    """A file with the same two columns on every card."""
    columns = ["[" + effects.replace("}, {", "},\n{") + "]" for effects in (faction, other)]
    return "\n".join(f'[event.{rank}]\nname = "Test"\nfaction = {columns[0]}\nother = {columns[1]}' for rank in RANKS)


# ── The map ───────────────────────────────────────────────────────────────────────────────────────────────────────


def with_precincts(count: int) -> str:
    letters = "abcdefghijklm"[:count]
    regions = "l1 m1 r1 l2 m2 r2 l3 m3 r3".split()
    precincts = "\n".join(
        f'[[precinct]]\nid = "{letter}"\nname = "Post {letter}"\nat = [{5 + 7 * i}, {5 + 7 * i}]\n'
        f'touches = ["{regions[i % 9]}", "{regions[(i + 1) % 9]}"]'
        for i, letter in enumerate(letters)
    )
    before, after = CAMPUS.split("[map]")[0], CAMPUS.split("# ── The reference sheet")[1]
    borders = CAMPUS.split("borders = [")[1].split("]")[0]
    lines = ", ".join(f'"{a}-{b}"' for a, b in itertools.pairwise(letters))
    return f"{before}\n[map]\nborders = [{borders}]\nlines = [{lines}]\n{precincts}\n#{after}"


@pytest.mark.rule("chocolate_coin 1.4", "chocolate_coin 1.2", "chocolate_coin 1.3")
@pytest.mark.parametrize("count", [1, 2, 6, 9, 13])
def test_any_number_of_precincts(count: int) -> None:
    game = klatsch.load("chocolate-coin", board=with_precincts(count))
    for seed in range(3):
        state, rng = game.new(4), Rng(seed)
        assert len(state.view(klatsch.PUBLIC)["precincts"]) == count
        while state.actor != klatsch.OVER:
            state.apply(state.sample(rng))
            assert game.definition.invariant(state) is None
        assert state.svg(klatsch.OPEN)
        assert state.text(klatsch.OPEN)


@pytest.mark.rule("chocolate_coin 8.15")
def test_units_walk_along_the_lines_of_a_large_board() -> None:
    state = table(IE + "cards: 2d 3d\nl: 1", board=with_precincts(13))
    play(state, "primary ops", "move", "precinct l")
    assert legal(state) == ["precinct k", "precinct m"]
    play(state, "precinct m")
    assert (here(state, "l"), here(state, "m")) == ("0", "1")


@pytest.mark.parametrize("count", [0, 14])
def test_too_many_or_no_precincts_are_refused(count: int) -> None:
    text = with_precincts(13)
    if count == 0:
        text = text.split("[[precinct]]")[0].split("lines = ")[0] + "lines = []\nprecinct = []\n"
        text = "precinct = []\n" + text.replace("precinct = []\n", "")
    else:
        text += '\n[[precinct]]\nid = "n"\nname = "One more"\ntouches = ["l1"]\nat = [1, 1]\n'
    with pytest.raises(ValueError, match=f"a board has 1 to 13 precincts, not {count}"):
        klatsch.load("chocolate-coin", board=text)


@pytest.mark.rule("chocolate_coin 1.10")
def test_many_base_spaces() -> None:
    state = table("l2: santa 1", board=CAMPUS.replace("spaces = 2\nbox = [0, 43", "spaces = 9\nbox = [0, 43"))
    assert state.view(klatsch.PUBLIC)["regions"][3]["spaces"] == 9


# ── Formulas ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 6.3")
@pytest.mark.parametrize(
    ("formula", "position", "regions"),
    [
        ('count = "units"', "a: 3\nb: 2", 5),
        ('count = "units", divided_by = 2', "a: 3\nb: 2", 3),
        ('count = "units", divided_by = 3, plus = 1', "a: 3\nb: 2", 3),
        ('count = "precincts", plus = 1', "a: 3\nb: 2", 3),
        ('count = "regions"', "a: 1", 3),
        ('count = "tokens", divided_by = 9, least = 4', "a: 1", 4),
        ('count = "bases", plus = 2', "a: 1", 2),
    ],
)
def test_the_reach_of_internal_elfairs_is_a_formula(formula: str, position: str, regions: int) -> None:
    state = table(IE + "cards: 2d 3d\n" + position, board=f"[regions]\nie = {{ {formula} }}\n")
    play(state, "primary ops")
    assert f"in {regions} place" in state.prompt(1)


@pytest.mark.rule("chocolate_coin 6.3")
def test_an_option_goes_before_the_boards_formula() -> None:
    text = '[regions]\nbp = { count = "tokens", plus = 3 }\n'
    position = "track: bp elf | santa ie\ncards: 2d 3d\nl1: bp 3 3\nr3: santa 1"
    for option, regions in (("board", 5), ("presence", 1)):
        state = table(position, board=text, bp_regions=option)
        play(state, "primary ops")
        assert f"in {regions} place" in state.prompt(3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[regions]\nelf = { count = "units" }', "there is no 'elf'; it takes ie, bp"),
        ('[regions]\nie = { count = "cards" }', "count must be bases or units"),
        ('[regions]\nie = { count = "units", divided_by = 0 }', "divided_by must be a whole number from 1 to 9"),
        ("[regions]\nie = 3", "must be a formula"),
    ],
)
def test_a_damaged_formula_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        klatsch.load("chocolate-coin", board=text)


@pytest.mark.rule("chocolate_coin 8.4", "chocolate_coin 12.2")
@pytest.mark.parametrize(("option", "gift"), [("bases", "santa 2, gift 2"), ("bases_gifts", "santa 2")])
def test_whether_gifts_are_built_where_the_elf_has_the_support(option: str, gift: str) -> None:
    state = table("cards: 3s 4s\nmiddle: elf\nm2: santa 2", santa_build=option)
    play(state, "primary ops", "done")
    assert here(state, "m2") == gift


# ── Effects ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.3")
@pytest.mark.parametrize(
    ("kind", "offered"),
    [("recruit", "region l2"), ("move", "region m1"), ("attack", "roll 1"), ("own", "area north")],
)
def test_one_kind_of_operation_only(kind: str, offered: str) -> None:
    text = board(f'{{ effect = "operation", kind = "{kind}" }}')
    state = table(SANTA + "cards: 3d 4d\nl1: santa 1, elf 1", board=text)
    play(state, "primary event")
    assert offered in legal(state)  # neither the only operation nor its only Region is asked for


@pytest.mark.rule("chocolate_coin 11.3")
def test_another_kind_of_operation_is_refused_by_its_clause() -> None:
    text = board('{ effect = "score", points = 1 }, { effect = "operation", kind = "move" }')
    state = table(SANTA + "cards: 3d 4d\nl1: santa 1, elf 1", board=text)
    play(state, "primary event")
    assert legal(state) == ["move", "done"]
    assert refused(state, "attack") == "11.3"


@pytest.mark.rule("chocolate_coin 11.3")
def test_an_operation_in_as_many_regions_as_usual() -> None:
    text = board('{ effect = "operation", kind = "recruit", regions = "all" }')
    state = table(SANTA + "cards: 3d 4d\nl1: base santa\nm1: base santa", board=text)
    play(state, "primary event", "region l2", "region m3", "region r1")
    assert [here(state, region) for region in ("l2", "m3", "r1")] == ["santa 1"] * 3
    assert asked(state) == "elf"


@pytest.mark.rule("chocolate_coin 11.3")
@pytest.mark.parametrize(
    ("who", "scores"), [("you", (2, 0, 0, 0)), ("card", (2, 0, 0, 0)), ("ie", (0, 2, 0, 0)), ("bp", (0, 0, 0, 2))]
)
def test_who_scores(who: str, scores: tuple[int, ...]) -> None:
    state = table(SANTA + "cards: 3d 4d", board=board(f'{{ effect = "score", points = 2, who = "{who}" }}'))
    play(state, "primary event")
    assert tuple(score(state, faction) for faction in ("santa", "ie", "elf", "bp")) == scores


@pytest.mark.rule("chocolate_coin 11.3")
def test_the_cards_faction_scores_by_anothers_event() -> None:
    text = board('{ effect = "special" }', '{ effect = "score", points = 3, who = "card" }')
    state = table(SANTA + "cards: 3c 4d", board=text)
    play(state, "primary event")
    assert (score(state, "bp"), score(state, "santa")) == (3, 0)


@pytest.mark.rule("chocolate_coin 1.7", "chocolate_coin 11.3")
def test_only_the_elf_loses_points_and_never_below_0() -> None:
    text = board('{ effect = "lose", points = 2 }')
    for before, after in ((3, 1), (1, 0)):
        state = table(SANTA + f"cards: 3d 4d\nscore: elf {before}, santa 4", board=text)
        play(state, "primary event")
        assert (score(state, "elf"), score(state, "santa")) == (after, 4)


@pytest.mark.rule("chocolate_coin 11.3", "chocolate_coin 13.2")
@pytest.mark.parametrize(
    ("who", "to", "after"),
    [
        ("you", 1, "santa elf | ie bp"),
        ("bp", 1, "bp elf | ie santa"),
        ("elf", 4, "ie bp | santa elf"),
        ("ie", 2, "elf ie | bp santa"),
    ],
)
def test_a_marker_goes_elsewhere_when_the_turn_ends(who: str, to: int, after: str) -> None:
    """After the slide, which puts Santa at the bottom: elf ie | bp santa."""
    text = board(f'{{ effect = "track", to = {to}, who = "{who}" }}')
    state = table(SANTA + "cards: 3d 4d", board=text)
    play(state, "primary event")
    assert track(state) == "santa elf | ie bp"  # not yet
    play(state, "pass", "pass", "pass")
    assert track(state) == after


@pytest.mark.rule("chocolate_coin 11.3")
@pytest.mark.parametrize(("side", "offered"), [("santa", "north santa"), ("elf", "north elf")])
def test_support_toward_one_side(side: str, offered: str) -> None:
    state = table(SANTA + "cards: 3d 4d", board=board(f'{{ effect = "support", shifts = 1, toward = "{side}" }}'))
    play(state, "primary event")
    assert f"shift {offered}" in legal(state)
    assert all(action.endswith(side) for action in legal(state))


@pytest.mark.rule("chocolate_coin 11.3", "chocolate_coin 8.28")
def test_stealth_either_way() -> None:
    text = board('{ effect = "stealth", by = 2 }')
    state = table(IE + "cards: 3s 2s\nm1: bp 5 2, base bp 1\nr1: bp 6", board=text)
    play(state, "primary event")
    assert legal(state) == ["expose", "hide"]
    play(state, "expose")
    assert refused(state, "region m2") == "11.3"
    play(state, "region m1")
    assert here(state, "m1") == "bp 3"
    assert score(state, "ie") == 2
    state = table(IE + "cards: 3s 2s\nm1: bp 5 2, base bp 1\nr1: bp 6", board=text)
    play(state, "primary event", "hide")  # r1 has nothing to gain, so m1 isn't asked for
    assert here(state, "m1") == "bp 6 4, base bp 1"


@pytest.mark.rule("chocolate_coin 11.3")
@pytest.mark.parametrize(("way", "left"), [("expose", "bp 2"), ("hide", "bp 6")])
def test_stealth_one_way(way: str, left: str) -> None:
    state = table(SANTA + "cards: 3d 4d\nm1: bp 4", board=board(f'{{ effect = "stealth", by = 2, way = "{way}" }}'))
    play(state, "primary event")
    assert here(state, "m1") == left  # one way, one Region: not asked


@pytest.mark.rule("chocolate_coin 11.3")
@pytest.mark.parametrize(("sign", "regions"), [("workshop", "l1 m2 r3"), ("dock", "r1 l3"), ("cane", "l1 r2 m3")])
def test_places_with_a_sign(sign: str, regions: str) -> None:
    wanted = [f"region {region}" for region in regions.split()]
    state = table(SANTA + "cards: 3d 4d", board=board(f'{{ effect = "place", most = 1, where = "{sign}" }}'))
    play(state, "primary event")
    assert legal(state) == wanted
    everywhere = "\n".join(f"{region}: santa 1, elf 1" for region in "l1 m1 r1 l2 m2 r2 l3 m3 r3".split())
    remove = f'{{ effect = "remove", regions = 1, against = "anyone", lowers = 1, where = "{sign}" }}'
    state = table(SANTA + "cards: 3d 4d\n" + everywhere, board=board(remove))
    play(state, "primary event")
    assert legal(state) == wanted
    state = table(
        SANTA + "cards: 3d 4d\n" + everywhere, board=board(f'{{ effect = "base", does = "place", where = "{sign}" }}')
    )
    play(state, "primary event")
    assert legal(state) == wanted


@pytest.mark.rule("chocolate_coin 11.3")
def test_precincts_that_touch_a_sign() -> None:
    state = table(IE + "cards: 3s 4d", board=board('{ effect = "place", most = 1, where = "dock" }'))
    play(state, "primary event")
    assert legal(state) == ["precinct b", "precinct e"]  # they touch R1 and L3
    assert supply(state, "ie") == 8


def removing(*parameters: str) -> str:
    return f'{{ effect = "remove", regions = 1, lowers = 4, {", ".join(parameters)} }}'


@pytest.mark.rule("chocolate_coin 11.7", "chocolate_coin 8.27")
def test_a_base_without_units_can_be_removed() -> None:
    text = board(removing('against = "anyone"', "bases = true"))
    state = table(SANTA + "cards: 3d 4d\nscore: elf 5\nl1: santa 1, base elf\nm1: santa 1, base elf, elf 1", board=text)
    play(state, "primary event")
    assert legal(state) == ["region l1", "region m1"]
    other = state.clone()
    play(state, "region l1")
    assert "base" not in here(state, "l1")
    assert score(state, "elf") == 3  # two points beside a workshop
    play(other, "region m1")
    assert here(other, "m1") == "santa 1, base elf"  # the unit goes first, and only one token


@pytest.mark.rule("chocolate_coin 11.7")
def test_bases_of_one_faction_and_units_of_another() -> None:
    """Whose units stand beside a base matters: another faction's don't cover it."""
    text = board(removing('against = "anyone"', "bases = true"))
    state = table("track: bp elf | santa ie\ncards: 3c 4d\nm1: bp 3, elf 1, base santa", board=text)
    play(state, "primary event")
    assert legal(state) == ["token santa base", "token elf unit"]
    state = table("track: bp elf | santa ie\ncards: 3c 4d\nm1: bp 3, elf 1, santa 2, base santa", board=text)
    play(state, "primary event")
    assert legal(state) == ["token santa unit", "token elf unit"]
    refusal = state.refusal(state.game.parse("token santa base"))
    assert refusal is not None
    assert refusal.clause == "11.7"
    assert "2 units" in state.game.definition.words.say("en")(refusal.message)


@pytest.mark.rule("chocolate_coin 11.7")
def test_bases_are_spared_unless_the_effect_says_so() -> None:
    text = board(removing('against = "anyone"'))
    state = table(SANTA + "cards: 3d 4d\nl1: santa 1, base elf\nm1: santa 1, base elf, bp 5", board=text)
    play(state, "primary event")
    assert here(state, "m1") == "santa 1, bp 1, base elf"  # the only one whom it can hit
    state = table(IE + "cards: 3s 4d\na: 1\nl1: santa 1, elf 1, base bp 5", board=text)
    play(state, "primary event")
    assert refused(state, "token elf base") == "11.7"
    assert legal(state) == ["token santa unit", "token elf unit", "token bp base 5"]


@pytest.mark.rule("chocolate_coin 11.7")
def test_only_the_cards_faction_loses_a_base() -> None:
    text = board('{ effect = "special" }', removing('against = "card"', "bases = true"))
    state = table("track: ie santa | elf bp\ncards: 3h 4d\nscore: elf 1\na: 1\nm1: base santa, base elf", board=text)
    play(state, "primary event")
    assert here(state, "m1") == "base santa"
    assert score(state, "elf") == 0


@pytest.mark.rule("chocolate_coin 11.3", "chocolate_coin 11.7")
@pytest.mark.parametrize(
    ("against", "lang", "words"),
    [
        ("anyone", "en", "remove an enemy unit or a base without units, or lower a BP token by 4"),
        ("card", "en", "remove a unit of the card's faction or its base without units (BP: lower by 4)"),
        ("anyone", "pt", "uma unidade inimiga ou uma base sem unidades"),
        ("anyone", "ro", "o unitate inamică sau o bază fără unități"),
    ],
)
def test_the_card_says_that_bases_can_be_removed(against: str, lang: str, words: str) -> None:
    def told(*more: str) -> str:
        text = board('{ effect = "special" }', removing(f'against = "{against}"', *more))
        state = table(SANTA + "cards: 3d 4d", board=text)
        (message,) = names.column(names.event(state, 0).columns[1])
        return state.game.definition.words.say(lang)(message)

    assert words in told("bases = true")
    assert words not in told()


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ('effect = "track", to = 5', "to must be a whole number from 1 to 4"),
        ('effect = "track", to = 1, who = "everybody"', "who must be you or card or santa"),
        ('effect = "score", points = 1, santa = 2, who = "bp"', "santa is for points of one's own"),
        ('effect = "operation", kind = "rest"', "kind must be any or recruit"),
        ('effect = "place", most = 1, where = "sea"', "where must be anywhere or workshop"),
        ('effect = "track", to = 1 }, { effect = "track", to = 2', "the track can be changed once only"),
    ],
)
def test_a_damaged_effect_is_refused(effect: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        klatsch.load("chocolate-coin", board=board(f"{{ {effect} }}"))


SAMPLES = {
    "place": 'most = 2, where = "cane"',
    "move": 'units = "any"',
    "support": 'shifts = 1, toward = "elf"',
    "remove": 'regions = 1, against = "anyone", bases = true, lowers = 2, where = "dock"',
    "operation": 'kind = "own", regions = "all"',
    "special": "",
    "score": 'points = 1, who = "bp"',
    "stealth": 'by = 2, way = "hide"',
    "gift": "put = 3",
    "base": 'does = "place", where = "workshop"',
    "lose": "points = 1",
    "track": 'to = 2, who = "card"',
}


MORE_SAMPLES = (
    *(f'effect = "operation", kind = "{kind}", regions = "{regions}"' for kind in KINDS for regions in ("one", "all")),
    *(f'effect = "score", points = 2, who = "{who}"' for who in WHOM),
    *(f'effect = "track", to = 2, who = "{who}"' for who in WHOM),
)


@pytest.mark.rule("chocolate_coin 11.3")
@pytest.mark.parametrize(
    "effect", [f'effect = "{name}", {SAMPLES[name]}'.rstrip(", ") for name in EFFECTS] + [*MORE_SAMPLES]
)
@pytest.mark.parametrize("lang", ["en", "pt", "ro"])
def test_every_effect_is_told_on_its_card(effect: str, lang: str) -> None:
    state = table(SANTA + "cards: 3d 4d", board=board(f"{{ {effect} }}"))
    say = state.game.definition.words.say(lang)
    told = " ".join(say(sentence) for sentence in names.column(names.event(state, 0).columns[0]))
    assert "{" not in told
    assert told in " ".join(state.text(klatsch.PUBLIC, lang).split())
    assert json.dumps(state.view(klatsch.PUBLIC))  # plain data, so that it can be sent


def test_games_with_every_effect_end() -> None:
    columns = ", ".join(
        f'{{ effect = "{name}"{", " + SAMPLES[name] if SAMPLES[name] else ""} }}' for name in list(EFFECTS)[:6]
    )
    others = ", ".join(
        f'{{ effect = "{name}"{", " + SAMPLES[name] if SAMPLES[name] else ""} }}' for name in list(EFFECTS)[6:]
    )
    game = klatsch.load("chocolate-coin", board=board(columns, others))
    for seed in range(20):
        state, rng = game.new(4), Rng(seed)
        while state.actor != klatsch.OVER:
            state.apply(state.sample(rng))
            assert invariant(state) is None  # type: ignore[arg-type]
