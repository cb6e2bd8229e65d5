"""Who somebody is: the key that they proved, or a guest.

There is no sign-up: any key is an account. Nothing else is asked: no password, no certificate, no host's word.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from relspace_client.locale.environment import locale_in
from relspace_server.networks import plain_address
from relspace_server.ssh.compat import ServedConnection
from relspace_server.ssh.door import Visitor

LONGEST_SUGGESTION: Final = 64

NO_GUESTS: Final = (
    "This server is for people with a key. Make one with: ssh-keygen -t ed25519\n"
    "and come back: it is then used by itself.\n"
)

_NOT_LISTED: Final = (
    "This server lets in those whose keys its host has listed. {offered}\n"
    "To be let in, send the host the line in your file ~/.ssh/id_ed25519.pub\n"
    "(without such a file, make a key with: ssh-keygen -t ed25519) and ask for it to be listed.\n"
)

OFFERED_NAMED: Final = 5
"""Keys that somebody who is turned away is reminded of."""


def not_listed(offered: Sequence[str]) -> str:
    """What somebody reads none of whose keys is on the host's list.

    Args:
        offered: the fingerprints of the keys that they came with, or of the first of them.
    """
    named = ", ".join(offered)
    return _NOT_LISTED.format(offered=f"Yours is not among them: {named}" if named else "You came without a key.")


def visitor_of(connection: ServedConnection, session: str, variables: Mapping[str, str]) -> Visitor:
    """The visitor at the other end of a connection that has logged in.

    Args:
        connection: the connection.
        session: the id of the session that begins.
        variables: the client's environment, as far as it was taken.
    """
    key = connection.proven_key
    username = str(connection.get_extra_info("username") or "")
    peer = connection.get_extra_info("peername") or ("",)
    return Visitor(
        account=f"guest:{session}" if key is None else key.get_fingerprint(),
        guest=key is None,
        suggested_name="".join(filter(str.isprintable, username))[:LONGEST_SUGGESTION],
        address=plain_address(str(peer[0])),
        session=session,
        answers=lambda: connection.answers,
        language=locale_in(variables)[:LONGEST_SUGGESTION],
    )
