"""OpenID Connect, as the party that relies on a provider: the authorization code flow with PKCE, state and nonce."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from klatsch.server.errors import Refused
from klatsch.server.settings import Settings

ALGORITHMS = ["RS256", "PS256", "ES256"]  # signed with a key that only the provider has
KEPT_SECONDS = 3600.0
LEEWAY_SECONDS = 60
TIMEOUT_SECONDS = 10.0


@dataclass(frozen=True)
class Identity:
    """Who somebody is at the provider: the subject never changes, the name is only what they would be called."""

    issuer: str
    subject: str
    name: str


class Provider(msgspec.Struct):
    """What a provider tells of itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class OpenIdConnect:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.active = bool(settings.oidc_issuer)
        self.host = urlsplit(settings.oidc_issuer).hostname or ""
        self.known: tuple[Provider, float] | None = None

    def client(self, back: str) -> AsyncOAuth2Client:
        return AsyncOAuth2Client(
            self.settings.oidc_client_id,
            self.settings.oidc_client_secret,
            scope="openid profile",
            redirect_uri=back,
            code_challenge_method="S256",
            timeout=TIMEOUT_SECONDS,
        )

    async def provider(self, client: AsyncOAuth2Client) -> Provider:
        """Asked once an hour."""
        if self.known is None or time.monotonic() > self.known[1]:
            address = get_well_known_url(self.settings.oidc_issuer, external=True)
            answer = await client.request("GET", address, withhold_token=True)
            found = msgspec.json.decode(answer.content, type=Provider)
            if found.issuer != self.settings.oidc_issuer:
                raise Refused("openid_failed", 403)
            self.known = found, time.monotonic() + KEPT_SECONDS
        return self.known[0]

    async def begin(self, back: str) -> tuple[str, dict[str, str]]:
        """Where to send the browser, and what must be remembered until it is `back`."""
        asked = {"nonce": secrets.token_urlsafe(24), "verifier": secrets.token_urlsafe(48)}
        try:
            async with self.client(back) as client:
                place = (await self.provider(client)).authorization_endpoint
                address, state = client.create_authorization_url(
                    place, nonce=asked["nonce"], code_verifier=asked["verifier"]
                )
        except (httpx2.HTTPError, msgspec.MsgspecError) as error:
            raise Refused("openid_failed", 503) from error
        return address, {**asked, "state": state}

    async def finish(self, back: str, answer: str, asked: dict[str, str]) -> Identity:
        """Who it is, by the address with which the browser came back; Refused if it doesn't fit what was asked."""
        try:
            async with self.client(back) as client:
                provider = await self.provider(client)
                token = await client.fetch_token(
                    provider.token_endpoint,
                    authorization_response=answer,
                    state=asked["state"],
                    code_verifier=asked["verifier"],
                )
                keys = (await client.request("GET", provider.jwks_uri, withhold_token=True)).json()
            return self.checked(token["id_token"], keys, asked["nonce"])
        except (
            httpx2.HTTPError,
            msgspec.MsgspecError,
            AuthlibBaseError,
            JoseError,
            ValueError,
            KeyError,
            TypeError,
        ) as error:
            raise Refused("openid_failed", 403) from error

    def checked(self, id_token: str, keys: Any, nonce: str) -> Identity:
        """The provider's signature, for us, now, and to what we asked."""
        found = jwt.decode(id_token, KeySet.import_key_set(keys), algorithms=ALGORITHMS)
        wanted = {
            "iss": {"essential": True, "value": self.settings.oidc_issuer},
            "aud": {"essential": True, "value": self.settings.oidc_client_id},
            "nonce": {"essential": True, "value": nonce},
        }
        claims = CodeIDToken(found.claims, found.header, wanted, {"client_id": self.settings.oidc_client_id})
        claims.validate(leeway=LEEWAY_SECONDS)
        name = claims.get("preferred_username") or claims.get("name") or ""
        return Identity(self.settings.oidc_issuer, str(claims["sub"])[:255], str(name))
