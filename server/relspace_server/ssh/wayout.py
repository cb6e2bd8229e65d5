"""The one way out of a session, whatever the cause: the terminal given back, one line that says why, an exit code."""

from dataclasses import dataclass, replace
from typing import Final

from relspace.errors import CODES, Refused
from relspace_client.start import JoinRoom, Start

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2
REFUSED: Final = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a session ends."""

    why: str
    """One sentence for the person."""
    code: int
    offer: str = "Come back:"
    """What the command that the line ends with is for."""
    command: str = ""
    """What that command asks the server for; empty for the lobby."""

    def coming_back_to(self, command: str) -> "Ending":
        """The same, the command beginning with another one, such as `plain`."""
        return replace(self, command=f"{command} {self.command}".strip())


GOODBYE: Final = Ending("Until next time.", DONE)
DRAINED: Final = Ending("The server is restarting; your games are kept.", DONE)
IDLE: Final = Ending("No key was pressed for long; your games are kept.", DONE)
STALLED: Final = Ending("Your terminal took no output for too long.", FAILED)
LOST: Final = Ending("The connection was lost.", FAILED)
SERVER_FULL: Final = Ending("The server is full. Try again in a few minutes.", REFUSED)
ACCOUNT_FULL: Final = Ending("You have as many sessions open as one player may have. Close one first.", REFUSED)
ADDRESS_FULL: Final = Ending("Your network has as many sessions open as one may have.", REFUSED)
UNAVAILABLE: Final = Ending("The server cannot reach its store; nothing of your games is lost. Try again soon.", FAILED)
PLAYING_ALREADY: Final = Ending("There is a game open on this connection already.", REFUSED)

_MAY_WATCH: Final = ("room-full", "game-running")
"""Why somebody cannot join a room that can be watched."""


def refused(refusal: Refused, start: Start) -> Ending:
    """What was asked for cannot be had; who cannot join is offered to watch."""
    why = sentence(refusal)
    if isinstance(start, JoinRoom) and refusal.code in _MAY_WATCH:
        return Ending(why, REFUSED, "Watch it:", f"watch {start.code}")
    return Ending(why, REFUSED)


def sentence(refusal: Refused) -> str:
    """What a person reads of a refusal."""
    text = CODES[refusal.code]
    return f"{text[0].upper()}{text[1:]}."


def crashed(incident: str) -> Ending:
    """The app failed; the host finds the details in the log, under the incident's id."""
    return Ending(f"Something went wrong on the server (incident {incident}); nothing of your games is lost.", FAILED)


def last_bytes(restore: bytes, ending: Ending, ssh_words: str, new_line: str = "\r\n") -> bytes:
    """What a client is sent last.

    Args:
        restore: the bytes that give its terminal back.
        ending: why.
        ssh_words: what is typed after `ssh` to come to this server.
        new_line: how the line ends.
    """
    words = f"-t {ssh_words} {ending.command}" if ending.command else ssh_words
    line = f"{ending.why} {ending.offer} ssh {words}"
    return restore + "".join(filter(str.isprintable, line)).encode() + new_line.encode()
