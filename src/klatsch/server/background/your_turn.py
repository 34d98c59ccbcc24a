"""Tells people that it is their turn when they aren't looking: by e-mail or webhook, where the host allows it."""

from __future__ import annotations

import asyncio
import json
import smtplib
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import structlog

from klatsch.server.match.hosted_match import PERSON, WORDS, HostedMatch
from klatsch.server.storage.people import Person

if TYPE_CHECKING:
    from klatsch.server.server import Server

logger = structlog.get_logger("klatsch")


class Notifier:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.acting: dict[str, int] = {}  # match → whose turn it was when we last looked

    async def changed(self, hosted: HostedMatch) -> None:
        """Once a turn: whoever has to decide now, doesn't look and isn't in a hurry."""
        acting = hosted.acting
        if acting is None:
            self.acting.pop(hosted.id, None)
            return
        before, self.acting[hosted.id] = self.acting.get(hosted.id), acting.number
        if before == acting.number or acting.kind != PERSON or acting.bot is not None or acting.person is None:
            return
        if acting.person in self.server.hub.present(hosted.id) or hosted.pace["kind"] == "live":
            return
        person = await self.server.people.get(acting.person)
        if person.mail and self.server.settings.mail_server:
            self.server.start(self.send_mail(person, hosted))
        if self.server.settings.webhook:
            self.server.start(self.call_webhook(person, hosted))

    def link(self, hosted: HostedMatch) -> str:
        return f"{self.server.network.base}/table/{hosted.id}"

    async def call_webhook(self, person: Person, hosted: HostedMatch) -> None:
        told = {"player": person.name, "game": hosted.game.name, "table": hosted.id, "link": self.link(hosted)}
        request = Request(
            self.server.settings.webhook, json.dumps(told).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        try:
            await asyncio.to_thread(lambda: urlopen(request, timeout=10).close())
        except OSError:
            logger.warning("webhook failed", match=hosted.id)

    async def send_mail(self, person: Person, hosted: HostedMatch) -> None:
        say = WORDS.say(person.lang)
        message = EmailMessage()
        message["From"] = self.server.settings.mail_from or "klatsch@localhost"
        message["To"] = person.mail
        message["Subject"] = say("mail.your_turn", game=hosted.game.definition.title)
        message.set_content(say("mail.text", link=self.link(hosted)))
        try:
            await asyncio.to_thread(deliver, self.server.settings.mail_server, message)
        except OSError:
            logger.warning("mail not delivered", match=hosted.id)


def deliver(server: str, message: EmailMessage) -> None:
    host, _, port = server.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=20) as smtp:
        smtp.send_message(message)
