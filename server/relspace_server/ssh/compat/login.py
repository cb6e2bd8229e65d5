"""Logging in on a connection: any name will do, a key counts once it is proven, and nobody tries for ever."""

from functools import lru_cache
from typing import Any, Final, cast

import asyncssh
import asyncssh.connection
from asyncssh.constants import DISC_NO_MORE_AUTH_METHODS_AVAILABLE
from asyncssh.packet import SSHPacket
from asyncssh.saslprep import SASLPrepError, saslprep
from typing_extensions import override

from relspace_server.ssh.compat.packets import printable

LONGEST_USER: Final = 64

MOST_REFUSALS: Final = 20
"""Refused attempts to log in that one connection may make."""

_NAMES_KEPT: Final = 256
"""Names of which it is kept how they are prepared: a login tells its name three times."""

prepared = lru_cache(_NAMES_KEPT)(saslprep)

# asyncssh prepares the name anew with each request to log in, which costs as much as checking a signature.
cast("Any", asyncssh.connection).saslprep = prepared


class LoggingIn(asyncssh.SSHServerConnection):
    """A connection that knows which key was proven."""

    proven_key: asyncssh.SSHKey | None = None
    """The key whose possession the client proved, if that is how it logged in."""

    _refusals = 0

    def process_any_name(self, pkttype: int, pktid: int, packet: SSHPacket) -> Any:
        """Lets somebody log in under whatever name: asyncssh ends the connection at names that are none for it."""
        return self._process_userauth_request(pkttype, pktid, _AnyName(packet))

    @override
    async def reload_config(self) -> None:
        """Keeps the options, which asyncssh builds anew for each login, in case a file says otherwise for a user."""

    @override
    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Notes the key when its signature was checked: an offer alone proves nothing."""
        valid = await super().validate_public_key(username, key_data, msg, signature)
        if valid and msg:
            self.proven_key = asyncssh.public_key.decode_ssh_public_key(key_data)
        return valid

    @override
    async def validate_kbdint_response(self, username: str, responses: Any) -> Any:
        """Forgets a key that was proven, since this login does not use it."""
        self.proven_key = None
        return await super().validate_kbdint_response(username, responses)

    @override
    def send_userauth_failure(self, partial_success: bool) -> None:
        """Refuses a way of logging in; whoever tries too many is sent away, which asyncssh never does."""
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            self.disconnect(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many attempts to log in")
        else:
            super().send_userauth_failure(partial_success)


class _AnyName(SSHPacket):
    """A request to log in that tells a name which asyncssh takes, and is signed over the one that was sent.

    Args:
        packet: the request, as far as it was read.
    """

    def __init__(self, packet: SSHPacket) -> None:
        read = packet.get_consumed_payload()
        super().__init__(read + packet.get_remaining_payload())
        self.get_bytes(len(read))
        self._named = False

    @override
    def get_string(self) -> bytes:
        """The next text; the first one is the name."""
        text = super().get_string()
        if self._named:
            return text
        self._named = True
        return text if _is_name(text) else printable(text)[:LONGEST_USER].encode()


def _is_name(text: bytes) -> bool:
    """Whether asyncssh takes a name."""
    try:
        prepared(text.decode())
    except (UnicodeDecodeError, SASLPrepError):
        return False
    return len(text) <= LONGEST_USER * 4
