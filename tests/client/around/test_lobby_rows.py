"""The chosen game of one's own is marked without colour too; what is said can be read to its end, where it is typed."""

from dataclasses import replace

import pytest

from relspace.room.state import TalkLine
from relspace_client.around.lobby import Scene, entries, lobby_picture
from relspace_client.around.room import Scene as RoomScene
from relspace_client.around.room import room_picture
from relspace_client.locale.words import LANGUAGES
from relspace_client.look.styles import STYLES
from relspace_client.picture.row import segments

from .rooms import ADDRESS, EMPTY, GATHERING, LOBBY, ROOMS, reader

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
    assert marked[0].index(TURN[glyphs]) == 1


@pytest.mark.parametrize("language", ["en", "es", "ja"])
@pytest.mark.parametrize("width", [80, 99, 120])
def test_no_head_of_the_list_of_rooms_is_cut_or_runs_into_another(width, language):
    said = reader(language=language)
    text = lobby_picture(Scene(LOBBY), said, width, 24).text()
    (head,) = (line for line in text.splitlines() if line.startswith(f" {said.say('Rooms')} "))
    for label in ("name", "code", "seats", "clock", "rules"):
        assert f" {said.words.term('column', label)} " in head


@pytest.mark.parametrize("language", ["en", "es", "ja"])
@pytest.mark.parametrize("width", [80, 120])
def test_the_badge_of_a_game_stands_where_the_words_of_other_rooms_do(width, language):
    said = reader(language=language)
    rows = lobby_picture(Scene(TWO, cursor=2), said, width, 24).rows()
    for code, word in (("K7QX2", said.say("YOUR TURN")), ("M2WQ7", said.say("open"))):
        (cells,) = (row.cells for row in rows if f" {code} " in row.text and word in row.text)
        assert "".join(cells[3:]).startswith(word)


@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("waits", [True, False])
def test_the_filled_accent_is_on_your_turn_and_only_else_on_play_now(size, waits):
    rooms = (replace(ROOMS[0], your_turn=waits), *ROOMS[1:])
    rows = lobby_picture(Scene(replace(LOBBY, rooms=rooms), cursor=2), reader(), *size).rows()
    filled = "".join(text for row in rows for text, style in segments(row) if STYLES[style].ground == "accent")
    assert filled == (" YOUR TURN " if waits else " Play now ")


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


@pytest.mark.parametrize(("size", "air"), [((40, 18), 0), ((40, 20), 0), ((80, 24), 1), ((120, 40), 1)])
@pytest.mark.parametrize("lines", [1, 4])
def test_talk_stands_on_the_line_where_one_says_something(size, air, lines):
    talk = tuple(TalkLine("Lyra", f"line {n}", n) for n in range(lines))
    picture = lobby_picture(Scene(replace(LOBBY, rooms=ROOMS[:2]), talk), reader(), *size)
    rows = [row.text.split("│")[0].split() for row in picture.rows()]
    say = next(y for y, words in enumerate(rows) if words[:2] in (["t", "say"], ["t", "talk"]))
    assert rows[say - air - 1] == ["Lyra", "line", str(lines - 1)]
    assert rows.index(["Talk"]) == say - air - lines - 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", [LOBBY, EMPTY])
def test_every_key_has_a_place_at_80_columns(shown, language):
    picture = lobby_picture(Scene(shown), reader(language=language), 80, 24)
    keys = {area.action for area in picture.areas}
    assert set("pnjlrmst?") <= keys
    assert {"enter", "w"} <= keys or shown is EMPTY


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_there_is_a_place_for_a_few_keys_more(language):
    picture = lobby_picture(Scene(LOBBY), reader(language=language), 40, 18)
    assert {"n", "j", "t", "enter", "?"} <= {area.action for area in picture.areas}


@pytest.mark.parametrize("changes", [{"motd": "Friday at 20:00."}, {"guest": True}, {"motd": "Friday.", "guest": True}])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_what_is_said_above_the_lists_stands_apart_from_them(changes, size):
    rows = [row.text for row in lobby_picture(Scene(replace(LOBBY, **changes)), reader(), *size).rows()]
    head = next(y for y, text in enumerate(rows) if text.startswith(" Your games"))
    assert head == len(changes) + 2
    assert rows[head - 1].strip() == ""


def test_the_newest_lines_win_the_space_and_what_is_cut_says_so():
    talk = (TalkLine("Vega", LONG, 0), *(TalkLine("Rigel", f"line {n}", n) for n in range(3)))
    picture = lobby_picture(Scene(LOBBY, talk), reader(), 80, 24)
    assert "line 0 Rigel line 1 Rigel line 2" in said(picture)
    assert "…" in said(picture)
