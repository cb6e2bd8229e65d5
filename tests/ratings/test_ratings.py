"""What openskill does to skills in a race, as docs/ratings.md says it."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from relspace.room.outcome import NEWCOMER, Skill
from relspace_server.accounts.ratings import CHANGE_OF_FORM, LUCK, rated

DOC = Path(__file__).parents[2] / "docs" / "ratings.md"

SKILLS = st.tuples(st.integers(800_000, 3_000_000), st.integers(40_000, 250_000)).map(lambda pair: Skill(*pair))
GAMES = st.lists(SKILLS, min_size=2, max_size=10)


@given(GAMES)
def test_the_winner_gains_and_the_last_loses(skills: list[Skill]) -> None:
    after = rated(skills, range(1, len(skills) + 1))
    assert after[0].mean >= skills[0].mean
    assert after[0].rating >= skills[0].rating
    assert after[-1].mean <= skills[-1].mean


@given(GAMES)
def test_doubt_never_grows(skills: list[Skill]) -> None:
    after = rated(skills, range(1, len(skills) + 1))
    assert all(new.doubt <= old.doubt for new, old in zip(after, skills, strict=True))


@given(st.integers(2, 10))
def test_among_equals_what_some_gain_the_others_lose(seats: int) -> None:
    after = rated([None] * seats, range(1, seats + 1))
    gains = [one.mean - NEWCOMER.mean for one in after]
    assert gains == sorted(gains, reverse=True)
    assert abs(sum(gains)) <= seats
    assert gains[0] == -gains[-1] == rated([None, None], [1, 2])[0].mean - NEWCOMER.mean


@given(GAMES, st.data())
def test_seats_do_not_matter(skills: list[Skill], data: st.DataObject) -> None:
    places = list(range(1, len(skills) + 1))
    order = data.draw(st.permutations(range(len(skills))))
    after = rated(skills, places)
    mixed = rated([skills[at] for at in order], [places[at] for at in order])
    for at, one in zip(order, mixed, strict=True):
        assert abs(one.mean - after[at].mean) <= 1
        assert abs(one.doubt - after[at].doubt) <= 1


@given(st.integers(2, 10))
def test_a_draw_among_equals_moves_nobody(seats: int) -> None:
    after = rated([None] * seats, [1] * seats)
    assert {one.mean for one in after} == {NEWCOMER.mean}


def test_who_plays_better_is_rated_higher_in_the_end() -> None:
    skills = [NEWCOMER] * 4
    for game in range(60):
        places = (1, 2, 3, 4) if game % 3 else (2, 1, 4, 3)
        skills = list(rated(skills, places))
    ratings = [skill.rating for skill in skills]
    assert ratings == sorted(ratings, reverse=True)
    assert all(skill.uncertainty < 150 for skill in skills)


def test_the_table_of_examples_in_the_documentation_is_true() -> None:
    rows = re.findall(r"^\| (\d+) +\| (.+) \|$", DOC.read_text(), re.MULTILINE)
    assert len(rows) == 4
    for players, changes in rows:
        after = rated([None] * int(players), range(1, int(players) + 1))
        told = [int(word) for word in re.findall(r"[+-]\d+", changes.replace("−", "-"))]
        assert [one.rating - NEWCOMER.rating for one in after] == told


def test_the_constants_in_the_documentation_are_those_of_the_code() -> None:
    text = DOC.read_text()
    for constant in (NEWCOMER.mean // 1000, NEWCOMER.doubt // 1000, int(LUCK), CHANGE_OF_FORM):
        assert f"{constant:g}" in text
