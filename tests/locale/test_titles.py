"""What rooms are called whose host gave no name."""

import pytest

from relspace.room.create import TITLE_COLUMNS, TITLES
from relspace.text.width import width
from relspace_client.locale.titles import GIVEN, Title, title_in
from relspace_client.locale.words import LANGUAGES, words


def test_every_name_that_a_room_is_given_is_translated():
    assert frozenset(TITLES) == GIVEN


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stay_different_and_as_wide_as_a_title_may_be(language):
    told = [title_in(words(language), Title(title)) for title in TITLES]
    assert len(set(told)) == len(TITLES)
    assert max(map(width, told)) <= TITLE_COLUMNS
    assert language == "en" or not set(told) & set(TITLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_somebody_gave_stays(language):
    assert title_in(words(language), Title("{Tea} time at Vega's", named=True)) == "{Tea} time at Vega's"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stays_even_if_the_game_could_have_given_it(language):
    assert title_in(words(language), Title("Tea time", named=True)) == "Tea time"
