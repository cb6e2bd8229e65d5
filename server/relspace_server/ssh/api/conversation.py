"""One program's conversation with the game, without I/O: pieces of bytes in, requests out, answers and messages back.

Every request that can be told from the next gets one answer, in the order in which they came: `{"id", "ok"}` or
`{"id", "error"}`. What is pushed has a `type` and no `id`.
"""

import math
from typing import Any, Final, NamedTuple

from relspace.codec.kinds import Plain
from relspace.errors import CODES, Refused, Unreadable
from relspace.wire.api import Bye, Request, read_request
from relspace.wire.codec import CODEC
from relspace.wire.frame import Frame
from relspace.wire.messages import Lobby, Me, Message, Snapshot, Talk
from relspace_client.terminal import Place
from relspace_server.ssh.api.form import Form

LONGEST_ID: Final = 64
"""Characters that an id may have."""

HIGHEST_ID: Final = 2**53
"""The highest number that an id may be, and below zero the lowest."""

_OF_BYE: Final = "bye"


class Call(NamedTuple):
    """A request that was understood."""

    id: Plain
    request: Request
    asked: Any
    """The record: what is asked for, with its fields."""


class Misread(NamedTuple):
    """A request that was not; its answer says why."""

    id: Plain
    error: Unreadable


class Conversation:
    """What has been said so far, as far as it matters to what is said next.

    Args:
        form: how messages become bytes.
    """

    def __init__(self, form: Form) -> None:
        self.form: Final = form
        self.me: Me | None = None
        """Who the program is; None until the rooms have told."""
        self.subscribed = False
        """Whether the lobby is wanted."""
        self._snapshot: Snapshot | None = None

    @property
    def here(self) -> str:
        """The code of the room that is looked at; empty in the lobby."""
        return self._snapshot.room if self._snapshot else ""

    @property
    def place(self) -> Place:
        """Where the program is."""
        if self._snapshot is None:
            return "lobby"
        return "watching" if self._snapshot.you is None else "seated"

    def read(self, piece: bytes) -> Call | Misread:
        """What a program asks for. A room that a request does not name is the one that is looked at."""
        answer_to = None
        try:
            data = self.form.read(piece)
            if not isinstance(data, dict):
                raise Unreadable("bad-message", reason="not a map")
            answer_to = _checked_id(data.get("id"))
            return Call(answer_to, *read_request(data, self.here))
        except Unreadable as error:
            return Misread(answer_to, error)

    def hear(self, message: Message) -> bool:
        """Takes note of a message from the rooms; returns whether the program wants it."""
        match message:
            case Me():
                self.me = message
            case Snapshot():
                self._snapshot = message
            case Lobby():
                self._snapshot = None
                return self.subscribed
            case Talk():
                return bool(message.room) or self.subscribed
        return True

    # ── back to the program ──────────────────────────────────────────────────────────────────────────────────────

    def answer(self, call: Call, value: object) -> bytes:
        """What was asked for, done or found."""
        return self.form.write({"id": call.id, "ok": CODEC.plain(call.request.facts.answer, value)})

    def refuse(self, answer_to: Plain, refused: Refused) -> bytes:
        """Why it cannot be had."""
        return self.fail(answer_to, refused.code, {name: _plain(value) for name, value in refused.details.items()})

    def fail(self, answer_to: Plain, code: str, details: dict[str, Plain] | None = None) -> bytes:
        """A code of `relspace.errors.CODES`, its sentence, and the facts."""
        error: dict[str, Plain] = {"code": code, "message": CODES[code]}
        if details:
            error["details"] = details
        return self.form.write({"id": answer_to, "error": error})

    def tell(self, frame: Frame) -> bytes:
        """A message from the rooms."""
        return self.form.frame(frame)

    def part(self, bye: Bye) -> bytes:
        """The last message."""
        return self.form.write({"type": _OF_BYE, **CODEC.plain(Bye, bye)})


def _checked_id(given: Plain) -> Plain:
    """An id that can be sent back in either form.

    Raises:
        Unreadable: `bad-field`.
    """
    match given:
        case None | bool():
            return given
        case str() if len(given) <= LONGEST_ID:
            return given
        case int() if -HIGHEST_ID <= given <= HIGHEST_ID:
            return given
        case float() if math.isfinite(given):
            return given
    expected = f"a text of at most {LONGEST_ID} characters, a number below 2^53, true, false or null"
    raise Unreadable("bad-field", path="id", expected=expected)


def _plain(value: object) -> Plain:
    """A fact as it can be sent."""
    return value if value is None or isinstance(value, bool | int | str) else str(value)
