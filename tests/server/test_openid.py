"""OpenID Connect against a provider of our own on this machine: real HTTP, real signatures, and all its ways to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import pytest
from fastapi.testclient import TestClient
from joserfc import jwt
from joserfc.jwk import RSAKey

from klatsch.server.app import make_app
from klatsch.server.settings import Settings

from serving import Visitor


class Provider(ThreadingHTTPServer):
    """Everybody who comes is `person`; what it says can be changed by `lies`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.issuer = f"http://127.0.0.1:{self.server_port}"
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.person = {"sub": "subject 1", "preferred_username": "Zoë"}
        self.lies: dict[str, Any] = {}
        self.header = {"alg": "RS256", "kid": "one"}
        self.signs_with = self.key
        self.codes: dict[str, dict[str, str]] = {}

    def authorize(self, query: dict[str, str]) -> str:
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_hex(8)
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, form: dict[str, str], authorization: str) -> dict[str, object]:
        client = base64.b64decode(authorization.removeprefix("Basic ")).decode()
        query = self.codes.pop(form["code"])
        proof = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
        assert (client, proof) == ("klatsch:client secret", query["code_challenge"])
        assert form["redirect_uri"] == query["redirect_uri"]
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": "klatsch", "iat": now, "exp": now + 300, "nonce": query["nonce"]}
        told = {name: value for name, value in {**claims, **self.person, **self.lies}.items() if value is not None}
        id_token = jwt.encode(self.header, told, self.signs_with)
        return {"access_token": "a", "token_type": "Bearer", "id_token": id_token}


class Answers(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        place = urlsplit(self.path)
        issuer = self.server.issuer
        if place.path == "/authorize":
            self.send_response(302)
            self.send_header("Location", self.server.authorize(flat(place.query)))
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif place.path == "/keys":
            self.answer({"keys": [self.server.key.as_dict(private=False)]})
        else:
            assert place.path == "/.well-known/openid-configuration"
            ends = {"authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token"}
            self.answer({"issuer": issuer, "jwks_uri": f"{issuer}/keys", **ends})

    def do_POST(self) -> None:
        form = flat(self.rfile.read(int(self.headers["Content-Length"])).decode())
        try:
            self.answer(self.server.token(form, self.headers["Authorization"]))
        except (AssertionError, KeyError):
            self.answer({"error": "invalid_grant"}, 400)

    def answer(self, data: dict[str, object], status: int = 200) -> None:
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the test tells."""


def flat(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}


class Stay(HTTPRedirectHandler):
    """Answers with where it is sent to."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp


@pytest.fixture
def provider() -> Iterator[Provider]:
    made = Provider()
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def visitors(provider: Provider, tmp_path: Path) -> Iterator[Visitor]:
    given = {"oidc_issuer": provider.issuer, "oidc_client_id": "klatsch", "oidc_client_secret": "client secret"}
    app = make_app(Settings(data=tmp_path, host="testserver", port=80, **given))  # type: ignore[arg-type]
    with TestClient(app) as first:

        def visitor() -> TestClient:
            client = TestClient(app)
            client.portal = first.portal
            return client

        yield visitor


def to_the_provider(client: TestClient) -> str:
    """The address with which the browser comes back."""
    sent = client.get("/sign-in/openid", follow_redirects=False)
    assert sent.status_code == 303, sent.text
    with build_opener(Stay).open(sent.headers["location"], timeout=10) as answer:
        return str(answer.headers["Location"])


def sign_in(client: TestClient) -> int:
    return int(client.get(to_the_provider(client), follow_redirects=False).status_code)


def name_of(client: TestClient) -> str:
    return str(client.get("/api/me").json()["name"])


def test_the_first_time_makes_an_account_and_the_next_time_finds_it(visitors: Visitor) -> None:
    client, elsewhere = visitors(), visitors()
    assert "Sign in with 127.0.0.1" in client.get("/sign-in").text
    table = client.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    planted = client.cookies["klatsch"]
    assert sign_in(client) == 303
    assert name_of(client) == "Zoë"
    assert client.get("/api/me").json()["guest"] is False
    assert client.cookies["klatsch"] != planted
    assert not visitors().get("/api/me", headers={"Cookie": f"klatsch={planted}"}).json()["id"]
    another = elsewhere.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    assert sign_in(elsewhere) == 303
    assert {each["id"] for each in elsewhere.get("/api/tables?which=mine").json()} == {table, another}
    assert "Password until now" not in client.get("/me").text  # it has none
    assert client.get("/api/me/data").json()["identities"][0]["subject"] == "subject 1"


def test_a_name_that_is_taken_or_cannot_be_gives_way(visitors: Visitor, provider: Provider) -> None:
    names = []
    for subject, name in (("a", "Zoë"), ("b", "Zoe"), ("c", "admin"), ("d", "<b>"), ("e", "")):
        provider.person = {"sub": subject, "preferred_username": name}
        client = visitors()
        assert sign_in(client) == 303
        names.append(name_of(client))
    assert names[:2] == ["Zoë", "Zoe 2"]
    assert len(set(names)) == 5
    assert not {"admin", "<b>", ""} & set(names)


def test_an_account_gets_one_more_way_in(visitors: Visitor, provider: Provider) -> None:
    client, stranger = visitors(), visitors()
    client.post("/api/me/sign-up", json={"name": "Anna", "password": "espresso forte"})
    assert "Also sign in with 127.0.0.1" in client.get("/me").text
    assert sign_in(client) == 303
    assert "You can sign in with 127.0.0.1" in client.get("/me").text
    elsewhere = visitors()
    sign_in(elsewhere)
    assert name_of(elsewhere) == "Anna"
    stranger.post("/api/me/sign-up", json={"name": "Bela", "password": "espresso forte"})
    assert sign_in(stranger) == 409  # it is Anna's
    client.post("/api/me/delete")
    again = visitors()
    sign_in(again)
    assert name_of(again) == "Zoë"  # somebody new


@pytest.mark.parametrize(
    "lie",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another"},
        {"iss": "https://elsewhere.example"},
        {"exp": 1},
        {"sub": None},
    ],
)
def test_a_token_that_does_not_fit_is_refused(visitors: Visitor, provider: Provider, lie: dict[str, Any]) -> None:
    provider.lies = lie
    client = visitors()
    assert sign_in(client) == 403
    assert name_of(client) == ""


def test_a_token_that_another_key_or_none_has_signed_is_refused(visitors: Visitor, provider: Provider) -> None:
    provider.signs_with = RSAKey.generate_key(2048, {"kid": "one"})
    assert sign_in(visitors()) == 403


def test_the_answer_is_for_the_browser_that_asked_and_good_once(visitors: Visitor) -> None:
    victim, mallory = visitors(), visitors()
    place = to_the_provider(mallory)
    assert victim.get(place, follow_redirects=False).status_code == 403  # nobody is signed in as somebody else
    to_the_provider(victim)
    assert victim.get(place, follow_redirects=False).status_code == 403  # another state
    assert mallory.get(place, follow_redirects=False).status_code == 303
    assert visitors().get(place, follow_redirects=False).status_code == 403
    assert mallory.get("/sign-in/openid/back?error=access_denied", follow_redirects=False).status_code == 403


def test_without_a_provider_there_is_no_such_page(somebody: Visitor) -> None:
    assert somebody().get("/sign-in/openid").status_code == 404
    assert "Sign in with" not in somebody().get("/sign-in").text.replace("Sign in with a passkey", "")


def test_a_provider_that_is_away_is_told(tmp_path: Path) -> None:
    given = {"oidc_issuer": "http://127.0.0.1:1", "oidc_client_id": "klatsch", "oidc_client_secret": "secret"}
    with TestClient(make_app(Settings(data=tmp_path, **given))) as client:  # type: ignore[arg-type]
        assert client.get("/sign-in/openid", follow_redirects=False).status_code == 503


@pytest.mark.parametrize(
    "given",
    [
        {"oidc_issuer": "https://a.example"},
        {"oidc_issuer": "http://a.example", "oidc_client_id": "a", "oidc_client_secret": "b"},
    ],
)
def test_settings_that_would_not_do(given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"oidc|https"):
        Settings(**given).check()  # type: ignore[arg-type]
