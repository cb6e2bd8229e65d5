"""What the table says to a key that did nothing, or not yet: why, and which key comes first."""

from relspace.wire.messages import Snapshot
from relspace_client.around.parts import Reader
from relspace_client.table.choices import choices
from relspace_client.table.own import still_in
from relspace_client.table.podkeys import pod_of
from relspace_client.table.state import TableState
from relspace_client.table.turn import key_range, keys_of, keys_of_seats

ARROWS = frozenset(("left", "right", "up", "down"))

FOR_PLAYERS = ARROWS | {"enter", *"abcxABCX", *"0123456789"}
"""Keys that choose cards and pods, or play."""


def answer(key: str, snapshot: Snapshot, state: TableState, reader: Reader) -> tuple[str, ...]:
    """Why a key did nothing, and a shorter way to say so; empty if the table has nothing to say about it.

    Args:
        key: as Textual names it.
        snapshot: the room.
        state: what the viewer had chosen, and still has.
        reader: who reads it.
    """
    if snapshot.you is None and key in FOR_PLAYERS:
        long = reader.say("You are watching: only those who play choose cards and pods.")
        return long, reader.say("Only players choose cards.")
    if snapshot.you is not None and key in FOR_PLAYERS and not still_in(snapshot, snapshot.you):
        return reader.say("You have left this game: you only watch."), reader.say("You only watch.")
    if snapshot.ahead and (key == "enter" or is_pod(key)):
        return _too_early(key, snapshot, state, reader)
    if key == "enter":
        return _to_enter(snapshot, state, reader)
    return _to_digit(key, snapshot, state, reader) if key.isdecimal() else ()


def is_pod(key: str) -> bool:
    """Whether a key or a click means a pod, unless it ends a card's name or means a player."""
    return key.isdecimal() or key.startswith("pod ")


def _too_early(key: str, snapshot: Snapshot, state: TableState, reader: Reader) -> tuple[str, ...]:
    """Whose turn it is, for somebody who wants to play already; and what the chosen pod is good for on their own."""
    view = snapshot.view
    if view is None:
        return ()
    name = reader.glyphs.plain(snapshot.seats[view.turn - 1].name)
    brief = reader.say("It is {name}'s turn.", name=name)
    if key == "enter" or state.pod is None:
        return (brief,)
    if state.pod in choices(snapshot.legal).onto.get(state.chosen or "", {}):
        ahead = reader.say("On yours, Enter plays {space} onto pod {pod}.", space=state.chosen, pod=state.pod)
    else:
        ahead = reader.say("Pod {pod} is chosen for yours.", pod=state.pod)
    return f"{brief} {ahead}", brief


def _to_enter(snapshot: Snapshot, state: TableState, reader: Reader) -> tuple[str, ...]:
    """What has to come before Enter."""
    say, can = reader.say, choices(snapshot.legal)
    if can.peeks:
        return say("Enter looks at the card that you choose. Choose one first."), say("Choose a card first.")
    if can.gives:
        return say("A player's number gives the card."), say("Press a number.")
    if state.chosen is not None:
        return say("Press a pod's number first."), say("Press a number.")
    return say("Enter plays once a card and a pod are clear. Choose a card first."), say("Choose a card first.")


def _to_digit(key: str, snapshot: Snapshot, state: TableState, reader: Reader) -> tuple[str, ...]:
    """Why a number chose no pod and no player."""
    say, can = reader.say, choices(snapshot.legal)
    pods = [pod.id for pod in snapshot.view.pods] if snapshot.view is not None else []
    pod = None if can.gives or can.peeks else pod_of(int(key), pods, state.keys)
    if pod is not None and state.chosen in can.uses:
        return say("Enter opens a new pod; then play one more card."), say("Enter opens a new pod")
    if pod is not None:
        return (say("Nothing goes onto pod {pod} now.", pod=pod),)
    away = snapshot.view.away if snapshot.view is not None else None
    if away is not None and pod_of(int(key), [away.id], state.keys) is not None:
        return (say("Pod {pod} is in the wormhole.", pod=away.id),)
    if can.peeks:
        return say("Enter looks at the card that you choose."), say("Enter looks at it.")
    if can.gives:
        keys = key_range(keys_of_seats(can))
        long = say("{key} is no player who can get it: press {keys}.", key=key, keys=keys)
        return long, say("Press {keys}.", keys=keys)
    keys = key_range(keys_of(pods, state))
    return say("There is no pod {key}: press {keys}.", key=key, keys=keys), say("Press {keys}.", keys=keys)
