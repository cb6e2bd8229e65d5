"""Plain mode through the real OpenSSH client: whole games by words, and not one escape byte."""

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ..client.plain.spoken import SPACE, lines_to_type, unbroken
from .player import PATIENCE
from .server import Server
from .terminal import Missed, SshTerminal, ssh_command

pytestmark = [pytest.mark.ssh, pytest.mark.timeout(300)]

Connect = Callable[..., SshTerminal]
Key = Callable[[str], Path]

UNSURE = re.compile(rf"({SPACE}) [^\n]*?(?:may load or jam on pods?|jams pod) (\d+)")
ASKED = "Type yes to do it."
CODE = re.compile(r"code ([ACDEFGHJKMNPQRTUVWXY34679]{5})\.")
SCRIPT = "new seats 2 bots 1\nready\nmoves\nstash\nsay \x1b[2Jhi\n\x9b31m\n"
THE_END = "Type rematch to play again"


def harmless(data: bytes | bytearray) -> None:
    """Nothing in these bytes commands a terminal: lines, and rubbing out, alone."""
    assert not set(bytes(data)) & ({*range(0x20), 0x7F, 0x9B} - {8, 10, 13})
    assert "\x9b" not in data.decode()


class Talker:
    """Somebody who plays by what is said, and by words alone."""

    def __init__(self, terminal: SshTerminal) -> None:
        self.terminal = terminal
        self._heard = 0

    @property
    def text(self) -> str:
        return self.terminal.received.decode("utf-8", "replace")

    def until(self, *wanted: str) -> str:
        """Waits until something is said that was not answered yet, in one line or several; returns it with the rest."""
        self.terminal.until(lambda _: any(text in self._fresh or text in unbroken(self._fresh) for text in wanted))
        return self._fresh

    @property
    def _fresh(self) -> str:
        """What was said and not answered yet."""
        return self.text[self._heard :]

    def says(self, line: str) -> None:
        """Types a line; what was said before is answered by it."""
        self._heard = len(self.text)
        self.terminal.press(line, "enter")

    def turn(self) -> str:
        """The announcement of this player's turn that was not answered yet; empty if there is none."""
        self.terminal.read(0.02)
        fresh = self.text[self._heard :]
        at = max(fresh.rfind("\nYour turn"), fresh.rfind("\nIt is your turn"))
        return "" if at < 0 or not fresh.endswith("\n") else fresh[at:]

    def play(self, announced: str) -> None:
        """Says the first thing that the announcement offers; where nothing is sure to load, jams."""
        if lines := lines_to_type(announced):
            self.says(lines[0])
        else:
            self._take_a_chance()

    def _take_a_chance(self) -> None:
        self.says("moves")
        listed = self.until("card comes back.", "cards come back.", "card back.", "cards back.")
        found = UNSURE.search(listed)
        assert found, listed
        self.says(f"{found[1]} {found[2]}")
        if ASKED in self.until(ASKED, "\nYou: "):
            self.says("yes")


def play_to_the_end(*talkers: Talker) -> None:
    """Lets people play, whoever is on turn, until every one of them hears the end of the game."""
    missed = time.monotonic() + PATIENCE
    while not all(THE_END in talker.text for talker in talkers):
        if time.monotonic() > missed:
            raise Missed("the game does not end:\n" + "\n\n".join(talker.text[-2_000:] for talker in talkers))
        for talker in talkers:
            if announced := talker.turn():
                talker.play(announced)


def test_a_whole_game_against_bots_on_a_terminal_that_only_prints(server: Server, connect: Connect) -> None:
    vega = Talker(connect(server, "vega", "play", "--bots", "2", term="dumb"))
    vega.until("Room ")
    play_to_the_end(vega)
    vega.says("seed")
    vega.until("It matches")
    vega.says("rematch")
    vega.until("The game begins.")
    vega.says("resign")
    vega.until("This cannot be undone. Type yes")
    vega.says("yes")
    vega.until("You: ")
    vega.says("quit")
    assert vega.terminal.ended() == 0
    assert "Come back: ssh" in vega.text
    harmless(vega.terminal.received)


def test_two_people_in_one_room_by_words(server: Server, connect: Connect) -> None:
    vega = Talker(connect(server, "vega", "plain"))
    vega.until("or help.")
    vega.says("new seats 2 clock off")
    code = CODE.search(vega.until("Type ready"))
    assert code
    rigel = Talker(connect(server, "rigel", "plain", "join", code[1].lower(), term="dumb"))
    rigel.until("Type ready")
    vega.until("Rigel sits down in seat 2.")
    vega.says("say ごきげんよう, all")
    rigel.until("Vega says: ごきげんよう, all")
    vega.says("rea\x7f\x7f\x7fready")
    rigel.until("Vega is ready.")
    rigel.says("ready")
    vega.until("The game begins.")
    play_to_the_end(vega, rigel)
    assert ("You escaped!" in vega.text) != ("You escaped!" in rigel.text)
    for talker in (vega, rigel):
        talker.says("rematch")
    rigel.until("The game begins.")
    rigel.terminal.drop()
    vega.until("Rigel is away.")
    again = Talker(connect(server, "rigel", "plain", "join", code[1]))
    again.until("Order of play from now")
    vega.until("Rigel is back.")
    for talker in (vega, rigel, again):
        assert not set(talker.terminal.received) & {0x1B, 0x07, 0x00}
        assert "\x9b" not in talker.text


def test_people_with_screens_and_without_play_together(server: Server, connect: Connect) -> None:
    vega = Talker(connect(server, "vega", "plain"))
    vega.until("or help.")
    vega.says("new seats 2 clock off")
    code = CODE.search(vega.until("Type ready"))
    assert code
    rigel = connect(server, "rigel", "join", code[1])
    rigel.until("Let a friend watch")
    vega.until("Rigel sits down in seat 2.")
    vega.says("ready")
    rigel.press("enter")
    rigel.until("Pod ")
    vega.until("The game begins.")
    harmless(vega.terminal.received)


def run(server: Server, key: Path | None, *words: str, typed: str = "") -> subprocess.CompletedProcess[bytes]:
    """A client without a terminal, and what is piped into it."""
    return subprocess.run(
        ssh_command(server.port, key, *words, tty=False),
        input=typed.encode(),
        capture_output=True,
        timeout=20,
        check=False,
    )


def talk(server: Server, key: Path, typed: str, last: bytes) -> subprocess.CompletedProcess[bytes]:
    """Plain mode without a terminal, left by a word once something was heard: what is said is heard a moment later."""
    command = ssh_command(server.port, key, "plain", tty=False)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(typed.encode())
        process.stdin.flush()
        heard = b""
        while last not in heard and (line := process.stdout.readline()):
            heard += line
        out, err = process.communicate(b"quit\n", timeout=20)
    return subprocess.CompletedProcess(command, process.returncode, heard + out, err)


def test_without_a_terminal(server: Server, keys: Key) -> None:
    answer = run(server, keys("vega"), "plain")
    assert answer.returncode == 0
    assert b"in the lobby." in answer.stdout
    harmless(answer.stdout + answer.stderr)
    answer = talk(server, keys("vega"), SCRIPT, b"You say: hi\n")
    assert answer.returncode == 0
    assert b"The game begins." in answer.stdout
    assert b"Your stash: 12 cards.\n" in answer.stdout
    assert b"You say: hi\n" in answer.stdout
    assert b"\r" not in answer.stdout
    harmless(answer.stdout + answer.stderr)


@pytest.mark.parametrize(
    ("words", "code"),
    [("plain join AAAAA", 3), ("plain join 'A;B'", 2), ("plain dance", 2), ("plain play -1", 2)],
)
def test_what_cannot_be_asked_for(open_server: Server, keys: Key, words: str, code: int) -> None:
    for name in ("vega", None):
        answer = run(open_server, keys(name) if name else None, words)
        assert answer.returncode == code
        assert b"Traceback" not in answer.stdout + answer.stderr
        harmless(answer.stdout + answer.stderr)


def test_the_server_stops_with_a_line(server: Server, connect: Connect) -> None:
    vega = Talker(connect(server, "vega", "plain"))
    vega.until("or help.")
    assert server.stop() == 0
    assert vega.terminal.ended() == 0
    assert "The server is going down; your games are kept until it is back. Come back: ssh -t" in vega.text
    harmless(vega.terminal.received)
