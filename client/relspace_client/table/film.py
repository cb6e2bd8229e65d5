"""What just happened, in at most ten frames: drawn from the events, never guessed.

Ten frames a second. A frame says what is different from the picture as it is now; the last thing that is shown is that
picture itself. `film` gives the frames of the newest move, for a viewer who saw the snapshot before it.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.rules.cards import Card, Space
from relspace.rules.events import CameBack, Event, Gave, Jammed, Launched, Loaded, OrderTurned, PodOpened, SentAway
from relspace.rules.layout import LAYOUTS, LayoutName
from relspace.rules.position import Pod
from relspace.rules.view import StashView
from relspace.wire.messages import Snapshot
from relspace_client.table.own import own_stash
from relspace_client.table.podfilm import PodScene

MOST_FRAMES: Final = 10
"""The most frames that a move is given: one second."""

GIFT_ARRIVED: Final = 4
"""The step at which a gift has reached its player."""

Happening: TypeAlias = Literal["launch", "jam", "wormhole", "gift"]
"""What a plate can announce."""


class Gift(NamedTuple):
    """A card on its way from Albert's pod to a player."""

    pod: int
    seat: int
    card: Card
    step: int
    """1 to 3 on the way; 4 when it has arrived."""


class Still(NamedTuple):
    """One frame."""

    pods: tuple[Pod, ...]
    """The pods that are shown, in ascending id."""
    away: Pod | None
    lit: int | None = None
    """The pod that it happens to: its hull is in accent, or in the colour of jams."""
    happening: Happening | None = None
    """What its plate says."""
    scene: PodScene | None = None
    """How that pod is drawn."""
    gift: Gift | None = None
    order: Literal["", "turning", "turned"] = ""
    """Whether the order is just turning round."""
    stash: StashView | None = None
    """The viewer's stash in this frame; None for as it is now."""

    @property
    def tells(self) -> bool:
        """Whether it tells more than onto which pod a card came, which the table shows anyhow."""
        return self.happening is not None or self.scene is not None or self.gift is not None or self.order != ""


TELLING: Final = frozenset((CameBack, Gave, Jammed, Launched, OrderTurned, SentAway))
"""The events of which a frame tells more than onto which pod a card came."""


def film(before: Snapshot, after: Snapshot, *, motion: bool = True) -> tuple[Still, ...]:
    """The frames of the newest move; none if nothing is to be seen, or if more than one move was missed.

    Args:
        before: what the viewer saw before the move.
        after: what they see now.
        motion: whether all frames are wanted; else there are none of a move of which no frame tells anything.
    """
    if before.view is None or after.view is None or before.room != after.room:
        return ()
    new = [entry for entry in after.log if entry.ply > before.view.ply]
    if len(new) != 1 or after.view.ply != before.view.ply + 1:
        return ()
    if not motion and TELLING.isdisjoint(map(type, new[0].events)):
        return ()
    was, now = before.view, after.view
    table = _Table(was.pods, was.away, was.load_pod, was.options.layout)
    own = own_stash(before, was) if new[0].seat == before.you else None
    if own is None:
        return _seen_by_others(new[0].events, table, Still(now.pods, now.away))
    return tuple(_frames(new[0].events, table, Still(now.pods, now.away), own))[:MOST_FRAMES]


class _Table(NamedTuple):
    """What a film needs of the table before a move."""

    pods: tuple[Pod, ...]
    away: Pod | None
    load_pod: int | None
    layout: LayoutName


@lru_cache(maxsize=256)
def _seen_by_others(events: tuple[Event, ...], before: _Table, now: Still) -> tuple[Still, ...]:
    """The frames for all who did not make the move; worked out once for those who know the same of it."""
    return tuple(_frames(events, before, now, None))[:MOST_FRAMES]


def _frames(events: tuple[Event, ...], before: _Table, now: Still, own: StashView | None) -> Iterator[Still]:
    """The frames of one move's events.

    Args:
        events: what happened.
        before: the table before it.
        now: the table after it.
        own: the viewer's stash before it, if the move was theirs.
    """
    was = Still(before.pods, before.away)
    for event, following in zip(events, (*events[1:], None), strict=True):
        match event:
            case Loaded():
                was = was._replace(pods=_loaded(was.pods, event))
                if not isinstance(following, (Launched, SentAway, CameBack)):
                    yield from _load(event, before, was, own)
            case PodOpened():
                yield now._replace(lit=event.pod)
            case Jammed():
                yield from _jam(event, was, before, own)
            case Launched():
                yield from _launch(event, was)
            case SentAway():
                yield from _wormhole(event.pod, was)
            case CameBack():
                yield from reversed(list(_wormhole(event.pod, now)))
            case OrderTurned():
                yield now._replace(order="turning")
                yield now._replace(order="turning")
                yield now._replace(order="turned")
            case Gave():
                yield from _give(event, before.load_pod or 0, was)
            case _:
                continue


def _loaded(pods: tuple[Pod, ...], event: Loaded) -> tuple[Pod, ...]:
    """The pods with the card where it was loaded."""
    at = -1 if event.under is not None else None
    return tuple(
        Pod(pod.id, (*pod.cards[:at], event.card, *(pod.cards[at:] if at else ()))) if pod.id == event.pod else pod
        for pod in pods
    )


def _load(event: Loaded, before: _Table, was: Still, own: StashView | None) -> Iterator[Still]:
    """The card leaves the stash; it lies on the pod."""
    if own is not None:
        gone = _without(own, event.space, before.layout)
        yield Still(before.pods, before.away, lit=event.pod, stash=gone)
    yield was._replace(lit=event.pod)


def _jam(event: Jammed, was: Still, before: _Table, own: StashView | None) -> Iterator[Still]:
    """The card on top; the pile loose, in the order in which it was shuffled; then back into the stash."""
    full = tuple(Pod(pod.id, (*pod.cards, event.card)) if pod.id == event.pod else pod for pod in was.pods)
    pile = tuple(card for _, card in event.refilled) + event.gone
    layout = before.layout
    vacated = None if own is None else _without(own, event.space, layout)
    jammed = was._replace(pods=full, lit=event.pod, happening="jam", stash=vacated)
    yield jammed
    loose = jammed._replace(scene=PodScene("loose", cards=pile))
    yield loose
    yield loose
    if vacated is None:
        return
    for part in (1, 2, 3):
        filled = event.refilled[: -(-len(event.refilled) * part // 3)]
        yield loose._replace(stash=_with(vacated, filled, layout))


def _launch(event: Launched, was: Still) -> Iterator[Still]:
    """The plate; one, three and six lines up; an empty place that says how many cards left the game."""
    launched = was._replace(lit=event.pod, happening="launch")
    yield launched
    for lines in (1, 3, 6):
        yield launched._replace(scene=PodScene("rises", lines))
    yield launched._replace(happening=None, scene=PodScene("gone", event.cards))


def _wormhole(pod: int, still: Still) -> Iterator[Still]:
    """The plate; the hull closes to a point."""
    pods, away = still.pods, still.away
    if all(one.id != pod for one in pods) and away is not None and away.id == pod:
        pods, away = tuple(sorted((*pods, away))), None
    shown = Still(pods, away, lit=pod, happening="wormhole")
    yield shown
    for step in (1, 2, 3, 4):
        yield shown._replace(scene=PodScene("closes", step))


def _give(event: Gave, pod: int, was: Still) -> Iterator[Still]:
    """The card rises from Albert's pod to the receiver."""
    yield was._replace(lit=pod, happening="gift", gift=Gift(pod, event.seat, event.card, 0))
    for step in (1, 2, 3, 4):
        yield was._replace(gift=Gift(pod, event.seat, event.card, step))


def _without(stash: StashView, space: str, layout: LayoutName) -> StashView:
    """A stash whose card in `space` was taken out."""
    return _with(stash, ((space, None),), layout)


def _with(stash: StashView, filled: tuple[tuple[str, Space], ...], layout: LayoutName) -> StashView:
    """A stash with these spaces filled, or emptied."""
    numbers = LAYOUTS[layout].numbers
    spaces = [*stash.spaces, *stash.extra]
    for space, card in filled:
        if numbers[space] < len(spaces):
            spaces[numbers[space]] = card
    size = len(stash.spaces)
    return stash._replace(spaces=tuple(spaces[:size]), extra=tuple(spaces[size:]))
