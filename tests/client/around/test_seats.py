"""The list of seats of a room before its game."""

from dataclasses import replace

import pytest

from relspace.room.options import RoomOptions
from relspace.wire.messages import SeatInfo
from relspace_client.around.options import option_lines
from relspace_client.around.room import Scene, room_picture
from relspace_client.locale.words import LANGUAGES

from .rooms import ADDRESS, TEN, reader


def drawn(size, language="en", levels=("normal",)):
    seats = list(TEN.seats)
    for number, level in enumerate(levels):
        seats[number] = replace(seats[2], level=level)
    snapshot = replace(TEN, seats=tuple(seats))
    return room_picture(Scene(snapshot, ADDRESS), reader(language=language), *size).text()


PEOPLE = (SeatInfo("Vega", "person"), SeatInfo("Rigel", "person"))
GUEST, BOT = SeatInfo("Guest1", "guest"), SeatInfo("Mira", "bot", "easy")


@pytest.mark.parametrize(
    ("rated", "options", "seats", "said"),
    [
        (True, RoomOptions(), PEOPLE, "yes"),
        (False, RoomOptions(public=False), (*PEOPLE, BOT), "no, by code only"),
        (False, RoomOptions(clock=0), (*PEOPLE, BOT), "no, without a clock"),
        (False, RoomOptions(), (*PEOPLE, GUEST, BOT), "no, bots play"),
        (False, RoomOptions(), (*PEOPLE, GUEST), "no, guests play"),
        (False, RoomOptions(), PEOPLE[:1], "no, too few yet"),
    ],
)
def test_of_a_game_that_is_not_rated_the_reason_is_told(rated, options, seats, said):
    room = replace(TEN, rated=rated, options=options, seats=seats, you=1, host=1)
    assert option_lines(reader(), room)[-1] == ("rated", said)
    for language in LANGUAGES:
        whole = option_lines(reader(language=language), room)[-1][1]
        assert whole in room_picture(Scene(room, ADDRESS), reader(language=language), 80, 24).text()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(
    ("language", "kinds"),
    [
        ("en", ("bot, easy ", "bot, normal ", "bot, hard ")),
        ("es", ("bot fácil ", "bot normal ", "bot difícil ")),
        ("ja", ("弱いボット ", "普通ボット ", "強いボット ")),
    ],
)
def test_how_well_a_bot_plays_is_told_whole_beside_the_longest_name(size, language, kinds):
    text = drawn(size, language, ("easy", "normal", "hard"))
    assert "Wolfgang-Amadeus " in text
    for kind in kinds:
        assert kind in text


@pytest.mark.parametrize("size", [(40, 20), (40, 18)])
def test_where_that_does_not_fit_a_bot_is_told_to_be_one_in_a_whole_word(size):
    row = next(line for line in drawn(size, levels=()).splitlines() if line.startswith(" 3 "))
    assert row.split() == ["3", "Mira", "bot", "ready"]
