"""A seat is marked away, or taken again, as soon as the store can keep it; and once."""

import asyncio

import pytest

from relspace.errors import Fault
from relspace.room.commands import Recover
from relspace.room.update import SERVER
from relspace.wire.commands import Join, Leave
from relspace_server.rooms import presence
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import StoreFault
from relspace_server.store.memory import MemoryStore

from .people import World, at_play, eventually, started


class FullDisk:
    """The rooms cannot be written for a while."""

    def __init__(self, store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self._put = store.bucket("rooms").put
        self.refused = 0
        self.full = False
        monkeypatch.setattr(store.bucket("rooms"), "put", self.put)

    async def put(self, key: str, data: bytes, expected: int) -> int:
        if self.full:
            self.refused += 1
            raise StoreFault("the disk is full")
        return await self._put(key, data, expected)


@pytest.fixture
def disk(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    monkeypatch.setattr(presence, "AGAIN", 0.0)
    return FullDisk(store, monkeypatch)


def sessions(hub: Hub, code: str) -> list[str]:
    return [seat.session for seat in hub.room(code).state.seats]


async def test_who_goes_while_nothing_can_be_stored_is_away_as_soon_as_it_can(hub: Hub, disk: FullDisk) -> None:
    vega, rigel, code = await at_play(hub)
    disk.full = True
    vega.visit.close()
    await eventually(lambda: disk.refused >= 3)
    assert sessions(hub, code) == [vega.visit.session, rigel.visit.session]
    disk.full = False
    await rigel.until(lambda: rigel.snapshot.seats[0].presence == "away")
    assert not hub.presence._leaving


async def test_who_has_left_meanwhile_and_is_back_stays(
    hub: Hub, disk: FullDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "AGAIN", 3600.0)
    vega, rigel, code = await at_play(hub)
    disk.full = True
    with pytest.raises(Fault):
        await vega.visit.send(Leave(code))
    await eventually(lambda: disk.refused == 2)  # their own, and that of the server
    disk.full = False
    await vega.visit.send(Join(code))
    hub.presence.stop()  # what waits is tried once more
    await eventually(lambda: not hub.presence._leaving)
    assert sessions(hub, code) == [vega.visit.session, rigel.visit.session]


async def test_who_was_taken_for_gone_takes_the_seat_back_as_soon_as_that_can_be_stored(
    hub: Hub, disk: FullDisk
) -> None:
    vega, rigel, code = await at_play(hub)
    before = sessions(hub, code)
    await hub.change(code, Recover(()), SERVER)
    disk.full = True
    await eventually(lambda: disk.refused >= 4)
    assert sessions(hub, code) == ["", ""]
    disk.full = False
    await eventually(lambda: sessions(hub, code) == before)
    assert vega.visit.room == rigel.visit.room == code


async def test_a_server_that_stops_does_not_wait_for_ever(store: MemoryStore, disk: FullDisk, world: World) -> None:
    hub = await started(store, world)
    vega, _, _ = await at_play(hub)
    disk.full = True
    vega.visit.close()
    await eventually(lambda: disk.refused >= 2)
    async with asyncio.timeout(20):
        await hub.close()
