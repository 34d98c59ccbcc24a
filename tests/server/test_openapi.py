"""Schemathesis over the OpenAPI document: whatever it sends, the server never fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings

from klatsch.server.app import make_app
from klatsch.server.settings import Settings

LONG = int(os.environ.get("KLATSCH_SCHEMA_EXAMPLES", "200"))


def check(folder: Path, examples: int) -> int:
    """How many requests were sent."""
    app = make_app(Settings(data=folder, host="testserver", port=80))
    sent = 0
    with TestClient(app) as client:
        schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
        for found in schema.get_all_operations():
            sent += attack(client, found.ok(), examples)  # type: ignore[union-attr]
    print(f"{sent} requests, none failed")
    return sent


def attack(client: TestClient, operation: Any, examples: int) -> int:
    sent = 0

    @settings(max_examples=examples, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def attempt(case: Any) -> None:
        nonlocal sent
        request = case.as_transport_kwargs(base_url="http://testserver")
        request.pop("cookies", None)  # the client has its own
        try:
            answer = client.request(**request)
        except (ValueError, UnicodeError):
            return  # what can't be sent at all
        sent += 1
        assert answer.status_code < 500, (case.method, case.path, answer.text)

    attempt()
    return sent


def test_no_request_makes_it_fail(tmp_path: Path) -> None:
    assert check(tmp_path, 4) > 40


@pytest.mark.long
def test_no_request_of_many_makes_it_fail(tmp_path: Path) -> None:
    assert check(tmp_path, LONG) > 1000
