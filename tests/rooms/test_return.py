"""Coming back: the same choice is offered again, one seat has one connection, and being there twice shows no more."""

import asyncio

import pytest

from relspace.room.commands import LoseSession, MakeMove, SetReady
from relspace.room.options import RoomOptions
from relspace.room.update import SERVER
from relspace.wire.codec import encode
from relspace.wire.commands import Create, Join, Leave, Watch
from relspace_server.rooms.hub import Hub

from .people import LYRA, RIGEL, VEGA, Guest, World, at_play, eventually, mover, refused


async def left(hub: Hub, code: str) -> None:
    """Waits until no connection holds a seat that is gone."""
    room, lost = hub.room(code), hub.presence.is_lost
    await eventually(lambda: not any(seat.session and lost(seat.session) for seat in room.state.seats))


def phase(guest: Guest) -> str:
    assert guest.snapshot.view is not None
    return guest.snapshot.view.phase


async def test_at_every_phase_the_same_choice_is_offered_again(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    met: set[str] = set()
    for game in range(12):
        while vega.snapshot.phase == "playing":
            on_turn = mover(vega, rigel)
            view, legal = on_turn.snapshot.view, on_turn.snapshot.legal
            assert view is not None
            if phase(on_turn) not in met or phase(on_turn) != "play":
                met.add(phase(on_turn))
                player = on_turn.visit.player
                on_turn.visit.close()
                await left(hub, code)
                back = Guest.enters(hub, player, f"{player.name} {game} {view.ply}")
                await back.visit.send(Join(code))
                assert back.snapshot.legal == legal
                assert back.snapshot.view == view
                assert not back.snapshot.ahead
                vega, rigel = (back, rigel) if player == VEGA else (vega, back)
                on_turn = back
            ply = view.ply
            move = legal[ply % len(legal)].move
            await on_turn.visit.send(MakeMove(code, move, ply))
            for one in (vega, rigel):
                await one.until(lambda one=one, ply=ply: one.snapshot.view is not None and one.snapshot.view.ply > ply)  # type: ignore[misc]
        if met == {"play", "load", "peek", "give"}:
            break
        for one in (vega, rigel):
            await one.visit.send(SetReady(code, ready=True))
        for one in (vega, rigel):
            await one.until(lambda one=one: one.snapshot.phase == "playing")  # type: ignore[misc]
    assert met == {"play", "load", "peek", "give"}


async def test_between_games_the_seat_and_the_end_are_found_again(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    await rigel.visit.send(MakeMove(code, "resign", 0))
    await vega.until(lambda: vega.snapshot.result is not None)
    result = vega.snapshot.result
    vega.visit.close()
    await left(hub, code)
    back = Guest.enters(hub, VEGA, "back")
    await back.visit.send(Join(code))
    assert back.snapshot.result == result
    assert back.snapshot.you == 1
    await back.visit.send(SetReady(code, ready=True))
    await rigel.visit.send(SetReady(code, ready=True))
    await back.until(lambda: back.snapshot.phase == "playing")


@pytest.mark.parametrize("take_over", [False, True])
async def test_of_two_who_come_back_at_one_moment_one_has_the_seat(hub: Hub, take_over: bool) -> None:
    _, rigel, code = await at_play(hub)
    if not take_over:
        rigel.visit.close()
        await left(hub, code)
    rivals = [Guest.enters(hub, RIGEL, f"rival {number}") for number in range(4)]
    asked = [rival.visit.send(Join(code, take_over=take_over)) for rival in rivals]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    seated = [rival for rival, answer in zip(rivals, answers, strict=True) if not isinstance(answer, Exception)]
    assert len(seated) == 1
    assert hub.room(code).state.seats[1].session == seated[0].visit.session
    assert [rival.visit.in_lobby for rival in rivals].count(False) == 1
    for rival in rivals:
        if rival is not seated[0]:
            rival.visit.close()
    await left(hub, code)
    assert hub.room(code).state.seats[1].session == seated[0].visit.session


async def test_three_times_killed_leaves_one_seat_and_no_ghost(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    for number in range(3):
        rigel.visit.close()
        rigel = Guest.enters(hub, RIGEL, f"again {number}")
        await rigel.visit.send(Join(code))
    await left(hub, code)
    await vega.until(lambda: vega.snapshot.seats[1].presence == "here")
    assert hub.room(code).state.seats[1].session == rigel.visit.session
    assert len(hub.room(code).state.seats) == 2
    assert len(hub.presence.visits) == 2
    assert vega.snapshot.watching == 0


async def test_a_connection_that_does_not_answer_gives_way_without_being_asked(hub: Hub) -> None:
    vega = Guest.enters(hub, VEGA)
    answering = True
    rigel = Guest.enters(hub, RIGEL, "old", lambda: answering)
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=2, clock=0)))).room
    await rigel.visit.send(Join(code))
    again = Guest.enters(hub, RIGEL, "new")
    assert await refused(again.visit.send(Join(code))) == "seat-in-use"
    answering = False
    await again.visit.send(Join(code))
    assert hub.room(code).state.seats[1].session == again.visit.session
    assert rigel.notices == ["taken-over"]
    assert rigel.visit.in_lobby


async def test_joining_and_leaving_in_a_loop_neither_resets_nor_rushes_the_start(hub: Hub) -> None:
    vega, rigel, lyra = (Guest.enters(hub, one) for one in (VEGA, RIGEL, LYRA))
    code = (await vega.visit.send(Create("Orion", RoomOptions(seats=3, clock=0)))).room
    await rigel.visit.send(Join(code))
    for one in (vega, rigel):
        await one.visit.send(SetReady(code, ready=True))
    for _ in range(30):
        await lyra.visit.send(Join(code))
        await lyra.visit.send(Leave(code))
    await lyra.visit.send(Join(code))
    state = hub.room(code).state
    assert state.phase == "gathering"
    assert [seat.ready for seat in state.seats] == [True, True, False]
    await lyra.visit.send(SetReady(code, ready=True))
    await vega.until(lambda: vega.snapshot.phase == "playing")


async def test_the_same_person_as_player_and_spectator_sees_what_the_player_sees(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    onlooker = Guest.enters(hub, VEGA, "another terminal")
    await onlooker.visit.send(Watch(code))
    while vega.snapshot.phase == "playing":
        view = vega.snapshot.view
        assert view is not None
        assert encode(onlooker.snapshot) == encode(vega.snapshot)
        on_turn = mover(vega, rigel)
        await on_turn.visit.send(MakeMove(code, on_turn.snapshot.legal[0].move, view.ply))
        for one in (vega, rigel, onlooker):
            await one.until(lambda one=one, ply=view.ply: one.snapshot.view is not None and one.snapshot.view.ply > ply)  # type: ignore[misc]
    assert vega.snapshot.watching == 0
    onlooker.visit.close()
    await left(hub, code)
    assert hub.room(code).state.seats[0].session == vega.visit.session


async def test_who_is_back_is_told_what_was_missed(hub: Hub, world: World) -> None:
    vega, rigel, code = await at_play(hub)
    rigel.visit.close()
    await left(hub, code)
    while vega.snapshot.ahead:
        await hub.change(code, LoseSession("nobody"), SERVER)
        await hub.change(
            code,
            MakeMove(code, hub.room(code).frame(RIGEL.id).message.legal[0].move, vega.snapshot.view.ply),
            RIGEL,  # type: ignore[union-attr]
        )
        await vega.until(lambda: not vega.snapshot.ahead or vega.snapshot.phase == "over")
    before = vega.snapshot.view
    assert before is not None
    await vega.visit.send(MakeMove(code, vega.snapshot.legal[0].move, before.ply))
    back = Guest.enters(hub, RIGEL, "back")
    await back.visit.send(Join(code))
    assert back.snapshot.away is not None
    assert back.snapshot.away.plies >= 1
    assert vega.snapshot.away is None


async def test_who_watches_their_own_game_has_their_seat_again_unless_another_connection_has_it(hub: Hub) -> None:
    vega, rigel, code = await at_play(hub)
    await rigel.visit.send(Leave(code))
    await vega.until(lambda: vega.snapshot.seats[1].presence == "away")
    await rigel.visit.send(Watch(code))
    await vega.until(lambda: vega.snapshot.seats[1].presence == "here")
    phone = Guest.enters(hub, RIGEL, "phone")
    await phone.visit.send(Watch(code))
    assert hub.room(code).state.seats[1].session == rigel.visit.session
