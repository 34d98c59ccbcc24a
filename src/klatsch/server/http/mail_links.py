"""Links in mails: one that confirms an address, one that ends all mail to it. Nobody can make one for another."""

from __future__ import annotations

import time
from urllib.parse import quote

from klatsch.server.errors import Refused
from klatsch.server.http.local_network import Network
from klatsch.server.storage.key import Key
from klatsch.server.storage.people import Person

CONFIRM_SECONDS = 86400.0


class MailLinks:
    def __init__(self, key: Key, network: Network) -> None:
        self.key = key
        self.network = network

    def confirm(self, person: Person, mail: str) -> str:
        return self.link("confirm", f"{person.id}|{time.time() + CONFIRM_SECONDS:.0f}|{mail}")

    def stop(self, person: Person) -> str:
        return self.link("stop", f"{person.id}|{person.mail}")

    def link(self, kind: str, words: str) -> str:
        return f"{self.network.base}/mail/{kind}?it={quote(self.key.signed(f'mail {kind}', words), safe='')}"

    def confirmed(self, it: str) -> tuple[str, str]:
        """Whose address which is; Refused if the link is old or not ours."""
        words = self.key.checked("mail confirm", it)
        person, _, rest = (words or "").partition("|")
        until, _, mail = rest.partition("|")
        if not mail or float(until) < time.time():
            raise Refused("old_link", 404)
        return person, mail

    def stopped(self, it: str) -> tuple[str, str]:
        person, _, mail = (self.key.checked("mail stop", it) or "").partition("|")
        if not mail:
            raise Refused("old_link", 404)
        return person, mail
