"""How fast one connection may talk."""

from __future__ import annotations

import pytest

from tenshu.server.live import pace
from tenshu.server.live.pace import HOPELESS, Pace


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(pace, "monotonic", lambda: now[0])
    return now


def test_bursts_are_fine_and_floods_are_not(time: list[float]) -> None:
    talk = Pace.of_messages(1.0)
    assert [talk.allows() for _ in range(61)] == [True] * 60 + [False]
    time[0] += 0.05
    assert talk.allows()
    assert not talk.allows()
    time[0] += 3600
    assert [talk.allows() for _ in range(61)] == [True] * 60 + [False]


def test_a_flood_is_hopeless(time: list[float]) -> None:
    talk = Pace.of_messages(1.0)
    for _ in range(60 + HOPELESS):
        talk.allows()
    assert not talk.is_hopeless
    talk.allows()
    assert talk.is_hopeless


def test_who_keeps_quiet_is_forgiven(time: list[float]) -> None:
    talk = Pace.of_chat(1.0)
    for _ in range(3):
        for _ in range(HOPELESS):
            talk.allows()
        assert not talk.is_hopeless
        time[0] += 60


def test_no_limit(time: list[float]) -> None:
    talk = Pace.of_chat(0)
    assert all(talk.allows() for _ in range(1000))
