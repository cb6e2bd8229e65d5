"""The tutorial in the app: played by keys from the first picture to the last."""

import pytest
from tests.client.fakes import drawn

from relspace_client.app import RelspaceApp
from relspace_client.learn.lessons import LESSONS
from relspace_client.learn.menu import title_of
from relspace_client.learn.picture import LessonPicture
from relspace_client.look.appearance import Appearance
from relspace_client.practice.link import Practice
from relspace_client.start import Learn

from ..practice.world import SEED, WELCOMED, Keeps, World
from .keys import asked_for

LOOKS = {
    "usual": Appearance(),
    "ascii": Appearance(glyphs="ascii", colours="none"),
}


def new_app(look=LOOKS["usual"], start=None, settings=WELCOMED):
    world = World()
    link = Practice("Vega", settings, Keeps(), ("normal",), SEED, world.around)
    return RelspaceApp(link, None, start or Learn(), seconds=lambda: 0.0, look=look)


async def do_lesson(app, pilot):
    """Does what is asked for until the lesson is done, looking at every picture."""
    page = app.session.page
    while not page.course.done:
        assert drawn(app) == app.picture(*app.size).text()
        if page.course.step is None:
            await pilot.press("right")  # whoever does not want to wait presses on
        else:
            await pilot.press(*asked_for(page.course))
    await pilot.pause()


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("size", [(40, 18), (40, 20), (80, 24), (120, 40)])
async def test_the_first_lesson_is_learnt_by_keys(size, look):
    app = new_app(look)
    async with app.run_test(size=size) as pilot:
        assert app.session.page.name == "learn"
        assert "1 of 8" in drawn(app)
        await do_lesson(app, pilot)
        assert "DONE" in drawn(app)
        assert "Enter leads to the next lesson." in drawn(app)
        await pilot.press("enter")
        assert app.session.page.course.lesson is LESSONS[1]
        await pilot.press("escape")
        assert app.session.page.course is None
        assert "1 of 11 done" in drawn(app)
        await pilot.press("escape")
        assert app.session.page.name == "lobby"


@pytest.mark.parametrize("number", range(len(LESSONS)))
async def test_each_lesson_is_begun_from_the_list(number):
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", *["down"] * number, "enter")
        assert app.session.page.course.lesson is LESSONS[number]
        await do_lesson(app, pilot)
        await pilot.press("tab")
        assert app.session.page.course is None
        assert "1 of 11 done" in drawn(app)


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
async def test_after_the_last_lesson_enter_shows_them_all_and_says_so(size):
    app = new_app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("tab", "end", "enter")
        await do_lesson(app, pilot)
        assert "That was the last lesson." in drawn(app)
        assert "next lesson" not in drawn(app)
        await pilot.press("enter")
        assert app.session.page.course is None


async def test_a_wrong_key_is_told_gently():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "a", "4", "1")
        assert "That is A4. Choose the 3: type a1. Then press 1, its pod." in drawn(app)
        await pilot.press("a", "1")
        assert "That is" not in drawn(app)
        await pilot.press("1")
        assert "3 of 8" in drawn(app) or "Mira plays" in drawn(app)


async def test_a_wrong_key_names_no_card_if_the_right_one_is_chosen():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "a", "1", "y")
        assert "Not now. A1 is chosen. Press 1." in drawn(app)


@pytest.mark.parametrize("size", [(40, 18), (60, 20), (80, 24), (120, 40)])
async def test_nobody_is_told_to_choose_what_is_chosen(size):
    app = new_app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("right")
        assert "A1 is chosen. Press 1." in drawn(app)
        assert "type a1" not in drawn(app)
        await pilot.press("right")
        assert "Choose the 3: type a1. Then" in drawn(app)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (["tab", "2", "enter", "a", "1"], "A1 is chosen. Press Enter."),
        (["tab", "6", "enter", "a", "1", "1", "right"], "C1 is chosen. Press Enter."),
        (["tab", "4", "enter", "a", "1", "1", "right", "a", "3"], "A3 is chosen. Press 2."),
    ],
)
async def test_whatever_kind_of_move_is_asked_for_one_key_is_left_once_its_card_is_chosen(keys, told):
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        assert told in drawn(app)


@pytest.mark.parametrize("number", range(1, len(LESSONS)))
async def test_a_lesson_begun_in_the_middle_of_another_shows_its_own_table(number):
    """The rooms of both are called alike and have made no move."""
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "home", *["down"] * number, "enter")
        page = app.session.page
        course, reader = page.course, page.stage.reader
        assert title_of(LESSONS[number], reader) in drawn(app).splitlines()[0]
        anew = LessonPicture().picture(course, page._told(course), page._keys(course), reader, 80, 24, None)
        assert drawn(app) == anew.text()


async def test_who_looks_at_the_list_goes_on_in_the_lesson_where_they_were():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        course = app.session.page.course
        await pilot.press("tab", "enter")
        assert app.session.page.course is course
        assert "2 of 8" in drawn(app)
        await pilot.press("1")
        assert course.step is None, "the others play"
        await pilot.press("tab", "enter")
        assert course.step is not None
        await pilot.press("tab", "2", "enter", "tab", "1", "enter")
        assert "1 of 8" in drawn(app), "another one was begun meanwhile"


async def test_of_ten_lessons_each_has_a_digit():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "0", "enter")
        assert app.session.page.course.lesson is LESSONS[9]


async def test_while_a_jam_is_asked_about_the_keys_are_those_that_answer():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.session.page.course.state.asking:
            step = app.session.page.course.step
            keys = ["right"] if step is None else asked_for(app.session.page.course)
            await pilot.press(*(key for key in keys if key != "y"))
        assert drawn(app).splitlines()[-1].startswith(" y yes  any other key no")


@pytest.mark.parametrize("size", [(40, 18), (60, 20), (80, 24), (120, 40)])
async def test_a_letter_and_the_digit_after_it_are_answered_as_at_any_table(size):
    app = new_app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("right", "b")
        assert "B and the number of the card" in drawn(app)
        await pilot.press("1")
        assert "B1 is covered. A1 is chosen." in " ".join(drawn(app).split())
        await pilot.press("1")
        assert app.session.page.course.number == 3


async def test_while_a_card_is_to_be_looked_at_no_pod_is_offered():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "6", "enter", "a", "1", "1")
        assert " pod " not in drawn(app).splitlines()[-1]
        assert " Enter look " in drawn(app).splitlines()[-1]


async def test_whoever_presses_what_arrows_look_like_in_ascii_means_the_arrows():
    app = new_app(LOOKS["ascii"])
    async with app.run_test(size=(80, 24)) as pilot:
        assert "< > card" in drawn(app)
        await pilot.press(">")
        assert "2 of 8" in drawn(app)
        await pilot.press(">")
        assert app.session.page.course.state.chosen == "A2"
        await pilot.press("<")
        assert app.session.page.course.state.chosen == "A1"


async def test_the_question_before_a_jam_names_its_key():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "a", "1", "1", "a", "2", "1")
        assert "It asks before a jam: press y." in drawn(app)


async def test_escape_leads_to_where_one_came_from():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "3", "enter")
        assert app.session.page.course.lesson.name == "brb"
        await pilot.press("escape")
        assert app.session.page.course is None
        await pilot.press("escape")
        assert app.session.page.name == "lobby"


async def test_escape_in_the_first_lesson_leaves_it_at_once():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")
        assert app.session.page.name == "lobby"


async def test_lessons_are_chosen_and_begun_with_the_mouse():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab")
        row = app.picture(80, 24).text().splitlines().index(next(x for x in drawn(app).splitlines() if "Oxygen" in x))
        await pilot.click(offset=(20, row))
        await pilot.click(offset=(20, row))
        assert app.session.page.course.lesson.name == "oxygen"
        lines = drawn(app).splitlines()
        card = next(y for y, line in enumerate(lines) if "A1" in line)
        await pilot.click(offset=(lines[card].index("A1"), card))
        assert app.session.page.course.state.chosen == "A1"


async def test_the_others_play_by_themselves_in_time():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        waits = []
        app.after = lambda seconds, then: waits.append((seconds, then))
        await pilot.press("right", "a", "1", "1")
        assert "Mira plays" in drawn(app)
        then = next(then for seconds, then in waits if seconds > 1)
        then()
        await pilot.pause()
        assert "Mira put a 5 on your 3." in drawn(app)
        then()  # a timer that comes again finds nothing to do
        assert app.session.page.course.snapshot.view.ply == 2


async def test_help_lies_over_it_and_goes_away_again():
    app = new_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("?")
        assert app.session.page.name == "help"
        assert "the list of lessons" in drawn(app)
        await pilot.press("escape")
        assert app.session.page.name == "learn"
