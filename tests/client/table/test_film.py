"""What just happened, in at most ten frames, drawn from the events alone."""

from dataclasses import replace

import pytest

from relspace.rules.events import Gave, Jammed, Launched, Loaded, OrderTurned, Peeked, PodOpened, Resigned, SentAway
from relspace_client.table import notices
from relspace_client.table.film import MOST_FRAMES, film
from relspace_client.table.frame import Frames
from relspace_client.table.state import follow
from relspace_client.table.table import Table

from .situations import choosing, crowd, form, moved, orion

REFILLED = (("B2", "3"), ("B4", "7"), ("A2", "5"), ("A4", "1"))
HIDDEN = tuple((space, "?") for space, _ in REFILLED)


def frames_of(*events, seat=3, you=1, **changes):
    before = orion(turn=seat, you=you)
    return film(before, moved(before, *events, seat=seat, **changes))


@pytest.mark.parametrize(
    ("events", "frames"),
    [
        ((Loaded("A1", "7", 1),), 1),
        ((Loaded("A1", "BRB", 4), Launched(4, 3)), 5),
        ((Loaded("A1", "WORM", 4), SentAway(4, 3)), 5),
        ((Loaded("A1", "GRAV", 4), OrderTurned(-1)), 4),
        ((PodOpened("A1", 5),), 1),
        ((Peeked("C1"), Launched(4, 3)), 5),
        ((Gave(1, "2", "A2"), Launched(2, 3)), 10),
        ((Jammed("A1", "5", 1, 6, HIDDEN, ("?", "?"), False),), 3),
        ((Resigned(),), 0),
    ],
)
def test_a_move_is_given_so_many_frames(events, frames):
    stills = frames_of(*events)
    assert len(stills) == frames <= MOST_FRAMES


@pytest.mark.parametrize(
    ("events", "frames"),
    [
        ((Loaded("A1", "7", 1),), 0),
        ((PodOpened("A1", 5),), 0),
        ((Resigned(),), 0),
        ((Loaded("A1", "BRB", 4), Launched(4, 3)), 5),
        ((Loaded("A1", "GRAV", 4), OrderTurned(-1)), 4),
        ((Jammed("A1", "5", 1, 6, HIDDEN, ("?", "?"), False),), 3),
    ],
)
@pytest.mark.parametrize("you", [1, 3])
def test_without_motion_there_is_no_film_of_a_move_that_tells_nothing(events, frames, you):
    before = orion(turn=3, you=you)
    after = moved(before, *events, seat=3)
    whole, still = film(before, after), film(before, after, motion=False)
    assert still == (whole if frames else ())
    assert frames or not any(one.tells for one in whole)


def test_a_moment_is_shared_by_all_who_see_the_same_of_it_and_by_nobody_else():
    shuffled = Jammed("A1", "5", 1, 6, REFILLED, ("6", "3"), False)
    hidden = replace(shuffled, refilled=HIDDEN, gone=("?", "?"))
    frames, sheets = Frames(), {}
    for you in (1, 2, 3):
        before = orion(turn=3, you=you)
        after = moved(before, shuffled if you == 3 else hidden, seat=3)
        still = film(before, after)[1]
        state = follow(choosing(before), after)
        sheets[you] = Table(frames).picture(after, state, form(120, 40), still=still).sheet
    assert sheets[1] is sheets[2] is not sheets[3]
    assert sheets[1].frame is sheets[3].frame
    assert sheets[1].key != sheets[3].key


def test_a_moment_is_kept_for_as_long_as_somebody_is_shown_it():
    before = orion(turn=3)
    after = moved(before, Loaded("A1", "BRB", 4), Launched(4, 3), seat=3)
    table, state = Table(Frames()), follow(choosing(before), after)
    shown = [table.picture(after, state, form(), still=still) for still in film(before, after)]
    frame = shown[0].sheet.frame
    assert set(frame._films) == {picture.sheet for picture in shown}
    del shown[1:]
    assert set(frame._films) == {shown[0].sheet}


@pytest.mark.parametrize("size", [(40, 18), (80, 24), (120, 40)])
def test_what_is_told_meanwhile_is_shown_over_a_film(size):
    before = orion(turn=3)
    after = moved(before, Loaded("A1", "BRB", 4), Launched(4, 3), seat=3)
    still = film(before, after)[0]
    picture = Table(Frames()).picture(after, follow(choosing(before), after), form(*size), still=still)
    told = notices.for_prompt(picture, ("Rigel has come back.",), 0, form(*size))
    assert "Rigel has come back." in told.text()


def test_ones_own_card_leaves_the_stash_before_it_lies_on_the_pod():
    leaves, lies = frames_of(Loaded("A1", "7", 1), seat=1)
    assert leaves.stash.spaces[0] is None
    assert leaves.pods[0].cards == ("1", "3", "3", "6", "7")
    assert lies.pods[0].cards == ("1", "3", "3", "6", "7", "7")
    assert lies.lit == 1


def test_oxygen_is_shown_where_it_slipped_in():
    (still,) = frames_of(Loaded("A1", "OXY", 1, under="7"))
    assert still.pods[0].cards == ("1", "3", "3", "6", "OXY", "7")
    (empty,) = film(before := orion(turn=3, pods={1: ""}, away=None), moved(before, Loaded("A1", "OXY", 1), seat=3))
    assert empty.pods[0].cards == ("OXY",)


def test_a_jams_pile_lies_in_the_order_of_the_shuffle():
    stills = frames_of(Jammed("B2", "5", 1, 6, REFILLED, ("6", "3"), False), seat=1)
    assert stills[1].scene.cards == ("3", "7", "5", "1", "6", "3")
    assert [sum(space is not None for space in still.stash.spaces) for still in stills] == [8, 8, 8, 10, 11, 12]


def test_somebody_elses_jam_shows_no_card_that_is_hidden():
    stills = frames_of(Jammed("A1", "5", 1, 6, HIDDEN, ("?", "?"), False))
    assert set(stills[1].scene.cards) == {"?"}
    assert all(still.stash is None for still in stills)


def test_a_gift_arrives_at_its_player():
    stills = frames_of(Gave(2, "4", "A2"), Launched(2, 3))
    assert [still.gift.step for still in stills if still.gift] == [0, 1, 2, 3, 4]


def test_after_a_gap_nothing_is_filmed():
    before = orion(turn=3)
    once = moved(before, Loaded("A1", "7", 1), seat=3)
    twice = moved(once, Loaded("A1", "7", 1), seat=4)
    assert film(before, twice) == ()
    assert film(twice, before) == ()
    assert film(before, before) == ()
    assert film(before, replace(once, room="P3MZ8")) == ()
    assert film(replace(before, view=None), once) == ()


@pytest.mark.parametrize("make", [orion, crowd])
@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40), (240, 80)])
def test_every_frame_can_be_drawn_at_every_size(size, make):
    before = make(turn=3)
    for events in (
        (Loaded("A1", "BRB", 1), Launched(1, 3)),
        (Loaded("A1", "WORM", 1), SentAway(1, 3)),
        (Loaded("A1", "GRAV", 1), OrderTurned(-1)),
        (Gave(len(before.seats), "2", "A2"), Launched(1, 3)),
        (Jammed("A1", "5", 1, 6, HIDDEN, ("?",) * 20, False),),
    ):
        after = moved(before, *events, seat=3)
        table = Table(Frames())
        for still in film(before, after):
            picture = table.picture(after, follow(choosing(before), after), form(*size), still=still)
            assert all(row.width == size[0] for row in picture.rows())


def test_only_what_happens_is_drawn_anew():
    before = orion(turn=3)
    after = moved(before, Loaded("A1", "BRB", 4), Launched(4, 3), seat=3, pods=before.view.pods[:2])
    table, state = Table(Frames()), follow(choosing(before), after)
    first, second, *_ = (table.picture(after, state, form(), still=still) for still in film(before, after))
    differ = [y for y in range(24) if first.row(y) is not second.row(y)]
    assert differ
    assert set(differ) <= set(range(4, 12))
