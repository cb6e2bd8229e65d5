"""Whoever leaves a room is told a lobby in which they have no seat there any more, and nothing else in between."""

import pytest

from relspace.errors import Fault, Refused
from relspace.room.commands import SetReady
from relspace.room.options import RoomOptions
from relspace.room.state import Player
from relspace.wire.commands import Create, Join, Leave, Watch
from relspace.wire.messages import Lobby
from relspace_server.rooms.hub import Hub
from relspace_server.store.bucket import StoreFault
from relspace_server.store.memory import MemoryStore

from .people import LYRA, RIGEL, TWO, VEGA, Guest, World, at_play, eventually, seated


def own_rooms(told: Guest) -> list[list[str]]:
    """The codes of their own rooms in each lobby that they were sent."""
    lobbies = [message for message in told.got if isinstance(message, Lobby)]
    return [[room.code for room in lobby.rooms if room.yours] for lobby in lobbies]


async def test_the_room_that_was_left_is_not_their_own_in_any_lobby(hub: Hub) -> None:
    vega, rigel, code = await seated(hub)
    rigel.got.clear()
    await rigel.visit.send(Leave(code))
    assert own_rooms(rigel) == [[], []]
    (room,) = rigel.lobby.rooms
    assert (room.code, room.taken) == (code, 1)
    vega.got.clear()
    await vega.visit.send(Leave(code))
    assert not any(own_rooms(vega))
    assert not vega.lobby.rooms


async def test_a_room_that_was_only_watched_is_listed_at_once(hub: Hub) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=2, clock=0)))).room
    await rigel.visit.send(Watch(code))
    rigel.got.clear()
    await rigel.visit.send(Leave(code))
    first, *_ = [message for message in rigel.got if isinstance(message, Lobby)]
    assert [room.code for room in first.rooms] == [code]


async def test_a_seat_in_a_running_game_stays_their_own(hub: Hub) -> None:
    vega, rigel, code = await seated(hub)
    for one in (vega, rigel):
        await one.visit.send(SetReady(code, ready=True))
    await rigel.until(lambda: rigel.snapshot.phase == "playing")
    rigel.got.clear()
    await rigel.visit.send(Leave(code))
    assert all(codes == [code] for codes in own_rooms(rigel))
    await rigel.visit.send(Join(code))
    assert rigel.snapshot.you == 2


@pytest.mark.parametrize("player", [LYRA, RIGEL])
async def test_who_drops_in_the_lobby_is_waited_for_in_a_game_if_they_can_come_back(hub: Hub, player: Player) -> None:
    vega, other = Guest.enters(hub, VEGA), Guest.enters(hub, player)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await other.visit.send(Join(code))
    for one in (vega, other):
        await one.visit.send(SetReady(code, ready=True))
    await other.visit.send(Leave(code))
    seat = hub.room(code).state.seats[1]
    assert (seat.session, seat.autopilot) == ("", False)
    other.visit.close()
    if player is LYRA:
        await eventually(lambda: hub.room(code).state.seats[1].autopilot)
    else:
        assert not hub.presence._leaving
        assert not hub.room(code).state.seats[1].autopilot


async def test_who_leaves_while_the_store_fails_is_away(
    hub: Hub, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    vega, rigel, code = await at_play(hub)
    bucket = store.bucket("rooms")

    async def fails(key: str, data: bytes, revision: int) -> int:
        raise StoreFault("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(bucket, "put", fails)
        with pytest.raises(Fault):
            await vega.visit.send(Leave(code))
    assert vega.visit.in_lobby
    await rigel.until(lambda: rigel.snapshot.seats[0].presence == "away")


async def test_who_has_a_seat_without_knowing_it_is_away(
    hub: Hub, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    vega, rigel = Guest.enters(hub, VEGA), Guest.enters(hub, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    bucket = store.bucket("rooms")
    put = bucket.put

    async def stored_unheard(key: str, data: bytes, revision: int) -> int:
        monkeypatch.undo()
        await put(key, data, revision)
        raise StoreFault("the answer was lost for good")

    monkeypatch.setattr(bucket, "put", stored_unheard)
    with pytest.raises(Fault):
        await rigel.visit.send(Join(code))
    assert rigel.visit.in_lobby
    await vega.until(lambda: [seat.presence for seat in vega.snapshot.seats if seat.name] == ["here", "away"])


async def test_who_has_no_seat_changes_nothing_by_leaving_and_nobody_is_told(hub: Hub, world: World) -> None:
    vega, rigel, code = await seated(hub)
    lyra = Guest.enters(hub, LYRA)
    before, revision = hub.room(code).state, hub.room(code).rev
    for guest in (vega, rigel):
        guest.got.clear()
    world.now += 60_000
    await lyra.visit.send(Leave(code))
    assert (hub.room(code).state, hub.room(code).rev) == (before, revision)
    assert vega.got == rigel.got == []


async def test_who_is_let_into_a_room_that_has_just_closed_stays_where_they_were(hub: Hub) -> None:
    vega, _rigel, code = await seated(hub)
    with pytest.raises(Refused, match="no-such-room"):
        vega.visit._look_at("GONE5")
    assert vega.visit.room == code
