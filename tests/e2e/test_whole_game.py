"""Whole games over SSH: two people, a spectator, a player alone, one who drops, a server that is killed."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .player import THE_END, YOUR_TURN, plays_to_the_end, take_turns
from .server import Server
from .terminal import SshTerminal, ssh_command

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(300)]

Connect = Callable[..., SshTerminal]
Start = Callable[..., Server]
Keys = Callable[[str], Path]

WON = re.compile("YOU ESCAPED|YOU ARE THE LAST ONE LEFT")

LIGHT = str.maketrans("┏┓┗┛━┃", "╭╮╰╯─│")

CODE = re.compile(r"join ([ACDEFGHJKMNPQRTUVWXY34679]{5})\b")


def room_code(terminal: SshTerminal) -> str:
    """The code of the room that the terminal shows before the game."""
    terminal.until("Bring a friend")
    found = CODE.search(terminal.text)
    assert found, terminal.text
    return found[1]


def opens_a_room_for_two(terminal: SshTerminal) -> str:
    """Makes a room of two seats without a clock, by keys; returns its code."""
    terminal.until("Relative Space")
    terminal.press("n")
    terminal.until("New room")
    terminal.until("seats")
    terminal.press("left", "left", "down", "left", "left", "end")
    terminal.settle()
    terminal.press("enter")
    return room_code(terminal)


def two_at_the_table(server: Server, connect: Connect) -> tuple[SshTerminal, SshTerminal, str]:
    """Vega and Rigel, in a game."""
    vega = connect(server, "vega")
    code = opens_a_room_for_two(vega)
    rigel = connect(server, "rigel", "join", code)
    rigel.until("Let a friend watch")
    vega.until("Rigel")
    vega.press("enter")
    vega.until("ready")
    rigel.press("enter")
    vega.until("Pod ")
    rigel.until("Pod ")
    return vega, rigel, code


def test_two_people_play_a_game_to_its_end_by_keys_and_want_another(server: Server, connect: Connect) -> None:
    vega, rigel, _ = two_at_the_table(server, connect)
    plays_to_the_end(vega, rigel)
    for terminal in (vega, rigel):
        terminal.until("MATCHES")
        terminal.at_rest()
    assert bool(WON.search(vega.text)) != bool(WON.search(rigel.text))
    vega.press("r")
    rigel.until("1 of 2")
    rigel.press("r")
    vega.until("Pod ")
    rigel.until("Pod ")


def test_a_third_watches_and_cannot_play(server: Server, connect: Connect) -> None:
    vega, rigel, code = two_at_the_table(server, connect)
    lyra = connect(server, "lyra", "watch", code.lower(), guest=True)
    lyra.until("Pod ")
    assert YOUR_TURN not in lyra.text
    lyra.press("right", "1", "enter", "y")
    plays_to_the_end(vega, rigel)
    lyra.until(THE_END)
    assert not WON.search(lyra.at_rest())


def test_who_drops_comes_back_into_the_seat(server: Server, connect: Connect) -> None:
    vega, rigel, code = two_at_the_table(server, connect)
    take_turns(vega, rigel, turns=2)
    rigel.drop()
    vega.until(lambda text: "away" in plates(text))
    again = connect(server, "rigel", "join", code)
    again.until("Pod ")
    vega.until(lambda text: "away" not in plates(text))
    take_turns(vega, again, turns=6)


def test_a_player_alone_plays_against_bots(server: Server, connect: Connect) -> None:
    vega = connect(server, "vega", "play", "--bots", "2")
    vega.until("Pod ")
    plays_to_the_end(vega)


def test_a_server_that_is_killed_in_mid_game_comes_back_with_it(start_server: Start, connect: Connect) -> None:
    server = start_server()
    vega, rigel, code = two_at_the_table(server, connect)
    take_turns(vega, rigel, turns=6)
    before = [pods(without_film(terminal)) for terminal in (vega, rigel)]
    server.kill()
    assert vega.ended() != 0
    assert rigel.ended() != 0
    again = start_server(port=server.port)
    vega, rigel = (connect(again, name, "join", code) for name in ("vega", "rigel"))
    for terminal, shown in zip((vega, rigel), before, strict=True):
        terminal.until(lambda text, shown=shown: pods(text) == shown)  # type: ignore[misc]
    plays_to_the_end(vega, rigel)


def plates(text: str) -> str:
    """The players around the table, without the log, where a pod can be away too."""
    return "\n".join(text.splitlines()[1:3])


def pods(text: str) -> list[str]:
    """What is in the pods of the table, without the plates, which tell of the chosen card; none looks chosen."""
    return text.translate(LIGHT).splitlines()[4:11]


def without_film(terminal: SshTerminal) -> str:
    """The table as it is: a key ends a film, and this one shows the log and then the table again."""
    terminal.answers("l")
    terminal.answers("l")
    return terminal.at_rest()


def test_quitting_gives_the_terminal_back(server: Server, connect: Connect) -> None:
    vega = connect(server, "vega")
    vega.until("Relative Space")
    vega.press("\x03")
    vega.settle()
    vega.press("\x03")
    assert vega.ended() == 0
    sent = bytes(vega.received)
    for mode in set(re.findall(rb"\x1b\[\?(\d+)h", sent)):
        on, off = sent.rfind(b"\x1b[?%bh" % mode), sent.rfind(b"\x1b[?%bl" % mode)
        if mode in (b"7", b"25"):
            assert on > off, f"mode {mode!r} is off"
        else:
            assert off > on, f"mode {mode!r} is still on"
    assert sent.count(b"\x1b[>") <= sent.count(b"\x1b[<u")
    assert b"Come back: ssh" in sent


def test_the_record_of_a_game_comes_out_by_its_id_and_verifies(
    server: Server, connect: Connect, keys: Keys, tmp_path: Path
) -> None:
    vega = connect(server, "vega", "play", "--bots", "1")
    vega.until("Pod ")
    plays_to_the_end(vega)
    vega.press("s")
    command = re.search(r"record ([A-Z0-9]{5}-\S+)", vega.until(f" {server.port} localhost record "))
    assert command, vega.text
    run = subprocess.run(
        ssh_command(server.port, keys("rigel"), "record", command[1], tty=False),
        capture_output=True,
        check=True,
        timeout=20,
        stdin=subprocess.DEVNULL,
    )
    path = tmp_path / "game.jsonl"
    path.write_bytes(run.stdout)
    assert (
        subprocess.run([sys.executable, "-m", "relspace_client.cli", "verify", str(path)], check=False).returncode == 0
    )
