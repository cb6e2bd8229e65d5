"""The chosen game of one's own is marked without colour too; what is said can be read to its end."""

from dataclasses import replace

import pytest

from relspace.room.state import TalkLine
from relspace_client.around.lobby import Scene, entries, lobby_picture
from relspace_client.around.room import Scene as RoomScene
from relspace_client.around.room import room_picture

from .rooms import ADDRESS, GATHERING, LOBBY, ROOMS, reader

TURN = {"box": "►", "ascii": "*"}
TWO = replace(LOBBY, rooms=(ROOMS[0], replace(ROOMS[0], code="PPCRT", title="Airlock"), *ROOMS[2:]))

LONG = "does anybody know whether a special card can jam on a gun when the room is strict, or only numbers?"


@pytest.mark.parametrize("glyphs", TURN)
@pytest.mark.parametrize("size", [(40, 18), (80, 24), (120, 40)])
@pytest.mark.parametrize("cursor", range(len(entries(TWO))))
def test_the_chosen_row_is_marked_beside_its_badge_too(cursor, size, glyphs):
    rows = lobby_picture(Scene(TWO, cursor=cursor), reader(glyphs), *size).rows()
    marked = [row.text for row in rows if row.text.lstrip().startswith(TURN[glyphs])]
    assert len(marked) == 1
    assert entries(TWO)[cursor].room.title in marked[0]
    assert all(row.text.count("YOUR TURN") <= 1 for row in rows)


def said(picture) -> str:
    """The rows of a picture, with one space between words."""
    return " ".join(" ".join(row.text.split("│")[0].split()) for row in picture.rows())


@pytest.mark.parametrize("size", [(60, 30), (80, 24), (120, 40)])
def test_a_long_line_can_be_read_to_its_end(size):
    talk = (TalkLine("Rigel", "hello", 0), TalkLine("Vega", LONG, 1))
    in_lobby = lobby_picture(Scene(replace(LOBBY, rooms=ROOMS[:3]), talk), reader(), *size)
    in_room = room_picture(RoomScene(replace(GATHERING, seats=GATHERING.seats[:2]), ADDRESS, talk), reader(), *size)
    for picture in (in_lobby, in_room):
        assert f"Vega {LONG}" in said(picture)


def test_the_newest_lines_win_the_space_and_what_is_cut_says_so():
    talk = (TalkLine("Vega", LONG, 0), *(TalkLine("Rigel", f"line {n}", n) for n in range(3)))
    picture = lobby_picture(Scene(LOBBY, talk), reader(), 80, 24)
    assert "line 0 Rigel line 1 Rigel line 2" in said(picture)
    assert "…" in said(picture)
