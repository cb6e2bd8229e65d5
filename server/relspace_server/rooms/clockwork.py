"""Everything in the rooms that happens because time goes by: what is due, what was lost, what is looked for again."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from relspace.wire.messages import Notice
from relspace_server.rooms.firing import Firing
from relspace_server.rooms.form import Apply
from relspace_server.rooms.giving_back import GivingBack
from relspace_server.rooms.heartbeat import Heartbeat
from relspace_server.rooms.lost_time import PULSE, LostTime
from relspace_server.rooms.nodes import Nodes
from relspace_server.rooms.open_room import OpenRoom
from relspace_server.rooms.outage import EVERY as LOOK_EVERY
from relspace_server.rooms.outage import Outage
from relspace_server.rooms.recovery import Recovery
from relspace_server.rooms.settling import SWEEP_EVERY
from relspace_server.rooms.surroundings import Surroundings
from relspace_server.store.bucket import Store
from relspace_server.tasks import Tasks


class Clockwork:
    """Puts the parts together.

    Args:
        around: the time.
        store: what may not answer.
        nodes: the processes that share the rooms.
        rooms: every room, as it changes.
        apply: how a room is changed.
        tasks: where the work goes.
        sweep: looks for what was left undone.
        announce: tells everybody who is connected.
    """

    def __init__(
        self,
        around: Surroundings,
        store: Store,
        nodes: Nodes,
        rooms: Mapping[str, OpenRoom],
        apply: Apply,
        tasks: Tasks,
        sweep: Callable[[], Awaitable[None]],
        announce: Callable[[Notice], None],
    ) -> None:
        self._rooms = rooms
        self._tasks = tasks
        self._stopped = False
        self.started = False
        """Before, nothing is fired in any room."""
        self.lost: Final = LostTime(around.seconds, store.healthy)
        """Time in which nobody could move."""
        self.time: Final = GivingBack(
            around,
            self.lost,
            apply,
            lambda: (room for room in rooms.values() if nodes.looks_after(room.state)),
        )
        """Gives it back."""
        self.firing: Final = Firing(around, apply, tasks, self.time, nodes.patience)
        """Does what is due."""
        self._recovery = Recovery(around, apply, self.firing, lambda: nodes.living)
        outage = Outage(around, store.healthy, announce)
        self._beats = (
            Heartbeat(PULSE, self.time.pulse, tasks),
            Heartbeat(LOOK_EVERY, outage.look, tasks),
            Heartbeat(SWEEP_EVERY, sweep, tasks),
        )

    def start(self) -> None:
        """Sees to the rooms that were found, which are held until it is their turn, and begins."""
        self.started = True
        self.lost.look()
        found = tuple(self._rooms.values())
        for room in found:
            room.lost = self.lost.total  # what it took to read them is nobody's loss: a turn that ran begins anew
        self._tasks.spawn(self._recovery.run(found))
        for beat in self._beats:
            beat.start()

    def see_to_lost(self) -> None:
        """Marks seats away that were held by processes which are gone."""
        if not self._stopped:
            self._tasks.spawn(self._recovery.see_to(tuple(self._rooms.values())))

    def stop(self) -> None:
        """Does nothing any more; what is under way goes on."""
        self._stopped = True
        for beat in self._beats:
            beat.stop()
        self._recovery.stop()
        self.firing.stop(self._rooms.values())
