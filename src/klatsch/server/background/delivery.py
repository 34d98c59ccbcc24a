"""What leaves the server: mail and webhooks. Each has threads of its own, so one that hangs holds up nothing else."""

from __future__ import annotations

import asyncio
import json
import smtplib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from urllib.request import Request, urlopen

import structlog

from klatsch.server.settings import Settings

MAIL_SECONDS, WEBHOOK_SECONDS = 20.0, 10.0
MOST_WAITING = 200  # of a kind; what comes then is dropped, with a line in the log
logger = structlog.get_logger("klatsch")


class Outgoing:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.mails = ThreadPoolExecutor(2, "mail")
        self.webhooks = ThreadPoolExecutor(2, "webhook")
        self.waiting = {"mail": 0, "webhook": 0}

    async def mail(self, to: str, subject: str, text: str, unsubscribe: str = "") -> None:
        message = EmailMessage()
        message["From"] = self.settings.mail_from or "klatsch@localhost"
        message["To"] = to
        message["Subject"] = subject
        if unsubscribe:
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        await self.send("mail", self.mails, lambda: deliver(self.settings.mail_server, message))

    async def webhook(self, told: dict[str, str]) -> None:
        headers = {"Content-Type": "application/json"}
        request = Request(self.settings.webhook, json.dumps(told).encode(), headers, method="POST")
        await self.send("webhook", self.webhooks, lambda: urlopen(request, timeout=WEBHOOK_SECONDS).close())

    async def send(self, kind: str, threads: ThreadPoolExecutor, work: Callable[[], None]) -> None:
        if self.waiting[kind] >= MOST_WAITING:
            logger.warning("too much waits to be sent; dropped", kind=kind)
            return
        self.waiting[kind] += 1
        try:
            await asyncio.get_running_loop().run_in_executor(threads, work)
        except (OSError, smtplib.SMTPException):
            logger.warning("not sent", kind=kind)
        finally:
            self.waiting[kind] -= 1

    def close(self) -> None:
        for threads in (self.mails, self.webhooks):
            threads.shutdown(wait=False, cancel_futures=True)


def deliver(server: str, message: EmailMessage) -> None:
    host, _, port = server.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=MAIL_SECONDS) as smtp:
        smtp.send_message(message)
