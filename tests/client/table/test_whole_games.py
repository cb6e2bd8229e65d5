"""Whole games at small sizes: the terminal shows the table as it is, and no pod that has left as if it were there."""

from random import Random

import pytest

from relspace.room.commands import MakeMove
from relspace.room.state import Player
from relspace.wire.messages import Snapshot
from relspace.wire.snapshot import snapshot
from relspace_client.look.palette import palette
from relspace_client.picture.view import View
from relspace_client.table.film import Still, film
from relspace_client.table.frame import Frames
from relspace_client.table.state import TableState, follow
from relspace_client.table.table import Table

from ...room.rooms import LYRA, RIGEL
from ...room.rooms import Table as Room
from ...room.test_voting import PEOPLE, playing
from ..picture.terminal import Terminal, expected
from .situations import form

HAPPENS = ("LAUNCH", "JAM", "WORMHOLE", "gives")
"""What the plate of a pod says that leaves, or that came back, at this very moment."""

PLIES = 60


def seen_by(room: Room, viewer: Player | None, rev: int) -> Snapshot:
    return snapshot(room.state, rev, viewer.id if viewer else "", room.now, 0)


def plays_on(room: Room, dice: Random) -> None:
    """Whoever is on turn makes some move."""
    assert room.state.game is not None
    position = room.state.game.position
    mover = PEOPLE[position.turn - 1]
    legal = [one.move for one in seen_by(room, mover, 1).legal]
    specials = [move for move in legal if move.startswith(("peek", "give"))]
    room.ask(mover, MakeMove(room.code, dice.choice(specials or legal), position.ply))


def stills_of(before: Snapshot, after: Snapshot, *, motion: bool) -> tuple[Still, ...]:
    frames = film(before, after, motion=motion)
    return frames if motion else tuple(still for still in frames[-1:] if still.tells)


def pods_listed(text: str) -> dict[int, str]:
    """The lines of the pods, by number: those above the line of the prompt."""
    lines = text.splitlines()[3:11]
    return {int(line[1]): line for line in lines if line[1:2].isdecimal() and line[2:3] == " "}


@pytest.mark.parametrize("motion", [False, True])
@pytest.mark.parametrize("viewer", [RIGEL, LYRA, None], ids=["rigel", "lyra", "spectator"])
@pytest.mark.parametrize("seed", range(4))
def test_a_pod_that_has_left_is_listed_at_most_while_its_plate_says_so(seed, viewer, motion):
    room, dice, how = playing(3), Random(seed), form(60, 20)
    colours, terminal = palette("dark"), Terminal(60, 20)
    view, table = View(terminal.feed, colours), Table(Frames())
    now = seen_by(room, viewer, 1)
    state = follow(TableState(), now)
    for rev in range(2, PLIES):
        if room.state.phase != "playing":
            break
        plays_on(room, dice)
        before, now = now, seen_by(room, viewer, rev)
        state = follow(state, now)
        there = {pod.id for pod in (*now.view.pods, *([now.view.away] if now.view.away else []))}
        for still in stills_of(before, now, motion=motion):
            picture = table.picture(now, state, how, still=still)
            view.show(picture)
            for pod, line in pods_listed(picture.text()).items():
                assert pod in there or any(word in line for word in HAPPENS), line
        view.show(table.picture(now, state, how))
        anew = Table(Frames()).picture(now, state, how)
        assert set(pods_listed(anew.text())) == there
        assert terminal.cells() == expected(anew, colours)
