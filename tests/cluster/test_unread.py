"""A node does not read each move of games in which nobody of it is; and knows all of them when it matters."""

from dataclasses import replace

import pytest

from relspace.room.clock import deadline_of
from relspace.room.commands import MakeMove
from relspace.room.due import Pace
from relspace.room.options import RoomOptions
from relspace.room.stored import encode_room
from relspace.rules.record import read_record
from relspace.wire.commands import Join, Leave, Watch
from relspace_server.rooms import unread
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.seats import rooms_of
from relspace_server.rooms.unread import outline_of

from ..rooms.people import Guest
from .nodes import Cluster, eventually
from .test_two_nodes import LYRA, NEVER, RIGEL, TWO, VEGA, at_play, mover, two

OPEN = replace(TWO, public=True)


async def moves(code: str, *people: Guest, number: int = 1) -> None:
    """Some moves, each of which both players see."""
    for _ in range(number):
        one = mover(*people)
        view = one.snapshot.view
        assert view is not None
        ply = view.ply
        await one.visit.send(MakeMove(code, one.snapshot.legal[0].move, ply))
        for other in people:
            await other.until(lambda other=other, ply=ply: other.snapshot.view.ply > ply)  # type: ignore[misc]


async def passes_the_turn(one: Guest, code: str) -> None:
    """Moves until it is somebody else's turn: after a Keycard, Winston or Albert the same player moves on."""
    while (view := one.snapshot.view) is not None and view.turn == one.snapshot.you:
        await one.visit.send(MakeMove(code, one.snapshot.legal[0].move, view.ply))
        await one.until(lambda view=view: one.snapshot.view != view)  # type: ignore[misc]


async def elsewhere(cluster: Cluster, pace: Pace = NEVER, options: RoomOptions = OPEN) -> tuple[Hub, Guest, Guest, str]:
    """Two people of one node in a game, and the other node, which has heard of two of their moves."""
    here, there = await two(cluster, pace)
    vega, rigel, code = await at_play(here, here, options)
    await eventually(lambda: _rev(there, code) == _rev(here, code))
    await moves(code, vega, rigel)
    await eventually(lambda: _rev(there, code) == _rev(here, code))  # else it may hear of both moves as one
    await moves(code, vega, rigel)
    await eventually(lambda: code in there._unread)
    return there, vega, rigel, code


def _rev(hub: Hub, code: str) -> int:
    """The revision that a node has read; asking for the room would have it read."""
    room = hub._rooms.get(code)
    return room.rev if room is not None else 0


def _ply(hub: Hub, code: str) -> int:
    game = hub._rooms[code].state.game
    assert game is not None
    return game.position.ply


async def test_moves_of_other_nodes_are_not_read_until_somebody_asks_for_the_room(cluster: Cluster) -> None:
    there, vega, rigel, code = await elsewhere(cluster)
    read = _rev(there, code)
    await moves(code, vega, rigel, number=2)
    await eventually(lambda: there._unread._heard[code].value.revision == _rev(cluster.hubs["vega-node"], code))
    assert _rev(there, code) == read
    assert there.room(code).rev == _rev(cluster.hubs["vega-node"], code)
    assert code not in there._unread


async def test_who_comes_to_look_on_sees_the_newest_move_and_then_each(cluster: Cluster) -> None:
    there, vega, rigel, code = await elsewhere(cluster)
    lyra = Guest.enters(there, LYRA)
    await lyra.visit.send(Watch(code))
    assert lyra.snapshot.view is not None
    assert vega.snapshot.view is not None
    assert lyra.snapshot.view.ply == vega.snapshot.view.ply
    await moves(code, vega, rigel, lyra)
    assert code not in there._unread


async def test_a_player_who_is_in_the_lobby_of_another_node_is_told_when_it_is_their_turn(cluster: Cluster) -> None:
    there, vega, rigel, code = await elsewhere(cluster)
    waits = rigel if mover(vega, rigel) is vega else vega
    waits.visit.close()
    back = Guest.enters(there, waits.visit.player, "back")
    assert not back.lobby.rooms[0].your_turn
    await passes_the_turn(mover(vega, rigel), code)
    await back.until(lambda: back.lobby.rooms[0].your_turn)


async def test_what_changes_besides_the_game_is_read_at_once(cluster: Cluster) -> None:
    there, vega, _, code = await elsewhere(cluster)
    lyra = Guest.enters(there, LYRA)
    await vega.visit.send(Leave(code))
    await eventually(lambda: not there._rooms[code].state.seats[0].session)
    assert lyra.lobby.rooms[0].code == code


async def test_the_end_of_a_game_is_seen_in_the_lobby_of_the_other_node(cluster: Cluster) -> None:
    there, vega, rigel, code = await elsewhere(cluster)
    lyra = Guest.enters(there, LYRA)
    assert lyra.lobby.rooms[0].phase == "playing"
    view = vega.snapshot.view
    assert view is not None
    await mover(vega, rigel).visit.send(MakeMove(code, "resign", view.ply))
    await lyra.until(lambda: lyra.lobby.rooms[0].phase == "over")


async def test_the_record_of_a_running_game_has_all_moves_on_every_node(cluster: Cluster) -> None:
    there, _, _, code = await elsewhere(cluster)
    state = cluster.hubs["vega-node"].room(code).state
    record = read_record((await there.lookups.record(state.game_id, LYRA.id)).splitlines())
    assert state.game is not None
    assert len(record.moves) == len(state.game.moves) == 2


async def test_whoever_leaves_for_good_resigns_at_the_ply_that_the_game_has_reached(cluster: Cluster) -> None:
    there, _, _, code = await elsewhere(cluster)
    (state,) = rooms_of(there, VEGA.id)
    assert state.game is not None
    assert state.game.position.ply == _ply(cluster.hubs["vega-node"], code)


async def test_a_change_from_here_is_made_to_the_newest_state(cluster: Cluster) -> None:
    there, vega, rigel, code = await elsewhere(cluster)
    rigel.visit.close()
    again = Guest.enters(there, RIGEL, "again")
    await again.visit.send(Join(code, take_over=True))
    await moves(code, vega, again, number=2)
    await eventually(lambda: _rev(there, code) == _rev(cluster.hubs["vega-node"], code))


async def test_when_nothing_more_is_heard_the_last_change_is_read_and_what_is_due_is_known(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, _, _, code = await elsewhere(cluster, options=replace(OPEN, clock=60))
    there._unread._look(there._rooms[code])
    assert code in there._unread
    monkeypatch.setattr(unread, "QUIET", 0.0)
    there._unread._look(there._rooms[code])
    assert code not in there._unread
    here = cluster.hubs["vega-node"]
    assert _rev(there, code) == _rev(here, code)
    assert deadline_of(there._rooms[code].state) == deadline_of(here._rooms[code].state)
    timer = there._rooms[code].timer
    assert timer is not None
    assert timer.when() > here._rooms[code].timer.when()  # type: ignore[union-attr]


async def test_a_room_that_is_gone_is_not_kept(cluster: Cluster) -> None:
    there, vega, rigel, code = await elsewhere(cluster)
    view = vega.snapshot.view
    assert view is not None
    await mover(vega, rigel).visit.send(MakeMove(code, "resign", view.ply))
    for one in (vega, rigel):
        await one.visit.send(Leave(code))
    await eventually(lambda: code not in there._rooms)
    assert code not in there._unread


async def test_one_process_reads_everything_as_it_comes(cluster: Cluster) -> None:
    here = await cluster.node("vega-node", NEVER)
    vega, rigel, code = await at_play(here, here)
    await moves(code, vega, rigel, number=2)
    assert not here._unread._heard


async def test_the_outline_of_a_room_does_not_change_with_a_move(cluster: Cluster) -> None:
    here = await cluster.node("vega-node", NEVER)
    vega, rigel, code = await at_play(here, here)
    before = here.room(code).state
    await moves(code, vega, rigel)
    after = here.room(code).state
    assert after.game != before.game
    assert outline_of(encode_room(after)) == outline_of(encode_room(before))
    for changed in (replace(after, phase="over"), replace(after, title="x"), replace(after, closed=True)):
        assert outline_of(encode_room(changed)) != outline_of(encode_room(after))
    away = replace(after, seats=(replace(after.seats[0], session=""), *after.seats[1:]))
    assert outline_of(encode_room(away)) != outline_of(encode_room(after))


@pytest.mark.parametrize("stored", [b"", b"\x00", b"\xc1", b"\x92\x01", b"\x92\x01\x81", b"\xff" * 20, b"\x92\x01\x93"])
def test_what_is_no_room_has_no_outline(stored: bytes) -> None:
    assert outline_of(stored) == b""
