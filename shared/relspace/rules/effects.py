"""What each card does when it loads (docs/rules.md 1 and 5): one small function a card, in one table.

An effect is carried out with the card out of the stash and not yet on its pod, while the stash holds at least one
more card. It lays the card where it belongs, and either ends the turn or says what the seat still owes. The Keycard
is missing: it is used by itself, in `relspace.rules.apply`.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from relspace.rules.cards import NUMBERS, Card
from relspace.rules.draft import Draft
from relspace.rules.events import CameBack, OrderTurned, SentAway
from relspace.rules.position import Pod
from relspace.rules.stash import face_down_spaces

Effect: TypeAlias = Callable[[Draft, int, Card], None]
"""Called with the next position in the making, the id of the pod and the card."""

ALBERT_TAKES: Final = -2
"""The card that Albert gives away, counted from the pod's top: Albert himself is -1, so the one directly under him."""


def rest_on_top(draft: Draft, pod: int, card: Card) -> None:
    """Numbers and gates: the card lies on top."""
    draft.pods[pod] += (card,)
    draft.end_turn()


def launch(draft: Draft, pod: int, card: Card) -> None:
    """The B.R.B.: LAUNCH."""
    draft.pods[pod] += (card,)
    draft.launch(pod)
    draft.end_turn()


def wormhole(draft: Draft, pod: int, card: Card) -> None:
    """The first of a pair takes its pod away, the second brings it back."""
    if draft.away is None:
        draft.away = Pod(pod, (*draft.pods.pop(pod), card))
        draft.events.append(SentAway(pod, len(draft.away.cards)))
        draft.put_out_if_none()
    else:
        back = Pod(draft.away.id, draft.away.cards[:-1])
        draft.away = None
        draft.pods = dict(sorted([*draft.pods.items(), back]))
        draft.events.append(CameBack(back.id, len(back.cards)))
    draft.end_turn()


def oxygen(draft: Draft, pod: int, card: Card) -> None:
    """Slips in just under the pod's top card; on an empty pod it is the only card."""
    cards = draft.pods[pod]
    draft.pods[pod] = (*cards[:-1], card, *cards[-1:])
    draft.end_turn()


def winston(draft: Draft, pod: int, card: Card) -> None:
    """A look is owed, then LAUNCH; without a face-down card left, LAUNCH at once."""
    if face_down_spaces(draft.stash, draft.layout):
        draft.pods[pod] += (card,)
        draft.owe("peek", pod)
    else:
        launch(draft, pod, card)


def albert(draft: Draft, pod: int, card: Card) -> None:
    """A gift is owed, then LAUNCH; without a card under Albert, LAUNCH at once."""
    if draft.pods[pod]:
        draft.pods[pod] += (card,)
        draft.owe("give", pod)
    else:
        launch(draft, pod, card)


def grav_gun(draft: Draft, pod: int, card: Card) -> None:  # noqa: ARG001 - it leaves the game and lies on no pod
    """Play order turns round; the Grav Gun leaves the game."""
    draft.direction = 1 if draft.direction == -1 else -1
    draft.events.append(OrderTurned(draft.direction))
    draft.end_turn()


EFFECTS: Final[dict[Card, Effect]] = {
    **dict.fromkeys(NUMBERS, rest_on_top),
    **dict.fromkeys(("MINI", "ODD", "EVEN"), rest_on_top),
    "BRB": launch,
    "WORM": wormhole,
    "OXY": oxygen,
    "WIN": winston,
    "ALB": albert,
    "GRAV": grav_gun,
}
"""The effect of each card."""
