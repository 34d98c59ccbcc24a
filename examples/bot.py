"""A bot in thirty lines: opens a table against a bot of level 1 and plays at random until the game is over.

    uv run python examples/bot.py http://127.0.0.1:8000 TOKEN coffee-chess

TOKEN is from your page on the server, /me. To play better, choose better among `shown["actions"]`.
"""

import asyncio
import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


async def play(address: str, token: str, game: str) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    plan = json.dumps({"game": game, "seats": ["me", "bot:1"]}).encode()
    match = json.load(urlopen(Request(f"{address}/api/tables", plan, headers)))["id"]
    print(f"{address}/table/{match}")
    shown: dict[str, Any] = {}
    played = -1  # the version at which we have decided last
    async with connect(f"ws{address[4:]}/api/tables/{match}/socket", additional_headers=headers) as socket:
        await socket.send(json.dumps({"do": "ready", "nonce": secrets.token_hex(16)}))
        async for frame in socket:
            told = json.loads(frame)
            if told["type"] == "refused":
                raise SystemExit(told["error"])
            if told["type"] in ("screen", "update"):  # first the whole screen, then what has changed of it
                shown |= told
            if shown.get("status") == "over":
                print(shown["result"]["reason"], shown["prompt"])
                return
            if shown.get("actions") and shown["version"] > played:
                played = shown["version"]
                action = random.choice(shown["actions"])[0]
                await socket.send(json.dumps({"do": "play", "action": action, "seen": played}))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
