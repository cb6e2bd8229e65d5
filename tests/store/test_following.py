"""Who follows a store goes on to, whatever goes wrong with one change."""

import asyncio
import logging

import pytest
from typing_extensions import override

from relspace_server.store import following
from relspace_server.store.bucket import Change, Value
from relspace_server.store.following import follow
from relspace_server.store.memory import MemoryStore
from relspace_server.store.watch import BucketWatch, Feed


class Heard:
    """Takes changes; one of them it cannot take."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def take(self, change: str) -> None:
        if change == "defect":
            raise RuntimeError("a defect in taking it")
        self.keys.append(change)

    async def take_slowly(self, change: str) -> None:
        await asyncio.sleep(0)
        self.take(change)


@pytest.mark.parametrize("slowly", [False, True])
async def test_a_change_that_cannot_be_taken_is_told_once_and_the_next_ones_are_taken(
    slowly: bool, caplog: pytest.LogCaptureFixture
) -> None:
    feed, heard = Feed[str](), Heard()
    for change in ("one", "defect", "two", "three"):
        feed.offer(change, change)
    follows = asyncio.create_task(follow(feed, heard.take_slowly if slowly else heard.take, "rooms"))
    while len(heard.keys) < 3:  # noqa: ASYNC110 - it ends, or the test does
        await asyncio.sleep(0)
    feed.close()
    await follows
    assert heard.keys == ["one", "two", "three"]
    (incident,) = caplog.records
    assert incident.levelno == logging.ERROR
    assert incident.getMessage().startswith("incident ")
    assert "a change of rooms could not be taken" in incident.getMessage()
    assert incident.exc_info


async def test_a_watch_that_fails_is_told_once_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(following, "AGAIN_S", 0.0)
    asked = 0

    async def load() -> list[Change]:
        nonlocal asked
        asked += 1
        if asked < 4:
            raise RuntimeError("an answer that nobody has foreseen")
        return [Change("VEGA1", Value(b"one", 1))]

    watch, taken = BucketWatch(load), list[Change]()
    follows = asyncio.create_task(follow(watch, taken.append, "rooms"))
    while not taken:  # noqa: ASYNC110 - the same
        await asyncio.sleep(0)
    watch.take(Change("VEGA1", Value(b"two", 2)), 2)
    watch.close()
    await follows
    assert [change.key for change in taken] == ["VEGA1"]
    (incident,) = caplog.records
    assert "rooms cannot be followed for the moment" in incident.getMessage()


async def test_it_ends_with_the_store_which_is_then_no_longer_healthy() -> None:
    store = MemoryStore()
    follows = asyncio.create_task(follow(store.bucket("rooms").watch(None), lambda _change: None, "rooms"))
    await asyncio.sleep(0)
    await store.close()
    await follows
    assert not store.healthy()


async def test_whoever_ends_the_task_ends_it() -> None:
    class Silent(Feed[str]):
        @override
        async def __anext__(self) -> str:
            return await asyncio.get_running_loop().create_future()

    follows = asyncio.create_task(follow(Silent(), lambda _change: None, "rooms"))
    await asyncio.sleep(0)
    follows.cancel()
    with pytest.raises(asyncio.CancelledError):
        await follows
