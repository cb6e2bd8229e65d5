"""Plain mode over SSH: for terminals that only print, by word, and without any terminal."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from relspace.room.options import RoomOptions
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, RoomSummary
from relspace_client.plain.words.misplaced import LEADS, OUTSIDE
from relspace_client.plain.words.vocabulary import HELP, WORDS
from relspace_client.start import InLobby, JoinRoom, PlayBots, Start, WatchRoom
from relspace_server.ssh.commands import COMMANDS, Plain, UsageError, read_command

from .house import UNREACHABLE, House, until

Open = Callable[..., Awaitable[House]]

MANY = Lobby("Vega", "", tuple(RoomSummary(f"R{n:04}", "Orion", "gathering", RoomOptions(), 1) for n in range(50)), ())
FIRST = b"Relative Space in plain lines."
LAST = b"Until next time. Come back: ssh -t play.example.net plain"


def harmless(data: bytes | bytearray) -> bool:
    """Whether these bytes hold no control character but those of lines and of rubbing out."""
    return not set(bytes(data)) & ({*range(0x20), *range(0x7F, 0xA0)} - {8, 10, 13})


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("plain", InLobby()),
        ("plain join k7qx2", JoinRoom("K7QX2")),
        ("plain watch K7QX2", WatchRoom("K7QX2")),
        ("plain play", PlayBots(3, 4)),
        ("plain play --bots 2 --seats 5", PlayBots(2, 5)),
    ],
)
def test_what_can_be_asked_for(line: str, start: Start) -> None:
    assert read_command(line) == Plain(start, "plain")


def test_no_command_of_the_server_is_unheard_of_inside() -> None:
    assert {*COMMANDS} - {*WORDS} - {*LEADS} - {*OUTSIDE} == {HELP}
    assert {*OUTSIDE} <= {*COMMANDS}
    assert not ({*LEADS} | {*OUTSIDE}) & {*WORDS}


@pytest.mark.parametrize(
    "line", ["plain dance", "plain rooms", "plain plain", "plain join", "plain join A;B", "plain play 3"]
)
def test_what_is_no_command(line: str) -> None:
    with pytest.raises(UsageError) as told:
        read_command(line)
    assert str(told.value).isprintable()


async def test_long_lines_are_broken_between_words_for_the_size_of_the_terminal(house: House) -> None:
    player = await house.play(command="plain", term="xterm", size=(30, 24))
    await player.until(lambda: b"rules.\r\n" in player.received)
    lines = bytes(player.received).decode().splitlines()
    assert lines[:3] == ["Relative Space in plain", "lines. Type help for the", "words, rules for the rules."]
    player.channel.change_terminal_size(200, 24)
    player.press(b"help\r")
    await player.until(lambda: b"for more.\r\n" in player.received)
    assert (
        b"\r\nWords may be cut short while they stay clear. Type help and a word or a card for more.\r\n"
        in player.received
    )


@pytest.mark.parametrize(("command", "term"), [("plain", "xterm"), (None, "dumb"), (None, "DUMB"), ("plain", "dumb")])
async def test_on_a_terminal_what_is_typed_is_echoed(house: House, command: str | None, term: str) -> None:
    player = await house.play(command=command, term=term)
    await player.until(lambda: b"or help." in player.received)
    player.press(b"roo\x7f\x7f\x7f\x7fplyers\x15rooms\r")
    await player.until(lambda: b"No rooms are open. Type new" in player.received)
    assert b"roo\x08 \x08\x08 \x08\x08 \x08plyers" + b"\x08 \x08" * 6 + b"rooms\r\n" in player.received
    player.press(b"\x04")
    assert await player.ended() == 0
    assert player.received.startswith(FIRST)
    last = LAST if command else b"Until next time. Come back: ssh play.example.net"
    assert player.received.endswith(last + b"\r\n")
    assert player.received.count(b"\n") == player.received.count(b"\r\n")
    assert harmless(player.received)
    assert player.errors == b""
    assert house.door.links[0].closed
    assert len(house.door.ended) == 1


@pytest.mark.parametrize("command", ["join K7QX2", "watch K7QX2", "play --bots 2"])
async def test_a_terminal_that_only_prints_gets_plain_lines_wherever_it_goes(house: House, command: str) -> None:
    player = await house.play(command=command, term="dumb")
    await player.until(lambda: FIRST in player.received)
    assert house.door.plain_starts == [read_command(command)]
    assert house.door.apps == []


async def test_without_a_terminal_lines_come_in_and_go_out(house: House) -> None:
    player = await house.play(command="plain", term=None)
    player.press(b"rooms\nplayers\nsay \xff\x1b[31mhi\n\ntalk")
    player.channel.write_eof()
    assert await player.ended() == 0
    lines = player.received.decode().splitlines()
    assert lines[-4:-1] == [
        "No rooms are open. Type new to open one.",
        "In the lobby: Vega (you).",
        "Nobody has said anything yet.",
    ]
    assert lines[-1].encode() == LAST
    assert b"\r" not in player.received
    assert harmless(player.received)
    assert [command.text for command in house.door.links[0].sent] == ["hi"]


async def test_end_of_input_at_once_is_one_look_and_goodbye(house: House) -> None:
    player = await house.play(command="plain", term=None)
    player.channel.write_eof()
    assert await player.ended() == 0
    assert player.received.splitlines()[-1] == LAST


async def test_what_comes_before_anything_runs_is_not_lost(house: House) -> None:
    client = await house.connect()
    answer = await client.run("plain", input="quit\nrooms\n", encoding="utf-8")
    assert "No rooms are open. Type new" not in str(answer.stdout)
    assert answer.exit_status == 0


async def test_a_screen_is_still_refused_without_a_terminal(house: House) -> None:
    player = await house.ask("play")
    assert player.status == 2
    assert house.door.links == []


async def test_ctrl_c_asks_and_twice_leaves_even_while_the_rooms_are_silent(house: House) -> None:
    player = await house.play(command="plain")
    await player.until(lambda: b"or help." in player.received)
    house.door.links[0].gate.clear()
    player.press(b"quick\rturn\r")
    await player.until(lambda: bool(house.door.links[0].sent))
    player.press(b"\x03")
    await player.until(lambda: b"Ctrl-C again leaves.\r\n" in player.received)
    player.press(b"\x03")
    house.door.links[0].gate.set()
    assert await player.ended() == 0
    assert player.received.endswith(LAST + b"\r\n")


async def test_keys_of_terminals_are_no_words(house: House) -> None:
    player = await house.play(command="plain")
    await player.until(lambda: b"or help." in player.received)
    start = len(player.received)
    player.press(
        b"\x1b[?1u\x1b]11;rgb:1414/1919/1f1f\x07\x1bP>|kitty(0.36)\x1b\\\x1b[24;80R\x1b[<0;5;5M\xff\xfe\xc2\x9b\x00\x07"
    )
    player.press(b"rooms\r")
    await player.until(lambda: b"Type new" in player.received)
    assert bytes(player.received[start:]) == b"rooms\r\nNo rooms are open. Type new to open one.\r\n"


async def test_a_line_that_is_too_long_costs_one_line(house: House) -> None:
    player = await house.play(command="plain", term=None)
    player.press(b"say " + b"x" * 600 + b"\nrooms\n")
    await player.until(lambda: b"Type new" in player.received)
    assert b"That is too long." in player.received
    assert house.door.links[0].sent == []


async def test_what_cannot_be_had_is_told_with_the_way_to_watch(house: House) -> None:
    player = await house.play(command="plain join full1", term=None)
    assert await player.ended() == 3
    line = b"Every seat there is taken. Watch it: ssh -t play.example.net plain watch FULL1\n"
    assert player.received == line


async def test_a_store_that_does_not_answer(house: House) -> None:
    house.door.failure = UNREACHABLE
    player = await house.play(command="plain")
    assert await player.ended() == 1
    assert b"cannot reach its store" in player.received


async def test_a_failure_is_an_incident_of_this_session_alone(house: House, caplog: pytest.LogCaptureFixture) -> None:
    vega, rigel = await house.play(command="plain"), await house.play(command="plain")
    await vega.until(lambda: b"or help." in vega.received)
    await rigel.until(lambda: b"or help." in rigel.received)

    def broken() -> object:
        raise RuntimeError("Rigel's hand")

    house.door.links[0]._receive(Frame(bytes, broken))  # type: ignore[arg-type, misc]
    assert await vega.ended() == 1
    assert b"Something went wrong on the server (incident " in vega.received
    assert b"hand" not in vega.received
    assert "Rigel's hand" in caplog.text
    rigel.press(b"rooms\r")
    await rigel.until(lambda: b"Type new" in rigel.received)


async def test_the_same_limits_hold(open_house: Open) -> None:
    house = await open_house(max_sessions_per_address=1)
    vega = await house.play(command="plain")
    await vega.until(lambda: FIRST in vega.received)
    rigel = await house.play(command="plain")
    assert await rigel.ended() == 3
    assert b"Your network has as many sessions" in rigel.received
    again = await house.play(house.clients[0], command="plain")
    assert await again.ended() == 3
    assert b"There is a game open on this connection already." in again.received


async def test_who_says_nothing_for_long_is_let_go(open_house: Open) -> None:
    house = await open_house(idle_lobby_seconds=0.05)
    player = await house.play(command="plain")
    assert await player.ended() == 0
    assert player.received.endswith(b"Come back: ssh -t play.example.net plain\r\n")
    assert b"No key was pressed for long" in player.received


async def test_the_server_stops_in_good_order(house: House) -> None:
    player = await house.play(term="dumb")
    await player.until(lambda: b"or help." in player.received)
    player.press(b"hal")
    await player.until(lambda: player.received.endswith(b"hal"))
    await house.listener.drain()
    assert await player.ended() == 0
    assert player.received.endswith(
        b"hal\r\nThe server is going down; a guest's seats are not kept. Come back: ssh play.example.net\r\n"
    )
    assert house.door.links[0].closed


async def test_a_lost_connection_ends_the_session(house: House) -> None:
    client = await house.connect()
    player = await house.play(client, command="plain")
    await player.until(lambda: FIRST in player.received)
    client.abort()
    await client.wait_closed()
    await until(lambda: bool(house.door.ended))
    assert house.door.links[0].closed


async def test_a_client_that_takes_no_output_costs_no_memory_and_is_ended(
    open_house: Open, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relspace_server.ssh.budget.SHARE", 1.0)  # it may ask as fast as it can
    house = await open_house(stalled_seconds=0.2)
    house.door.lobby = MANY
    client = await house.connect()
    player = await house.play(client, command="plain", term=None)
    await player.until(lambda: FIRST in player.received)
    assert client._transport is not None
    client._transport.pause_reading()
    with caplog.at_level(logging.INFO):
        while not house.door.ended:
            player.press(b"rooms\n" * 20)
            await asyncio.sleep(0.005)
        await until(lambda: not house.listener._house.parties)
    assert "took no output for too long" in caplog.text


async def test_nothing_is_left_of_twenty_sessions(house: House) -> None:
    first = await house.play(command="plain")
    await first.until(lambda: FIRST in first.received)
    before = len(asyncio.all_tasks())
    for number in range(20):
        client = await house.connect()
        player = await house.play(client, command="plain", term=None if number % 2 else "dumb")
        await player.until(lambda player=player: FIRST in player.received)
        player.press(b"quit\n")
        await player.ended()
        client.abort()
        await client.wait_closed()
        house.clients.remove(client)
    await until(lambda: len(house.door.ended) == 20)
    await until(lambda: len(asyncio.all_tasks()) <= before)
