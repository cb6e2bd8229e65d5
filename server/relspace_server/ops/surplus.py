"""Sessions of one account that began on several nodes at the same moment, when none knew of the others yet.

Each node refuses whoever has too many sessions as far as it knows. What the others have it hears within half a second:
all of them then find the same sessions to be too many, those that began last, and each ends its own.
"""

from typing import Final

from relspace_server.rooms.hub import Hub
from relspace_server.ssh import wayout
from relspace_server.ssh.house import House

FRESH: Final = 10_000
"""Milliseconds after its beginning in which a session may be found to be one too many; later it stays."""


def end_surplus(house: House, hub: Hub) -> None:
    """Ends the sessions here that are too many of their accounts."""
    now = hub.around.now()
    visits = [visit for visit in hub.presence.visits if visit.player.kind == "person"]
    fresh = {visit.session: visit for visit in visits if now - visit.since < FRESH}
    if not fresh:
        return
    began: dict[str, list[tuple[int, str]]] = {visit.player_id: [] for visit in fresh.values()}
    for player, since, session in (
        *((visit.player_id, visit.since, visit.session) for visit in visits),
        *((one.player, one.since, one.session) for one in hub.elsewhere.people),
    ):
        if player in began:
            began[player].append((since, session))
    for sessions in began.values():
        for _, session in sorted(sessions)[house.settings.max_sessions_per_account :]:
            live = house.live.get(session.partition("/")[2]) if session in fresh else None
            if live is not None:
                house.counts.sessions_refused["account"] += 1
                live.end(wayout.ACCOUNT_FULL)
