"""What pictures around the table say and where they can be clicked, beyond how they look."""

from dataclasses import replace

import pytest

from relspace.bots.levels import LEVELS
from relspace.room.options import MAX_SEATS, MIN_SEATS
from relspace.rules.cards import CARDS
from relspace.wire.messages import Clock
from relspace_client.around.end import Scene as Ending
from relspace_client.around.end import end_picture, fairness
from relspace_client.around.help import CARDS as EXPLAINED
from relspace_client.around.lobby import Scene as Lobbying
from relspace_client.around.lobby import entries, lobby_picture
from relspace_client.around.lobby_rows import enter_does
from relspace_client.around.parts import fits, fitting, key
from relspace_client.around.room import NUMBERS, invitation
from relspace_client.around.seats import LEVEL_NAMES
from relspace_client.around.times import clock_option, minutes, time_left
from relspace_client.picture.wrap import wrap

from .rooms import GATHERING, HOUR, LOBBY, OVER, ROOMS, TEN, reader
from .scenes import shown_lobby, shown_room


def test_your_games_come_first_then_all_public_rooms_open_ones_before_others():
    listed = [(entry.part, entry.room.code) for entry in entries(LOBBY)]
    assert listed == [
        ("yours", "K7QX2"),
        ("yours", "P3MZ8"),
        ("rooms", "M2WQ7"),
        ("rooms", "T8VD4"),
        ("rooms", "B5KN3"),
        ("rooms", "K7QX2"),
        ("rooms", "H6RJ9"),
    ]


def test_a_list_that_is_longer_than_what_was_sent_says_how_many_rooms_there_are():
    lobby = replace(LOBBY, unlisted=9_000)
    assert " of 9005" in lobby_picture(Lobbying(lobby), reader(), 80, 24).text()


@pytest.mark.parametrize(("rival", "said"), [("Mira", "9 cards left, Mira has 6"), ("Wolfgang", "9 left, Wolfgang 6")])
def test_how_a_game_stands_is_told_in_short_where_names_are_long(rival, said):
    room = replace(ROOMS[0], rival=rival)
    lobby = replace(LOBBY, rooms=(room,))
    assert f" {said} " in lobby_picture(Lobbying(lobby), reader(), 80, 24).text()


def test_a_rematch_names_who_begins_as_they_write_themselves():
    seats = tuple(replace(seat, name=seat.name.lower()) for seat in (*OVER.seats[:2], *OVER.seats[3:]))
    over = replace(OVER, seats=seats, result=replace(OVER.result, next_first="rigel"))
    assert "rigel plays first." in end_picture(Ending(over), reader(), 80, 24).text()


def test_what_enter_does_on_a_room():
    yours, _, open_, *_, played = ROOMS
    assert enter_does(yours) == "return"
    assert enter_does(open_) == "sit"
    assert enter_does(replace(open_, taken=4)) == "watch"
    assert enter_does(played) == "watch"


@pytest.mark.parametrize("size", [(80, 24), (40, 18), (120, 40)])
def test_every_listed_room_can_be_clicked(size):
    picture = shown_lobby(*size)
    rows = picture.rows()
    talk = next(y for y, row in enumerate(rows) if row.text.startswith(" Talk"))
    for y, row in enumerate(rows[:talk]):
        code = next((room.code for room in ROOMS if f" {room.code} " in row.text), None)
        if code is not None:
            action = picture.hit(20, y)
            assert action is not None
            assert entries(LOBBY)[int(action.removeprefix("row "))].room.code == code


def test_the_whole_invitation_is_shown_whatever_the_size():
    line = invitation("play.example.net", TEN)
    assert line == "ssh -t play.example.net join M2WQ7"
    for size in ((80, 24), (40, 18), (40, 20)):
        for room in (TEN, replace(TEN, host=1)):
            assert line in shown_room(*size, seen=room).text()


@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40)])
def test_where_every_seat_is_taken_a_friend_is_told_how_to_watch(size):
    full = replace(GATHERING, seats=GATHERING.seats[:3])
    text = shown_room(*size, seen=full).text()
    assert "ssh -t play.example.net watch M2WQ7" in text
    assert " join " not in text
    assert "Bring a friend" not in text


@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40)])
def test_where_every_seat_is_taken_and_nobody_watches_no_friend_is_brought(size):
    shut = replace(GATHERING, seats=GATHERING.seats[:3], options=replace(GATHERING.options, watching=False))
    text = shown_room(*size, seen=shut).text()
    assert "ssh" not in text
    assert "friend" not in text
    assert "copy" not in text


def test_the_seed_is_checked_not_believed():
    assert fairness(OVER) == "matches"
    assert fairness(replace(OVER, seed="11" * 32)) == "differs"
    assert fairness(replace(OVER, seed="")) == "differs"
    assert fairness(replace(OVER, seed="not hex")) == "differs"
    assert fairness(replace(OVER, commitment="")) == "differs"


def test_every_level_of_bots_has_a_name():
    assert set(LEVEL_NAMES) == set(LEVELS)


def test_every_number_of_seats_has_a_word():
    assert len(NUMBERS) == MAX_SEATS - MIN_SEATS + 1


def test_every_special_is_explained():
    assert set(EXPLAINED) == {code for code, kind in CARDS.items() if kind.group != "item"}


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 40, ["one two three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("あなたの番です", 6, ["あなた", "の番で", "す"]),
        ("あ", 1, ["あ"]),
    ],
)
def test_sentences_are_broken_between_words_or_where_the_line_ends(text, width, lines):
    assert wrap(text, width) == lines


def test_what_does_not_fit_below_is_left_out_by_rank():
    keys = [key("a", "a", "first", 2), key("b", "b", "second"), key("c", "c", "third", 1)]
    assert [entry.label for entry in fitting(keys, 80)] == ["first", "second", "third"]
    assert [entry.label for entry in fitting(keys, 20)] == ["second", "third"]
    assert [entry.label for entry in fitting(keys, 8)] == ["second"]


def test_times():
    said = reader()
    assert [clock_option(said, seconds) for seconds in (0, 15, 60, 86_400)] == ["off", "15 s", "60 s", "1 day"]
    assert [minutes(seconds) for seconds in (0, 9, 60, 400)] == ["0:00", "0:09", "1:00", "6:40"]
    left = [time_left(said, Clock(ms, 86_400_000)) for ms in (0, 1, 18_000, 59_999, HOUR - 1, HOUR, 21 * HOUR)]
    assert left == ["0:00", "0:01", "0:18", "1:00", "1 h", "1 h", "21 h"]


def test_from_which_size_on_the_game_can_be_played():
    assert fits(40, 18)
    assert not fits(39, 18)
    assert not fits(40, 17)
