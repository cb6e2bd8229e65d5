"""Pages with a list say which part of it is seen, and no row of it runs out of its columns."""

from dataclasses import replace

import pytest

from relspace.wire.questions import PlayedGame
from relspace_client.around.profile import Scene, profile_picture
from relspace_client.around.rankings import Scene as Ranking
from relspace_client.around.rankings import rankings_picture
from relspace_client.locale.words import LANGUAGES
from relspace_client.picture.row import width_of

from .rooms import PROFILE, RANKS, reader
from .scenes import shown_help, shown_lobby, shown_profile, shown_rankings

SIZES = ((40, 18), (40, 20), (80, 24), (120, 40))

LONGEST = "Wolfgang-Amadeus"


def shown(picture):
    """The places of the ranked players that are seen."""
    return [n for n in range(1, 41) if f" {RANKS[n - 1].rating} " in picture.text()]


@pytest.mark.parametrize("cursor", [0, 20, 39])
@pytest.mark.parametrize("size", SIZES)
def test_rankings_say_which_places_are_seen(size, cursor):
    picture = shown_rankings(*size, cursor=cursor, you=None)
    places = shown(picture)
    assert places == list(range(places[0], places[-1] + 1))
    assert picture.rows()[0].text.endswith(f" {places[0]} to {places[-1]} of 40 ")


def test_rankings_that_are_seen_whole_say_how_many_there_are():
    assert shown_rankings(rows=RANKS[:3]).rows()[0].text.endswith(" 3 players ")


@pytest.mark.parametrize("cursor", [0, 10, 19])
@pytest.mark.parametrize("size", SIZES)
def test_a_profile_says_which_of_the_last_games_are_seen(size, cursor):
    rows = [row.text for row in shown_profile(*size, cursor=cursor).rows()]
    games = [number for number, game in enumerate(PROFILE.last, 1) if any(day(game, size) in text for text in rows)]
    said = f"  {games[0]} to {games[-1]} of 20 "
    assert any(text.startswith(f" Last games{said}") for text in rows) == (len(games) < 20)


def day(game: PlayedGame, size: tuple[int, int]) -> str:
    """The day of a game as its row tells it."""
    small = profile_picture(Scene(replace(PROFILE, last=(game,)), "Vega"), reader(), *size)
    return next(row.text for row in small.rows() if row.text.startswith(" ► ")).split()[1]


@pytest.mark.parametrize("size", SIZES)
def test_a_profile_whose_games_are_all_seen_counts_none_of_them(size):
    seen = replace(PROFILE, last=PROFILE.last[:2])
    assert " Last games\n" in profile_picture(Scene(seen, "Vega"), reader(), *size).text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100, 120])
def test_the_columns_of_the_last_games_have_heads_and_no_outcome_pushes_others_aside(width, language):
    who = reader(language=language)
    games = (
        PlayedGame("K7QX2-1-1", 0, ("Vega", LONGEST, "Mira"), LONGEST, 3, -120),
        PlayedGame("K7QX2-1-2", 0, ("Vega", "Rigel", "Mira"), "Vega", 1, 7),
        PlayedGame("K7QX2-1-3", 0, ("Vega", "Rigel", "Mira"), "", 0, None),
    )
    rows = profile_picture(Scene(replace(PROFILE, last=games), "Vega"), who, width, 24).rows()
    (y,) = (y for y, row in enumerate(rows) if row.text.startswith(f" {who.say('Last games')}"))
    head, *lines = rows[y + 1 : y + 5]
    both = who.say(", ").join(("Rigel", "Mira"))
    against = [who.say("against {names}", names=names) for names in ("Mira", both)]
    with_ = [*against, who.say("with {names}", names=both)]
    others = {start(line.text, said) for line, said in zip(lines, with_, strict=True)}
    assert len(others) == 1
    told = [who.say("{name} won", name=LONGEST), who.say("won"), who.say("nobody won")]
    results = {start(line.text, said) for line, said in zip(lines, told, strict=True)}
    term = who.words.term
    assert results == {start(head.text, term("column", "result"))}
    assert start(head.text, term("column", "place")) == start(lines[0].text, who.say("{n} of {all}", n=3, all=3))
    end = width_of(head.text.rstrip())
    assert head.text.rstrip().endswith(f" {term('column', 'rating')}")
    assert {width_of(line.text.rstrip()) for line in lines[:2]} == {end}


def start(line: str, text: str) -> int:
    """The column at which a text stands."""
    return width_of(line[: line.index(text)])


@pytest.mark.parametrize(
    "page", [shown_rankings, shown_profile, shown_lobby, shown_help], ids=["rankings", "profile", "lobby", "help"]
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_above_the_line_of_keys_there_is_an_empty_row(page, size):
    assert page(*size).rows()[-2].text.strip() == ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hint_below_rankings_stands_apart_from_the_list_and_from_the_keys(size, language):
    you = RANKS[-1]
    scene = Ranking(RANKS, len(RANKS), you, you.name, 0)
    rows = [row.text.strip() for row in rankings_picture(scene, reader(language=language), *size).rows()]
    assert rows[-2] == ""
    own = next(y for y, text in enumerate(rows) if you.name in text)
    assert rows[own - 1] == ""
