"""Keeping the peace and coming back, through the real OpenSSH client: votes, muting, ignoring, what was missed."""

import signal
from collections.abc import Callable

import pytest

from .server import Server
from .terminal import SshTerminal
from .test_plain import CODE, Talker

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(120)]

Connect = Callable[..., SshTerminal]


def room_of_three(server: Server, connect: Connect, clock: str) -> tuple[Talker, Talker, Talker, str]:
    """Vega, Rigel and Lyra in Vega's room."""
    vega, rigel, lyra = (Talker(connect(server, name, "plain", term="dumb")) for name in ("vega", "rigel", "lyra"))
    vega.until("in the lobby")
    vega.says(f"new seats 3 clock {clock}")
    found = CODE.search(vega.until("code "))
    assert found
    for one in (rigel, lyra):
        one.until("in the lobby")
        one.says(f"join {found[1]}")
        one.until("3 seats")
    return vega, rigel, lyra, found[1]


def all_ready(*talkers: Talker) -> None:
    for one in talkers:
        one.says("ready")
        one.until("You are ready.", "The game begins.")
    for one in talkers:
        one.terminal.until(lambda _, one=one: "The game begins." in one.text)  # type: ignore[misc]


def test_who_talks_too_much_is_ignored_by_one_muted_by_the_host_and_voted_out(server: Server, connect: Connect) -> None:
    vega, rigel, lyra, _ = room_of_three(server, connect, "off")
    lyra.says("say buy now")
    rigel.until("Lyra says: buy now")
    rigel.says("ignore lyra")
    rigel.until("You do not hear lyra")
    lyra.says("say buy two")
    vega.until("Lyra says: buy two")
    vega.says("mute lyra")
    lyra.until("The host has muted you here.")
    lyra.says("say buy three")
    lyra.until("The host has muted you here.")
    assert "buy two" not in rigel.text
    assert "buy three" not in vega.text
    all_ready(vega, rigel, lyra)
    vega.says("vote lyra")
    vega.until("Type yes to do it.")
    vega.says("yes")
    rigel.until("shall Lyra leave the game? 1 for it, 0 against it; 2 are needed. Type vote yes or vote no.")
    rigel.says("vote yes")
    for one in (vega, rigel):
        one.until("Lyra: voted out by the others.")
    lyra.until("You: voted out by the others.")


def test_who_comes_back_hears_what_was_missed(server: Server, connect: Connect) -> None:
    vega, rigel, lyra, code = room_of_three(server, connect, "off")
    all_ready(vega, rigel, lyra)
    lyra.terminal.drop()
    vega.terminal.until(lambda _: "Lyra is away." in vega.text)
    rigel.says("resign")
    rigel.until("Type yes to do it.")
    rigel.says("yes")
    vega.until("Rigel: resigned.")
    back = Talker(connect(server, "lyra", "plain", "join", code, term="dumb"))
    assert "Rigel left the game." in back.until("While you were away, 1 move was made.")


def test_a_terminal_that_has_gone_silent_gives_way_without_being_asked(
    start_server: Callable[..., Server], connect: Connect
) -> None:
    server = start_server("--keepalive-seconds", "0.5", "--keepalive-misses", "1000")
    vega = Talker(connect(server, "vega", "plain", term="dumb"))
    vega.until("in the lobby")
    vega.says("new seats 2")
    found = CODE.search(vega.until("code "))
    assert found
    again = Talker(connect(server, "vega", "plain", "join", found[1], term="dumb"))
    again.until("You are already there from another terminal.")
    again.says("no")
    vega.terminal.process.send_signal(signal.SIGSTOP)
    while "Room " not in again.text:
        again.says(f"join {found[1]}")
        again.until("You are already there", "Room ")
        again.says("no")
        again.until("Nothing is done.", "Nothing was asked.")
    vega.terminal.process.send_signal(signal.SIGCONT)
    vega.until("You went on in another terminal.")
