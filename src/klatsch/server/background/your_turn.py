"""“Your turn” notices by e-mail or webhook, for people who aren't looking."""

from __future__ import annotations

import asyncio
import json
import smtplib
from email.message import EmailMessage
from urllib.request import Request, urlopen

import structlog

from klatsch.server.background.tasks import Tasks
from klatsch.server.http.local_network import Network
from klatsch.server.match.hosted_match import HostedMatch, SeatKind
from klatsch.server.match.pace import Live
from klatsch.server.screens.connections import Connections
from klatsch.server.settings import Settings
from klatsch.server.storage.matches import MatchListener
from klatsch.server.storage.people import People, Person
from klatsch.server.words import WORDS

logger = structlog.get_logger("klatsch")


class TurnNotifier(MatchListener):
    def __init__(
        self, settings: Settings, connections: Connections, people: People, network: Network, tasks: Tasks
    ) -> None:
        self.settings = settings
        self.connections = connections
        self.people = people
        self.network = network
        self.tasks = tasks
        self.acting: dict[str, int] = {}  # match → whose turn it was when we last looked

    async def changed(self, hosted: HostedMatch) -> None:
        """Once a turn: whoever has to decide now, doesn't look and isn't in a hurry."""
        acting = hosted.acting
        if acting is None:
            self.acting.pop(hosted.id, None)
            return
        before, self.acting[hosted.id] = self.acting.get(hosted.id), acting.number
        if before == acting.number or acting.kind != SeatKind.PERSON or acting.bot is not None or acting.person is None:
            return
        if acting.person in self.connections.present(hosted.id) or isinstance(hosted.pace, Live):
            return
        person = await self.people.get(acting.person)
        if person.mail and self.settings.mail_server:
            self.tasks.start(self.send_mail(person, hosted))
        if self.settings.webhook:
            self.tasks.start(self.call_webhook(person, hosted))

    def link(self, hosted: HostedMatch) -> str:
        return f"{self.network.base}/table/{hosted.id}"

    async def call_webhook(self, person: Person, hosted: HostedMatch) -> None:
        told = {"player": person.name, "game": hosted.game.name, "table": hosted.id, "link": self.link(hosted)}
        request = Request(
            self.settings.webhook, json.dumps(told).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        try:
            await asyncio.to_thread(lambda: urlopen(request, timeout=10).close())
        except OSError:
            logger.warning("webhook failed", match=hosted.id)

    async def send_mail(self, person: Person, hosted: HostedMatch) -> None:
        say = WORDS.say(person.lang)
        message = EmailMessage()
        message["From"] = self.settings.mail_from or "klatsch@localhost"
        message["To"] = person.mail
        message["Subject"] = say("mail.your_turn", game=hosted.game.definition.title)
        message.set_content(say("mail.text", link=self.link(hosted)))
        try:
            await asyncio.to_thread(deliver, self.settings.mail_server, message)
        except OSError:
            logger.warning("mail not delivered", match=hosted.id)


def deliver(server: str, message: EmailMessage) -> None:
    host, _, port = server.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=20) as smtp:
        smtp.send_message(message)
