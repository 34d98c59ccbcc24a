"""Forms that send themselves as JSON to the API."""

from __future__ import annotations

from klatsch.server.pages.html import Attribute, Child, Safe, tag


def form(path: str, button: str, *fields: Child, kind: str = "primary", **after: Attribute) -> Safe:
    """`done`: a sentence when it went well; `go`: where to go then; `shows`: which part of the answer is told once;
    `sure`: a question before."""
    extra = {f"data_{name}": value for name, value in after.items()}
    return tag(
        "form",
        *fields,
        tag("p", role="alert"),
        tag("button", button, class_=kind or None),
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
