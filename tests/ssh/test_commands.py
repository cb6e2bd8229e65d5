"""What can be asked for on the command line of `ssh`."""

import json
from collections.abc import Awaitable, Callable

import pytest

from relspace_client.start import InLobby, JoinRoom, Learn, PlayBots, Replay, WatchRoom
from relspace_server.ssh.commands import COMMANDS, Help, UsageError, read_command, usage

from .house import UNREACHABLE, House

Open = Callable[..., Awaitable[House]]


@pytest.mark.parametrize(
    ("line", "start"),
    [
        (None, InLobby()),
        ("", InLobby()),
        ("   ", InLobby()),
        ("join VEGA7", JoinRoom("VEGA7")),
        ("join vega7", JoinRoom("VEGA7")),
        ("join 'vega7'", JoinRoom("VEGA7")),
        ("watch rigel", WatchRoom("RIGEL")),
        ("play", PlayBots(3, 4)),
        ("play --bots 2", PlayBots(2, 3)),
        ("play --seats 6", PlayBots(5, 6)),
        ("play --bots 2 --seats 6", PlayBots(2, 6)),
        ("play --seats=6 --bots=1", PlayBots(1, 6)),
        ("play --seats 10", PlayBots(9, 10)),
        ("play --seats 2", PlayBots(1, 2)),
        ("learn", Learn()),
        ("replay K7QX2-19a-1", Replay("K7QX2-19a-1")),
    ],
)
def test_where_people_come_in(line: str | None, start: object) -> None:
    assert read_command(line) == start


@pytest.mark.parametrize(
    "line",
    [
        "shell",
        "join",
        "join A B",
        "join 'A;B'",
        "join ../../",
        "join ABCD",
        "join ABCDEF",
        "join ABCD\u00c9",
        pytest.param("join " + "A" * 10_000, id="join, 10 kB"),
        "watch",
        "play --seats 1",
        "play --seats 11",
        "play --bots 0",
        "play --bots 10",
        "play --bots 4 --seats 4",
        "play --bots",
        "play --bots many",
        "play --bots -1",
        "play --bots 99999999999999999999",
        "play hard",
        "learn albert",
        "replay",
        "replay K7QX2-19a-1 twice",
        "play 3",
        "rooms --xml",
        "rename",
        "rename Vega Rigel",
        "rename --yes Vega",
        "link A B",
        "link --replace",
        "link --this CODE",
        "unlink",
        "unlink A B",
        "unlink ''",
        "unlink --this A",
        "account",
        "account all",
        "account delete",
        "account delete Vega",
        "account delete --yes",
        "account delete --yes Vega Rigel",
        "account export --yes",
        "rename \u202evega",
        "rooms all",
        "help all",
        "rooms 'all",
        "scp -t /etc",
        "git-upload-pack 'x'",
        "rooms\x00",
        "rooms\n",
        "\x1b[2J",
        "手札",
    ],
)
def test_what_is_no_command_is_told_in_one_line(line: str) -> None:
    with pytest.raises(UsageError) as told:
        read_command(line)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 200


def test_every_command_is_in_the_usage() -> None:
    about_you = {"whoami", "rename", "link", "unlink", "account"}
    others = {
        "join",
        "watch",
        "play",
        "learn",
        "replay",
        "plain",
        "api",
        "rooms",
        "record",
        "admin",
        "rankings",
        "profile",
        "records",
        "help",
        "version",
    }
    assert set(COMMANDS) == about_you | others
    for name in COMMANDS:
        assert f"  {name}" in usage("play.example.net")
    assert read_command("help") == Help(json=False)
    assert read_command("help --json") == Help(json=True)


async def test_help_names_this_server_and_lists_all_commands(house: House) -> None:
    player = await house.ask("help")
    lines = player.received.decode().splitlines()
    assert lines[0] == "Without a command, ssh play.example.net is the lobby. The commands:"
    assert [line.split()[0] for line in lines[1:]] == list(COMMANDS)


@pytest.mark.parametrize("command", ["rooms", "whoami", "help", "version"])
async def test_answers_are_text_or_json(house: House, command: str) -> None:
    client = await house.connect()
    text = await house.ask(command, client=client)
    data = await house.ask(f"{command} --json", client=client)
    assert (text.status, data.status) == (0, 0)
    assert text.received.endswith(b"\n")
    assert b"\r" not in text.received
    assert data.received.count(b"\n") == 1
    json.loads(data.received)
    for player in (text, data):
        assert b"\x1b" not in player.received
        assert player.errors == b""


async def test_on_a_terminal_lines_begin_at_the_left(house: House) -> None:
    player = await house.play(command="rooms")
    assert await player.ended() == 0
    assert player.received == b"VEGA1  open\r\nRIGEL  playing\r\n"


@pytest.mark.parametrize("command", [None, "join VEGA1", "watch VEGA1", "play --bots 2"])
async def test_a_game_needs_a_terminal(house: House, command: str | None) -> None:
    player = await house.ask(command)
    words = f"play.example.net {command}" if command else "play.example.net"
    assert player.status == 2
    assert player.errors == f"This needs a terminal: ssh -t {words}\n".encode()
    assert player.received == b""
    assert house.door.apps == []


@pytest.mark.parametrize(
    "command",
    ["shell", "join 'A;B'", pytest.param("join " + "A" * 10_000, id="join, 10 kB"), "play --seats 99"],
)
@pytest.mark.parametrize("term", [None, "xterm"])
async def test_wrong_usage_is_told_and_ends_with_2(house: House, command: str, term: str | None) -> None:
    player = await house.play(command=command, term=term)
    assert await player.ended() == 2
    assert player.received == b""
    told = player.errors.decode().splitlines()
    assert len(told) == 2
    assert told[1] == "All commands: ssh play.example.net help"
    assert b"\x1b" not in player.errors
    assert b"Traceback" not in player.errors
    assert (b"\r\n" in player.errors) == (term is not None)


async def test_what_cannot_be_had_is_told_and_ends_with_3(house: House) -> None:
    player = await house.play(command="join AAAAA")
    assert await player.ended() == 3
    assert player.text.startswith("No room has this code: it has closed, or has another one.")
    assert b"\x1b" not in player.received


async def test_who_cannot_join_is_offered_to_watch(house: House) -> None:
    player = await house.play(command="join full1")
    assert await player.ended() == 3
    line = b"Every seat there is taken. Watch it: ssh -t play.example.net watch FULL1\r\n"
    assert bytes(player.received) == line


@pytest.mark.parametrize("command", ["rooms", "play"])
async def test_a_store_that_does_not_answer_is_told_and_ends_with_1(house: House, command: str) -> None:
    house.door.failure = UNREACHABLE
    player = await house.play(command=command)
    assert await player.ended() == 1
    assert "cannot reach its store" in player.text


@pytest.mark.parametrize("command", ["rooms", "play"])
async def test_a_failure_is_an_incident_and_ends_with_1(
    house: House, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    house.door.failure = RuntimeError("Rigel's hand")
    player = await house.play(command=command)
    assert await player.ended() == 1
    assert "Something went wrong on the server (incident " in player.text
    assert "Rigel" not in player.text
    assert player.text.partition("incident ")[2][:8] in caplog.text
    assert "Rigel" in caplog.text
