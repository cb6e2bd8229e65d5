"""A store that is gone or full: people are told, nothing that was shown is lost, and play goes on when it is back."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from relspace.errors import Fault
from relspace.room.commands import MakeMove, Say, SetReady
from relspace.wire.commands import Create, Join
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import TooLarge, Unavailable
from relspace_server.store.memory import MemoryStore
from relspace_server.store.update import Updater

from .people import RIGEL, TWO, VEGA, Guest, World, at_play, mover, started


@pytest.fixture
async def hub(store: MemoryStore) -> AsyncIterator[Hub]:
    hub = await started(store, World())
    hub._updater = Updater(sleep=lambda _: asyncio.sleep(0))
    yield hub
    await hub.close()


class Trouble:
    """What is wrong with the bucket of the rooms."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self._put = hub._bucket.put
        self._get = hub._bucket.get
        self.reason: Exception | None = None
        self.carried_out = False
        monkeypatch.setattr(hub._bucket, "put", self._write)
        monkeypatch.setattr(hub._bucket, "get", self._read)

    async def _write(self, key: str, data: bytes, expected: int) -> int:
        if self.reason is None or self.carried_out:
            revision = await self._put(key, data, expected)
            if self.reason is None:
                return revision
        raise self.reason

    async def _read(self, key: str) -> object:
        if self.reason is not None:
            raise self.reason
        return await self._get(key)


@pytest.fixture
def trouble(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    return Trouble(hub, monkeypatch)


GONE = Unavailable("no answer")
FULL = TooLarge("rooms", "K7QX2", 70_000)


@pytest.mark.parametrize("reason", [GONE, FULL], ids=["gone", "full"])
async def test_a_move_that_is_not_stored_is_shown_to_nobody_and_can_be_made_later(
    hub: Hub, trouble: Trouble, reason: Exception
) -> None:
    vega, rigel, code = await at_play(hub)
    on_turn = mover(vega, rigel)
    assert on_turn.snapshot.view is not None
    ply, move = on_turn.snapshot.view.ply, on_turn.snapshot.legal[0].move
    shown = [len(one.got) for one in (vega, rigel)]
    trouble.reason = reason
    for what in (MakeMove(code, move, ply), Say(code, "are you there?"), SetReady(code, ready=True)):
        with pytest.raises(Fault):
            await on_turn.visit.send(what)
    assert [len(one.got) for one in (vega, rigel)] == shown
    trouble.reason = None
    await on_turn.visit.send(MakeMove(code, move, ply))
    for one in (vega, rigel):
        await one.until(lambda one=one: one.snapshot.view is not None and one.snapshot.view.ply == ply + 1)  # type: ignore[misc]


async def test_a_move_whose_answer_was_lost_happens_once(hub: Hub, trouble: Trouble) -> None:
    vega, rigel, code = await at_play(hub)
    on_turn = mover(vega, rigel)
    trouble.reason, trouble.carried_out = GONE, True
    asked = asyncio.create_task(on_turn.visit.send(MakeMove(code, on_turn.snapshot.legal[0].move, 0)))
    await asyncio.sleep(0)
    trouble.reason = None
    await asked
    game = hub.room(code).state.game
    assert game is not None
    assert len(game.moves) == 1


async def test_nobody_gets_in_while_the_store_is_gone_and_nothing_is_left_of_the_attempt(
    hub: Hub, trouble: Trouble
) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    trouble.reason = GONE
    with pytest.raises(Fault):
        await vega.visit.send(Create("Orion", TWO))
    assert hub.rooms == ()
    assert vega.visit.in_lobby
    trouble.reason = None
    code = (await vega.visit.send(Create("Orion", TWO))).room
    trouble.reason = GONE
    with pytest.raises(Fault):
        await rigel.visit.send(Join(code))
    assert rigel.visit.in_lobby
    trouble.reason = None
    await rigel.visit.send(Join(code))
    assert rigel.snapshot.you == 2


async def test_what_is_due_waits_for_the_store(hub: Hub, trouble: Trouble) -> None:
    vega, rigel, code = await at_play(hub)
    room = hub.room(code)
    trouble.reason = GONE
    rigel.visit.close()
    await asyncio.sleep(0)
    assert room.state.seats[1].session == rigel.visit.session, "nothing is shown that is not stored"
    trouble.reason = None
    again = Guest.enters(hub, RIGEL, "again")
    await again.visit.send(Join(code))
    await vega.until(lambda: vega.snapshot.seats[1].presence == "here")
    assert room.state.seats[1].session == again.visit.session
