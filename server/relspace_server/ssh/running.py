"""What runs in a session from its beginning to its end: the limits, the edge where failures stop, why it ends."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Protocol

from relspace.errors import Fault, Refused
from relspace_client.terminal import Place
from relspace_server.accounts.bans import Banned
from relspace_server.charged import start_task
from relspace_server.config import Settings
from relspace_server.logs import SESSION
from relspace_server.ssh import wayout
from relspace_server.ssh.door import Start, Visitor
from relspace_server.ssh.house import House, Live
from relspace_server.ssh.limits import Full
from relspace_server.ssh.rollcall import in_the_way, send_away, silent
from relspace_server.ssh.terminal.hosting import end_task
from relspace_server.ssh.terminal.size import Size
from relspace_server.ssh.wayout import Ending

LOG: Final = logging.getLogger(__name__)

LOOK_AGAIN: Final = 60.0
"""Seconds after which it is looked again whether a person has gone."""

_MADE_ROOM_FOR: Final[frozenset[Full]] = frozenset(("account", "address"))
"""Limits which those who are gone may stand in the way of."""

_FULL: Final[dict[Full, Ending]] = {
    "server": wayout.SERVER_FULL,
    "account": wayout.ACCOUNT_FULL,
    "address": wayout.ADDRESS_FULL,
    "rate": wayout.TOO_MANY_BEGIN,
}


class FarEnd(Protocol):
    """The terminal of a session, or what stands for one, as the channel sees it."""

    @property
    def idle(self) -> float:
        """Seconds since the person last pressed something."""
        ...

    def feed(self, data: bytes) -> None:
        """Bytes came in."""
        ...

    def resize(self, size: Size) -> None:
        """The client's terminal has a new size."""
        ...

    def block(self, cause: str) -> None:
        """The client takes no output, for one of the causes there are."""
        ...

    def unblock(self, cause: str) -> None:
        """A cause is gone."""
        ...

    def close(self) -> bytes:
        """Ends all output; returns what gives the terminal back."""
        ...


class Running(ABC):
    """Something that a person uses over a session, and why it ends.

    Args:
        house: what all sessions share.
        visitor: whom it is for.
        send: sends bytes to the client.
    """

    comes_back_to = ""
    """What is to be asked for to come back to the like of it; empty for the lobby."""
    new_line = "\r\n"
    """How its lines end."""

    def __init__(self, house: House, visitor: Visitor, send: Callable[[bytes], None]) -> None:
        self._house = house
        self._visitor = visitor
        self._send = send
        self._words = visitor.words
        """The language that the person reads, as far as it is known."""
        self._opened = False
        self.was_in = False
        """Whether it was opened: whoever came was not refused."""
        self._ending: Ending | None = None
        self._task: asyncio.Task[None] | None = None
        self._idle_timer: asyncio.TimerHandle | None = None

    # ── each kind has its own ────────────────────────────────────────────────────────────────────────────────────

    @property
    @abstractmethod
    def terminal(self) -> FarEnd:
        """Where it is used."""

    @property
    @abstractmethod
    def place(self) -> Place:
        """Where the person is."""

    @abstractmethod
    async def open(self, start: Start) -> None:
        """Asks the door for it.

        Raises:
            Refused: it cannot be had.
            Fault: the store does not answer.
        """

    @abstractmethod
    async def go(self) -> Ending:
        """Runs it to its end, and says why it ended by itself."""

    @abstractmethod
    def stop(self) -> None:
        """Tells it to end."""

    def end_of_input(self) -> None:  # noqa: B027 - whoever uses a screen has nothing to do
        """The client sends no more bytes."""

    def tell_waiting(self, place: int) -> None:
        """It takes a moment until it may begin: this is its place in line."""
        line = self._words.say("Many people are coming in at once. You are number {place} in line.", place=place)
        self._send(f"{line}{self.new_line}".encode())

    def last_bytes(self, restore: bytes, ending: Ending) -> bytes:
        """What the client is sent last.

        Args:
            restore: what gives its terminal back.
            ending: why it ends.
        """
        told = ending.told_to(guest=self._visitor.guest).coming_back_to(self.comes_back_to)
        return wayout.last_bytes(restore, told, self._house.settings.ssh_words, self.new_line, self._words)

    # ── all of them ──────────────────────────────────────────────────────────────────────────────────────────────

    async def run(self, start: Start) -> Ending:
        """Opens it and runs it to its end.

        Returns:
            Why it ended; a failure is one of the reasons.
        """
        visitor = self._visitor
        now = asyncio.get_running_loop().time()
        full = await self._kept_out(now)
        if full is not None:
            self._house.counts.sessions_refused[full] += 1
            return _FULL[full]
        self._house.live[visitor.session] = Live(visitor, now, lambda: self.place, self.end)
        self._task = start_task(self._guarded(start), f"what runs in session {visitor.session}")
        try:
            await asyncio.wait((self._task,))
        finally:
            self._house.live.pop(visitor.session, None)
            self._house.sessions.leave(visitor.person, visitor.address)
            self._opened = False
        return self._ending or wayout.GOODBYE

    @property
    def counted(self) -> bool:
        """Whether it has a place among the sessions that there may be."""
        return self._visitor.session in self._house.live

    @property
    def person(self) -> str:
        """Whom it is for."""
        return self._visitor.person

    async def _kept_out(self, now: float) -> Full | None:
        """Counts it in; returns the limit that keeps it out, if one does once those who are gone have made room."""
        visitor, sessions = self._visitor, self._house.sessions
        if not sessions.begin(visitor.address, now):
            return "rate"
        full = sessions.enter(visitor.person, visitor.address)
        if full in _MADE_ROOM_FOR:
            for party in await silent(in_the_way(self._house.parties, full, visitor)):
                full = sessions.enter(visitor.person, visitor.address)
                if full is None:  # somebody left, or was sent away
                    return None
                await send_away(party)
            full = sessions.enter(visitor.person, visitor.address)
        return full

    def end(self, ending: Ending) -> None:
        """Ends it. The first cause given is the one that is told."""
        if self._ending is not None:
            return
        self._ending = ending
        if self._task is None or self._task.done():
            return
        if not self._opened:
            self._task.cancel()
        else:
            self.stop()
            start_task(end_task(self._task), f"end of session {self._visitor.session}")

    async def _guarded(self, start: Start) -> None:
        """The edge of a session: what fails in it ends it, and nobody else's."""
        SESSION.set(self._visitor.session)
        try:
            ending = await self._run_opened(start) if self._ending is None else self._ending
            self._ending = self._ending or ending
        except Banned as banned:
            self._house.counts.sessions_refused["banned"] += 1
            self._ending = wayout.banned(banned.ban)
        except Refused as refused:
            self._house.counts.sessions_refused["draining"] += refused.code == "draining"
            self._ending = wayout.refused(refused, start)
        except Fault as fault:
            LOG.warning("session %s: %s", self._visitor.session, fault)
            self._ending = wayout.UNAVAILABLE
        except Exception:
            incident = secrets.token_hex(4)
            LOG.exception("incident %s: session %s failed", incident, self._visitor.session)
            self._ending = wayout.crashed(incident)

    async def _run_opened(self, start: Start) -> Ending:
        await self._wait_for_turn()
        visitor = self._visitor
        ban = self._house.ban_of(visitor)  # it may have come while the visitor was on the way, where nothing ends them
        if ban is not None:
            raise Banned(ban)
        await self.open(start)
        LOG.info("session %s of %s from %s begins", visitor.session, visitor.account, visitor.address)
        self._opened = self.was_in = True
        self._check_idle()
        try:
            return self._ending or await self.go()
        finally:
            self._stop_checking()
            self._house.door.session_ended(visitor)
            LOG.info("session %s ends", visitor.session)

    def _check_idle(self) -> None:
        """Ends a session whose person has gone; looks again when it could be so, or when they may have moved on."""
        if not self._opened:
            return
        left = _most_idle(self._house.settings, self.place) - self.terminal.idle
        if left <= 0:
            self.end(wayout.IDLE)
        else:
            seconds = min(left, LOOK_AGAIN)
            self._idle_timer = asyncio.get_running_loop().call_later(seconds, self._check_idle)

    def _stop_checking(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None

    async def _wait_for_turn(self) -> None:
        self._house.counts.starts_waiting += 1
        try:
            await self._house.line.turn(self.tell_waiting)
        finally:
            self._house.counts.starts_waiting -= 1


def _most_idle(settings: Settings, place: Place) -> float:
    """Seconds that somebody may be away from the keyboard."""
    if place == "lobby":
        return settings.idle_lobby_seconds
    return settings.idle_seated_seconds if place == "seated" else settings.idle_watching_seconds
