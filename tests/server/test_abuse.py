"""One hostile visitor costs the others next to nothing. The long form is the whole benchmark with its limit."""

from __future__ import annotations

import pytest

from klatsch.server.host.abuse_test import ATTACKS, MOST_COST_MS, Cost, as_table, extra_ms, measure


def told(cost: Cost) -> None:
    print(as_table([cost]))


def test_a_flood_costs_a_normal_click_little() -> None:
    """Once it cost 15.7 seconds. Other tests use this machine meanwhile: the middle tells more than the worst."""
    quiet, flooded = measure(3.0, ["flooded sockets"], "", told)
    assert flooded.attempts > 1000
    assert flooded.refused > 0
    assert flooded.errors == 0
    assert flooded.median_ms - quiet.median_ms < MOST_COST_MS


@pytest.mark.long
def test_no_attack_costs_a_normal_click_more_than_a_moment() -> None:
    costs = measure(10.0, list(ATTACKS), "", told)
    print(as_table(costs))
    assert all(cost.errors == 0 for cost in costs)
    assert max(extra_ms(costs).values()) <= MOST_COST_MS
