"""What is asked of the rooms and looked up there, while pages go on."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, Protocol

from relspace.errors import Fault, Refused
from relspace.link import Link
from relspace.wire.commands import Command, Create, Done, Join, Leave, QuickPlay, Watch
from relspace.wire.questions import Question
from relspace_client.around.parts import Reader
from relspace_client.screens.page import Found
from relspace_client.screens.refusals import BUSY, refusal

SLOW_SECONDS: Final = 1.0
"""After how long an answer is said to be late."""

GOING: Final = (Create, QuickPlay, Join, Watch, Leave)
"""Commands that lead somewhere else: one at a time."""


class Principal(Protocol):
    """On whose behalf errands are run."""

    @property
    def reader(self) -> Reader:
        """Who is told of them."""
        ...

    def tell(self, sentence: str) -> None:
        """Shows a sentence."""
        ...


class Errands:
    """Commands and questions that are under way. The person is told of what is refused, fails or takes its time.

    Args:
        link: the rooms.
        run: runs something beside the app; it does not even begin if the app ends first.
        principal: on whose behalf.
    """

    def __init__(
        self, link: Link, run: Callable[[Callable[[], Coroutine[Any, Any, None]]], None], principal: Principal
    ) -> None:
        self._link: Final = link
        self._run: Final = run
        self._principal: Final = principal
        self._commands: Final[list[Command]] = []
        self._questions: Final[list[Question]] = []

    def send(
        self,
        command: Command,
        then: Callable[[Done], None] | None = None,
        otherwise: Callable[[Refused], bool] | None = None,
    ) -> None:
        """Asks the rooms for something, unless the same, or a way elsewhere, is under way."""
        going = isinstance(command, GOING) and any(isinstance(other, GOING) for other in self._commands)
        if not going and command not in self._commands:
            self._commands.append(command)
            self._run(partial(self._send, command, then, otherwise))

    async def _send(
        self,
        command: Command,
        then: Callable[[Done], None] | None,
        otherwise: Callable[[Refused], bool] | None,
    ) -> None:
        try:
            async with self._told_of(otherwise):
                done = await self._link.send(command)
                # A way elsewhere may go on: it is over before the next step is asked for.
                self._commands.remove(command)
                if then is not None:
                    then(done)
        finally:
            if command in self._commands:
                self._commands.remove(command)

    def look_up(
        self, question: Question, kind: type[Found], then: Callable[[Found], None], wanted: Callable[[], bool]
    ) -> None:
        """Looks something up, unless the same is being looked up.

        Args:
            question: what is asked.
            kind: the type of the answer.
            then: called with the answer.
            wanted: whether the answer is still wanted; asked when it has come.
        """
        if question not in self._questions:
            self._questions.append(question)
            self._run(partial(self._look_up, question, kind, then, wanted))

    async def _look_up(
        self, question: Question, kind: type[Found], then: Callable[[Found], None], wanted: Callable[[], bool]
    ) -> None:
        try:
            async with self._told_of():
                found = await self._link.ask(question)
                if isinstance(found, kind) and wanted():
                    then(found)
        finally:
            self._questions.remove(question)

    def keep(self, save: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs something that keeps what the person set."""
        self._run(partial(self._keep, save))

    async def _keep(self, save: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with self._told_of():
            await save()

    @asynccontextmanager
    async def _told_of(self, otherwise: Callable[[Refused], bool] | None = None) -> AsyncIterator[None]:
        """Tells the person if what is done within is refused, fails, or takes its time."""
        principal = self._principal
        late = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._say_late)
        try:
            yield
        except Refused as error:
            if otherwise is None or not otherwise(error):
                principal.tell(refusal(principal.reader, error))
        except Fault:
            principal.tell(principal.reader.say(BUSY))
        finally:
            late.cancel()

    def _say_late(self) -> None:
        self._principal.tell(self._principal.reader.say("The server takes its time. What you asked for is on its way."))
