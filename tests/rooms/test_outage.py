"""A store that does not answer for a while: everybody is told, and nobody waits for an answer that cannot come."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from typing_extensions import override

from relspace.errors import NotNow
from relspace.room.commands import MakeMove
from relspace.wire.messages import Notice
from relspace_server.rooms import clockwork
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.outage import TOLD_AFTER, Outage
from relspace_server.store.memory import MemoryStore

from .people import VEGA, Guest, World, at_play, mover, started


class Moody(MemoryStore):
    """Says of itself what it is told to say."""

    well = True

    @override
    def healthy(self) -> bool:
        return self.well


@pytest.fixture
def store() -> Moody:
    return Moody()


@pytest.fixture
async def hub(store: Moody, world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hub]:
    monkeypatch.setattr(clockwork, "LOOK_EVERY", 0.0)
    hub = await started(store, world)
    yield hub
    await hub.close()


async def test_everybody_is_told_and_nobody_waits_for_an_answer(hub: Hub, store: Moody, world: World) -> None:
    vega, rigel, code = await at_play(hub)
    lyra = Guest.enters(hub, VEGA, "in the lobby")
    one = mover(vega, rigel)
    move = MakeMove(code, one.snapshot.legal[0].move, 0)
    store.well = False
    while not all("halted" in each.notices for each in (vega, rigel, lyra)):
        world.stands_still(500)
        await asyncio.sleep(0)
    with pytest.raises(NotNow, match="unavailable"):
        await one.visit.send(move)
    store.well = True
    await one.visit.send(move)
    await asyncio.gather(*(each.until(lambda each=each: "resumed" in each.notices) for each in (vega, rigel, lyra)))  # type: ignore[misc]
    assert [each.notices for each in (vega, rigel, lyra)] == [["halted", "resumed"]] * 3


async def test_a_short_failure_is_not_told() -> None:
    world, told, well = World(), list[Notice](), [True]
    outage = Outage(world.around(), lambda: well[0], told.append)
    for _ in range(3):
        for well[0] in (False, False, True):
            await outage.look()
            world.stands_still(900)
            assert not outage.lasts()
    assert told == []


async def test_it_is_told_once_and_again_when_it_comes_again() -> None:
    world, told, well = World(), list[Notice](), [True]
    outage = Outage(world.around(), lambda: well[0], told.append)
    for _ in range(2):
        for well[0] in (False, False, False, False, True, True):
            await outage.look()
            world.stands_still(int(1000 * TOLD_AFTER))
    assert [notice.code for notice in told] == ["halted", "resumed"] * 2
