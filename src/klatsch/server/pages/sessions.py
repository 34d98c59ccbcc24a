"""On one's own page: the devices and programs that can come in as oneself."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date

from klatsch.core.definition import Say
from klatsch.server.pages.forms import choice, field, form, told_once
from klatsch.server.pages.html import Child, Safe, tag
from klatsch.server.storage.passkeys import ListedPasskey
from klatsch.server.storage.sessions import MOST_TOKEN_DAYS, TOKEN_DAYS, ListedSession, ListedToken

TOKEN_KINDS = {"read play": "token_plays", "read": "token_reads", "read play account": "token_owns"}


def day(at: float, lang: str) -> str:
    return str(format_date(datetime.fromtimestamp(at, UTC), "medium", lang))


def sessions_part(there: list[ListedSession], lang: str, say: Say) -> Safe:
    rows = [session_row(each, lang, say) for each in there]
    return tag(
        "section",
        tag("h2", say("people.devices")),
        tag("p", say("people.devices_why")),
        tag("ul", rows, class_="entries"),
        form("/api/me/sign-out", say("people.sign_out"), kind="", go="/"),
        form("/api/me/sign-out-everywhere", say("people.sign_out_everywhere"), kind="", go="/"),
        class_="sheet",
        id="devices",
    )


def session_row(session: ListedSession, lang: str, say: Say) -> Safe:
    device = session.device or say("people.some_device")
    seen = say("people.device_seen", day=day(session.seen, lang))
    if session.current:
        return entry(device, f"{say('people.this_device')} · {seen}", None)
    return entry(device, seen, end_form(f"/api/me/sessions/{session.id}/end", device, say))


def passkeys_part(there: list[ListedPasskey], lang: str, say: Say) -> Safe:
    return tag(
        "section",
        tag("h2", say("people.passkeys")),
        tag("p", say("people.passkeys_why")),
        tag("ul", [passkey_row(each, lang, say) for each in there], class_="entries") if there else None,
        tag("p", tag("button", say("people.new_passkey"), type="button", data_passkey="add")),
        class_="sheet",
        id="passkeys",
        data_passkeys=True,
        hidden=not there,  # the script shows it where the browser can make one
    )


def passkey_row(passkey: ListedPasskey, lang: str, say: Say) -> Safe:
    name = passkey.label or say("people.some_device")
    made = say("people.passkey_made", day=day(passkey.created, lang))
    used = say("people.token_used", day=day(passkey.used, lang)) if passkey.used else say("people.token_unused")
    return entry(name, f"{made} · {used}", end_form(f"/api/me/passkeys/{passkey.id}/end", name, say))


def tokens_part(there: list[ListedToken], lang: str, say: Say) -> Safe:
    kinds = [(scopes, say(f"people.{name}")) for scopes, name in TOKEN_KINDS.items()]
    fields = (
        field("label", say("people.token_label"), maxlength=40, value="bot"),
        choice("scopes", say("people.token_may"), kinds),
        field("days", say("people.token_days"), type="number", min=1, max=MOST_TOKEN_DAYS, value=str(TOKEN_DAYS)),
    )
    all_of_them = form("/api/me/tokens/delete", say("people.end_tokens"), kind="", done=say("people.tokens_ended"))
    return tag(
        "section",
        tag("h2", say("people.tokens")),
        tag("p", say("people.tokens_why"), " ", tag("a", say("page.programs"), href="/api")),
        tag("ul", [token_row(each, lang, say) for each in there], class_="entries") if there else None,
        form("/api/me/tokens", say("people.new_token"), *fields, kind="", shows="token", reveals="token"),
        told_once("token", say("people.token_title"), say("people.token_why"), say, tag_on="/me"),
        all_of_them if there else None,
        class_="sheet",
        id="tokens",
    )


def token_row(token: ListedToken, lang: str, say: Say) -> Safe:
    used = say("people.token_used", day=day(token.used, lang)) if token.used else say("people.token_unused")
    ends = say("people.token_ends", day=day(token.expires, lang))
    may = say(f"people.{TOKEN_KINDS.get(token.scopes, 'token_plays')}")
    return entry(token.label, f"{may} · {ends} · {used}", end_form(f"/api/me/tokens/{token.id}/end", token.label, say))


def entry(name: str, about: str, end: Child) -> Safe:
    return tag("li", tag("span", tag("b", name), tag("small", about, class_="quiet")), end)


def end_form(path: str, name: str, say: Say) -> Safe:
    """Its button says what it ends to those who hear it, too."""
    return form(path, say("people.end"), kind="", go="/me", label=say("people.end_what", name=name))
