"""Sessions that still run under an account that was given up meanwhile, on this node or on another one.

Nobody deletes an account while it is known to be in use. But somebody may come in at that very moment, and what other
nodes tell of their sessions takes a while.
"""

from relspace_server.rooms.hub import Hub
from relspace_server.ssh import wayout
from relspace_server.ssh.house import House


def end_deleted(house: House, hub: Hub, account_id: str) -> None:
    """Ends the sessions here of an account that there is no longer."""
    for visit in list(hub.presence.visits):
        live = house.live.get(visit.session.partition("/")[2]) if visit.player_id == account_id else None
        if live is not None:
            live.end(wayout.DELETED)
