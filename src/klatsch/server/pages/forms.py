"""Forms that send themselves as JSON to the API."""

from __future__ import annotations

from klatsch.core.definition import Say
from klatsch.server.pages.html import Attribute, Child, Safe, tag


def form(
    path: str, button: str, *fields: Child, kind: str = "primary", label: str | None = None, **after: Attribute
) -> Safe:
    """`done`: a sentence when it went well; `go`: where to go then; `shows`: which part of the answer is told once;
    `sure`: a question before; `label`: what the button says to those who don't see what it stands beside."""
    extra = {f"data_{name}": value for name, value in after.items()}
    return tag(
        "form",
        *fields,
        tag("p", role="alert"),
        tag("button", button, class_=kind or None, aria_label=label),
        method="post",  # sent before its script is there, it must not put a password into the address
        data_post=path,
        **extra,
    )


def field(name: str, words: str, hint: str = "", **more: Attribute) -> Safe:
    more.setdefault("required", True)
    described = f"hint-{name}" if hint else None
    return tag(
        "label",
        tag("span", words),
        tag("input", name=name, aria_describedby=described, **more),
        tag("small", hint, id=described, class_="quiet") if hint else None,
    )


def password(name: str, words: str, hint: str = "", *, new: bool = False) -> Safe:
    kind = "new-password" if new else "current-password"
    return field(name, words, hint, type="password", autocomplete=kind, maxlength=200)


def choice(name: str, words: str, values: list[tuple[str, str]]) -> Safe:
    """One of several, the first if nothing else is chosen."""
    options = [tag("option", shown, value=value) for value, shown in values]
    return tag("label", tag("span", words), tag("select", options, name=name))


def told_once(id: str, title: str, why: str, say: Say, tag_on: str) -> Safe:
    """A secret that is shown this one time."""
    copied = {"data_copy": f"{id}-words", "data_copied": say("people.copied")}
    return tag(
        "div",
        tag("h2", title),
        tag("p", why),
        tag("output", id=f"{id}-words", class_="secret"),
        tag(
            "p",
            tag("button", say("people.copy"), type="button", **copied),
            tag("a", say("people.kept"), href=tag_on, class_="button primary"),
            class_="buttons",
        ),
        class_="notice",
        id=id,
        hidden=True,
    )
