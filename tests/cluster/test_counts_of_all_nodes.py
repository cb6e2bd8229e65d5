"""What happens in rooms that nodes share is counted on one of them, so that their counters can be added up."""

import asyncio

from relspace.room.commands import MakeMove
from relspace.room.due import due
from relspace.room.options import RoomOptions
from relspace_server.rooms.hub import Hub

from .nodes import Cluster, eventually
from .test_two_nodes import at_play, mover, two


def moves(*hubs: Hub) -> int:
    return sum(hub.around.counts.moves for hub in hubs)


async def test_a_move_and_the_end_of_a_game_count_once(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there)
    for _ in range(4):
        one = mover(vega, rigel)
        view = one.snapshot.view
        assert view is not None
        await one.visit.send(MakeMove(code, one.snapshot.legal[0].move, view.ply))
        for other in (vega, rigel):
            await other.until(lambda other=other, ply=view.ply: other.snapshot.view.ply > ply)  # type: ignore[misc]
    assert moves(here, there) == 4
    view = vega.snapshot.view
    assert view is not None
    await mover(vega, rigel).visit.send(MakeMove(code, "resign", view.ply))
    await eventually(lambda: here.room(code).state.phase == there.room(code).state.phase == "over")
    assert moves(here, there) == 5
    assert sum(hub.around.counts.games_finished for hub in (here, there)) == 1


async def test_what_both_nodes_see_to_at_the_same_moment_counts_once(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there, RoomOptions(seats=2, clock=30))
    for hub in (here, there):
        object.__setattr__(hub.around, "now", lambda: cluster.world.now + 60_000)
    fires = []
    for hub in (here, there):
        what = due(hub.room(code).state, hub.around.pace)
        assert what is not None
        fires.append(hub.firing._fired(hub.room(code), what))
    await asyncio.gather(*fires)
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    game = here.room(code).state.game
    assert game is not None
    assert moves(here, there) == len(game.moves) == 1
    del vega, rigel
