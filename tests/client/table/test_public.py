"""Nothing of one viewer's can slip into what is shared: it is the same whoever's snapshot it is made of."""

from dataclasses import replace

import pytest

from relspace.room.state import LogEntry
from relspace.rules.events import Jammed
from relspace_client.table.frame import Frame
from relspace_client.table.public import public

from .situations import LOG, crowd, form, orion

JAM = LogEntry(29, 1, (Jammed("B2", "5", 1, 6, (("A2", "5"), ("A4", "1")), ("3", "6"), False),))
HIDDEN_JAM = LogEntry(29, 1, (Jammed("B2", "5", 1, 6, (("A2", "?"), ("A4", "?")), ("?", "?"), False),))


@pytest.mark.parametrize("stashes", ["private", "open"])
@pytest.mark.parametrize("make", [orion, crowd])
def test_it_is_the_same_for_every_viewer(make, stashes):
    spectator = public(make(you=None, stashes=stashes))
    for you in range(1, len(spectator.players) + 1):
        assert public(make(you=you, stashes=stashes)) == spectator


@pytest.mark.parametrize("make", [orion, crowd])
def test_no_face_of_a_private_stash_is_in_it(make):
    for stash in public(make(you=1)).stashes:
        assert {*stash.spaces, *stash.extra} <= {None, "~", "?"}
        assert stash.peeked == ()


def test_where_stashes_are_open_face_down_cards_are_still_hidden():
    for stash in public(orion(you=1, stashes="open")).stashes:
        assert not {space for space in stash.spaces if space and space.startswith("~") and space != "~"}
        assert "?" not in stash.spaces


def test_what_a_jam_brought_its_player_is_not_in_it():
    mine = replace(orion(you=1), log=(*LOG, JAM))
    theirs = replace(orion(you=2), log=(*LOG, HIDDEN_JAM))
    assert public(mine) == public(theirs)
    shown = replace(orion(you=1, stashes="open"), log=(*LOG, JAM))
    assert public(shown).log[-1] == JAM


@pytest.mark.parametrize("show", ["table", "stashes", "pods", "log"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 20)])
def test_the_frame_is_the_same_whoever_comes_first(show, size):
    frames = [Frame(public(orion(you=you)), form(*size), show, ()) for you in (None, 1, 2, 3, 4)]
    for frame in frames:
        assert all(row is other for row, other in zip(frame.rows, frames[0].rows, strict=True))


def test_without_a_game_there_is_nothing_public():
    assert public(replace(orion(), view=None)) is None
