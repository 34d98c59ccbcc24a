"""“Your turn” notices by e-mail or webhook, for people who aren't looking."""

from __future__ import annotations

from klatsch.server.background.delivery import Outgoing
from klatsch.server.background.tasks import Tasks
from klatsch.server.budgets import Budgets, Spender
from klatsch.server.errors import Refused
from klatsch.server.http.local_network import Network
from klatsch.server.http.mail_links import MailLinks
from klatsch.server.match.hosted_match import HostedMatch, SeatKind
from klatsch.server.match.pace import Live
from klatsch.server.screens.connections import Connections
from klatsch.server.settings import Settings
from klatsch.server.storage.matches import MatchListener
from klatsch.server.storage.people import People, Person
from klatsch.server.words import WORDS


class TurnNotifier(MatchListener):
    def __init__(
        self,
        settings: Settings,
        connections: Connections,
        people: People,
        budgets: Budgets,
        links: MailLinks,
        network: Network,
        outgoing: Outgoing,
        tasks: Tasks,
    ) -> None:
        self.settings = settings
        self.connections = connections
        self.people = people
        self.budgets = budgets
        self.links = links
        self.network = network
        self.outgoing = outgoing
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
        await self.outgoing.webhook(told)

    async def send_mail(self, person: Person, hosted: HostedMatch) -> None:
        """To a confirmed address; about one table once an hour at most, however fast the others play."""
        try:
            await self.budgets.spend("turn_mails", Spender(f"{hosted.id}|{person.id}", ""))
            await self.budgets.spend("mails", Spender(person.id, ""))
        except Refused:
            return
        say, stop = WORDS.say(person.lang), self.links.stop(person)
        subject = say("mail.your_turn", game=hosted.game.definition.title)
        await self.outgoing.mail(person.mail, subject, say("mail.text", link=self.link(hosted), stop=stop), stop)
