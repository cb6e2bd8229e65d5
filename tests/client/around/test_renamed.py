"""Games that were played under another name are one's own all the same."""

from dataclasses import replace

from relspace.wire.questions import PlayedGame
from relspace_client.around.profile import Scene, own_seat, profile_picture

from .rooms import PROFILE, reader

WON = PlayedGame("K7QX2-1-1", 0, ("Vega", "Rigel", "Mira"), "Vega", 1, None, 1)
LOST = PlayedGame("K7QX2-1-2", 0, ("Vega", "Rigel", "Mira"), "Rigel", 2, None, 1)
NOBODY = PlayedGame("K7QX2-1-3", 0, ("Vega", "Rigel", "Mira"), "", 0, None, 1)
NAMESAKE = PlayedGame("K7QX2-1-4", 0, ("Vega", "Bob", "Mira"), "Bob", 2, None, 1)


def row(game: PlayedGame, **changes) -> str:
    """How Bob's profile tells of a game; Bob was called Vega before."""
    shown = replace(PROFILE, name="Bob", last=(replace(game, **changes),))
    picture = profile_picture(Scene(shown, "Bob"), reader(), 80, 24)
    (line,) = [row.text for row in picture.rows() if "1970-01-01" in row.text]
    return " ".join(line.split()[2:])


def test_a_game_of_ones_own_is_told_as_ones_own_after_a_new_name():
    assert row(WON) == "1 of 3 won against Rigel, Mira"
    assert row(LOST) == "2 of 3 Rigel won against Mira"
    assert row(NOBODY) == "nobody won with Rigel, Mira"


def test_somebody_else_who_had_ones_name_of_now_is_somebody_else():
    assert row(NAMESAKE) == "2 of 3 Bob won against Mira"


def test_a_game_that_does_not_tell_the_seat_is_read_by_the_name():
    assert row(NAMESAKE, seat=0) == "2 of 3 won against Vega, Mira"
    assert own_seat(replace(WON, seat=0), "Bob") is None
