"""The lists of the lobby take the height that there is, and what needs less leaves the rest to the other one."""

from dataclasses import replace

import pytest

from relspace.wire.messages import Lobby, Person
from relspace_client.around.lobby import Scene, entries, lobby_picture

from .rooms import ADDRESS, LOBBY_TALK, ROOMS, reader

SIZES = [(40, 18), (40, 20), (80, 24), (120, 40)]
MINE = [replace(ROOMS[0], code=f"A{n:04}", title=f"Mine {n:02}") for n in range(40)]
OTHERS = [replace(ROOMS[2], code=f"B{n:04}", title=f"Room {n:02}") for n in range(60)]


def drawn(size, mine, others, talk=(), address=ADDRESS, cursor=0):
    lobby = Lobby("Vega", address, (*MINE[:mine], *OTHERS[:others]), (Person("Vega", you=True),))
    return lobby_picture(Scene(lobby, talk, cursor), reader(), *size)


def empty_rows(picture) -> int:
    """Rows between the list's heading and the keys in which nothing stands in the left column."""
    rows = [row.text[:38].strip() for row in picture.rows()[2:-2]]
    return sum(not row for row in rows)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cursor", [0, 20, 39])
def test_offline_the_waiting_games_fill_the_height_and_are_listed_once(size, cursor):
    picture = drawn(size, 40, 0, address="", cursor=cursor)
    assert "Rooms" not in picture.text()
    assert empty_rows(picture) == (1 if size[1] >= 30 else 0)
    assert f"Mine {cursor:02}" in picture.text()
    small = drawn((80, 24), 15, 0, address="")
    assert all(f"Mine {n:02}" in small.text() for n in range(15))


def test_offline_each_game_is_one_entry():
    lobby = Lobby("Vega", "", tuple(MINE[:3]), (Person("Vega", you=True),))
    assert [one.room.code for one in entries(lobby)] == ["A0000", "A0001", "A0002"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("talk", [(), LOBBY_TALK[:1], LOBBY_TALK])
@pytest.mark.parametrize(("mine", "others"), [(0, 60), (2, 60), (40, 60), (40, 1)])
def test_no_row_is_left_empty_while_a_list_goes_on(size, talk, mine, others):
    picture = drawn(size, mine, others, talk)
    gaps = 0 if size[1] < 30 else 4 if mine else 3
    assert empty_rows(picture) == gaps
    assert "Play now" in picture.text()
    for line in talk[-2:] if size[1] < 30 else talk:
        assert line.text in picture.text()


@pytest.mark.parametrize(
    ("others", "air", "said"), [(5, 4, 4), (7, 2, 4), (9, 0, 4), (10, 0, 3), (11, 0, 2), (12, 0, 2)]
)
def test_at_80_by_24_rooms_go_before_the_empty_rows_between_the_parts_and_before_talk(others, air, said):
    picture = drawn((80, 24), 1, others, LOBBY_TALK)
    assert all(f"Room {n:02}" in picture.text() for n in range(others))
    assert empty_rows(picture) == air
    assert sum(line.text in picture.text() for line in LOBBY_TALK) == said
