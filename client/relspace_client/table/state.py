"""What a viewer has chosen and is looking at, beside what the rooms know."""

from dataclasses import dataclass
from typing import Final

from relspace.room.state import LogEntry
from relspace.rules.events import Gave, Jammed
from relspace.wire.messages import Snapshot
from relspace_client.table.choices import choices
from relspace_client.table.measures import Show
from relspace_client.table.podkeys import PodKeys, pod_keys

NOT_YET: Final = -1
"""In place of a ply: no snapshot was seen so far."""


@dataclass(frozen=True, slots=True)
class TableState:
    """One viewer's choices. `relspace_client.table.cursor.press` and `follow` make the next one."""

    chosen: str | None = None
    """The space that the cursor stands on."""
    pod: int | None = None
    """The pod that was chosen first."""
    letter: str = ""
    """The first half of a card's name that is being typed: `a`."""
    asking: str = ""
    """The move that would jam, while the viewer is asked whether it is meant."""
    covered: str = ""
    """A space that was named, and whose card cannot be chosen now."""
    show: Show = "table"
    closer: int | None = None
    """Among the stashes: the seat whose stash is shown at full size."""
    hint: bool = True
    """Whether the line of help below the prompt is shown."""
    asks: bool = True
    """Whether a move that jams is asked about (a setting)."""
    talked: int | None = None
    """The plies made when the last line of talk was said, while it takes the place of a log line: for 20 s."""
    relieved: bool = False
    """Whether the viewer may let the autopilot play for the player on turn, who is away."""
    arrived: frozenset[str] = frozenset()
    """Spaces into which a jam or a gift brought cards since the viewer's last move."""
    keys: PodKeys = ()
    """The keys of pods whose id is over 9."""
    ply: int = NOT_YET
    """The number of plies of the snapshot that was followed last."""
    alone: bool = False
    """Whether nobody but bots can be at the table: nothing that is said would be heard."""


def follow(state: TableState, snapshot: Snapshot) -> TableState:
    """The state after a new snapshot came in: what can no longer be chosen is let go.

    A turn starts with no card chosen, unless one was chosen since the viewer's own last move.
    """
    view = snapshot.view
    if view is None:
        return TableState(hint=state.hint, asks=state.asks)
    if view.ply < state.ply:
        state = TableState(hint=state.hint, asks=state.asks, show=state.show)
    pods = tuple([pod.id for pod in view.pods])
    away = (view.away.id,) if view.away else ()
    new = _since(state, snapshot.log)
    moved = any(entry.seat == snapshot.you for entry in new)
    can = choices(snapshot.legal)
    chosen = None if moved or state.chosen not in can.spaces else state.chosen
    pod = None if moved or state.pod not in pods else state.pod
    changed = view.ply != state.ply
    return TableState(  # as `replace` would, in a tenth of its time
        chosen=chosen,
        pod=pod,
        letter=state.letter,
        asking="" if changed else state.asking,
        covered="" if changed else state.covered,
        show=state.show,
        closer=state.closer,
        hint=state.hint,
        asks=state.asks,
        talked=state.talked,
        relieved=state.relieved,
        arrived=_arrived(state, new, snapshot.you),
        keys=pod_keys(pods + away, state.keys),
        ply=view.ply,
        alone=state.alone,
    )


def _since(state: TableState, log: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """The moves that were made since the state was; oldest first."""
    first = len(log)
    while first and log[first - 1].ply > state.ply:
        first -= 1
    return log[first:]


def _arrived(state: TableState, new: tuple[LogEntry, ...], you: int | None) -> frozenset[str]:
    """The spaces whose cards came since the viewer's last move."""
    arrived = state.arrived
    for entry in new:
        if entry.seat == you:
            arrived = frozenset()
        for event in entry.events:
            if isinstance(event, Jammed) and entry.seat == you:
                arrived |= {space for space, _ in event.refilled}
            elif isinstance(event, Gave) and event.seat == you:
                arrived |= {event.space}
    return arrived
