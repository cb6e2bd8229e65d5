"""Films are shown in time, and nobody waits for them."""

from relspace_client.screens.playing_film import FRAME_SECONDS, WORD_SECONDS, PlayingFilm
from relspace_client.table.film import Still

from ..fakes import FakeClock

FRAMES = tuple(Still((), None, lit=number, happening="launch") for number in range(6))


def projector():
    clock = FakeClock()
    return clock, PlayingFilm(lambda: clock.now, clock.after)


def shown(clock, playing):
    """Every frame that is drawn, until none is."""
    frames = [playing.still]
    while clock.timers:
        assert len(clock.timers) == 1
        clock.tick()
        frames.append(playing.still)
    return frames


def test_each_frame_is_shown_for_a_tenth_of_a_second():
    clock, playing = projector()
    playing.begin(FRAMES)
    assert not playing.idle
    playing.roll()
    assert shown(clock, playing) == [*FRAMES, None]
    assert round(clock.now, 2) == 0.6 == round(len(FRAMES) * FRAME_SECONDS, 2)


def test_while_nothing_plays_there_is_no_timer():
    clock, playing = projector()
    playing.roll()
    playing.begin(())
    playing.roll()
    assert playing.idle
    assert clock.timers == []


def test_a_new_film_takes_the_place_of_the_one_before():
    clock, playing = projector()
    playing.begin(FRAMES)
    playing.roll()
    clock.tick()
    playing.begin(FRAMES[3:])
    assert playing.still is FRAMES[3]
    playing.roll()
    assert shown(clock, playing) == [FRAMES[3], *FRAMES[4:], None]


def test_only_a_film_that_still_plays_has_something_to_draw():
    clock, playing = projector()
    playing.begin(FRAMES)
    playing.roll()
    (_, following) = clock.timers.pop()
    assert following() is True
    playing.begin(())
    (_, following) = clock.timers.pop()
    assert following() is False
    assert clock.timers == []


def test_a_snapshot_without_a_film_ends_the_one_that_plays():
    clock, playing = projector()
    playing.begin(FRAMES)
    playing.roll()
    playing.begin(())
    assert playing.still is None
    clock.tick()
    assert clock.timers == []


def test_a_key_goes_to_the_end():
    clock, playing = projector()
    playing.begin(FRAMES)
    playing.roll()
    playing.skip()
    assert playing.still is None
    clock.tick()
    assert clock.timers == []


def test_a_slow_terminal_misses_frames_and_does_not_lag():
    clock, playing = projector()
    playing.begin(FRAMES)
    playing.roll()
    clock.now = 0.44
    assert playing.still is FRAMES[4]
    clock.now = 9.0
    assert playing.still is None
    clock.timers.pop(0)[1]()
    assert clock.timers == []


def test_without_motion_the_last_frame_is_shown_for_a_second():
    clock, playing = projector()
    playing.begin(FRAMES, motion=False)
    playing.roll()
    assert shown(clock, playing) == [FRAMES[-1], None]
    assert round(clock.now, 2) == WORD_SECONDS


def test_without_motion_a_card_that_loads_is_on_its_pod_at_once():
    _, playing = projector()
    playing.begin((Still((), None, lit=1), Still((), None, lit=2)), motion=False)
    assert playing.still is None
    assert playing.idle
