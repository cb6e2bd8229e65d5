"""What bots are called."""

from relspace.bots.names import NAMES


def test_there_is_a_name_for_every_seat_and_more() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 12


def test_names_are_short_and_plain() -> None:
    assert all(name.isascii() and name.isalpha() and len(name) <= 8 for name in NAMES)


def test_nobody_is_called_like_the_people_in_the_examples() -> None:
    assert not {"vega", "rigel", "lyra"} & {name.lower() for name in NAMES}
