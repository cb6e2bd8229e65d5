"""One person's session in plain mode: lines come in, lines go out, and nothing else.

Knows the link and the words, no terminal and no network: whoever runs it feeds it lines, one after another, and writes
what it says.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Literal

from relspace.errors import Fault, Refused
from relspace.link import Link
from relspace.room.commands import ComeBack
from relspace.wire.commands import Command, Create, Done, Join, Leave, QuickPlay, Watch
from relspace.wire.frame import Frame
from relspace.wire.messages import Me
from relspace_client.around.lobby import is_alone
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.model import Model
from relspace_client.plain.answering import Asked, answered
from relspace_client.plain.telling import Teller
from relspace_client.plain.voice import Then, place_of
from relspace_client.plain.words.help import help_lines
from relspace_client.plain.words.lobby import enter
from relspace_client.plain.words.meant import SPACE
from relspace_client.plain.words.misplaced import refused, unknown
from relspace_client.plain.words.vocabulary import HELP, WORDS, meant
from relspace_client.screens.refusals import BUSY, REFUSALS, refusal
from relspace_client.start import InLobby, Start

LOG: Final = logging.getLogger(__name__)

SLOW_SECONDS: Final = 1.0
"""After how long an answer is said to be late."""

ELSEWHERE: Final = (Create, QuickPlay, Join, Watch, Leave)
"""Commands that lead to another place. What is heard on the way there is told when one is there: it may have passed."""


class PlainSession:
    """Implements `relspace_client.plain.voice.Voice`.

    Args:
        link: the rooms. The session opens it and closes it.
        reader: in which language, with which characters.
        start: where the person comes in.
        write: writes one line, given without its end. Must return at once and never raise.
        fail: told of an error in what the rooms sent; ends the session as a crash.
        seconds: a clock that only goes forward, for the time that is left of a turn.
    """

    def __init__(
        self,
        link: Link,
        reader: Reader,
        start: Start | None,
        write: Callable[[str], None],
        fail: Callable[[Exception], None],
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link = link
        self._start = start or InLobby()
        self._write = write
        self._fail = fail
        self._seconds = seconds
        self._heard = 0.0
        self._question: Asked | None = None
        self._held: list[str] | None = None
        """While the person comes in: what is said once they know where they are."""
        self.reader = reader
        self._first = reader.words
        """The language in which the session began."""
        self.model: Final = Model()
        self._teller = Teller(self)
        self.ended = False
        """Whether the person has left."""

    # ── whoever runs it ──────────────────────────────────────────────────────────────────────────────────────────

    async def begin(self) -> None:
        """Opens the link, and goes where the person asked to come in."""
        self.say(self.reader.say("Relative Space in plain lines. Type help for the words, rules for the rules."))
        self._held = []
        self._link.open(self._receive)
        await enter(self, self._start)
        held, self._held = self._held, None
        self._teller.begin()
        self.say(*held)

    def close(self) -> None:
        """Closes the link: the seat of a running game shows away from now on."""
        self._link.close()

    async def feed_line(self, line: str) -> None:
        """Does what a line says. Lines are fed one after another, each when the one before is done."""
        text = "".join(filter(str.isprintable, line.replace("\t", " "))).strip()
        await self._take_seat_back()
        question, self._question = self._question, None
        if not await self._answer(question, text) and text:
            await self._do(text)

    def refuse_line(self, code: Literal["too-large", "too-fast"]) -> None:
        """Tells the person that a line was not taken."""
        self.say(self.reader.say(REFUSALS[code]))

    def catch_up(self) -> None:
        """Says where the person is, after lines that could not be written."""
        self.say(self.reader.say("Some lines were left out."))
        self._teller.anew()

    def warn_of_leaving(self) -> None:
        """The person pressed Ctrl-C once."""
        self._question = None
        self.say(self.reader.say("Ctrl-C again leaves."))

    @property
    def place(self) -> Literal["lobby", "seated", "watching"]:
        """Where the person is, as far as it matters to how long they may be silent."""
        snapshot = self.model.snapshot
        if snapshot is None:
            return "lobby"
        return "watching" if snapshot.you is None else "seated"

    # ── what the words need ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def time_left(self) -> int | None:
        """Milliseconds left of the turn; None where no clock runs."""
        clock = self.model.snapshot.clock if self.model.snapshot else None
        if clock is None:
            return None
        return max(0, clock.left - int(1000 * (self._seconds() - self._heard)))

    def say(self, *lines: str) -> None:
        """Writes lines. The last look at them: no character in them commands a terminal."""
        if self._held is not None:
            self._held += lines
            return
        for line in lines:
            self._write("".join(filter(str.isprintable, self.reader.glyphs.plain(line))))

    def ask(self, question: str, then: Then) -> None:
        """Asks for a yes."""
        self._question = Asked(then)
        self.say(f"{question} {self.reader.say('Type yes to do it.')}")

    async def send(self, command: Command, otherwise: Callable[[Refused], bool] | None = None) -> Done | None:
        """Asks the rooms for something; a refusal is told."""
        late = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._say_late)
        try:
            with self._on_the_way() if isinstance(command, ELSEWHERE) else contextlib.nullcontext():
                done = await self._link.send(command)
                if isinstance(command, Create | QuickPlay):
                    self._teller.opened = done.room
                return done
        except Refused as error:
            if otherwise is None or not otherwise(error):
                self.say(refusal(self.reader, error))
        except Fault:
            self.say(self.reader.say(BUSY))
        finally:
            late.cancel()
        return None

    @contextlib.contextmanager
    def _on_the_way(self) -> Iterator[None]:
        """What is heard meanwhile is told at its end."""
        self._teller.on_the_way = True
        try:
            yield
        finally:
            self._teller.on_the_way = False
            self._guarded(self._teller.follow)

    def read_in(self, language: str) -> None:
        """From now on in another language."""
        self.reader = replace(self.reader, words=words(language) if language else self._first)

    def _say_late(self) -> None:
        self.say(self.reader.say("The server takes its time. What you asked for is on its way."))

    def leave(self) -> None:
        """Ends the session."""
        self.ended = True

    # ── from the rooms ───────────────────────────────────────────────────────────────────────────────────────────

    def _receive(self, frame: Frame) -> None:
        """Takes a frame; returns at once and never raises."""
        self._guarded(lambda: self._take(frame))

    def _take(self, frame: Frame) -> None:
        before, me = self.model.snapshot, self.model.me
        if self.model.take(frame.message):
            if self.model.snapshot is not before:
                self._heard = self._seconds()
            self._follow_settings(me)
            self._teller.follow()

    def _follow_settings(self, before: Me | None) -> None:
        """Another language may have been set, here or in another session of the person."""
        me = self.model.me
        if before is not None and me is not None and before.settings.language != me.settings.language:
            self.read_in(me.settings.language)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Does something with what the rooms sent. An error in it ends this session alone."""
        try:
            work()
        except Refused as error:
            LOG.warning("a message from the rooms was dropped: %s", error)
        except Exception as error:  # noqa: BLE001 - the edge of a session: the caller serves others too
            self._fail(error)

    # ── from the person ──────────────────────────────────────────────────────────────────────────────────────────

    async def _take_seat_back(self) -> None:
        """Whoever says something is back: the autopilot stops playing for them."""
        snapshot = self.model.snapshot
        if snapshot is None or snapshot.phase != "playing" or snapshot.you is None:
            return
        on_autopilot = snapshot.seats[snapshot.you - 1].presence == "autopilot"
        if on_autopilot and await self.send(ComeBack(snapshot.room)) is not None:
            self.say(self.reader.say("Your seat is yours again."))

    async def _answer(self, question: Asked | None, text: str) -> bool:
        """Takes an answer; returns whether the line was one."""
        answer = answered(self.reader, text)
        if answer is None:
            return False
        if question is None:
            self.say(self.reader.say("Nothing was asked."))
        elif answer == "yes":
            await question.then()
        else:
            self.say(self.reader.say("Nothing is done."))
        return True

    async def _do(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if SPACE.fullmatch(word) and place_of(self.model.snapshot) == "table":
            word, rest = "play", text
        names = meant(word)
        if names == [HELP]:
            self.say(*help_lines(self.reader, rest, self.model.snapshot, alone=is_alone(self.model.lobby)))
        elif len(names) != 1:
            self.say(unknown(self.reader, word, names, self.model.lobby))
        elif reason := refused(self.reader, WORDS[names[0]], self.model.snapshot):
            self.say(reason)
        else:
            await WORDS[names[0]].do(self, rest)
