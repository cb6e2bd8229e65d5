"""What happened, in sentences. Events have fields and no words; each viewer reads them in their own language."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from relspace.room.state import LogEntry
from relspace.rules.cards import Card
from relspace.rules.events import (
    CameBack,
    Event,
    Exploded,
    Gave,
    Jammed,
    KeycardSpent,
    Launched,
    Loaded,
    OrderTurned,
    Peeked,
    PodOpened,
    PodPutOut,
    Resigned,
    SentAway,
    Won,
)
from relspace_client.locale.words import Words
from relspace_client.table.about import named


class Line(NamedTuple):
    """What one seat did in a turn."""

    seat: int
    text: str
    auto: bool
    """Whether the autopilot did it."""


class Names(NamedTuple):
    """Who is who, for the sentences."""

    names: tuple[str, ...]
    """By seat."""
    you: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """The moves that a player made in a row, or the autopilot did: the same object wherever they are the same moves."""

    seat: int
    entries: tuple[LogEntry, ...]
    events: tuple[Event, ...]
    auto: bool
    """Whether the autopilot made them."""
    about: frozenset[int]
    """The seats to whom it is told in other words than to everybody."""


def turns_of(log: tuple[LogEntry, ...], before: tuple[Turn, ...] = ()) -> tuple[Turn, ...]:
    """The log by turns, oldest first.

    Args:
        log: moves, oldest first.
        before: the turns of an earlier log, to be taken over.
    """
    known = {turn.entries[0].ply: turn for turn in before}
    turns: list[Turn] = []
    for (seat, auto), moves in groupby(log, key=attrgetter("seat", "auto")):
        entries = tuple(moves)
        turn = known.get(entries[0].ply)
        turns.append(turn if turn is not None and turn.entries == entries else _turn(seat, entries, auto=auto))
    return tuple(turns)


def _turn(seat: int, entries: tuple[LogEntry, ...], *, auto: bool) -> Turn:
    events = tuple([event for entry in entries for event in entry.events])
    about = frozenset(event.seat for event in events if isinstance(event, Gave))
    return Turn(seat, entries, events, auto, about)


def line_of(turn: Turn, names: Names, words: Words) -> Line:
    """A turn as a line of text.

    Args:
        turn: what was done.
        names: who is who.
        words: the language.
    """
    return Line(turn.seat, words.say("; ").join(_clauses(turn.events, names, words)), turn.auto)


def log_lines(log: tuple[LogEntry, ...], names: Names, words: Words) -> tuple[Line, ...]:
    """The log as lines, oldest first. The moves that one seat makes in a row are one line."""
    return tuple(line_of(turn, names, words) for turn in turns_of(log))


def _clauses(events: tuple[Event, ...], names: Names, words: Words) -> Iterator[str]:
    """The sentence's parts. Events that belong together are told together: a Wormhole, and the pod that it takes."""
    opened: int | None = None
    told: Event | None = None
    for event, following in pairwise([*events, None]):
        if event is None or event is told or (isinstance(event, Launched) and isinstance(told, Gave)):
            continue
        if isinstance(event, Loaded):
            clause, told = _load(event, following, opened, names, words)
            yield clause
        else:
            clause, told = _told(event, names, words), event
            if clause:
                yield clause
        if isinstance(event, PodOpened):
            opened = event.pod


def _load(
    event: Loaded, following: Event | None, opened: int | None, names: Names, words: Words
) -> tuple[str, Event | None]:
    """A card that was loaded, and the event that was told with it."""
    together = _with_effect(event.card, following, names, words)
    if together:
        return together, following
    card = named(event.card, words)
    if event.under is not None:
        return words.say("Oxygen, under the {card} on pod {pod}", card=named(event.under, words), pod=event.pod), None
    if event.pod == opened:
        return words.say("{card} loads", card=card), None
    if event.face_down:
        return words.say("turned over: {card} on pod {pod}", card=card, pod=event.pod), None
    return words.say("{card} on pod {pod}", card=card, pod=event.pod), None


def _with_effect(card: Card, effect: Event | None, names: Names, words: Words) -> str:
    """A card and what it did at once; empty if it did nothing."""
    match effect:
        case SentAway(pod, cards):
            return words.count(
                "Wormhole: pod {pod} is away, {n} card", "Wormhole: pod {pod} is away, {n} cards", cards, pod=pod
            )
        case CameBack(pod, cards):
            return words.count(
                "Wormhole: pod {pod} is back, {n} card", "Wormhole: pod {pod} is back, {n} cards", cards, pod=pod
            )
        case OrderTurned():
            return words.say("Grav Gun: the order turns round")
        case Launched(pod, cards):
            return words.count(
                "{card} launches pod {pod}, {n} card",
                "{card} launches pod {pod}, {n} cards",
                cards,
                card=named(card, words),
                pod=pod,
            )
        case Peeked(space):
            return words.say("Winston looks at {space}", space=space)
        case Gave():
            return _gave(effect, names, words)
        case _:
            return ""


def _told(event: Event, names: Names, words: Words) -> str:
    """An event by itself; empty for one that is not worth a word."""
    match event:
        case PodOpened(_, pod):
            return words.say("Keycard opens pod {pod}", pod=pod)
        case KeycardSpent():
            return words.say("Keycard, the last card")
        case Jammed():
            return _jammed(event, words)
        case Launched(pod, _):
            return words.say("pod {pod} launched", pod=pod)
        case Peeked(space):
            return words.say("Winston looks at {space}", space=space)
        case Gave():
            return _gave(event, names, words)
        case SentAway(pod, _):
            return words.say("pod {pod} is away", pod=pod)
        case CameBack(pod, _):
            return words.say("pod {pod} is back", pod=pod)
        case OrderTurned():
            return words.say("the order turns round")
        case PodPutOut(pod):
            return words.say("pod {pod} is new", pod=pod)
        case Resigned(voted):
            return words.say("voted out by the others") if voted else words.say("resigned")
        case Won(seat, reason):
            return words.say("escaped!") if reason == "escaped" else _last_left(seat, names, words)
        case Exploded():
            return words.say("the station blows up")
        case _:
            return ""


def _last_left(seat: int, names: Names, words: Words) -> str:
    """Who won by staying: somebody else than whose turn it is that is told."""
    return words.say("{name} is the last one left", name=names.names[seat - 1] if seat <= len(names.names) else "")


def _gave(event: Gave, names: Names, words: Words) -> str:
    if event.seat == names.you:
        return words.say("Albert gives you a card: {space}", space=event.space)
    name = names.names[event.seat - 1] if event.seat <= len(names.names) else ""
    return words.say("Albert gives {name} the {card}", name=name, card=named(event.card, words))


def _jammed(event: Jammed, words: Words) -> str:
    return words.count(
        "{card} jams pod {pod}: {n} card comes back",
        "{card} jams pod {pod}: {n} cards come back",
        len(event.refilled),
        card=named(event.card, words),
        pod=event.pod,
    )
