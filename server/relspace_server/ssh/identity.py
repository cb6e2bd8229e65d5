"""Who somebody is: the key that they proved, or a guest.

There is no sign-up: any key is an account. Nothing else is asked: no password, no certificate, no host's word.
"""

from collections.abc import Mapping
from typing import Final

from relspace_server.ssh.compat import ServedConnection
from relspace_server.ssh.door import Visitor
from relspace_server.ssh.limits import plain_address

LONGEST_SUGGESTION: Final = 64

_LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

NO_GUESTS: Final = (
    "This server is for people with a key. Make one with: ssh-keygen -t ed25519\n"
    "and come back: it is then used by itself.\n"
)


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
        language=next((variables[name] for name in _LANGUAGE_VARIABLES if variables.get(name)), "")[
            :LONGEST_SUGGESTION
        ],
    )
