"""`Server`: what one server process is made of, and how it opens and closes."""

from __future__ import annotations

import gc
import secrets

from klatsch.server.background.analyses import Analyses
from klatsch.server.background.board_check import BoardCheck
from klatsch.server.background.bot_driver import BotDriver
from klatsch.server.background.delivery import Outgoing
from klatsch.server.background.expiry import Expiry
from klatsch.server.background.fair_queue import FairQueue
from klatsch.server.background.tasks import Tasks
from klatsch.server.background.ticker import Ticker
from klatsch.server.background.workers import BotWorkers
from klatsch.server.background.your_turn import TurnNotifier
from klatsch.server.budgets import Budgets
from klatsch.server.http.local_network import Network
from klatsch.server.http.mail_links import MailLinks
from klatsch.server.http.openid_connect import OpenIdConnect
from klatsch.server.http.sign_in_limits import SignInLimits
from klatsch.server.match.pausable_clock import PausableClock
from klatsch.server.screens.connections import Connections
from klatsch.server.screens.notify_processes import ProcessNotifier
from klatsch.server.screens.socket_closer import SocketCloser
from klatsch.server.settings import Settings
from klatsch.server.storage.challenges import Handshakes
from klatsch.server.storage.chat import ChatStore
from klatsch.server.storage.database import Storage
from klatsch.server.storage.endings import Endings
from klatsch.server.storage.file_lock import FileLock
from klatsch.server.storage.key import Key
from klatsch.server.storage.matches import MatchStore
from klatsch.server.storage.moderation import Moderation
from klatsch.server.storage.passkeys import Passkeys
from klatsch.server.storage.people import People
from klatsch.server.storage.sessions import Sessions

# New objects before the collector looks: an action makes some thousands, and nearly none of them in circles.
GC_THRESHOLDS = (50_000, 20, 20)


class Server:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        name = secrets.token_hex(6)  # of this process, for leases and notices
        self.storage = Storage(settings)
        self.matches = MatchStore(self.storage)
        self.key = Key(settings)
        self.sessions = Sessions(self.storage)
        self.people = People(self.storage, self.sessions, self.key)
        self.passkeys = Passkeys(self.storage)
        self.handshakes = Handshakes(self.storage)
        self.openid = OpenIdConnect(settings)
        self.chat = ChatStore(self.storage)
        self.clock = PausableClock()
        self.connections = Connections(self.clock)
        self.network = Network(settings)
        self.budgets = Budgets(self.storage, name)
        self.sign_in_limits = SignInLimits(self.budgets)
        self.tasks = Tasks()
        # A pool for each kind of work, so that one kind never waits for another, and in each of them people in turn.
        self.bot_workers = BotWorkers(settings.bot_workers)
        self.hint_workers = BotWorkers(1)
        self.analysis_workers = BotWorkers(1)
        self.bot_queue = FairQueue(self.bot_workers)
        self.hint_queue = FairQueue(self.hint_workers)
        self.board_check = BoardCheck()
        self.analyses = Analyses(self.storage, FairQueue(self.analysis_workers), self.budgets, self.tasks)
        self.processes = ProcessNotifier(name, settings, self.matches, self.connections, self.chat, self.tasks)
        self.socket_closer = SocketCloser(self.sessions, self.connections, self.processes)
        self.bots = BotDriver(
            name,
            self.matches,
            self.bot_queue,
            self.budgets,
            self.connections,
            self.tasks,
            settings.bot_pause,
            self.clock,
        )
        self.ticker = Ticker(
            self.storage,
            self.matches,
            self.bots,
            self.processes,
            self.clock,
            self.tasks,
            Expiry(self.matches),
            self.budgets,
        )
        self.outgoing = Outgoing(settings)
        self.mail_links = MailLinks(self.key, self.network)
        self.turn_notifier = TurnNotifier(
            settings,
            self.connections,
            self.people,
            self.budgets,
            self.mail_links,
            self.network,
            self.outgoing,
            self.tasks,
        )
        self.moderation = Moderation(self.storage, self.matches, self.sessions)
        self.endings = Endings(self.storage, self.matches, self.tasks)
        self.lock = FileLock(settings.data / "klatsch.lock")
        self.closing = False

    async def open(self) -> None:
        if self.settings.is_sqlite:
            self.lock.acquire()
        await self.storage.open()
        await self.key.open(self.storage)
        self.sessions.listeners.append(self.socket_closer.person_changed)
        self.processes.when_person_changes = self.socket_closer.close_ended
        self.matches.listeners += [self.processes, self.connections, self.bots, self.turn_notifier, self.endings]
        await self.matches.adopt_new_rules()
        await self.ticker.go_on()
        self.tasks.start(self.ticker.tick_forever())
        self.tasks.start(self.endings.catch_up())
        self.tasks.start(self.socket_closer.watch_forever())
        if self.processes.active:
            self.tasks.start(self.processes.listen_forever())
        gc.collect()
        gc.freeze()  # what is there now stays: the collector need not look at it again
        gc.set_threshold(*GC_THRESHOLDS)

    async def close(self) -> None:
        """What is acknowledged is in the database."""
        self.closing = True
        await self.network.close()
        await self.tasks.close()
        self.bot_workers.close()
        self.hint_workers.close()
        self.analysis_workers.close()
        self.board_check.close()
        self.outgoing.close()
        await self.storage.close()
        self.lock.release()
