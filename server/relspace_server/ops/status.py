"""What runs on a node, all in one place: for `admin status`, and for `doctor`."""

import asyncio
import os
from collections import Counter
from typing import Any

from prometheus_client import ProcessCollector

from relspace_server.config import Settings, store_file
from relspace_server.ops.lately import Grown, Lately, within
from relspace_server.ops.metrics import PHASES, people, snapshot
from relspace_server.ops.orders import Row
from relspace_server.ops.shown_settings import shown_settings
from relspace_server.ops.store_size import store_size
from relspace_server.rooms.hub import Hub
from relspace_server.ssh.house import House
from relspace_server.store.bucket import Store


class Status:
    """Says what runs here.

    Args:
        house: who is in.
        hub: the games.
        store: where everything is kept.
    """

    def __init__(self, house: House, hub: Hub, store: Store) -> None:
        self._house = house
        self._hub = hub
        self._store = store
        self._since = hub.around.now()
        self._lately = Lately(lambda: snapshot(house, hub, healthy=store.healthy()))

    def start(self) -> None:
        """Begins to remember what was counted lately."""
        self._lately.start()

    def close(self) -> None:
        """Remembers nothing more."""
        self._lately.close()

    async def row(self) -> Row:
        """What runs, as docs/operating.md lists it; seconds, bytes, and wall-clock milliseconds."""
        house, settings = self._house, self._house.settings
        grown = self._lately.grown(asyncio.get_running_loop().time())
        machine = await asyncio.to_thread(_machine, settings)
        return {
            "process": os.getpid(),
            "since": self._since,
            "port": settings.port,
            "draining": house.standing.draining,
            "sessions": len(house.live),
            "connections": len(house.parties),
            "people": len(people(self._hub)),
            "guests": len({live.visitor.account for live in house.live.values() if live.visitor.guest}),
            **self._rooms(),
            "bans": house.bans.number if house.bans is not None else 0,
            "admins": len(house.admins),
            "allowed": None if house.allowed is None else len(house.allowed),
            "store": {
                "healthy": self._store.healthy(),
                "shared": self._store.shared,
                "bytes": machine["store"],
                "write_seconds": _most(grown, "store_seconds", "write"),
            },
            "disk_free": house.counts.disk_free,
            "memory": machine["memory"],
            "incidents": house.counts.incidents,
            "lately": _lately(grown),
            "settings": shown_settings(settings),
        }

    def _rooms(self) -> dict[str, Any]:
        states = [room.state for room in self._hub.rooms]
        phases = Counter(state.phase for state in states)
        bots = sum(seat.is_bot for state in states for seat in state.seats)
        return {"rooms": {phase: phases[phase] for phase in PHASES}, "bots": bots}


def _lately(grown: Grown) -> dict[str, Any]:
    """What was counted in the last minutes."""
    counted = grown.counted
    return {
        "seconds": round(grown.seconds),
        "lag_seconds": _most(grown, "loop_lag_seconds", ""),
        "stalls": counted.get("loop_stalls_total", {}).get("", 0),
        "store_failures": counted.get("store_failures_total", {}).get("", 0),
        "connections_refused": counted.get("connections_refused_total", {}),
        "sessions_refused": counted.get("sessions_refused_total", {}),
    }


def _most(grown: Grown, name: str, label: str) -> float | None:
    """Seconds within which 99 of 100 were; None if there was none.

    Beyond all bounds it is the last of them: JSON has no number for that.
    """
    latency = grown.taken[name][label]
    seconds = within(latency)
    return seconds if seconds is None else min(seconds, latency.bounds[-1])


def _machine(settings: Settings) -> dict[str, int]:
    """What the system says of this process and its files. Blocks."""
    families = ProcessCollector(registry=None).collect()
    memory = [one.value for family in families for one in family.samples if one.name == "process_resident_memory_bytes"]
    return {"memory": int(sum(memory)), "store": store_size(store_file(settings.data_dir))}
