"""Carrying out a move (docs/rules.md 3 to 6): a position and a move in, the next position and what happened out."""

from typing import NamedTuple

from relspace.errors import Illegal, NotNow
from relspace.rules.cards import Card
from relspace.rules.draft import Draft
from relspace.rules.effects import ALBERT_TAKES, EFFECTS
from relspace.rules.events import Event, Gave, Jammed, KeycardSpent, Loaded, Peeked, PodOpened, Resigned
from relspace.rules.fairness import shuffle
from relspace.rules.legal import is_legal
from relspace.rules.loading import loads
from relspace.rules.moves import Give, Move, Peek, Play, Resign, Use
from relspace.rules.position import Position, Stash
from relspace.rules.stash import NO_SPACES, cards_left, gift_space, refill_order


class Applied(NamedTuple):
    """What came of a move."""

    position: Position
    events: tuple[Event, ...]
    """What happened, in order."""


def apply(position: Position, seat: int, move: Move, seed: bytes) -> Applied:
    """Makes a move.

    Args:
        position: the game so far; it stays as it is.
        seat: who moves. To resign it need not be that seat's turn.
        move: the move.
        seed: the game's 32 secret bytes; a jam shuffles with them.

    Raises:
        NotNow: `game-over`, `not-your-turn`.
        Illegal: `no-such-seat`, `seat-is-out`, `illegal-move`.
        Unreadable: `bad-seed`, if a jam meets a seed that has not 32 bytes.
    """
    refuse_unless_legal(position, seat, move)
    return carry_out(position, seat, move, seed)


def carry_out(position: Position, seat: int, move: Move, seed: bytes) -> Applied:
    """`apply` for a move that comes from `legal_moves`: whether it is legal is not asked again."""
    draft = Draft(position)
    match move:
        case Play():
            _play(draft, move, seed)
        case Use():
            _use(draft, move)
        case Peek():
            _peek(draft, move)
        case Give():
            _give(draft, move)
        case Resign():
            _resign(draft, seat)
    return Applied(draft.finished(), tuple(draft.events))


def abandon(position: Position) -> Position:
    """The position of a game that is broken off: over, without a winner. No ply is made, and nothing owed happens."""
    if position.phase == "over":
        return position
    draft = Draft(position)
    draft.ply = position.ply
    draft.phase = "over"
    return draft.finished()


def refuse_unless_legal(position: Position, seat: int, move: Move) -> None:
    """Does nothing if a seat may make this move now.

    Raises:
        NotNow: `game-over`, `not-your-turn`.
        Illegal: `no-such-seat`, `seat-is-out`, `illegal-move`.
    """
    if not 1 <= seat <= len(position.seats):
        raise Illegal("no-such-seat", seat=seat)
    if position.phase == "over":
        raise NotNow("game-over")
    if position.seats[seat - 1].out:
        raise Illegal("seat-is-out", seat=seat)
    if type(move) is Resign:
        return
    if seat != position.turn:
        raise NotNow("not-your-turn", turn=position.turn)
    if not is_legal(position, move):
        raise Illegal("illegal-move", move=str(move))


def _play(draft: Draft, move: Play, seed: bytes) -> None:
    """A card onto a pod: it jams, or it is the last one and wins, or its effect happens."""
    space, pod = move
    before = draft.stash
    card, face_down = draft.take(space)
    cards = draft.pods[pod]
    if not loads(card, cards, draft.options.strict):
        _jam(draft, before, Loaded(space, card, pod, face_down), seed)
    elif not cards_left(draft.stash):
        draft.pods[pod] = (*cards, card)
        draft.events.append(Loaded(space, card, pod, face_down))
        draft.win(draft.turn, "escaped")
    elif card == "KEY":
        _open_pod(draft, PodOpened(space, draft.next_pod, face_down, pod))
    else:
        under = cards[-1] if card == "OXY" and cards else None
        draft.events.append(Loaded(space, card, pod, face_down, under))
        EFFECTS[card](draft, pod, card)


def _jam(draft: Draft, before: Stash, tried: Loaded, seed: bytes) -> None:
    """The pod's cards and the card that jammed are shuffled and refill the stash (docs/rules.md 5)."""
    pile: list[Card] = shuffle((*draft.pods[tried.pod], tried.card), f"jam:{draft.ply}", seed)
    order = refill_order(before, draft.layout, tried.space)
    refilled = tuple(zip(order, pile, strict=False))
    draft.put(draft.turn, refilled)
    only = len(draft.pods) == 1
    if only:
        draft.pods[tried.pod] = ()
    else:
        del draft.pods[tried.pod]
    gone = tuple(pile[len(order) :])
    draft.events.append(Jammed(tried.space, tried.card, tried.pod, len(pile), refilled, gone, only, tried.face_down))
    draft.end_turn()


def _use(draft: Draft, move: Use) -> None:
    """A face-up Keycard by itself (docs/rules.md 3)."""
    draft.take(move.space)
    if cards_left(draft.stash):
        _open_pod(draft, PodOpened(move.space, draft.next_pod))
    else:
        draft.events.append(KeycardSpent(move.space))
        draft.win(draft.turn, "escaped")


def _open_pod(draft: Draft, opened: PodOpened) -> None:
    """A Keycard leaves the game and opens a pod, which is owed a card in the same turn."""
    draft.owe("load", draft.open_pod())
    draft.events.append(opened)


def _peek(draft: Draft, move: Peek) -> None:
    """Winston's look, then LAUNCH (docs/rules.md 6)."""
    draft.mark_peeked(move.space)
    draft.events.append(Peeked(move.space))
    draft.launch_owed()
    draft.end_turn()


def _give(draft: Draft, move: Give) -> None:
    """Albert's gift, then LAUNCH (docs/rules.md 6)."""
    pod = draft.load_pod
    assert pod is not None
    cards = list(draft.pods[pod])
    gift = cards.pop(ALBERT_TAKES)
    draft.pods[pod] = tuple(cards)
    receiver = draft.seats[move.seat - 1]
    space = gift_space(receiver, draft.layout) or f"X{len(receiver.extra) + 1}"
    draft.put(move.seat, [(space, gift)])
    draft.events.append(Gave(move.seat, gift, space))
    draft.launch_owed()
    draft.end_turn()


def _resign(draft: Draft, seat: int) -> None:
    """A seat leaves the game, at any time (docs/rules.md 6).

    A LAUNCH that it owed happens; one that the last seat left still owes does not.
    """
    draft.seats[seat - 1] = Stash(NO_SPACES, (), (), True)
    draft.events.append(Resigned())
    on_turn = seat == draft.turn
    if on_turn and draft.phase in ("peek", "give"):
        draft.launch_owed()
    left = [other for other, stash in enumerate(draft.seats, 1) if not stash.out]
    if len(left) == 1:
        draft.win(left[0], "last_left")
    elif on_turn:
        draft.end_turn()
