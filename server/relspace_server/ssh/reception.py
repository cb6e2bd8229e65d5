"""One connection: coming in, logging in, and the sessions on it."""

import asyncio
from typing import Any, Final

import asyncssh
from asyncssh.constants import DISC_BY_APPLICATION, OPEN_RESOURCE_SHORTAGE
from typing_extensions import override

from relspace_server.networks import plain_address
from relspace_server.ssh.compat import ServedConnection
from relspace_server.ssh.house import House
from relspace_server.ssh.identity import NO_GUESTS, OFFERED_NAMED, not_listed
from relspace_server.ssh.session import Session
from relspace_server.ssh.wayout import Ending

LONELY_SECONDS: Final = 60.0
"""Seconds after which a connection on which nobody plays is closed, whatever is asked on it: those who play are counted
and limited, these are not."""


class Reception(asyncssh.SSHServer):
    """Looks after one connection.

    Args:
        house: the server.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._connection: ServedConnection | None = None
        self.address = ""
        """Where the connection comes from."""
        self.open: set[Session] = set()
        """The sessions on it."""
        self.player = ""
        """Who plays in one of them; empty for nobody."""
        self._not_listed: list[str] = []
        """Fingerprints of keys that were offered and may not come in."""
        self._lonely: asyncio.TimerHandle | None = None
        """When it is looked whether anybody plays; None once it was looked and somebody did."""

    # ── coming and going ─────────────────────────────────────────────────────────────────────────────────────────

    @override
    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody connects."""
        assert isinstance(conn, ServedConnection)
        self._connection = conn
        self._house.parties.add(self)
        peer = conn.get_extra_info("peername") or ("",)
        self.address = plain_address(str(peer[0]))
        conn.budget.draw_on(self._house.purses.of(self.address))
        self._house.logins.arrive(conn, str(peer[0]))

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._house.parties.discard(self)
        self._house.leavings.left()
        if self._connection is not None:
            self._house.logins.done(self._connection)
        self._connection = None
        self._stop_waiting()

    def end_sessions(self, ending: Ending) -> list[asyncio.Task[None]]:
        """Ends every session on it.

        Returns:
            What runs until they have ended.
        """
        for session in list(self.open):
            session.end(ending)
        return [session.task for session in self.open if session.task is not None]

    def dismiss(self, why: str) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.disconnect(DISC_BY_APPLICATION, why)

    def abort(self) -> None:
        """Ends the connection without a word."""
        if self._connection is not None:
            self._connection.abort()

    async def answers_within(self, seconds: float) -> bool:
        """Asks the client whether it is there."""
        return self._connection is not None and await self._connection.answers_within(seconds)

    async def wait_gone(self) -> None:
        """Waits until the connection is closed."""
        if self._connection is not None:
            await self._connection.wait_closed()

    @property
    def has_place(self) -> bool:
        """Whether one of its sessions is counted among those that there may be."""
        return any(session.counted for session in self.open)

    def _wait_for_player(self) -> None:
        """A connection on which nobody plays does not stay for ever."""
        self._stop_waiting()
        self._lonely = asyncio.get_running_loop().call_later(LONELY_SECONDS, self._look, False)

    def _look(self, overtime: bool) -> None:
        """Closes the connection, unless somebody plays; what was asked on it may be answered first, once."""
        self._lonely = None
        if self.player:
            return
        if not overtime and any(session.task is not None for session in self.open):
            self._lonely = asyncio.get_running_loop().call_later(LONELY_SECONDS, self._look, True)
        else:
            self.dismiss("Nobody plays on this connection")

    def _stop_waiting(self) -> None:
        if self._lonely is not None:
            self._lonely.cancel()
            self._lonely = None

    def output_blocked(self) -> None:
        """The client takes no bytes."""
        for session in self.open:
            session.block("connection")

    def output_unblocked(self) -> None:
        """The client takes bytes again."""
        for session in list(self.open):
            session.unblock("connection")

    # ── logging in ───────────────────────────────────────────────────────────────────────────────────────────────

    @override
    def begin_auth(self, username: str) -> bool:
        """Everybody logs in, if only as a guest."""
        return True

    @override
    def auth_completed(self) -> None:
        """Somebody is in."""
        if self._connection is not None:
            self._house.logins.done(self._connection)
            self._wait_for_player()

    @override
    def public_key_auth_supported(self) -> bool:
        """Keys are tried first."""
        return True

    @override
    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key is an account, unless the host lists those who may come in; asyncssh checks that it is theirs."""
        allowed, fingerprint = self._house.allowed, key.get_fingerprint()
        if allowed is None or fingerprint in allowed:
            return True
        if fingerprint not in self._not_listed and len(self._not_listed) < OFFERED_NAMED:
            self._not_listed.append(fingerprint)
        return False

    @override
    def password_auth_supported(self) -> bool:
        """There are no passwords."""
        return False

    @override
    def kbdint_auth_supported(self) -> bool:
        """Without questions: it lets guests in, or tells them why not."""
        return True

    @override
    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """No question, for guests."""
        if self._house.takes_guests:
            return "", "", "", ()
        if self._connection is not None:
            told = NO_GUESTS if self._house.allowed is None else not_listed(self._not_listed)
            self._connection.send_auth_banner(told)
        return False

    @override
    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """No answer is the right one."""
        return self._house.takes_guests

    # ── sessions ─────────────────────────────────────────────────────────────────────────────────────────────────

    @override
    def session_requested(self) -> Session:
        """A channel is asked for.

        Raises:
            ChannelOpenError: there are too many of them.
        """
        assert self._connection is not None
        if len(self.open) >= self._house.settings.max_channels:
            raise asyncssh.ChannelOpenError(OPEN_RESOURCE_SHORTAGE, "Too many channels on one connection")
        session = Session(self._house, self, self._connection)
        self.open.add(session)
        return session

    def begin_playing(self, person: str) -> bool:
        """Somebody is about to play; one at a time on each connection. Returns whether they may."""
        if self.player:
            return False
        self.player = person
        return True

    def end_playing(self, *, was_in: bool) -> None:
        """Nobody plays any more.

        Args:
            was_in: whether somebody did, and was not refused: only then the connection has its time anew.
        """
        self.player = ""
        if self._connection is None:
            return
        if was_in:
            self._wait_for_player()
        elif self._lonely is None:  # once the session has told why it was refused
            asyncio.get_running_loop().call_soon(self._look, True)

    def session_closed(self, session: Session) -> None:
        """A channel has closed."""
        self.open.discard(session)
