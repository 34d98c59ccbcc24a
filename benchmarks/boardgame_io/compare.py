"""Our server beside boardgame.io's, under the same load: actions for each second of the server's processor time.

    npm install --prefix /tmp/rival boardgame.io node-persist
    uv run python benchmarks/boardgame_io/compare.py /tmp/rival/node_modules --tables 50 --seconds 20

Both have the same harness: tables with two players and a spectator, one action a second at each, awaited on all
screens. boardgame.io stores in flat files, ours in SQLite. One server after the other: neither disturbs the other.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from klatsch.server.host import load_test
from klatsch.server.host.load_client import Client
from klatsch.server.host.load_socket import connect

GAME = "beans"
ANYTHING = b"[]"


class RivalScreen(load_test.Screen):
    """Speaks as boardgame.io's client does: Socket.IO over a WebSocket."""

    def __init__(self, address: str, table: str, player: str | None) -> None:
        super().__init__(Client(address), table, ready=False)
        self.player = player
        self.own = [square for square in range(64) if str((square + square // 8) % 2) == player]

    async def enter(self) -> None:
        path = "/socket.io/?EIO=4&transport=websocket"
        self.wire = await connect(self.client.address, path, {}, self.hear, self.lost)
        self.wire.send(f"40/{GAME},".encode())

    def hear(self, frame: bytes) -> None:
        self.bytes += len(frame)
        self.frames += 1
        if frame.startswith(b"42"):
            name, *arguments = msgspec.json.decode(frame.partition(b",")[2])
            if name in ("sync", "update"):
                self.show(arguments[1]["state"] if name == "sync" else arguments[1])
        elif frame == b"2":
            self.wire.send(b"3")
        elif frame.startswith(b"40"):
            self.emit("sync", self.match, self.player, None, 2)

    def show(self, state: dict[str, Any]) -> None:
        mine = state["ctx"]["currentPlayer"] == self.player
        saved = state["G"]["saved"][int(self.player)] if self.player is not None else 0
        self.moves: list[list[Any]] = [["place", square] for square in self.own] if saved else [["end"]]
        self.actions = ANYTHING if mine else None
        self.status, self.version = "playing", state["_stateID"]
        self.looked()

    def act(self, rng: random.Random) -> None:
        name, *arguments = rng.choice(self.moves)
        payload = {"type": name, "args": arguments, "playerID": self.player}
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.version, self.match, self.player)

    def emit(self, *words: Any) -> None:
        self.wire.send(f"42/{GAME},".encode() + msgspec.json.encode(words))


async def open_rival(address: str, rng: random.Random) -> load_test.LoadedTable:
    """boardgame.io makes a match when the first client asks for it."""
    table = f"{rng.getrandbits(64):016x}"
    one, two, watcher = (RivalScreen(address, table, player) for player in ("0", "1", None))
    return load_test.LoadedTable([one, two], watcher, rng)


@contextmanager
def rival_server(modules: Path) -> Iterator[tuple[str, load_test.Process]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="rival-") as folder:
        command = ["node", str(Path(__file__).parent / "server.js"), str(port), folder]
        environment = {**os.environ, "NODE_PATH": str(modules.resolve()), "NODE_ENV": "production"}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}", load_test.Process(server.pid)
        finally:
            server.terminate()
            server.wait(20)


def wait_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise ValueError("boardgame.io's server didn't start")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", type=Path, help="node_modules with boardgame.io and node-persist")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    reports = []
    for name, server, opener in (
        ("klatsch", load_test.own_server(""), load_test.open_loaded),
        ("boardgame.io", rival_server(given.modules), open_rival),
    ):
        report = load_test.Report(given.tables, 3 * given.tables, given.seconds)
        with server as (address, process):
            load_test.run_lean(load_test.run(address, given.tables, given.seconds, report, process, opener))
        print(f"── {name}\n{report.text()}")
        reports.append(report)
    ratio = reports[0].actions_a_cpu_second / reports[1].actions_a_cpu_second
    print(f"actions a second of processor time: {ratio:.1f} times boardgame.io's")


if __name__ == "__main__":
    main()
