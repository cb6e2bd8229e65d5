"""Lessons: what they ask for is what the rules allow, and what they say is so."""

from itertools import chain

import pytest

from relspace.rules.cards import CARDS
from relspace.rules.events import CameBack, Gave, Jammed, Launched, OrderTurned, Peeked, PodOpened, SentAway, Won
from relspace_client.around.parts import Reader
from relspace_client.learn.course import Course
from relspace_client.learn.lessons import LESSONS
from relspace_client.learn.menu import title_of
from relspace_client.learn.picture import whole_sentences
from relspace_client.locale.words import LANGUAGES, words
from relspace_client.look.glyphs import BOX
from relspace_client.picture.row import width_of
from relspace_client.picture.wrap import wrap

from .keys import asked_for

READER = Reader(words(), BOX)
NAMES = [lesson.name for lesson in LESSONS]


def course(name: str) -> Course:
    lesson = next(one for one in LESSONS if one.name == name)
    return Course(lesson, title_of(lesson, READER), "y")


def go_through(taught: Course, which: int = 0) -> list[object]:
    """Does everything that is asked for; returns what happened."""
    while not taught.done:
        if taught.step is None:
            taught.reply()
            continue
        number = taught.number
        for key in asked_for(taught, which):
            taught.press(key)
            assert not taught.wrong
        assert taught.done or taught.number > number or taught.next_reply
    return list(chain.from_iterable(entry.events for entry in taught.snapshot.log))


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_for_leads_to_the_end(name, which):
    assert go_through(course(name), which)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("basics", {PodOpened, Launched}),
        ("keycard", {PodOpened}),
        ("brb", {Launched}),
        ("wormhole", {SentAway, CameBack}),
        ("oxygen", set()),
        ("winston", {Peeked, Launched}),
        ("albert", {Gave, Launched}),
        ("mini-gun", {Jammed}),
        ("grav-gun", {OrderTurned}),
        ("odd-even", {Jammed}),
        ("escape", {Won}),
    ],
)
def test_what_is_learnt_happens(name, kinds):
    assert kinds <= {type(event) for event in go_through(course(name))}


def test_the_first_lesson_jams_as_it_says():
    taught = course("basics")
    while taught.number < 4:
        if taught.step is None:
            taught.reply()
        else:
            for key in asked_for(taught):
                taught.press(key)
    jam = next(event for entry in taught.snapshot.log for event in entry.events if isinstance(event, Jammed))
    assert jam.refilled == (("A1", "5"), ("A2", "2"))
    assert len(jam.gone) == 1
    assert jam.stays


def test_every_special_has_a_lesson():
    learnt = {lesson.card for lesson in LESSONS} | {"EVEN"}
    assert {card for card, about in CARDS.items() if about.number is None} == learnt - {None}


def test_the_first_lesson_takes_no_more_than_forty_keys():
    taught, pressed = course("basics"), 0
    while not taught.done:
        keys = asked_for(taught) if taught.step else []
        for key in keys:
            taught.press(key)
        if not keys:
            taught.reply()
        pressed += len(keys)
    assert pressed <= 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_has_room_at_every_size_in_every_language(name, language):
    say, lesson = words(language).say, course(name).lesson
    for step in lesson.steps:
        assert len(wrap(say(step.say), 43)) <= 7
        assert len(wrap(say(step.brief), 38)) <= 3
        assert width_of(say(step.task)) <= 66
        assert len(wrap(say(step.task), 28)) <= 2
    assert len(wrap(say(lesson.done), 43)) <= 7
    assert len(wrap(say("That was the last lesson. Enter shows them all."), 28)) <= 2


def test_where_there_is_little_room_whole_sentences_are_left_out():
    text = "The B.R.B. is red. It launches the pod! What else? Nothing."
    assert whole_sentences(text, 60, 1) == text
    assert whole_sentences(text, 20, 2) == "The B.R.B. is red. It launches the pod!"
    assert whole_sentences("終わりです。札がありません。", 14, 1) == "終わりです。"
    assert whole_sentences("one sentence that is far too long", 5, 1) == "one sentence that is far too long"


WRONG = (
    "x",
    "9",
    "0",
    "z",
    "escape",
    "enter",
    "f5",
    "o",
    "p",
    "l",
    "t",
    "?",
    "h",
    "seat 2",
    "pod 1",
    "card B1",
    "card B4",
)


@pytest.mark.parametrize("name", NAMES)
def test_no_wrong_key_breaks_anything(name):
    taught = course(name)
    while not taught.done:
        if taught.step is None:
            taught.reply()
            continue
        step, ply = taught.step, taught.snapshot.view.ply
        for key in WRONG:
            taught.press(key)
            if taught.step is not step:
                break  # that one was right here
            assert (taught.snapshot.view.ply, taught.state.show, taught.state.asking) == (ply, "table", "")
        if taught.step is step:
            if taught.state.pod is not None:
                taught.press(f"pod {taught.state.pod}")
            for key in asked_for(taught):
                taught.press(key)


def test_another_move_than_the_one_asked_for_is_not_made():
    taught = course("basics")
    taught.press("right")
    for key in ("a", "4", "1"):
        taught.press(key)
    assert taught.wrong
    assert taught.snapshot.view.ply == 0
    for key in ("a", "1", "1"):
        taught.press(key)
    assert not taught.wrong
    assert taught.snapshot.view.ply == 1


def test_a_jam_is_asked_about_and_may_be_declined():
    taught = course("basics")
    for keys in (["right"], ["a", "1", "1"], ["a", "2", "1"]):
        for key in keys:
            taught.press(key)
    assert taught.state.asking == "A2>P1"
    taught.press("n")
    assert (taught.state.asking, taught.wrong) == ("", True)
    taught.press("1")
    taught.press("y")
    assert not taught.wrong
    assert taught.number == 4


def test_a_key_does_not_wait_for_the_others():
    taught = course("grav-gun")
    for key in ("a", "1", "1"):
        taught.press(key)
    assert taught.next_reply == (3, "A1>P1")
    taught.press("right")
    assert taught.next_reply is None
    assert taught.snapshot.view.turn == 1
    assert taught.state.chosen == "B1"
