"""The viewer's own side of a snapshot."""

from relspace.rules.cards import Space
from relspace.rules.layout import LAYOUTS
from relspace.rules.stash import card_in
from relspace.rules.view import StashView, View
from relspace.wire.messages import Snapshot
from relspace_client.table.form import Form


def own_stash(snapshot: Snapshot, view: View) -> StashView | None:
    """The viewer's stash; None for a spectator, and for somebody who has left the game."""
    if snapshot.you is None or not 1 <= snapshot.you <= len(view.seats):
        return None
    stash = view.seats[snapshot.you - 1]
    return None if stash.out else stash


def has_extra(snapshot: Snapshot) -> bool:
    """Whether cards lie in row X of the viewer's stash."""
    stash = own_stash(snapshot, snapshot.view) if snapshot.view is not None else None
    return stash is not None and any(stash.extra)


def own_card(snapshot: Snapshot, view: View, space: str | None) -> Space:
    """What lies in a space of the viewer's stash."""
    stash = own_stash(snapshot, view)
    if stash is None or space is None:
        return None
    return card_in(stash, LAYOUTS[view.options.layout], space)


def owes(snapshot: Snapshot, view: View) -> bool:
    """Whether the viewer is to make a choice in which no card is played: Winston's look, Albert's gift."""
    return view.phase in ("peek", "give") and snapshot.you == view.turn and bool(snapshot.legal)


def seat_name(snapshot: Snapshot, seat: int, form: Form) -> str:
    """A player's name; `You` for the viewer."""
    if seat == snapshot.you:
        return form.words.say("You")
    return form.glyphs.plain(snapshot.seats[seat - 1].name) if seat <= len(snapshot.seats) else ""


def seat_waits(snapshot: Snapshot) -> bool:
    """Whether somebody who goes leaves a seat behind that others wait for."""
    return snapshot.phase == "playing" and snapshot.you is not None and still_in(snapshot, snapshot.you)


def still_in(snapshot: Snapshot, seat: int) -> bool:
    """Whether the player of a seat was dealt in, and has not left the game."""
    view = snapshot.view
    return view is not None and seat <= len(view.seats) and not view.seats[seat - 1].out
