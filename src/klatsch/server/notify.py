"""Tells people that it is their turn when they aren't looking: by e-mail or webhook, where the host allows it."""

from __future__ import annotations

import asyncio
import json
import smtplib
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import structlog

from klatsch.server.live import PERSON, WORDS, Live
from klatsch.server.people import Person

if TYPE_CHECKING:
    from klatsch.server.house import House

logger = structlog.get_logger("klatsch")


class Notifier:
    def __init__(self, house: House) -> None:
        self.house = house
        self.acting: dict[str, int] = {}  # match → whose turn it was when we last looked

    async def changed(self, live: Live) -> None:
        """Once a turn: whoever has to decide now, doesn't look and isn't in a hurry."""
        acting = live.acting
        if acting is None:
            self.acting.pop(live.id, None)
            return
        before, self.acting[live.id] = self.acting.get(live.id), acting.number
        if before == acting.number or acting.kind != PERSON or acting.bot is not None or acting.person is None:
            return
        if acting.person in self.house.hub.present(live.id) or live.pace["kind"] == "live":
            return
        person = await self.house.people.get(acting.person)
        if person.mail and self.house.settings.mail_server:
            self.house.start(self.send_mail(person, live))
        if self.house.settings.webhook:
            self.house.start(self.call_webhook(person, live))

    def link(self, live: Live) -> str:
        return f"{self.house.network.base}/table/{live.id}"

    async def call_webhook(self, person: Person, live: Live) -> None:
        told = {"player": person.name, "game": live.game.name, "table": live.id, "link": self.link(live)}
        request = Request(
            self.house.settings.webhook, json.dumps(told).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        try:
            await asyncio.to_thread(lambda: urlopen(request, timeout=10).close())
        except OSError:
            logger.warning("webhook failed", match=live.id)

    async def send_mail(self, person: Person, live: Live) -> None:
        say = WORDS.say(person.lang)
        message = EmailMessage()
        message["From"] = self.house.settings.mail_from or "klatsch@localhost"
        message["To"] = person.mail
        message["Subject"] = say("mail.your_turn", game=live.game.definition.title)
        message.set_content(say("mail.text", link=self.link(live)))
        try:
            await asyncio.to_thread(deliver, self.house.settings.mail_server, message)
        except OSError:
            logger.warning("mail not delivered", match=live.id)


def deliver(server: str, message: EmailMessage) -> None:
    host, _, port = server.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=20) as smtp:
        smtp.send_message(message)
