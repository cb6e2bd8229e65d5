"""The tutorial's page: the list of lessons, and the lesson that is being learnt."""

from typing import ClassVar, Final

from relspace.wire.messages import Snapshot
from relspace_client.learn.course import Course
from relspace_client.learn.lesson import Step
from relspace_client.learn.lessons import LESSONS
from relspace_client.learn.menu import menu_picture, title_of
from relspace_client.learn.picture import LessonPicture, Told
from relspace_client.picture.picture import Picture
from relspace_client.screens.dialogs.choose import yes_key
from relspace_client.screens.page import Page, PageName, Stage
from relspace_client.screens.playing_film import PlayingFilm
from relspace_client.table.choices import choices
from relspace_client.table.film import film
from relspace_client.table.keys import Key, keys_of_question
from relspace_client.table.prompt import card_named
from relspace_client.table.turn import key_range, keys_of, keys_of_seats, pods_now

REPLY_SECONDS: Final = 1.2
"""After how long each of the others plays, if no key is pressed."""

STEPS: Final = {"up": -1, "down": 1, "home": -len(LESSONS), "end": len(LESSONS)}
"""How far each key goes in the list."""


def open_learn(stage: Stage) -> None:
    """Begins the first lesson; whoever leaves it is back where they were."""
    stage.open(LearnPage(stage))


class LearnPage(Page):
    """Lessons on a real table. A wrong key is told so, and breaks nothing."""

    name: ClassVar[PageName] = "learn"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._film: Final = PlayingFilm(stage.seconds, stage.after)
        self._done: set[str] = set()
        self._cursor = 0
        self._listed = False
        """Whether Esc in a lesson leads to the list, since the lesson was begun there."""
        self._run = 0
        """Counts what the learner did: a reply that was to come after an earlier deed is one too many."""
        self._left: Course | None = None
        """The lesson that was left for the list: whoever begins it goes on where they were."""
        self.course: Course | None = self._begun(0)
        """The lesson that is being learnt; None in the list."""

    # ── what is seen ─────────────────────────────────────────────────────────────────────────────────────────────

    def picture(self, width: int, height: int) -> Picture:
        """The lesson, or the list."""
        reader, course = self.stage.reader, self.course
        if course is None:
            return menu_picture(self._cursor, self._done, self.stage.notice, reader, width, height)
        return self._picture.picture(
            course, self._told(course), self._keys(course), reader, width, height, self._film.still
        )

    def _told(self, course: Course) -> Told:
        reader = self.stage.reader
        badge = reader.say("{n} of {all}", n=course.number, all=len(course.lesson.steps))
        if course.done:
            done = reader.say(course.lesson.done)
            return Told(reader.say("DONE"), done, done, self._what_is_next(course))
        reply = course.next_reply
        if reply is not None or course.step is None:
            name = course.lesson.names[reply.seat - 1] if reply else ""
            return Told(badge, "", "", reader.say("{name} plays …", name=name))
        step = course.step
        task = self._task(course, step)
        if course.state.asking:
            task = reader.say("It asks before a jam: press {key}.", key=yes_key(reader))
        elif named := self._named(course):
            task = named if course.state.letter else f"{named} {task}"
        elif course.other:
            task = reader.say("That is {space}. {task}", space=course.other, task=task)
        elif course.wrong:
            task = reader.say("Not now. {task}", task=task)
        return Told(badge, reader.say(step.say), reader.say(step.brief), self.stage.notice or task, course.wrong)

    def _named(self, course: Course) -> str:
        """What is said of a card whose name is typed, as at any table; empty if none is."""
        snapshot, words = course.snapshot, self.stage.reader.words
        named = card_named(snapshot, snapshot.view, course.state, words) if snapshot.view else None
        return named.long if named else ""

    def _task(self, course: Course, step: Step) -> str:
        """What to press now: of a card that is chosen already only what is left."""
        say, ready = self.stage.reader.say, course.ready
        if ready is None:
            return say(step.task)
        key = say("Enter") if ready.key == "enter" else ready.key
        return say("{space} is chosen. Press {key}.", space=ready.space, key=key)

    def _what_is_next(self, course: Course) -> str:
        """Where Enter leads after a lesson."""
        if _is_last(course):
            return self.stage.reader.say("That was the last lesson. Enter shows them all.")
        return self.stage.reader.say("Enter leads to the next lesson.")

    def _keys(self, course: Course) -> tuple[Key, ...]:
        words = self.stage.reader.words
        rest = (
            Key("Tab", words.say("lessons"), ("tab",), 2),
            Key("?", words.say("keys"), ("?",), 3),
            Key(words.say("Esc"), words.say("back"), ("escape",)),
        )
        if course.step is None:
            return (Key(words.say("Enter"), words.say("go on"), ("enter",)), *rest)
        if course.state.asking:
            return keys_of_question(words)
        can = choices(course.snapshot.legal)
        if can.gives:
            return (
                Key(key_range(keys_of_seats(can)), words.say("player"), tuple(f"seat {seat}" for seat in can.gives)),
                *rest,
            )
        view = course.snapshot.view
        pods = keys_of(pods_now(view), course.state) if view else []
        return (
            Key("← →", words.term("key", "card"), ("left", "right")),
            *([] if can.peeks else [Key(key_range(pods), words.term("key", "pod"), tuple(pods))]),
            Key(words.say("Enter"), words.say("look") if can.peeks else words.say("play"), ("enter",), 4),
            *rest,
        )

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        """What the keys do."""
        if key in ("?", "question_mark"):
            self.stage.help("learn")
        elif self.course is None:
            self._in_list(key)
        elif key == "escape":
            self._leave_lesson()
        elif key == "tab":
            self._show_list()
        elif self.course.done:
            self._go_on(key, self.course)
        else:
            self._at_table(key, self.course)

    def _in_list(self, key: str) -> None:
        kind, _, row = key.partition(" ")
        if key in STEPS:
            self._cursor = max(0, min(self._cursor + STEPS[key], len(LESSONS) - 1))
        elif kind == "row" and row:
            if int(row) == self._cursor:
                self._begin(self._cursor)
            self._cursor = int(row)
        elif key == "enter":
            self._begin(self._cursor)
        elif key.isdecimal() and len(key) == 1 and (number := int(key) or 10) <= len(LESSONS):
            self._cursor = number - 1
        elif key == "escape":
            self.stage.close()
        else:
            self.tell_unused(key)

    def _at_table(self, key: str, course: Course) -> None:
        self._film.skip()
        self._run += 1
        before = course.snapshot
        course.press(key)
        self._show(course, before)

    def _show(self, course: Course, before: Snapshot) -> None:
        """Shows the move that was made, and has the next of the others play."""
        after = course.snapshot
        if after is before:
            return
        self._film.begin(film(before, after), motion=self.stage.settings.motion)
        self._film.roll()
        if course.done:
            self._done.add(course.lesson.name)
        if course.next_reply is not None:
            run = self._run
            self.stage.after(REPLY_SECONDS, lambda: self._reply(run, course))

    def _reply(self, run: int, course: Course) -> None:
        if run == self._run and course is self.course:
            before = course.snapshot
            course.reply()
            self._show(course, before)

    def _go_on(self, key: str, course: Course) -> None:
        """After a lesson: the next one; after the last one the list."""
        if key != "enter":
            return
        if _is_last(course):
            self._show_list()
        else:
            self._cursor = LESSONS.index(course.lesson) + 1
            self._begin(self._cursor)

    def _begin(self, number: int) -> None:
        self._run += 1
        self._film.skip()
        self._listed = True
        course = self._left
        if course is None or course.done or course.lesson is not LESSONS[number]:
            course = self._begun(number)
        self.course = course
        while course.next_reply is not None:  # the others have played meanwhile
            course.reply()

    def _begun(self, number: int) -> Course:
        reader, lesson = self.stage.reader, LESSONS[number]
        self._picture = LessonPicture()  # the rooms of all lessons are called alike, and begin with the same revision
        return Course(lesson, title_of(lesson, reader), yes_key(reader))

    def _leave_lesson(self) -> None:
        if self._listed:
            self._show_list()
        else:
            self._run += 1
            self.stage.close()

    def _show_list(self) -> None:
        self._run += 1
        self._film.skip()
        self._listed = True
        self._left, self.course = self.course, None


def _is_last(course: Course) -> bool:
    """Whether no lesson comes after this one."""
    return course.lesson is LESSONS[-1]
