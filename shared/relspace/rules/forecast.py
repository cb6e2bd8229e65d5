"""What a move would do, as far as its player can know: it loads, it jams, or nobody knows (docs/rules.md 4 and 5).

Works on a view alone, so it cannot know more than the viewer does.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.errors import Illegal
from relspace.rules.cards import DOWN, FACES
from relspace.rules.layout import LAYOUTS
from relspace.rules.loading import loads, takes_everything
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
    """What a move would do.

    Args:
        view: what that seat sees.
        seat: the viewer's seat.
        move: one of its moves, or of those it would have were it its turn.

    Raises:
        Illegal: `illegal-move`, if the seat sees no card in that space, or no such pod is out.
    """
    if isinstance(move, Use):
        return _OPENS
    if not isinstance(move, Play):
        return _CHOICE
    layout = LAYOUTS[view.options.layout]
    stash = view.seats[seat - 1]
    face = card_in(stash, layout, move.space)
    cards = next((pod.cards for pod in view.pods if pod.id == move.pod), None)
    if face is None or cards is None:
        raise Illegal("illegal-move", move=str(move))
    strict = view.options.strict
    if takes_everything(cards, strict):
        return _OPENS if face == DOWN + "KEY" else _LOADS
    card = FACES.get(face)
    if card is not None and loads(card, cards, strict):
        return _OPENS if card == "KEY" else _LOADS
    back = min(len(cards) + 1, len(refill_order(stash, layout, move.space)))
    return Forecast("unknown" if card is None else "jams", back)
