"""Bots have manners: each takes its own time, and none more or less than bots may."""

from relspace.room.manners import FAMILY, SPANS, thinking_span


def test_every_manner_has_its_relatives() -> None:
    assert set(FAMILY.values()) == set(SPANS)


def test_nobody_is_quicker_or_slower_than_bots_may_be() -> None:
    for name in FAMILY:
        least, most = thinking_span(name, 800, 2_000)
        assert 800 <= least < most <= 2_000


def test_the_brisk_have_moved_before_the_dreamy_begin() -> None:
    assert thinking_span("Deneb", 800, 2_000) == (800, 1_200)
    assert thinking_span("Mira", 800, 2_000) == (1_200, 1_600)
    assert thinking_span("Luna", 800, 2_000) == (1_600, 2_000)
    assert thinking_span("Cosma", 800, 2_000) == (800, 2_000)


def test_a_stranger_is_calm() -> None:
    assert thinking_span("Vega", 800, 2_000) == thinking_span("Mira", 800, 2_000)


def test_bots_that_take_no_time_take_none() -> None:
    assert thinking_span("Luna", 0, 0) == (0, 0)
