"""The rules of the games in three languages, each clause with an anchor, drawn examples after the clauses they show."""

from __future__ import annotations

import re
from html import escape

from klatsch.core import registry
from klatsch.examples import EXAMPLES
from klatsch.games import GAMES
from klatsch.language import from_to
from klatsch.rulebook import clauses, rules_text
from klatsch.server.pages.layout import LANGUAGE_NAMES as LANGUAGES
from website.examples import Example, examples_of, words
from website.pages import Site, at_home, outside_code

CLAUSE = re.compile(r"(?m)^\*\*(\d+\.\d+)\*\* ")
REFERENCE = re.compile(r"(?<=[( ])(\d+\.\d+)(?=[),;. ])")


def address_of(game: str, lang: str) -> str:
    return f"games/{game}.md" if lang == "en" else f"games/{game}.{lang}.md"


def place_rules(site: Site) -> None:
    """Tell where the rules will be, before any page links to them."""
    for game in (*GAMES, *EXAMPLES):
        folder = registry.definition(game).folder
        for lang in LANGUAGES:
            name = "RULES.md" if lang == "en" else f"RULES.{lang}.md"
            site.place(folder / name, address_of(game, lang))


def add_rules(site: Site) -> None:
    for game in (*GAMES, *EXAMPLES):
        drawn = examples_of(game)
        for lang in LANGUAGES:
            address, definition = address_of(game, lang), registry.definition(game)
            text = at_home(site, address, rules_text(definition, lang), definition.folder)
            site.pages[address] = rules_page(site, game, lang, text, drawn)


def rules_page(site: Site, game: str, lang: str, text: str, drawn: list[Example]) -> str:
    known = clauses(text)
    title, _, rest = text.partition("\n")
    rest = outside_code(rest, lambda part: REFERENCE.sub(lambda found: reference(found, known), part))
    parts = CLAUSE.split(rest)
    page = [title, "\n", language_links(game, lang), "\n", opening(site, game, lang), parts[0]]
    for number, body in zip(parts[1::2], parts[2::2], strict=True):
        page.append(f'<a id="rule-{number}" class="clause"></a>**{number}** ')
        # The clause itself, then its examples, then whatever follows (a heading).
        clause, heading, after = body.partition("\n#")
        page.append(clause.rstrip() + "\n\n")
        page += [figure(site, example, lang) for example in drawn if example.clause == number]
        page.append(heading + after)
    return "".join(page)


def reference(found: re.Match[str], known: dict[str, str]) -> str:
    """A number that is a clause's leads to it."""
    return f"[{found[1]}](#rule-{found[1]})" if found[1] in known else found[1]


def language_links(game: str, lang: str) -> str:
    links = [
        f"**{name}**" if each == lang else f"[{name}]({game if each == 'en' else f'{game}.{each}'}.md)"
        for each, name in LANGUAGES.items()
    ]
    return " · ".join(links) + "\n"


def opening(site: Site, game: str, lang: str) -> str:
    """The first picture: a game in progress, as the lobby shows it."""
    from klatsch.server.pages.pictures import showcase

    if game in EXAMPLES:
        return ""
    address = picture(site, f"{game}-opening", lang, showcase(game, lang))
    title = registry.definition(game).title
    return f'\n<img class="board" src="{address}" alt="{escape(title)}">\n'


def figure(site: Site, example: Example, lang: str) -> str:
    """One picture, or two where something is played, with what the game itself says about it."""
    shown = example.pictures(lang)
    images = []
    for number, svg in enumerate(shown):
        address = picture(site, f"{example.game}-{example.name}-{number}", lang, svg)
        alt = example.alt(lang, number)
        images.append(f'<img src="{address}" alt="{escape(alt)}" loading="lazy">')
    said = "".join(f"<span>{escape(sentence)}</span>" for sentence in example.sentences(lang))
    caption = f"<strong>{escape(words(lang, 'example'))}</strong> {escape(example.caption(lang))}"
    return (
        f'<figure class="example shows-{len(shown)}" markdown="0">{"".join(images)}'
        f"<figcaption>{caption}{said}</figcaption></figure>\n\n"
    )


def picture(site: Site, name: str, lang: str, svg: str) -> str:
    """A drawing's address, from the page it is on; drawn once if the languages draw the same."""
    same = site.files.get(f"games/drawn/{name}.en.svg") == svg
    address = f"drawn/{name}.{'en' if same else lang}.svg"
    site.files[f"games/{address}"] = svg
    return address


def add_games(site: Site) -> None:
    """The page of all games."""
    rows = []
    for game in GAMES:
        definition = registry.definition(game)
        seats, minutes = from_to(definition.seats), from_to(definition.minutes_by_seats(registry.load(game)).values())
        about = definition.words.say("en")("about")
        links = " · ".join(
            f"[{name}]({game if lang == 'en' else f'{game}.{lang}'}.md)" for lang, name in LANGUAGES.items()
        )
        title = definition.title
        rows.append(
            f"## {title}\n\n{about}\n\n{seats} players, about {minutes} minutes · rules: {links}\n\n"
            f'<a href="{game}.html"><img class="board" src="drawn/{game}-opening.en.svg" alt="{escape(title)}"></a>\n'
        )
    text = "# The games\n\nEvery picture on these pages is drawn by the program itself, from a real position.\n\n"
    site.pages["games/index.md"] = text + "\n".join(rows)
