"""Friends at home: which address a link has, who may open the server, and that it is open then."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.request import urlopen

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.requests import Request

from klatsch.server.app import make_app
from klatsch.server.errors import Refused
from klatsch.server.http import local_network
from klatsch.server.http.local_network import Network, local_address
from klatsch.server.settings import Settings


def asked(host: str, client: str = "127.0.0.1", scheme: str = "http") -> Request:
    headers = [(b"host", host.encode())]
    return Request({"type": "http", "scheme": scheme, "path": "/", "headers": headers, "client": (client, 50000)})


def test_the_machines_own_address_is_none_or_one_that_others_reach() -> None:
    found = local_address()
    assert found is None or not found.startswith("127.")


def test_links_on_loopback_are_dead_ends() -> None:
    here = Network(Settings(host="127.0.0.1", port=8000))
    assert here.link_base(asked("127.0.0.1:8000")) == "http://127.0.0.1:8000"
    assert here.is_dead_end(asked("localhost:8000"))
    here.address = "http://192.168.1.7:8000"
    assert here.link_base(asked("localhost:8000")) == "http://192.168.1.7:8000"
    assert not here.is_dead_end(asked("localhost:8000"))


def test_links_elsewhere_are_as_the_page_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "local_address", lambda: "192.168.1.7")
    everywhere = Network(Settings(host="0.0.0.0", port=8000))
    assert everywhere.link_base(asked("myhost.local:8000")) == "http://myhost.local:8000"
    assert everywhere.link_base(asked("127.0.0.1:8000")) == "http://192.168.1.7:8000"
    proxied = Network(Settings(public_url="https://klatsch.example/"))
    assert proxied.link_base(asked("127.0.0.1:8000")) == "https://klatsch.example"
    assert not proxied.is_dead_end(asked("127.0.0.1:8000"))


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_no_link_names_the_address_to_listen_on(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    everywhere = Network(Settings(host=host, port=8000))
    for found, base in (("192.168.1.7", "http://192.168.1.7:8000"), (None, "http://localhost:8000")):
        monkeypatch.setattr(local_network, "local_address", lambda found=found: found)
        assert everywhere.base == base
        asked_by = f"[{host}]:8000" if ":" in host else f"{host}:8000"
        assert everywhere.link_base(asked(asked_by)) == base
    assert Network(Settings(host=host, public_url="https://klatsch.example/")).base == "https://klatsch.example"


def test_links_of_the_api_name_the_network_once_it_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a server that was for this machine only when it began, and of one that listens everywhere."""
    monkeypatch.setattr(local_network, "local_address", lambda: "192.168.1.7")
    plan = {"game": "choco", "seats": ["me", "invited"]}
    app = make_app(Settings(data=tmp_path / "here", port=8000))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        assert client.post("/api/tables", json=plan).json()["link"].startswith("http://127.0.0.1:8000/table/")
        app.state.server.network.address = "http://192.168.1.7:8001"
        made = client.post("/api/tables", json=plan).json()
        assert made["link"] == f"http://192.168.1.7:8001/table/{made['id']}"
        invitation = f"{made['link']}?invite={made['invitations']['1']}"
        assert invitation in client.get(f"/table/{made['id']}/invite").text
    everywhere = make_app(Settings(data=tmp_path / "everywhere", host="0.0.0.0", port=8000))
    with TestClient(everywhere, base_url="http://0.0.0.0:8000") as client:
        made = client.post("/api/tables", json=plan).json()
        assert made["link"] == f"http://192.168.1.7:8000/table/{made['id']}"
        assert "0.0.0.0" not in client.get(f"/table/{made['id']}/invite").text


@pytest.mark.parametrize(
    ("settings", "request_"),
    [
        (Settings(), asked("127.0.0.1:8000", client="192.168.1.9")),
        (Settings(), asked("evil.example", client="127.0.0.1")),
        (Settings(host="0.0.0.0"), asked("127.0.0.1:8000")),
        (Settings(public_url="https://klatsch.example"), asked("127.0.0.1:8000")),
    ],
)
def test_only_somebody_at_this_machine_opens_it(settings: Settings, request_: Request) -> None:
    with pytest.raises(Refused, match="own machine"):
        Network(settings).check_asked_from_here(request_)


def test_the_same_application_listens_on_the_network_then(monkeypatch: pytest.MonkeyPatch) -> None:
    app = FastAPI()

    @app.get("/hello")
    def hello() -> dict[str, str]:
        return {"from": "the same app"}

    async def open_and_ask() -> None:
        monkeypatch.setattr(local_network, "local_address", lambda: "127.0.0.2")  # as good as another machine's
        opened = Network(Settings(port=1))  # a port that can't be had: any other will do
        address = await opened.open(app)
        assert address.startswith("http://127.0.0.2:")
        assert await opened.open(app) == address
        answer = await asyncio.to_thread(lambda: urlopen(f"{address}/hello", timeout=10).read())
        assert json.loads(answer) == {"from": "the same app"}
        await opened.close()

    asyncio.run(open_and_ask())


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "local_address", lambda: None)
    with pytest.raises(Refused, match="in no network"):
        asyncio.run(Network(Settings()).open(FastAPI()))
