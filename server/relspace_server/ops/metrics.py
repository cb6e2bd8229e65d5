"""The figures of this process, as they are now.

They are read off the objects that have them in the event loop, which takes well under a millisecond; the text is made
of these copies outside the loop (`exposition.py`), so that nobody waits for it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

from relspace_server.ops.exposition import Snapshot, Values
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.house import House
from relspace_server.version import VERSION

CONNECTION_REASONS: Final = ("proxy", "rate", "logins", "banned")
SESSION_REASONS: Final = ("server", "account", "address", "rate", "banned", "draining")
PHASES: Final = ("gathering", "playing", "over")

K = TypeVar("K", bound=str)


def snapshot(house: House, hub: Hub, *, healthy: bool) -> Snapshot:
    """What every metric is now; to be asked in the event loop."""
    counts = house.counts
    phases = Counter(room.state.phase for room in hub.rooms)
    return {
        "build_info": {VERSION: 1.0},
        "workers": _one(1),
        "sessions": _one(len(house.live)),
        "connections": _one(len(house.parties)),
        "people": _one(len(people(hub))),
        "rooms": {phase: float(phases[phase]) for phase in PHASES},
        "app_starts_waiting": _one(counts.starts_waiting),
        "bans": _one(house.bans.number if house.bans is not None else 0),
        "draining": _one(house.standing.draining),
        "store_healthy": _one(healthy),
        "disk_free_bytes": _one(counts.disk_free),
        "connections_refused_total": _all_of(house.logins.refused, CONNECTION_REASONS),
        "sessions_refused_total": _all_of(counts.sessions_refused, SESSION_REASONS),
        "frames_total": _one(counts.frames),
        "bytes_out_total": _one(counts.bytes_out),
        "moves_total": _one(counts.moves),
        "games_finished_total": _one(counts.games_finished),
        "incidents_total": _one(counts.incidents),
        "store_failures_total": _one(counts.store_failures),
        "loop_stalls_total": _one(counts.stalls),
        "worker_restarts_total": _one(0),
        "key_to_paint_seconds": {"": counts.key_to_paint.copy()},
        "store_seconds": {"read": counts.store_reads.copy(), "write": counts.store_writes.copy()},
        "loop_lag_seconds": {"": counts.lag.copy()},
    }


def _one(value: float) -> Values:
    return {"": float(value)}


def _all_of(counted: "Counter[K]", known: Iterable[str]) -> Values:
    """Every reason, whether it has happened or not, so that rates can be computed from the first one on."""
    return {**dict.fromkeys(known, 0.0), **{str(reason): float(number) for reason, number in counted.items()}}


def people(hub: Hub) -> frozenset[str]:
    """The ids of everybody who is connected."""
    return frozenset(visit.player.id for visit in hub.presence.visits)
