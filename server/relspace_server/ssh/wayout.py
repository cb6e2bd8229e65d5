"""The one way out of a session, whatever the cause: the terminal given back, one line that says why, an exit code."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from relspace.errors import Refused
from relspace_client.locale.words import ENGLISH, Words, message
from relspace_client.start import JoinRoom, Start
from relspace_server.accounts.bans import Ban, as_end_of_sentence
from relspace_server.ssh.sentences import refusal_message

DONE: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2
REFUSED: Final = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a session ends."""

    why: str
    """One sentence for the person: a message of the catalogues, or what was put into their language already."""
    code: int
    offer: str = message("Come back:")
    """What the command that the line ends with is for; empty for a line without one."""
    command: str = ""
    """What that command asks the server for; empty for the lobby."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What to put into the sentence."""
    of_guest: str = ""
    """What a guest is told instead, whose seats do not wait; empty where the sentence holds for guests as well."""

    def said(self, words: Words = ENGLISH) -> str:
        """The sentence in a language."""
        return words.say(self.why, **self.facts)

    def coming_back_to(self, command: str) -> "Ending":
        """The same, the command beginning with another one, such as `plain`."""
        return replace(self, command=f"{command} {self.command}".strip())

    def told_to(self, *, guest: bool) -> "Ending":
        """The same, as it is told to a guest or to somebody with an account."""
        return replace(self, why=self.of_guest) if guest and self.of_guest else self


GOODBYE: Final = Ending(message("Until next time."), DONE)
DRAINED: Final = Ending(
    message("The server is going down; your games are kept until it is back."),
    DONE,
    of_guest=message("The server is going down; a guest's seats are not kept."),
)
IDLE: Final = Ending(
    message("No key was pressed for long; your games are kept."),
    DONE,
    of_guest=message("No key was pressed for long; a guest's seats are not kept."),
)
STALLED: Final = Ending(message("Your terminal took no output for too long."), FAILED)
LOST: Final = Ending(message("The connection was lost."), FAILED)
SERVER_FULL: Final = Ending(message("The server is full. Try again in a few minutes."), REFUSED)
ACCOUNT_FULL: Final = Ending(
    message("You have as many sessions open as one player may have. Close one first."), REFUSED
)
ADDRESS_FULL: Final = Ending(message("Your network has as many sessions open as one may have."), REFUSED)
TOO_MANY_BEGIN: Final = Ending(
    message("Your network has begun as many sessions as one may in a minute. Try again in a minute."), REFUSED
)
UNAVAILABLE: Final = Ending(
    message("The server cannot reach its store; nothing of your games is lost. Try again soon."),
    FAILED,
    of_guest=message("The server cannot reach its store. Try again soon."),
)
UNLINKED: Final = Ending(message("Your key was unlinked from its account."), REFUSED)
DELETED: Final = Ending(message("Your account was deleted from another connection."), REFUSED)
NOT_ADMIN: Final = Ending(message("Only the admins of this server may do that."), REFUSED, offer="")
PLAYING_ALREADY: Final = Ending(message("There is a game open on this connection already."), REFUSED)

_MAY_WATCH: Final = ("room-full", "game-running")
"""Why somebody cannot join a room that can be watched."""


def refused(refusal: Refused, start: Start) -> Ending:
    """What was asked for cannot be had; who cannot join is offered to watch."""
    why = refusal_message(refusal)
    if isinstance(start, JoinRoom) and refusal.code in _MAY_WATCH:
        return Ending(why, REFUSED, message("Watch it:"), f"watch {start.code}", refusal.details)
    return Ending(why, REFUSED, facts=refusal.details)


def crashed(incident: str) -> Ending:
    """The app failed; the host finds the details in the log, under the incident's id."""
    why = message("Something went wrong on the server (incident {incident}); nothing of your games is lost.")
    of_guest = message("Something went wrong on the server (incident {incident}); a guest's seats are not kept.")
    return Ending(why, FAILED, facts={"incident": incident}, of_guest=of_guest)


def banned(ban: Ban) -> Ending:
    """Somebody who is banned wants to come in, or was in; they read why and until when, and no invitation."""
    return Ending(ban.message, REFUSED, offer="", facts=ban.facts)


def sent_away(reason: str) -> Ending:
    """The host has ended the session; they may come back, but it is not for this line to ask them to."""
    if not reason:
        return Ending(message("The host has ended your session."), REFUSED, offer="")
    facts = {"reason": as_end_of_sentence(reason)}
    return Ending(message("The host has ended your session: {reason}"), REFUSED, offer="", facts=facts)


def last_bytes(restore: bytes, ending: Ending, ssh_words: str, new_line: str = "\r\n", words: Words = ENGLISH) -> bytes:
    """What a client is sent last.

    Args:
        restore: the bytes that give its terminal back.
        ending: why.
        ssh_words: what is typed after `ssh` to come to this server.
        new_line: how the line ends.
        words: the person's language.
    """
    why = ending.said(words)
    typed = f"ssh -t {ssh_words} {ending.command}" if ending.command else f"ssh {ssh_words}"
    line = f"{why} {words.say(ending.offer)} {typed}" if ending.offer else why
    return restore + "".join(filter(str.isprintable, line)).encode() + new_line.encode()
