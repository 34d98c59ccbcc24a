"""Passkeys, with an authenticator in software that signs as a device would: real keys, real signatures."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fastapi import FastAPI
from fastapi.testclient import TestClient
from webauthn.helpers import bytes_to_base64url as base64

from serving import Visitor

ORIGIN = "http://testserver"


class Device:
    """A key and a count. It answers for the site that the browser shows, whatever a page pretends."""

    def __init__(self, origin: str = ORIGIN) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.count = 0

    def client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}).encode()

    def about_me(self, site: str, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        about = (
            self.about_me(options["rp"]["id"], 0x45) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        )
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        return self.answer("create", options, attestationObject=attestation)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        about = self.about_me(options["rpId"], 0x05)
        signed = about + hashlib.sha256(self.client_data("get", options["challenge"])).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self.answer("get", options, authenticatorData=about, signature=signature)

    def answer(self, kind: str, options: dict[str, Any], **parts: bytes) -> dict[str, Any]:
        parts["clientDataJSON"] = self.client_data(kind, options["challenge"])
        response = {name: base64(value) for name, value in parts.items()}
        return {"id": base64(self.id), "rawId": base64(self.id), "type": "public-key", "response": response}


def sign_up(client: TestClient, name: str = "Zoë") -> None:
    assert client.post("/api/me/sign-up", json={"name": name, "password": "espresso forte"}).status_code == 200


def add(client: TestClient, device: Device) -> int:
    options = client.post("/api/me/passkeys/begin").json()
    return int(client.post("/api/me/passkeys", json={"credential": device.make(options)}).status_code)


def sign_in(client: TestClient, device: Device) -> int:
    options = client.post("/api/me/sign-in/passkey/begin").json()
    return int(client.post("/api/me/sign-in/passkey", json={"credential": device.sign(options)}).status_code)


def test_a_passkey_signs_in_and_brings_the_guests_games_along(somebody: Visitor) -> None:
    client, device, elsewhere = somebody(), Device(), somebody()
    sign_up(client)
    assert add(client, device) == 201
    table = elsewhere.post("/api/tables", json={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    planted = elsewhere.cookies["klatsch"]
    assert sign_in(elsewhere, device) == 200
    assert elsewhere.get("/api/me").json()["name"] == "Zoë"
    assert elsewhere.cookies["klatsch"] != planted
    assert [each["id"] for each in client.get("/api/tables?which=mine").json()] == [table]
    (listed,) = client.get("/api/me/passkeys").json()
    assert listed["used"] is not None
    assert [row["label"] for row in client.get("/api/me/data").json()["passkeys"]] == ["testclient"]


def test_a_passkey_belongs_to_one_account(somebody: Visitor) -> None:
    client, stranger, device = somebody(), somebody(), Device()
    sign_up(client)
    sign_up(stranger, "Mallory")
    assert add(client, device) == 201
    assert add(stranger, device) == 403
    elsewhere = somebody()
    sign_in(elsewhere, device)
    assert elsewhere.get("/api/me").json()["name"] == "Zoë"


def test_a_passkey_that_was_ended_signs_in_no_more(somebody: Visitor) -> None:
    client, device = somebody(), Device()
    sign_up(client)
    add(client, device)
    (listed,) = client.get("/api/me/passkeys").json()
    stranger = somebody()
    sign_up(stranger, "Mallory")
    assert stranger.post(f"/api/me/passkeys/{listed['id']}/end").status_code == 404
    assert client.post(f"/api/me/passkeys/{listed['id']}/end").status_code == 200
    assert sign_in(somebody(), device) == 403


def test_another_key_another_site_and_another_browser_are_refused(somebody: Visitor) -> None:
    client, device = somebody(), Device()
    sign_up(client)
    add(client, device)
    forger = Device()
    forger.id = device.id
    assert sign_in(somebody(), forger) == 403
    assert sign_in(somebody(), Device()) == 403
    device.origin = "https://klatsch.example"  # a page of somebody else's
    assert sign_in(somebody(), device) == 403
    assert add(client, Device("https://klatsch.example")) == 403
    device.origin = ORIGIN
    options = somebody().post("/api/me/sign-in/passkey/begin").json()
    answer = somebody().post("/api/me/sign-in/passkey", json={"credential": device.sign(options)})
    assert answer.status_code == 403  # another browser was asked


def test_an_answer_is_good_once_and_a_copied_device_is_noticed(somebody: Visitor) -> None:
    client, device, elsewhere = somebody(), Device(), somebody()
    sign_up(client)
    add(client, device)
    options = elsewhere.post("/api/me/sign-in/passkey/begin").json()
    body = {"credential": device.sign(options)}
    handshake = elsewhere.cookies["klatsch-handshake"]
    assert elsewhere.post("/api/me/sign-in/passkey", json=body).status_code == 200
    again = somebody()
    again.cookies["klatsch-handshake"] = handshake
    assert again.post("/api/me/sign-in/passkey", json=body).status_code == 403
    device.count = 0  # a copy of the device from before
    assert sign_in(somebody(), device) == 403


def test_a_passkey_of_somebody_banned_or_deleted_signs_nobody_in(app: FastAPI, somebody: Visitor) -> None:
    client, device = somebody(), Device()
    sign_up(client)
    add(client, device)
    client.post("/api/me/delete")
    assert sign_in(somebody(), device) == 403


@pytest.mark.parametrize("credential", [{}, {"id": 1}, {"id": "x" * 5000}, {"id": "a", "response": {}}])
def test_what_is_no_credential_is_refused(somebody: Visitor, credential: dict[str, Any]) -> None:
    client = somebody()
    sign_up(client)
    client.post("/api/me/passkeys/begin")
    assert client.post("/api/me/passkeys", json={"credential": credential}).status_code == 403
    client.post("/api/me/sign-in/passkey/begin")
    assert client.post("/api/me/sign-in/passkey", json={"credential": credential}).status_code == 403


def test_a_guest_or_a_program_adds_none(somebody: Visitor) -> None:
    client = somebody()
    token = client.post("/api/me/tokens", json={}).json()["token"]
    assert client.post("/api/me/passkeys/begin").status_code == 401
    headers = {"Authorization": f"Bearer {token}"}
    assert somebody().post("/api/me/passkeys/begin", headers=headers).status_code == 403
