"""The keys of the table: from a key or a click to the next state, and perhaps to something that is to be done.

Keys are named as Textual names them (`left`, `enter`, `escape`), printable ones by their character. A click arrives
as the action of the area that was hit: a key, or `card B2`, `pod 4`, `seat 3`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from relspace.wire.messages import LegalMove, Snapshot
from relspace_client.table.choices import choices
from relspace_client.table.measures import Show
from relspace_client.table.own import has_extra
from relspace_client.table.podkeys import pod_of
from relspace_client.table.spots import beside
from relspace_client.table.state import TableState


class Send(NamedTuple):
    """Make this move."""

    move: str
    ply: int
    """The number of plies when it was chosen."""


class Open(NamedTuple):
    """Open a dialog over the table."""

    what: Literal["talk", "keys", "menu"]


Action: TypeAlias = Send | Open
Pressed: TypeAlias = tuple[TableState, Action | None]

DIALOGS: Final[dict[str, Open]] = {"t": Open("talk"), "?": Open("keys"), "question_mark": Open("keys")}
"""The keys that open a dialog from everywhere on the table."""

SHOWS: Final[dict[str, Show]] = {"o": "stashes", "p": "pods", "l": "log"}
"""The keys that show something else in place of the table, and the table again."""

ROWS: Final = "abcx"
"""The letters that begin a card's name."""


def press(key: str, snapshot: Snapshot, state: TableState, *, yes: str = "y") -> Pressed:
    """What a key or a click leads to.

    Args:
        key: the key, or a click's action.
        snapshot: what is on the table.
        state: what the viewer has chosen.
        yes: the key that answers yes in the viewer's language.
    """
    if state.asking:
        return _answer(key, snapshot, state, yes)
    if key in DIALOGS:
        return state, DIALOGS[key]
    if key in SHOWS:
        show = SHOWS[key] if state.show != SHOWS[key] else "table"
        return replace(state, show=show, closer=None, letter="", covered=""), None
    if state.show != "table":
        return _elsewhere(key, snapshot, state)
    return _at_table(key, snapshot, state)


def _answer(key: str, snapshot: Snapshot, state: TableState, yes: str) -> Pressed:
    """Yes makes the move that jams; any other key makes none."""
    move, state = state.asking, replace(state, asking="")
    return (state, _send(move, snapshot)) if key.lower() == yes else (state, None)


def _elsewhere(key: str, snapshot: Snapshot, state: TableState) -> Pressed:
    """Keys while the stashes, the pods or the log are shown."""
    kind, _, rest = key.partition(" ")
    if key == "escape":
        return replace(state, closer=None, show=state.show if state.closer else "table"), None
    seat = _seat(key) if key.isdecimal() else int(rest) if kind == "seat" else None
    if state.show == "stashes" and seat is not None and seat <= len(snapshot.seats):
        return replace(state, closer=None if state.closer == seat else seat), None
    return state, None


def _at_table(key: str, snapshot: Snapshot, state: TableState) -> Pressed:
    letter, state = state.letter, replace(state, letter="", covered="")
    kind, _, rest = key.partition(" ")
    if kind in _CLICKS and rest:
        return _CLICKS[kind](rest, snapshot, state)
    if key in ("left", "right", "up", "down"):
        return _arrow(key, snapshot, state), None
    if key.lower() in ROWS and len(key) == 1 and (key.lower() != "x" or has_extra(snapshot)):
        return replace(state, letter=key.lower()), None
    if len(key) == 1 and key in "0123456789":
        if letter:
            return _choose(letter.upper() + key, snapshot, state), None
        return _digit(int(key), snapshot, state)
    if key == "enter":
        return _enter(snapshot, state)
    if key == "h":
        return replace(state, hint=not state.hint), None
    if key == "escape":
        if letter or state.pod is not None:
            return replace(state, pod=None), None
        return state, Open("menu")
    return state, None


def _arrow(key: str, snapshot: Snapshot, state: TableState) -> TableState:
    """The next card that can be chosen."""
    spaces = choices(snapshot.legal).spaces
    return replace(state, chosen=beside(snapshot.options.layout, spaces, state.chosen, key) or state.chosen)


def _choose(space: str, snapshot: Snapshot, state: TableState) -> TableState:
    """The card with this name; one that cannot be chosen is only named."""
    if space in choices(snapshot.legal).spaces:
        return replace(state, chosen=space)
    return replace(state, covered=space)


def _digit(digit: int, snapshot: Snapshot, state: TableState) -> Pressed:
    """A seat, where a gift is owed; a pod otherwise."""
    can = choices(snapshot.legal)
    if can.gives:
        gift = can.gives.get(digit or 10)
        return state, _send(gift.move, snapshot) if gift else None
    pods = [pod.id for pod in snapshot.view.pods] if snapshot.view else []
    pod = pod_of(digit, pods, state.keys)
    return (state, None) if pod is None else _pod(pod, snapshot, state)


def _pod(pod: int, snapshot: Snapshot, state: TableState) -> Pressed:
    """Plays the chosen card onto a pod; with no card chosen, or when it is not the viewer's turn, chooses the pod."""
    can = choices(snapshot.legal)
    move = can.onto.get(state.chosen or "", {}).get(pod)
    if move is not None and not snapshot.ahead:
        return _play(move, snapshot, state)
    if state.chosen in can.uses:
        return state, None
    if any(pod in pods for pods in can.onto.values()):
        return replace(state, pod=None if state.pod == pod else pod), None
    return state, None


def _enter(snapshot: Snapshot, state: TableState) -> Pressed:
    """Plays the chosen card where it is clear onto which pod, uses a Keycard, looks at a card."""
    can = choices(snapshot.legal)
    if snapshot.ahead or state.chosen is None:
        return state, None
    other = can.uses.get(state.chosen) or can.peeks.get(state.chosen)
    if other is not None:
        return state, _send(other.move, snapshot)
    pods = can.onto.get(state.chosen, {})
    move = pods.get(state.pod or 0) or (next(iter(pods.values())) if len(pods) == 1 else None)
    return _play(move, snapshot, state) if move else (state, None)


def _play(move: LegalMove, snapshot: Snapshot, state: TableState) -> Pressed:
    """Makes a move, or asks first if it jams."""
    if move.verdict == "jams" and state.asks:
        return replace(state, asking=move.move), None
    return state, _send(move.move, snapshot)


def _send(move: str, snapshot: Snapshot) -> Send | None:
    return Send(move, snapshot.view.ply) if snapshot.view else None


def _seat(digit: str) -> int:
    """The seat that a digit stands for: 0 is the tenth."""
    return int(digit) or 10


def _click_card(space: str, snapshot: Snapshot, state: TableState) -> Pressed:
    """A card: plays it if a pod was chosen first, and looks at one that was chosen already."""
    chosen = _choose(space, snapshot, state)
    again = state.chosen == space and space in choices(snapshot.legal).peeks
    return _enter(snapshot, chosen) if (state.pod is not None or again) and not chosen.covered else (chosen, None)


def _click_pod(pod: str, snapshot: Snapshot, state: TableState) -> Pressed:
    return _pod(int(pod), snapshot, state)


def _click_seat(seat: str, snapshot: Snapshot, state: TableState) -> Pressed:
    """A player: gets the gift that is owed, or else their stash is shown."""
    can = choices(snapshot.legal)
    if can.gives and not snapshot.ahead:
        gift = can.gives.get(int(seat))
        return state, _send(gift.move, snapshot) if gift else None
    return replace(state, show="stashes", closer=int(seat)), None


_CLICKS: Final[dict[str, Callable[[str, Snapshot, TableState], Pressed]]] = {
    "card": _click_card,
    "pod": _click_pod,
    "seat": _click_seat,
}
