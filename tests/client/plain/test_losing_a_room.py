"""Whoever stops being in a room without having asked for it reads what happened, where they are, and what to type."""

from dataclasses import replace

from relspace.rules.events import Resigned
from relspace.wire.messages import Lobby, Notice, SeatInfo, Snapshot

from ..around.rooms import EMPTY, GATHERING, LOBBY, RESULT
from ..table.situations import moved, orion
from .scenes import ENDED
from .transcript import Transcript

NEXT = "Type quick to play now, rooms, new, join and a code, or help."


async def sent_back(where: Snapshot, *messages: Snapshot | Notice | Lobby) -> list[str]:
    """What is said to somebody in a room until they are in the lobby."""
    told = await Transcript.begun(EMPTY)
    told.hears(where)
    return told.hears(*messages, EMPTY)


async def test_a_room_that_closes_says_so_and_where_one_is_then():
    said = await sent_back(GATHERING, Notice("room-closed", GATHERING.room))
    assert said[:2] == ["The room has closed: nobody plays there any more.", "You are Vega, in the lobby."]
    assert said[-1] == NEXT


async def test_a_game_that_is_broken_off_offers_nothing_that_its_closed_room_cannot_do():
    over = replace(ENDED, room="K7QX2", rev=500, result=replace(RESULT, reason="abandoned", winner=None))
    said = await sent_back(orion(), over, Notice("room-closed", "K7QX2"))
    assert said[0] == "The game is over. The game was abandoned. Nobody won."
    assert not [line for line in said if "rematch" in line]
    assert said[said.index("The room has closed: nobody plays there any more.") + 1] == "You are Vega, in the lobby."


async def test_whose_seat_the_host_has_freed_is_not_told_that_they_have_left():
    freed = replace(GATHERING, rev=9, you=None, seats=(GATHERING.seats[0], SeatInfo(), *GATHERING.seats[2:]))
    said = await sent_back(GATHERING, freed, Notice("removed", GATHERING.room))
    assert said[:2] == ["The host has freed your seat.", "You are Vega, in the lobby."]


async def test_whose_seat_was_taken_over_reads_where_they_went_on():
    said = await sent_back(orion(), Notice("taken-over", "K7QX2"))
    assert said[:2] == ["You went on in another terminal.", "You are Vega, in the lobby."]
    assert said[-1] == NEXT


def out_of(game: Snapshot, seat: int) -> Snapshot:
    """The game without the player of a seat, whom the others have voted out."""
    gone = moved(game, Resigned(voted=True), seat=seat, turn=2)
    seats = tuple(one._replace(out=one.out or number == seat) for number, one in enumerate(gone.view.seats, 1))
    return replace(gone, view=gone.view._replace(seats=seats))


async def test_who_was_voted_out_reads_what_is_left_to_do():
    told = await Transcript.begun(LOBBY)
    game = orion(turn=2)
    told.hears(game)
    said = told.hears(out_of(game, game.you))
    assert said == [
        "You: voted out by the others.",
        "You are out of the game. Watch it to its end, or type leave for the lobby.",
    ]
    assert told.hears(replace(out_of(out_of(game, game.you), 3), rev=900))[1:] == []


async def test_a_game_that_is_gone_while_one_is_in_the_lobby_is_told():
    told = await Transcript.begun(LOBBY)
    (kept,) = (room for room in LOBBY.rooms if room.code == "P3MZ8")
    said = told.hears(replace(LOBBY, rooms=(kept, *LOBBY.rooms[2:])))
    assert said == ["You are no longer in Orion (K7QX2): the room was closed, or you were sent out."]
    assert told.hears(replace(LOBBY, rooms=(kept,))) == []
