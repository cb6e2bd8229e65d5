"""Two nodes share rooms: people on both play, talk and see each other, and either node may go."""

import asyncio
from contextlib import suppress

import pytest

from relspace.errors import NotNow, Refused
from relspace.room.commands import MakeMove, Say, SetReady
from relspace.room.due import Pace, due
from relspace.room.options import RoomOptions
from relspace.room.settling import unsettled
from relspace.room.state import Player
from relspace.wire.commands import AddBot, Create, Ignore, Join, Leave, Watch
from relspace_server.rooms.hub import Hub
from relspace_server.rooms.nodes import STAGGER
from relspace_server.store.bucket import Conflict

from ..rooms.people import Guest
from .nodes import Cluster, eventually

VEGA = Player("SHA256:vega", "Vega")
RIGEL = Player("SHA256:rigel", "Rigel")
LYRA = Player("SHA256:lyra", "Lyra")
TWO = RoomOptions(seats=2, clock=0)

LONGEST_GAME = 100
"""Seconds: two careful bots can avoid losing until the 500th ply ends the game."""

NEVER = Pace(10**9, 10**9, 10**9)
"""Nothing is due while a test lasts."""


async def two(cluster: Cluster, pace: Pace = NEVER) -> tuple[Hub, Hub]:
    hubs = await cluster.node("vega-node", pace), await cluster.node("rigel-node", pace)
    await eventually(lambda: all(len(hub.nodes.others) == 1 for hub in hubs))
    return hubs


async def at_play(here: Hub, there: Hub, options: RoomOptions = TWO) -> tuple[Guest, Guest, str]:
    vega, rigel = Guest.enters(here, VEGA), Guest.enters(there, RIGEL)
    code = (await vega.visit.send(Create("Orion", options))).room
    await rigel.visit.send(Join(code))
    await vega.visit.send(SetReady(code, ready=True))
    await rigel.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    await rigel.until(lambda: rigel.snapshot.phase == "playing")
    return vega, rigel, code


def mover(*people: Guest) -> Guest:
    return next(one for one in people if one.snapshot.view and one.snapshot.view.turn == one.snapshot.you)


async def test_a_room_can_be_joined_on_the_other_node_at_once(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel = Guest.enters(here, VEGA), Guest.enters(there, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await rigel.visit.send(Join(code.lower()))
    await vega.until(lambda: sum(seat.name == "Rigel" for seat in vega.snapshot.seats) == 1)
    with pytest.raises(Refused, match="no-such-room"):
        await rigel.visit.send(Join("ZZZZZ"))


async def test_moves_and_talk_reach_the_other_node(cluster: Cluster) -> None:
    vega, rigel, code = await at_play(*await two(cluster))
    for _ in range(4):
        one = mover(vega, rigel)
        view = one.snapshot.view
        assert view is not None
        ply = view.ply
        await one.visit.send(MakeMove(code, one.snapshot.legal[0].move, ply))
        for other in (vega, rigel):
            await other.until(lambda other=other, ply=ply: other.snapshot.view.ply > ply)  # type: ignore[misc]
    await rigel.visit.send(Say(code, "good luck"))
    await vega.until(lambda: any(line.text == "good luck" for line in vega.talk.lines))


async def test_what_is_said_in_the_lobby_is_heard_on_both_nodes(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel = Guest.enters(here, VEGA), Guest.enters(there, RIGEL)
    await vega.visit.send(Say("", "anybody?"))
    await rigel.until(lambda: [line.text for line in rigel.talk.lines] == ["anybody?"])
    await rigel.visit.send(Say("", "me"))
    await vega.until(lambda: [line.text for line in vega.talk.lines] == ["anybody?", "me"])
    await vega.visit.send(Ignore("Rigel", on=True))
    assert [line.text for line in vega.talk.lines] == ["anybody?"]
    late = Guest.enters(there, LYRA)
    assert [line.text for line in late.talk.lines] == ["anybody?", "me"]


async def test_lobbies_show_the_rooms_and_people_of_both_nodes(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel = Guest.enters(here, VEGA), Guest.enters(there, RIGEL)
    await vega.visit.send(Create("Orion", TWO))
    await rigel.until(lambda: [room.title for room in rigel.lobby.rooms] == ["Orion"])
    await rigel.until(
        lambda: {(one.name, one.where) for one in rigel.lobby.people} == {("Rigel", "lobby"), ("Vega", "room")}
    )
    vega.visit.close()
    await rigel.until(lambda: [one.name for one in rigel.lobby.people] == ["Rigel"])


async def test_spectators_of_both_nodes_are_counted(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel = Guest.enters(here, VEGA), Guest.enters(there, RIGEL)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await rigel.visit.send(Watch(code))
    await vega.until(lambda: vega.snapshot.watching == 1)
    lyra = Guest.enters(here, LYRA)
    await lyra.visit.send(Watch(code))
    await vega.until(lambda: vega.snapshot.watching == 2)
    await rigel.visit.send(Leave(code))
    await vega.until(lambda: vega.snapshot.watching == 1)


async def test_sessions_of_an_account_are_counted_over_all_nodes(cluster: Cluster) -> None:
    here, there = await two(cluster)
    first, second = Guest.enters(here, VEGA, "one"), Guest.enters(here, VEGA, "two")
    await eventually(lambda: there.elsewhere.sessions(VEGA.id) == 2)
    assert here.elsewhere.sessions(VEGA.id) == 0
    first.visit.close()
    await eventually(lambda: there.elsewhere.sessions(VEGA.id) == 1)
    second.visit.close()
    await eventually(lambda: there.elsewhere.sessions(VEGA.id) == 0)


async def test_a_seat_is_taken_over_from_another_node(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, _, code = await at_play(here, there)
    again = Guest.enters(there, VEGA, "again")
    with pytest.raises(NotNow, match="seat-in-use"):
        await again.visit.send(Join(code))
    await again.visit.send(Join(code, take_over=True))
    assert again.snapshot.you == 1
    await vega.until(lambda: "taken-over" in vega.notices)
    assert vega.visit.room == ""
    assert here.room(code).state.seats[0].session == again.visit.session


# ── what is due ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.timeout(3 * LONGEST_GAME)
async def test_what_is_due_happens_once_and_bots_play_to_the_end(cluster: Cluster) -> None:
    here, there = await two(cluster, Pace(0, 0, 0))
    vega = Guest.enters(here, VEGA)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=3, clock=0)))).room
    for _ in range(2):
        await vega.visit.send(AddBot(code))
    await vega.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")
    view = vega.snapshot.view
    assert view is not None
    with suppress(Refused):
        await vega.visit.send(MakeMove(code, "resign", view.ply))
    await eventually(lambda: code in {room.state.code for room in there.rooms})
    await eventually(
        lambda: here.room(code).state.phase == there.room(code).state.phase == "over", seconds=LONGEST_GAME
    )
    game = there.room(code).state.game
    assert game is not None
    assert len(game.moves) > 2
    assert game.moves == here.room(code).state.game.moves  # type: ignore[union-attr]


async def test_both_nodes_that_fire_at_the_same_time_fire_once(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there, RoomOptions(seats=2, clock=30))
    state = here.room(code).state
    assert state.game is not None
    before = len(state.game.moves)
    for hub in (here, there):
        object.__setattr__(hub.around, "now", lambda: cluster.world.now + 60_000)
    fires = []
    for hub in (here, there):
        what = due(hub.room(code).state, hub.around.pace)
        assert what is not None
        assert what.kind == "timeout"
        fires.append(hub.firing._fired(hub.room(code), what))
    await asyncio.gather(*fires)
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    game = there.room(code).state.game
    assert game is not None
    assert len(game.moves) == before + 1
    del vega, rigel


async def test_nodes_act_one_after_the_other_those_first_that_have_people_in_the_room(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega = Guest.enters(here, VEGA)
    code = (await vega.visit.send(Create("Orion", TWO))).room
    await eventually(lambda: code in {room.state.code for room in there.rooms})
    state = here.room(code).state
    assert (here.nodes.patience(state), there.nodes.patience(state)) == (0.0, STAGGER)
    rigel = Guest.enters(there, RIGEL)
    await rigel.visit.send(Join(code))
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    state = here.room(code).state
    assert {here.nodes.rank(state), there.nodes.rank(state)} == {0, 1}


# ── nodes that go ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_seats_of_a_node_that_stops_show_away(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, _, code = await at_play(here, there)
    await there.close()
    del cluster.hubs["rigel-node"]
    await vega.until(lambda: vega.snapshot.seats[1].presence == "away")
    await eventually(lambda: not here.nodes.others)
    assert [seat.session != "" for seat in here.room(code).state.seats] == [True, False]


async def test_seats_of_a_node_that_is_gone_are_marked_away_by_the_others(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, _, code = await at_play(here, there, RoomOptions(seats=2, clock=30))
    for beat in there._node_beats:
        beat.stop()
    there._watch.close()  # it hears nothing any more, and does nothing
    await cluster.stores["rigel-node"].beat("rigel-node", 0)  # as when its last beat has run out
    await vega.until(lambda: vega.snapshot.seats[1].presence == "away")
    assert here.room(code).state.seats[0].session == vega.visit.session
    back = Guest.enters(here, RIGEL, "back")
    await back.visit.send(Join(code))
    assert back.snapshot.you == 2
    await vega.until(lambda: vega.snapshot.seats[1].presence == "here")


async def test_a_node_that_was_taken_for_gone_takes_its_seats_back(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there, RoomOptions(seats=2, clock=60))
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    before = here.room(code).rev
    await cluster.stores["rigel-node"].beat("rigel-node", 0)  # it stood still for too long
    await eventually(lambda: here.room(code).rev >= before + 2)
    await there.nodes.beat()
    await here._sweep()
    await eventually(lambda: here.room(code).state.seats[1].session == rigel.visit.session)
    assert vega.snapshot.you == 1


async def test_a_game_is_entered_by_one_node_and_by_another_when_that_is_gone(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there)
    first, second = (here, there) if here.nodes.rank(here.room(code).state) == 0 else (there, here)
    first.settling._stopped = True
    view = vega.snapshot.view
    assert view is not None
    await (vega if view.turn == vega.snapshot.you else rigel).visit.send(MakeMove(code, "resign", view.ply))
    await eventually(lambda: second.room(code).state.phase == "over")
    assert unsettled(second.room(code).state)
    assert not second.settling._busy
    second._lost_a_node()
    await eventually(lambda: not unsettled(second.room(code).state))


async def test_a_node_that_comes_later_leaves_the_seats_of_those_that_live(cluster: Cluster) -> None:
    here, there = await two(cluster)
    vega, rigel, code = await at_play(here, there, RoomOptions(seats=2, clock=30))
    before = here.room(code).state
    third = await cluster.node("lyra-node", NEVER)
    await eventually(lambda: not any(room.held for room in third.rooms))
    await third._sweep()
    assert third.room(code).state == before
    assert [seat.session for seat in before.seats] == [vega.visit.session, rigel.visit.session]


async def test_what_was_lost_on_two_nodes_is_given_back_once(cluster: Cluster) -> None:
    here, there = await two(cluster)
    _, _, code = await at_play(here, there, RoomOptions(seats=2, clock=60))
    game = here.room(code).state.game
    assert game is not None
    deadline = game.deadline
    for hub in (here, there):
        object.__setattr__(hub.around, "now", lambda: cluster.world.now + 20_000)
        hub.clocks.lost._lost += 5.0
    await asyncio.gather(here.clocks.time.pulse(), there.clocks.time.pulse())
    await eventually(lambda: here.room(code).rev == there.room(code).rev)
    after = here.room(code).state.game
    assert after is not None
    assert after.deadline == deadline + 5_000


async def test_a_node_of_another_version_is_noticed(cluster: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    here, there = await two(cluster)
    there.elsewhere._program = "0.0.1"
    Guest.enters(there, RIGEL)
    await eventually(lambda: "node rigel-node runs version 0.0.1" in caplog.text)
    assert here.elsewhere is not None


async def test_what_a_dead_node_said_of_its_people_is_removed(cluster: Cluster) -> None:
    here, there = await two(cluster)
    Guest.enters(there, RIGEL)
    await eventually(lambda: here.elsewhere.sessions(RIGEL.id) == 1)
    for beat in there._node_beats:
        beat.stop()
    await cluster.stores["rigel-node"].beat("rigel-node", 0)
    await eventually(lambda: here.elsewhere.sessions(RIGEL.id) == 0)
    await here.elsewhere.sweep()
    bucket = cluster.stores["vega-node"].bucket("present")
    assert "rigel-node" not in [key for key, _ in await bucket.scan("")]
    with pytest.raises(Conflict):
        await bucket.put("vega-node", b"", 0)
