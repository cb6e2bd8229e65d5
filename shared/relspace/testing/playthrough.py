"""A whole game as text that a person can follow and a test can replay line by line.

After a head with the options and the seed come the stashes as they were dealt, and then, for every ply: who moved and
how, what happened, the legal moves that there were, and every pod, order and stash that is no longer as it was.
"""

import re
from collections.abc import Iterable, Iterator

from relspace.rules.apply import apply
from relspace.rules.deal import deal
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
from relspace.rules.fairness import seed_from_hex
from relspace.rules.layout import LayoutName
from relspace.rules.legal import legal_moves
from relspace.rules.moves import Move, parse_move
from relspace.rules.position import Options, Position
from relspace.testing.positions import stash_text

_HEAD = re.compile(r"layout (\w+), strict (yes|no), players (\d+), seed ([0-9a-f]{64})")
_MOVE = re.compile(r"(\d+)  seat (\d+)  (.+)")


def written(title: str, players: int, options: Options, seed: bytes, moves: Iterable[tuple[int, Move]]) -> str:
    """The text of a game.

    Args:
        title: one line about it.
        players: how many play.
        options: what they agreed on.
        seed: the game's seed.
        moves: who moves and how, taken one by one as the game goes on.
    """
    position = deal(players, options, seed)
    lines = [title, head(players, options, seed), "", f"dealt; seat {position.turn} plays first"]
    lines += [f"  seat {seat}: {stash_text(stash, options.layout)}" for seat, stash in enumerate(position.seats, 1)]
    for seat, move in moves:
        legal = ", ".join(map(str, legal_moves(position)))
        before, (position, events) = position, apply(position, seat, move, seed)
        lines += ["", f"{position.ply}  seat {seat}  {move}"]
        lines += [f"  {event_text(event)}" for event in events]
        lines += [f"  legal was: {legal}", *(f"  {line}" for line in changes(before, position))]
    return "\n".join(lines) + "\n"


def replayed(text: str) -> str:
    """The text that a game gives when the moves in `text` are made again from its head.

    Raises:
        Refused: a move is not legal.
    """
    lines = text.splitlines()
    found = _HEAD.fullmatch(lines[1])
    assert found, f"not the head of a game: {lines[1]}"
    layout: LayoutName = "pyramid" if found[1] == "pyramid" else "grid"
    moves = [(int(made[2]), parse_move(made[3])) for made in map(_MOVE.fullmatch, lines) if made]
    return written(lines[0], int(found[3]), Options(layout, found[2] == "yes"), seed_from_hex(found[4]), moves)


def head(players: int, options: Options, seed: bytes) -> str:
    """The line that says what game it is."""
    strict = "yes" if options.strict else "no"
    return f"layout {options.layout}, strict {strict}, players {players}, seed {seed.hex()}"


def changes(before: Position, after: Position) -> Iterator[str]:
    """A line for each part of the position that is not as it was."""
    if before.pods != after.pods:
        yield "pods: " + " | ".join(f"{pod.id}: {' '.join(pod.cards) or '-'}" for pod in after.pods)
    if before.away != after.away:
        yield f"away: {after.away.id}: {' '.join(after.away.cards)}" if after.away else "away: none"
    if (before.turn, before.direction) != (after.turn, after.direction):
        yield f"turn: seat {after.turn}, order {after.direction}"
    if (before.phase, before.load_pod) != (after.phase, after.load_pod):
        yield f"phase: {after.phase}" + (f" for pod {after.load_pod}" if after.load_pod else "")
    for seat, (was, is_now) in enumerate(zip(before.seats, after.seats, strict=True), 1):
        if was != is_now:
            peeked = f", looked at {' '.join(is_now.peeked)}" if is_now.peeked else ""
            yield f"seat {seat}: {stash_text(is_now, after.options.layout)}{peeked}{', out' if is_now.out else ''}"


def event_text(event: Event) -> str:
    """What happened, in a line."""
    match event:
        case Loaded(space, card, pod, face_down, under):
            below = f", under the {under}" if under else ""
            return f"{card} from {space} {_turned(face_down)}loads onto pod {pod}{below}"
        case PodOpened(space, pod, face_down, onto):
            named = f" played onto pod {onto}" if onto else ""
            return f"Keycard from {space} {_turned(face_down)}opens pod {pod}{named}"
        case KeycardSpent(space):
            return f"Keycard from {space} was the last card"
        case Jammed():
            back = ", ".join(f"{space} {card}" for space, card in event.refilled)
            gone = f"; gone: {' '.join(event.gone)}" if event.gone else ""
            stays = ", which stays" if event.stays else ""
            return (
                f"{event.card} from {event.space} {_turned(event.face_down)}jams pod {event.pod}{stays}: "
                f"{event.pile} cards, back: {back}{gone}"
            )
        case Launched(pod, cards):
            return f"LAUNCH of pod {pod} with {cards} cards"
        case SentAway(pod, cards):
            return f"pod {pod} goes away with {cards} cards"
        case CameBack(pod, cards):
            return f"pod {pod} comes back with {cards} cards"
        case PodPutOut(pod):
            return f"pod {pod} is put out"
        case OrderTurned(direction):
            return f"order turns to {direction}"
        case Peeked(space):
            return f"looks at {space}"
        case Gave(seat, card, space):
            return f"gives the {card} to seat {seat}, in {space}"
        case Resigned():
            return "resigns"
        case Won(seat, reason):
            return f"seat {seat} has won: {reason}"
        case Exploded():
            return "the station blows up"


def _turned(face_down: bool) -> str:
    return "turned over " if face_down else ""
