"""Two nodes that do what is due in a room at the very same moment: it happens once."""

import asyncio
from collections import Counter

from relspace.room.commands import MakeMove, SetReady
from relspace.room.due import due
from relspace.room.options import RoomOptions
from relspace.room.state import Game
from relspace.wire.commands import AddBot, Create
from relspace_server.rooms.hub import Hub

from ..rooms.people import Guest
from .nodes import Cluster, eventually
from .test_two_nodes import VEGA, at_play, two

ROUNDS = 8


async def both_fire(cluster: Cluster, code: str, kind: str) -> str:
    """Has both do what is due next, as if it were late; returns the id of that operation."""
    here, there = cluster.hubs.values()
    cluster.world.now += 10**10
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    whats = [due(hub.room(code).state, hub.around.pace) for hub in (here, there)]
    assert whats[0] is not None
    assert whats[0] == whats[1]
    assert whats[0].kind == kind
    await asyncio.gather(*(hub.firing._fired(hub.room(code), whats[0]) for hub in (here, there)))
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    assert here.room(code).state == there.room(code).state
    return whats[0].op_id


def game_of(hub: Hub, code: str) -> Game:
    game = hub.room(code).state.game
    assert game is not None
    return game


def by_hand(cluster: Cluster) -> None:
    """No timer runs from now on, and both nodes go by the cluster's time."""
    for hub in cluster.hubs.values():
        hub.firing.stop(hub.rooms)
        object.__setattr__(hub.around, "now", lambda: cluster.world.now)


async def test_a_bots_move(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega = Guest.enters(here, VEGA)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=3, clock=0)))).room
    for _ in range(2):
        await vega.visit.send(AddBot(code))
    await vega.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    by_hand(cluster)
    done: Counter[str] = Counter()
    for _ in range(ROUNDS):
        while game_of(here, code).position.turn == 1:
            ply = game_of(here, code).position.ply
            await vega.until(lambda ply=ply: vega.snapshot.view.ply == ply)  # type: ignore[misc]
            await vega.visit.send(MakeMove(code, vega.snapshot.legal[0].move, ply))
        before = len(game_of(here, code).moves)
        op = await both_fire(cluster, code, "bot")
        assert len(game_of(there, code).moves) == before + 1
        done.update(one for one in there.room(code).state.ops if one == op)
    assert set(done.values()) == {1}
    assert len(done) == ROUNDS


async def test_a_turn_that_runs_out(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there, RoomOptions(seats=2, clock=30))
    by_hand(cluster)
    for made in range(1, 3):
        op = await both_fire(cluster, code, "timeout")
        game = game_of(there, code)
        assert len(game.moves) == made
        assert here.room(code).state.ops.count(op) == 1
    for one in (vega, rigel):
        await one.until(lambda one=one: len(one.snapshot.log) == 2)  # type: ignore[misc]
