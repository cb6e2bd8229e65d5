"""Three NATS servers that keep each value, and one of them killed under load. Run by `make cluster`."""

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from time import monotonic

import pytest

from relspace_server.store.bucket import Conflict, Unavailable, Value
from relspace_server.store.nats import NatsStore
from relspace_server.store.nats_access import Access

from ..store.nats_servers import NatsServer

WRITERS = 20


@pytest.fixture
async def stores(trio: list[NatsServer]) -> AsyncIterator[list[NatsStore]]:
    """Two nodes."""
    urls = tuple(server.url for server in trio)
    stores = [await NatsStore.open(Access(urls)) for _ in range(2)]
    yield stores
    for store in stores:
        await store.close()


@dataclass
class Tally:
    """What was acknowledged of one key, and what may have been written besides."""

    number: int = 0
    revision: int = 0
    tried: int = 0
    gaps: list[float] = field(default_factory=list)
    """Seconds between two acknowledgements."""


async def count_up(store: NatsStore, key: str, tally: Tally, stop: asyncio.Event) -> None:
    """Writes 1, 2, 3 …, and never a number twice unless its outcome was unknown."""
    bucket, last = store.bucket("rooms"), monotonic()
    while not stop.is_set():
        tally.tried = tally.number + 1
        try:
            tally.revision = await bucket.put(key, b"%d" % tally.tried, tally.revision)
            tally.number = tally.tried
            tally.gaps.append(monotonic() - last)
            last = monotonic()
        except (Unavailable, Conflict):
            await asyncio.sleep(0.05)
            try:
                found = await bucket.get(key)
            except Unavailable:
                continue
            number = int(found.data) if found else 0
            assert number in (tally.number, tally.tried), f"{key}: {number}, {tally}"
            tally.number, tally.revision = number, found.revision if found else 0


def leader_of(trio: list[NatsServer], stream: str) -> NatsServer:
    for server in trio:
        details = server.ask("/jsz?streams=true&accounts=true")["account_details"]
        for one in details[0].get("stream_detail", []) if details else []:
            if one["name"] == stream and one["cluster"]["leader"] == server.folder.name:
                return server
    raise AssertionError("there is no leader")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_no_acknowledged_write_is_lost_with_the_leader_and_watches_go_on(
    trio: list[NatsServer], stores: list[NatsStore], how: signal.Signals
) -> None:
    here, there = stores
    await here.bucket("rooms").get("VEGA1")
    info = await here._link.streams.stream_info("KV_relspace_rooms")
    assert info.config.num_replicas == 3
    assert all(server.ask("/jsz")["config"]["sync_always"] for server in trio)
    seen: dict[str, Value] = {}

    async def follow() -> None:
        async for key, value in there.bucket("rooms").watch(None):
            assert value is not None
            assert key not in seen or value.revision > seen[key].revision
            seen[key] = value

    stop = asyncio.Event()
    tallies = {f"key{n}": Tally() for n in range(WRITERS)}
    async with asyncio.TaskGroup() as group:
        following = group.create_task(follow())
        writing = [group.create_task(count_up(here, key, tally, stop)) for key, tally in tallies.items()]
        await asyncio.sleep(2)
        victim = await asyncio.to_thread(leader_of, trio, "KV_relspace_rooms")
        await asyncio.to_thread(victim.end, how)
        before = {key: tally.number for key, tally in tallies.items()}
        async with asyncio.timeout(30):
            while any(tally.number < before[key] + 5 for key, tally in tallies.items()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        stop.set()
        await asyncio.wait(writing)
        for key, tally in tallies.items():
            found = await here.bucket("rooms").get(key)
            assert found is not None
            assert tally.number <= int(found.data) <= tally.tried
        async with asyncio.timeout(30):
            while any(key not in seen or int(seen[key].data) < one.number for key, one in tallies.items()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        following.cancel()
    pause = max(gap for tally in tallies.values() for gap in tally.gaps)
    print(f"\n{how.name}: {sum(tally.number for tally in tallies.values())} writes; longest pause {pause:.2f} s")  # noqa: T201
    assert pause < 25


async def test_a_list_is_whole_at_once_after_a_write_whoever_answers(stores: list[NatsStore]) -> None:
    here, there = (store.bucket("rooms") for store in stores)
    for n in range(60):
        await here.put(f"key{n:02}", b"x", 0)
        assert len(await there.scan("")) == n + 1
