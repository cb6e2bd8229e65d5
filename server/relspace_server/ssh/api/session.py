"""One program's session, from its beginning to its end."""

import logging
import secrets
from collections.abc import Callable
from typing import Any, Final, get_args

from typing_extensions import override

from relspace.errors import Fault, Refused, Unreadable
from relspace.wire.api import API, Bye, Hello, Rooms, Subscribe, Welcome
from relspace.wire.commands import Done
from relspace.wire.frame import Frame
from relspace.wire.messages import FORMAT, Message, Notice, Talk
from relspace.wire.questions import Question
from relspace_client.terminal import Place
from relspace_server.ssh import wayout
from relspace_server.ssh.api.conversation import Call, Conversation, Misread
from relspace_server.ssh.api.form import Broken, Form
from relspace_server.ssh.api.pipe import Pipe
from relspace_server.ssh.budget import Budget
from relspace_server.ssh.door import Access, Start, Visitor
from relspace_server.ssh.house import House
from relspace_server.ssh.running import Running
from relspace_server.ssh.wayout import Ending
from relspace_server.version import VERSION

LOG: Final = logging.getLogger(__name__)

UNREADABLE: Final = Ending("Where the next frame begins cannot be told.", wayout.WRONG_USAGE)


class ApiSession(Running):
    """A conversation, and the two ends that it has: a channel, and a link to the rooms.

    Args:
        house: what all sessions share.
        visitor: whom it is for.
        send: sends bytes to the client.
        hold: makes the client keep what it has to send, or lets it go on.
        form: JSON lines or frames.
        budget: what the requests may cost that are carried out.
    """

    def __init__(
        self,
        house: House,
        visitor: Visitor,
        send: Callable[[bytes], None],
        hold: Callable[[bool], None],
        form: Form,
        budget: Budget,
    ) -> None:
        super().__init__(house, visitor, send)
        self._budget = budget
        self._conversation = Conversation(form)
        self._pipe: Final = Pipe(
            form,
            send,
            hold,
            lambda: self.end(wayout.STALLED),
            stalled_after=house.settings.stalled_seconds,
            input_rate=house.settings.input_bytes_per_second,
            request_rate=house.settings.api_requests_per_second,
        )
        self._access: Access | None = None
        self._lobby_talk: Frame | None = None
        """What was said in the lobby when it was told last."""

    @property
    @override
    def terminal(self) -> Pipe:
        """What stands for it."""
        return self._pipe

    @property
    @override
    def place(self) -> Place:
        """Where the program is."""
        return self._conversation.place

    @override
    async def open(self, start: Start) -> None:
        """Asks the door for a link."""
        self._access = await self._house.door.open_api(self._visitor)

    @override
    async def go(self) -> Ending:
        """Carries out one request after another, until no more come."""
        access = self._access
        assert access is not None
        access.link.open(self._receive)
        self._pipe.begin()
        while (piece := await self._pipe.next_piece()) is not None:
            if isinstance(piece, Broken):
                self._pipe.write(self._conversation.refuse(None, piece.error))
                return UNREADABLE
            await self._budget.turn()
            await self._carry_on(access, piece)
        return wayout.GOODBYE

    @override
    def stop(self) -> None:
        """No request is carried out any more."""
        self._pipe.stop()

    @override
    def end_of_input(self) -> None:
        """What has come is still carried out."""
        self._pipe.end_of_input()

    @override
    def tell_waiting(self, place: int) -> None:
        """A program need not be told that it waits."""

    @override
    def last_bytes(self, restore: bytes, ending: Ending) -> bytes:
        """The last message."""
        told = ending.told_to(guest=self._visitor.guest)
        return self._conversation.part(Bye(ending.code, told.said()))

    # ── asking the rooms ─────────────────────────────────────────────────────────────────────────────────────────

    async def _carry_on(self, access: Access, piece: bytes | Unreadable) -> None:
        said = self._conversation.read(piece) if isinstance(piece, bytes) else Misread(None, piece)
        self._pipe.write(await self._answer(access, said))

    async def _answer(self, access: Access, said: Call | Misread) -> bytes:
        if isinstance(said, Misread):
            return self._conversation.refuse(said.id, said.error)
        try:
            return self._conversation.answer(said, await self._carry_out(access, said.asked))
        except Refused as refused:
            return self._conversation.refuse(said.id, refused)
        except Fault as fault:
            LOG.warning("session %s: %s", self._visitor.session, fault)
            return self._conversation.fail(said.id, "unavailable")

    async def _carry_out(self, access: Access, asked: Any) -> object:
        match asked:
            case Hello():
                return self._welcome(asked)
            case Rooms():
                return access.lobby().message
            case Subscribe():
                return self._subscribe(access, on=asked.on)
            case _ if isinstance(asked, get_args(Question)):
                return await access.link.ask(asked)
        return await access.link.send(asked)

    def _welcome(self, hello: Hello) -> Welcome:
        if hello.api > API:
            raise Refused("bad-version", version=hello.api, newest=API)
        assert self._conversation.me is not None, "the rooms tell it first of all"
        return Welcome(self._conversation.me, VERSION, API, FORMAT)

    def _subscribe(self, access: Access, *, on: bool) -> Done:
        self._conversation.subscribed = on
        if on and not self._conversation.here:
            self._receive(access.lobby())
            if self._lobby_talk is not None:
                self._receive(self._lobby_talk)
        return Done(self._conversation.here)

    # ── from the rooms ───────────────────────────────────────────────────────────────────────────────────────────

    def _receive(self, frame: Frame) -> None:
        """Takes a frame; returns at once and never raises."""
        try:
            message = frame.message
            if isinstance(message, Talk) and not message.room:
                self._lobby_talk = frame
            if self._conversation.hear(message):
                self._pipe.push(_kind_of(message), self._conversation.tell(frame))
        except Exception:
            incident = secrets.token_hex(4)
            LOG.exception("incident %s: session %s failed", incident, self._visitor.session)
            self.end(wayout.crashed(incident))


def _kind_of(message: Message) -> tuple[object, ...]:
    """What a newer message of the same kind makes needless."""
    match message:
        case Talk():
            return Talk, message.room
        case Notice():
            return Notice, message.code, message.room, message.text
    return (type(message),)
