"""One SSH session: an app on a terminal, or one answer."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final, Protocol, cast

import asyncssh
from asyncssh.constants import EXTENDED_DATA_STDERR
from typing_extensions import override

from relspace.errors import Fault, Refused
from relspace_client.locale.words import message
from relspace_server.accounts.bans import Banned
from relspace_server.charged import start_task
from relspace_server.ssh import wayout
from relspace_server.ssh.answering import answer_admin, answer_enquiry, no_answer
from relspace_server.ssh.api.form import Form
from relspace_server.ssh.api.frames import Frames
from relspace_server.ssh.api.jsonlines import JsonLines
from relspace_server.ssh.api.session import ApiSession
from relspace_server.ssh.app_session import AppSession
from relspace_server.ssh.budget import UNMEASURED
from relspace_server.ssh.commands import (
    AdminWords,
    Api,
    Enquiry,
    Help,
    Plain,
    UsageError,
    help_answer,
    read_command,
    render,
)
from relspace_server.ssh.compat import ServedChannel, ServedConnection
from relspace_server.ssh.door import InLobby, Start, Visitor
from relspace_server.ssh.house import House
from relspace_server.ssh.identity import visitor_of
from relspace_server.ssh.plain_session import PlainRunning
from relspace_server.ssh.running import FarEnd, Running
from relspace_server.ssh.sentences import refusal_sentence
from relspace_server.ssh.terminal.colour import abilities
from relspace_server.ssh.terminal.size import clamp
from relspace_server.ssh.wayout import Ending

LOG: Final = logging.getLogger(__name__)

LAST_WORDS: Final = 5.0
"""Seconds that a client has to take the last bytes of its session."""

LONGEST_EARLY: Final = 4096
"""Bytes that are kept of what comes before it is known what runs."""

PRINTING_TERMS: Final = ("dumb",)
"""TERM of terminals that only print: they get plain lines without asking."""

SUBSYSTEM: Final = "relspace"
"""The one subsystem that there is: the game for programs, as msgpack frames."""

_FAILED: Final = "incident %s: session %s failed"


class Reception(Protocol):
    """What the sessions of one connection share."""

    def begin_playing(self, person: str) -> bool:
        """Somebody is about to play; returns whether they may."""
        ...

    def end_playing(self, *, was_in: bool) -> None:
        """Nobody plays any more; somebody did, or was refused."""
        ...

    def session_closed(self, session: "Session") -> None:
        """A session's channel has closed."""
        ...


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel of a connection.

    Args:
        house: what all sessions of the server share.
        reception: what those of the connection share.
        connection: the connection.
    """

    def __init__(self, house: House, reception: Reception, connection: ServedConnection) -> None:
        self._house = house
        self._reception = reception
        self._connection = connection
        self._id = secrets.token_hex(6)
        self._channel: ServedChannel | None = None
        self._command: str | None = None
        self._subsystem = False
        self._running: Running | None = None
        self._early = bytearray()
        self._input_over = False
        self._last_words: asyncio.TimerHandle | None = None
        """When the channel is closed, whether the client has taken everything or not."""
        self._cut_short: Ending | None = None
        """Why it ended before anything ran that could tell."""
        self.task: asyncio.Task[None] | None = None
        """Runs from the moment the client asked for something until the session has ended."""

    # ── what asyncssh calls ──────────────────────────────────────────────────────────────────────────────────────

    @override
    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = cast("ServedChannel", chan)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed, by whichever side."""
        if self._last_words is not None:
            self._last_words.cancel()
        self._reception.session_closed(self)
        self.end(wayout.LOST)

    @override
    def pty_requested(self, term_type: str, term_size: object, term_modes: object) -> bool:
        """A terminal may be asked for; none is made on this side."""
        return True

    @override
    def shell_requested(self) -> bool:
        """`ssh host`."""
        return True

    @override
    def exec_requested(self, command: str) -> bool:
        """`ssh host command`."""
        self._command = command
        return True

    @override
    def subsystem_requested(self, subsystem: str) -> bool:
        """`ssh -s host relspace`."""
        self._subsystem = subsystem == SUBSYSTEM
        return self._subsystem

    @override
    def session_started(self) -> None:
        """The client waits for what it asked for."""
        self.task = start_task(self._run(), f"session {self._id}", self._connection.budget.spend)

    @override
    def data_received(self, data: bytes, datatype: object) -> None:
        """Keys, or lines."""
        if self._running is None and self._is_api:
            self._hold(True)
            self._early += data
        elif self._running is None:
            self._early += data[: LONGEST_EARLY - len(self._early)]
        else:
            self._tell(lambda terminal: terminal.feed(data))

    @override
    def eof_received(self) -> bool:
        """No more input; the session goes on, since there may be output yet."""
        self._input_over = True
        if self._running is not None:
            self._running.end_of_input()
        return True

    @override
    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The client's window has another size."""
        self._tell(lambda terminal: terminal.resize(clamp(width, height)))

    @override
    def pause_writing(self) -> None:
        """The client takes no output of this channel."""
        self.block("channel")

    @override
    def resume_writing(self) -> None:
        """It does again."""
        self.unblock("channel")

    @property
    def counted(self) -> bool:
        """Whether it has a place among the sessions that there may be."""
        return self._running is not None and self._running.counted

    # ── what the server calls ────────────────────────────────────────────────────────────────────────────────────

    def block(self, cause: str) -> None:
        """The client takes no output."""
        self._tell(lambda terminal: terminal.block(cause))

    def unblock(self, cause: str) -> None:
        """The client takes output again."""
        self._tell(lambda terminal: terminal.unblock(cause))

    def end(self, ending: Ending) -> None:
        """Ends the session. The first cause given is the one that is told."""
        if self._running is not None:
            self._running.end(ending)
        elif self.task is not None:
            self._cut_short = self._cut_short or ending
            self.task.cancel()

    def _tell(self, what: Callable[[FarEnd], None]) -> None:
        """Tells the terminal something, at the edge of the session: what fails ends this one, and nobody else's."""
        if self._running is None:
            return
        try:
            what(self._running.terminal)
        except Exception:
            incident = secrets.token_hex(4)
            LOG.exception(_FAILED, incident, self._id)
            self.end(wayout.crashed(incident))

    # ── one session, from beginning to end ───────────────────────────────────────────────────────────────────────

    async def _run(self) -> None:
        assert self._channel is not None
        visitor = visitor_of(self._connection, self._id, self._channel.variables)
        ban = self._house.ban_of(visitor)
        if ban is not None:
            self._house.counts.sessions_refused["banned"] += 1
            self._refuse(wayout.banned(ban), visitor)
            return
        try:
            await self._connection.budget.turn(UNMEASURED)
            visitor = await self._known(visitor)
            await self._answer(visitor)
        except asyncio.CancelledError:
            self._refuse(self._cut_short or wayout.LOST, visitor)
        except Exception:
            incident = secrets.token_hex(4)
            LOG.exception(_FAILED, incident, self._id)
            self._refuse(wayout.crashed(incident), visitor)

    async def _known(self, visitor: Visitor) -> Visitor:
        """The visitor as their account knows them: they read the language that is set there from now on."""
        try:
            return await self._house.door.recognise(visitor)
        except Fault as fault:
            LOG.debug("session %s: %s", self._id, fault)  # whatever needs the account will meet it again
            return visitor

    async def _answer(self, visitor: Visitor) -> None:
        settings, words = self._house.settings, visitor.words
        try:
            request = Api() if self._subsystem else read_command(self._command)
            if isinstance(request, AdminWords):
                self._say(*await answer_admin(self._house, visitor, request))
            elif isinstance(request, Api):
                await self._run_api(visitor)
            elif isinstance(request, Enquiry):
                self._say(*await answer_enquiry(self._house.door, visitor, request))
            elif isinstance(request, Help):
                self._say(render(help_answer(settings.ssh_words, words), request.json), wayout.DONE)
            elif isinstance(request, Plain):
                await self._run_plain(visitor, request.start, request.command)
            elif self._term in PRINTING_TERMS:
                await self._run_plain(visitor, request, "")
            elif self._has_terminal:
                await self._run_app(visitor, request)
            else:
                self._say(words.say("This needs a terminal: ssh -t {line}", line=self._line), wayout.WRONG_USAGE)
        except UsageError as error:
            listed = f"{words.say('All commands:')} ssh {settings.ssh_words} help"
            self._say(f"{error.said(words)}\n{listed}", wayout.WRONG_USAGE)
        except Banned as banned:
            self._house.counts.sessions_refused["banned"] += 1
            self._refuse(wayout.banned(banned.ban), visitor)
        except Refused as refused:
            self._say(refusal_sentence(refused, words), wayout.REFUSED)
        except Fault as fault:
            LOG.warning("session %s: %s", self._id, fault)
            self._refuse(wayout.UNAVAILABLE, visitor)

    async def _run_app(self, visitor: Visitor, start: Start) -> None:
        channel = self._channel
        assert channel is not None
        visitor = await self._house.door.recognise(visitor)
        width, height, *_ = channel.get_terminal_size()
        able = abilities(channel.get_terminal_type() or "", channel.variables)
        await self._go(
            AppSession(self._house, visitor, self._send, self._connection.budget, clamp(width, height), able), start
        )

    async def _run_plain(self, visitor: Visitor, start: Start, command: str) -> None:
        visitor = await self._house.door.recognise(visitor)
        assert self._channel is not None
        size = clamp(*self._channel.get_terminal_size()[:2]) if self._has_terminal else None
        budget = self._connection.budget
        plain = PlainRunning(self._house, visitor, self._send, budget, size=size, comes_back_to=command)
        plain.terminal.feed(bytes(self._early))
        if self._input_over:
            plain.end_of_input()
        await self._go(plain, start)

    async def _run_api(self, visitor: Visitor) -> None:
        if self._has_terminal:
            raise UsageError(message("This is for programs, and needs no terminal: ssh -T {line}"), line=self._line)
        visitor = await self._house.door.recognise(visitor)
        form: Form = Frames() if self._subsystem else JsonLines()
        api = ApiSession(self._house, visitor, self._send, self._hold, form, self._connection.budget)
        api.terminal.feed(bytes(self._early))
        if self._input_over:
            api.end_of_input()
        await self._go(api, InLobby())

    async def _go(self, running: Running, start: Start) -> None:
        """Runs something to its end, unless something runs on this connection already."""
        self._early.clear()
        self._running = running
        if not self._reception.begin_playing(running.person):
            self._leave(wayout.PLAYING_ALREADY)
            return
        try:
            ending = await running.run(start)
        finally:
            self._reception.end_playing(was_in=running.was_in)
        self._leave(ending)

    @property
    def _is_api(self) -> bool:
        """Whether a program talks, nothing of which may be dropped."""
        if self._subsystem:
            return True
        try:
            return isinstance(read_command(self._command), Api)
        except UsageError:
            return False

    def _hold(self, on: bool) -> None:
        """Makes the client keep what it has to send, or lets it go on."""
        channel = self._channel
        if channel is None or channel.is_closing():
            return
        if on:
            channel.pause_reading()
        else:
            channel.resume_reading()

    # ── the way out ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _has_terminal(self) -> bool:
        return self._channel is not None and self._channel.get_terminal_type() is not None

    @property
    def _term(self) -> str:
        """TERM of the client; empty without a terminal."""
        return (self._channel.get_terminal_type() or "").lower() if self._channel is not None else ""

    @property
    def _line(self) -> str:
        """What is typed after `ssh` to ask for the same again."""
        return f"{self._house.settings.ssh_words} {self._command or ''}".rstrip()

    def _send(self, data: bytes) -> None:
        channel = self._channel
        if channel is not None and not channel.is_closing():
            self._house.counts.sent(len(data))
            channel.write(data)

    def _say(self, text: str, code: int) -> None:
        """Answers with text and ends; wrong usage and refusals go to where errors go."""
        lines = text.replace("\n", "\r\n") + "\r\n" if self._has_terminal else text + "\n"
        channel = self._channel
        if channel is not None and not channel.is_closing():
            channel.write(lines.encode(), None if code == wayout.DONE else EXTENDED_DATA_STDERR)
        self._close(code)

    def _refuse(self, ending: Ending, visitor: Visitor) -> None:
        """Says why there is no answer, and ends."""
        self._say(*no_answer(ending, visitor))

    def _leave(self, ending: Ending) -> None:
        """The one way out of a session that somebody used: the terminal given back, one line, an exit code."""
        running, self._running = self._running, None
        assert running is not None
        restore = running.terminal.close()
        LOG.info("session %s: %s", self._id, ending.said())
        if ending is wayout.STALLED:
            self._connection.abort()
            return
        self._send(running.last_bytes(restore, ending))
        self._close(ending.code)

    def _close(self, code: int) -> None:
        channel = self._channel
        if channel is not None and not channel.is_closing():
            channel.exit(code)
            self._last_words = asyncio.get_running_loop().call_later(LAST_WORDS, channel.abort)
