"""What a move would do, as far as its player can know: it loads, it jams, or nobody knows (docs/rules.md 4 and 5).

Works on a view alone, so it cannot know more than the viewer does.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.errors import Illegal
from relspace.rules.cards import FACES
from relspace.rules.layout import LAYOUTS
from relspace.rules.loading import loading_on, takes_everything
from relspace.rules.moves import Move, Play, Use
from relspace.rules.stash import card_in, refill_order
from relspace.rules.view import View

Verdict: TypeAlias = Literal["loads", "jams", "unknown", "opens", "choice"]
"""What a move would do.

`unknown` is a face-down card that was not looked at, on a pod that not every card loads on; `opens` a Keycard that
loads, `choice` a look or a gift (or leaving the game).
"""


class Forecast(NamedTuple):
    """What a move would do."""

    verdict: Verdict
    back: int = 0
    """Cards that a jam would bring back into the stash; 0 where no jam is possible."""


_CHOICE: Final = Forecast("choice")
_LOADS: Final = Forecast("loads")
_OPENS: Final = Forecast("opens")


def forecast(view: View, seat: int, move: Move) -> Forecast:
    """What a move would do; see `forecasts`."""
    return forecasts(view, seat, (move,))[0]


def forecasts(view: View, seat: int, moves: Iterable[Move]) -> list[Forecast]:
    """What each of some moves would do.

    Args:
        view: what that seat sees.
        seat: the viewer's seat.
        moves: some of its moves, or of those it would have were it its turn.

    Raises:
        Illegal: `illegal-move`, if the seat sees no card in that space, or no such pod is out.
    """
    layout, strict = LAYOUTS[view.options.layout], view.options.strict
    stash = view.seats[seat - 1]
    pods = {pod.id: (pod.cards, loading_on(pod.cards, strict)) for pod in view.pods}
    foreseen: list[Forecast] = []
    space, face, card = "", None, None
    for move in moves:
        if not isinstance(move, Play):
            foreseen.append(_OPENS if isinstance(move, Use) else _CHOICE)
            continue
        if move.space != space:  # moves are listed space by space
            space, face = move.space, card_in(stash, layout, move.space)
            card = FACES.get(face) if face is not None else None
        if face is None or move.pod not in pods:
            raise Illegal("illegal-move", move=str(move))
        cards, fitting = pods[move.pod]
        if card in fitting:
            foreseen.append(_OPENS if card == "KEY" else _LOADS)
        elif card is None and takes_everything(cards, strict):
            foreseen.append(_LOADS)
        else:
            back = min(len(cards) + 1, len(refill_order(stash, layout, space)))
            foreseen.append(Forecast("unknown" if card is None else "jams", back))
    return foreseen
