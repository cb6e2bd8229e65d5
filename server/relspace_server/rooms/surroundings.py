"""What the rooms take from the world."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from relspace.room.due import Pace
from relspace_server.counts import Counts
from relspace_server.rooms.lost_time import uptime
from relspace_server.standing import Standing

MAX_ROOMS: Final = 1_000
"""Rooms open at one time."""

MAX_ROOMS_PER_ACCOUNT: Final = 5
"""The same, of one host."""

MAX_ROOMS_PER_ADDRESS: Final = 24
"""The same, opened from one address."""


@dataclass(frozen=True)
class Surroundings:
    """What the hub takes from the world; tests give it their own."""

    now: Callable[[], int]
    """Wall-clock milliseconds."""
    entropy: Callable[[], bytes]
    """32 unguessable bytes."""
    node: str
    """Names this process among those that share the store."""
    address: str
    """What friends type after `ssh` to come here."""
    pace: Pace = field(default_factory=Pace)
    max_rooms: int = MAX_ROOMS
    max_rooms_per_account: int = MAX_ROOMS_PER_ACCOUNT
    max_rooms_per_address: int = MAX_ROOMS_PER_ADDRESS
    seconds: Callable[[], float] = uptime
    """Seconds that only grow, also while the process is stopped."""
    counts: Counts = field(default_factory=Counts)
    """What happens is counted here."""
    program: str = ""
    """The version of this program, which all nodes should have in common."""
    standing: Standing = field(default_factory=Standing)
    """What the host has set for everybody."""
