"""The log of connections that are closed at the door stays short, however many come."""

import logging

import pytest

from relspace_server.ssh.refused import MOST, RefusedLog

from .house import until


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged since it was last asked."""
    found = [record.getMessage() for record in caplog.records if record.name == "relspace_server.ssh.refused"]
    caplog.clear()
    return found


@pytest.fixture
def refused(caplog: pytest.LogCaptureFixture) -> RefusedLog:
    caplog.set_level(logging.INFO)
    return RefusedLog()


async def test_one_is_told_at_once_and_the_others_when_the_time_is_over(
    refused: RefusedLog, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(313):
        refused.add("192.0.2.7", "was closed: banned")
    assert said(caplog) == ["a connection from 192.0.2.7 was closed: banned"]
    refused.tell()
    assert said(caplog) == ["and 312 more from 192.0.2.7 within 60 s: was closed: banned"]
    refused.add("192.0.2.7", "was closed: banned")
    refused.tell()
    assert said(caplog) == ["a connection from 192.0.2.7 was closed: banned"]


async def test_a_single_one_is_told_once(refused: RefusedLog, caplog: pytest.LogCaptureFixture) -> None:
    refused.add("192.0.2.7", "was refused: too many")
    refused.tell()
    assert len(said(caplog)) == 1


async def test_addresses_and_reasons_are_told_apart(refused: RefusedLog, caplog: pytest.LogCaptureFixture) -> None:
    for address, why in (("192.0.2.7", "banned"), ("192.0.2.8", "banned"), ("192.0.2.7", "too many")):
        refused.add(address, why)
    assert len(said(caplog)) == 3
    refused.add("2001:db8::1", "banned")
    refused.add("2001:db8::2", "banned")
    assert said(caplog) == ["a connection from 2001:db8::1 banned"]
    refused.tell()
    assert said(caplog) == ["and 1 more from 2001:db8::/64 within 60 s: banned"]


async def test_a_flood_from_everywhere_has_few_lines_too(refused: RefusedLog, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(20 * MOST):
        refused.add(f"198.51.{number // 250}.{number % 250}", "was closed: PROXY header: no header", logging.WARNING)
    assert len(said(caplog)) == MOST
    refused.tell()
    assert said(caplog) == [f"and {19 * MOST} connections from other addresses within 60 s"]


async def test_it_is_told_by_itself(
    refused: RefusedLog, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relspace_server.ssh.refused.EVERY", 0.0)
    refused.add("192.0.2.7", "was closed: banned")
    refused.add("192.0.2.7", "was closed: banned")
    await until(lambda: len(caplog.records) == 2)
