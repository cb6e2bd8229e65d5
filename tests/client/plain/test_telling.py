"""What is heard without asking: each thing once, and nothing that commands a terminal."""

import asyncio
from dataclasses import replace

import pytest

from relspace.room.options import RoomOptions
from relspace.room.state import LogEntry, TalkLine
from relspace.rules.events import Loaded
from relspace.wire.commands import QuickPlay
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, Missed, Notice, Person, RoomSummary, SeatInfo, Talk
from relspace_client.plain.lobby import lobby_lines, room_lines
from relspace_client.practice.link import Practice

from ...practice.world import WELCOMED, Keeps, World
from ..around.rooms import GATHERING, LOBBY, reader
from ..table.situations import FOUR, moved, orion
from .transcript import Transcript

HOSTILE = (
    "\x1b]0;X\x07", "\x1b[2J", "\x9b31m", "\x1b]52;c;QQ==\x07", "\x07", "\x00", "\u202e", "\u200b", "\u2066",
    "e" + "\u0301" * 40, "[/]", "[@click=app.exit]x[/]", "%s {0} $HOME", "\r\n> yes", "\x08 \x08", "\u2028", "\x7f",
)  # fmt: skip


async def at_table(**changes):
    told = await Transcript.begun(LOBBY)
    told.hears(orion(**changes))
    return told


def test_rooms_that_were_not_sent_are_counted():
    lobby = replace(LOBBY, unlisted=9_000)
    assert room_lines(reader(), lobby)[-1] == "9000 other rooms."
    others = sum(not room.yours for room in LOBBY.rooms)
    assert f"{9_000 + others} other rooms." in lobby_lines(reader(), lobby)


async def test_a_turn_is_announced_once():
    told = await Transcript.begun(LOBBY)
    other = orion(turn=2)
    told.hears(other)
    mine = orion()
    mine = replace(mine, rev=101, view=mine.view._replace(ply=29))
    assert sum("Your turn" in line for line in told.hears(mine)) == 1
    assert told.hears(replace(mine, rev=102, watching=3)) == []
    assert told.hears(replace(mine, rev=102)) == []
    assert told.hears(mine) == []


async def test_what_the_game_is_about_is_told_with_the_first_game_of_a_session_alone():
    goal = "Get rid of your whole stash: whoever does first escapes."
    told = await Transcript.begun(LOBBY)
    told.hears(replace(GATHERING, room="K7QX2"))
    first = told.hears(replace(orion(), rev=101))
    assert [line for line in first if line.startswith(goal)]
    told.hears(replace(GATHERING, room="K7QX2", rev=102))
    again = told.hears(replace(orion(), rev=103))
    assert "The game begins." in again
    assert not [line for line in again if line.startswith(goal)]


async def test_the_same_ply_of_the_next_game_is_another_turn():
    told = await Transcript.begun(LOBBY)
    told.hears(replace(orion(), commitment="aa"))
    over = replace(orion(), rev=101, phase="over", commitment="aa")
    told.hears(over)
    assert any("Your turn" in line for line in told.hears(replace(orion(), rev=102, commitment="bb")))


async def test_moves_are_told_once_and_missed_ones_are_counted():
    told = await at_table(turn=2)
    shown = orion(turn=2)
    first = moved(shown, Loaded("A1", "8", 2), seat=2, turn=3)
    assert told.hears(first) == ["Rigel: 8 on pod 2."]
    assert told.hears(first) == []
    late = LogEntry(40, 3, (Loaded("A1", "9", 2),))
    assert told.hears(replace(first, rev=105, view=first.view._replace(ply=40), log=(late,))) == [
        "10 moves before that are left out.",
        "Mira: 9 on pod 2.",
    ]


async def test_talk_is_told_once():
    told = await at_table()
    lines = tuple(TalkLine("Rigel", str(number), number) for number in range(40))
    told.hears(Talk("K7QX2", lines[:5]))
    assert told.hears(Talk("K7QX2", lines[:6])) == ["Rigel says: 5"]
    assert told.hears(Talk("K7QX2", lines[:6])) == []
    assert told.hears(Talk("K7QX2", lines[4:8])) == ["Rigel says: 6", "Rigel says: 7"]
    assert told.hears(Talk("", lines)) == []


async def test_lines_that_are_hidden_or_shown_again_are_not_told_anew():
    told = await at_table()
    lines = tuple(TalkLine(("Rigel", "Mira")[number % 2], str(number), number) for number in range(6))
    told.hears(Talk("K7QX2", lines))
    assert told.hears(Talk("K7QX2", lines[1::2])) == []
    assert told.hears(Talk("K7QX2", (*lines[1::2], TalkLine("Mira", "on", 7)))) == ["Mira says: on"]
    assert told.hears(Talk("K7QX2", (*lines, TalkLine("Mira", "on", 7)))) == []


async def test_what_was_missed_is_told_on_coming_back_and_with_here():
    told = await Transcript.begun(LOBBY)
    played = LogEntry(27, 1, (Loaded("A1", "6", 2),), auto=True)
    said = told.hears(replace(orion(log=(played,)), away=Missed(6, 1, ("A1>P2",), (3,), (4,))))
    line = (
        "While you were away, 6 moves were made. The autopilot played for you: 6 on pod 2. Pod 3 was launched. "
        "Deneb left the game."
    )
    assert said[0] == line
    assert line in await told.types("here")
    assert line not in told.hears(replace(orion(), rev=200)) + await told.types("here")


async def test_who_comes_in_hears_the_last_lines():
    told = await Transcript.begun(LOBBY)
    lines = tuple(TalkLine("Rigel", str(number), number) for number in range(40))
    told.hears(GATHERING)
    assert told.hears(Talk("M2WQ7", lines)) == [f"Rigel says: {number}" for number in (37, 38, 39)]


async def test_notices_are_told():
    told = await at_table()
    said = told.hears(Notice("taken-over", "K7QX2"), LOBBY)
    assert said[:2] == ["You went on in another terminal.", "You are Vega, in the lobby."]


async def test_the_lobby_tells_of_games_that_wait_and_of_nothing_else():
    told = await Transcript.begun(LOBBY)
    assert told.hears(replace(LOBBY, rooms=LOBBY.rooms[:3], people=LOBBY.people[:2])) == []
    waits = replace(LOBBY.rooms[0], your_turn=False)
    assert told.hears(replace(LOBBY, rooms=(waits, LOBBY.rooms[1]))) == []
    assert told.hears(LOBBY) == ["It is your turn in Orion. Type join K7QX2."]


async def test_the_host_hears_when_all_are_ready():
    told = await Transcript.begun(LOBBY)
    mine = replace(GATHERING, host=2, seats=(GATHERING.seats[0], replace(GATHERING.seats[1], ready=True), SeatInfo()))
    told.hears(replace(mine, seats=(replace(mine.seats[0], ready=False), *mine.seats[1:])))
    said = told.hears(replace(mine, rev=4))
    assert said == ["Rigel is ready.", "Type start to start the game with those who are here."]


async def test_a_game_that_begins_on_the_way_asks_nobody_to_be_ready():
    rooms = Practice("Vega", WELCOMED, Keeps(), around=World().around)
    told = await Transcript.begun(rooms=rooms)
    said = await told.types("quick")
    rooms.close()
    assert said[0] == "The game begins."
    assert said[-1].startswith(("Your turn.", "On your turn, type play"))
    assert [line for line in said if "Type ready" in line] == []


async def test_on_the_way_to_a_room_nothing_is_told_until_one_is_there():
    told = await Transcript.begun(LOBBY)
    told.link.gate.clear()
    waiting = asyncio.create_task(told.session.feed_line("join M2WQ7"))
    await asyncio.sleep(0)
    assert told.hears(GATHERING) == []
    assert told.hears(replace(GATHERING, rev=4, seats=(*GATHERING.seats[:3], SeatInfo("Lyra", "person")))) == []
    told.link.gate.set()
    await waiting
    assert "4. Lyra: not ready." in told.lines
    assert "Lyra sits down in seat 4." not in told.lines


async def test_where_nobody_goes_elsewhere_all_is_told_at_once():
    told = await at_table()
    told.link.gate.clear()
    waiting = asyncio.create_task(told.session.feed_line("say hello"))
    await asyncio.sleep(0)
    assert told.hears(Talk("K7QX2", (TalkLine("Rigel", "hurry", 0),))) == ["Rigel says: hurry"]
    told.link.gate.set()
    await waiting


async def test_what_cannot_be_told_on_the_way_ends_this_session_alone():
    told = await Transcript.begun(LOBBY)
    told.link.gate.clear()
    waiting = asyncio.create_task(told.session.feed_line("join M2WQ7"))
    await asyncio.sleep(0)
    told.hears(replace(GATHERING, seats=()))
    told.link.gate.set()
    await waiting
    assert len(told.failures) == 1


async def test_the_clock_runs_on_between_snapshots():
    told = await at_table()
    told.now = 5.0
    assert "13 seconds left" in (await told.types("turn"))[0]
    told.hears(Talk("K7QX2", (TalkLine("Rigel", "hurry", 0),)))
    assert "13 seconds left" in (await told.types("turn"))[0]
    told.now = 50.0
    assert "0 seconds left" in (await told.types("turn"))[0]


# ── text from people ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", HOSTILE)
async def test_no_text_of_people_commands_a_terminal(text):
    seats = tuple(replace(seat, name=f"{text}{number}") for number, seat in enumerate(FOUR))
    told = await Transcript.begun(
        Lobby(text, text, (RoomSummary("K7QX2", text, "gathering", RoomOptions(), 1),), (Person(text, you=True),)),
        Talk("", (TalkLine(text, text, 0),)),
    )
    await told.types("rooms", "players", "talk", "here")
    told.hears(replace(GATHERING, seats=seats, title=text), replace(orion(), seats=seats, title=text))
    told.hears(Talk("K7QX2", (TalkLine(text, text, 0),)))
    await told.types("players", "log", "stash 2", "here", "turn", "hand 4", f"play {text}".replace("\n", ""))
    assert told.failures == []
    for line in told.lines:
        if not line.startswith(">"):
            assert line.isprintable()


@pytest.mark.parametrize("text", HOSTILE)
async def test_no_line_that_is_typed_does_harm(text):
    told = await at_table()
    for line in (text, f"say {text}", f"play {text} 1", f"{text}play a1 9", f"help {text}", f"stash {text}"):
        await told.session.feed_line(line)
    assert told.failures == []
    assert all(line.isprintable() for line in told.lines)


async def test_others_cards_are_not_said():
    told = await at_table()
    said = " ".join(await told.types("stash 2", "stash 3", "stash 4"))
    for number in range(2, 11):
        assert f" {number}," not in said.replace(" cards", "")
    assert "Wormhole" not in said
    assert "Even Space" not in said


# ── what fails ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_message_that_cannot_be_read_is_dropped():
    told = await at_table()
    told.link._receive(Frame.received(b"\xc1"))
    assert told.failures == []
    assert await told.types("turn")


async def test_what_cannot_be_told_ends_this_session_alone():
    told = await at_table()
    told.hears(replace(orion(), rev=200, seats=()))
    assert len(told.failures) == 1


async def test_a_late_answer_is_said_to_be_late(monkeypatch):
    monkeypatch.setattr("relspace_client.plain.session.SLOW_SECONDS", 0.0)
    told = await Transcript.begun(LOBBY)
    told.link.gate.clear()
    waiting = asyncio.create_task(told.session.feed_line("quick"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert told.lines[-1] == "The server takes its time. What you asked for is on its way."
    told.link.gate.set()
    await waiting
    assert told.link.sent == [QuickPlay()]


async def test_after_lines_were_lost_everything_is_said_again():
    told = await at_table()
    start = len(told.lines)
    told.session.catch_up()
    said = told.lines[start:]
    assert said[0] == "Some lines were left out."
    assert "Room Orion, code K7QX2." in said
    assert sum("your turn" in line.lower() for line in said) == 1


async def test_closing_closes_the_link():
    told = await at_table()
    assert told.session.place == "seated"
    told.session.close()
    assert told.link.closed


async def test_places():
    told = await Transcript.begun(LOBBY)
    assert told.session.place == "lobby"
    told.hears(orion(you=None))
    assert told.session.place == "watching"
