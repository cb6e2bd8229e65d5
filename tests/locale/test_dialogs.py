"""Dialogs, which Textual lays out: what they say has the room that the English has."""

import pytest

from relspace.room.options import RoomOptions
from relspace_client.around.parts import Reader
from relspace_client.locale.words import LANGUAGES, words
from relspace_client.look.glyphs import BOX
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap
from relspace_client.screens.dialogs.room_form import LABELS, RoomForm

from .catalogues import TRANSLATED

NARROW = 36
"""Columns in a dialog on a terminal of 40."""

HINTS = (
    "{arrows} change, type a name, Enter opens it",
    "{arrows} change, Enter takes them, Esc goes back",
    "{arrows} another line, type a name, Enter opens it",
    "{arrows} another line, Enter takes them, Esc goes back",
    "{arrows} choose, Enter takes it, Esc goes back",
    "Enter says it, Esc goes back",
    "Enter sits down there, Esc goes back",
    "Enter takes it, Esc keeps the one that you have",
)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_values_of_a_room_stand_in_one_column(language):
    form = RoomForm(Reader(words(language), BOX), "", "", RoomOptions(), new=True)
    form.bots = 1
    starts = {width_of(line.partition(BOX.left)[0]) for line in form.lines()[:-1]}
    assert starts == {LABELS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_room_is_set_to_each_option_takes_one_line_on_a_phone(language):
    form = RoomForm(Reader(words(language), BOX), "", "", RoomOptions(), new=True)
    mark, arrows = 2, 5
    for field in form.fields:
        assert LABELS + max(width_of(field.show(value)) for value in field.values) + mark + arrows <= NARROW


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("hint", HINTS)
def test_hints_take_as_many_lines_as_in_english(language, hint):
    said = [words(one).say(hint).replace("{arrows}", "← →") for one in (language, "en")]
    assert said[0] != said[1]
    assert len(wrap(said[0], NARROW)) <= len(wrap(said[1], NARROW))
