"""What is said in the lobby of all nodes: one value of the bucket `hall`, which everybody adds to and watches."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from relspace.codec import Codec
from relspace.errors import Refused
from relspace.room.state import TALK_KEPT, TalkLine
from relspace_server.store.bucket import Store
from relspace_server.store.update import Form, Updater, remember

log = logging.getLogger(__name__)

KEY: Final = "talk"

_CODEC: Final = Codec()


@dataclass(frozen=True, slots=True)
class LobbyTalk:
    """The last lines."""

    lines: tuple[TalkLine, ...] = ()
    ops: tuple[str, ...] = ()


def _pack(talk: LobbyTalk) -> bytes:
    return _CODEC.pack(LobbyTalk, talk)


def _unpack(data: bytes) -> LobbyTalk:
    found: LobbyTalk = _CODEC.unpack(LobbyTalk, data)
    return found


FORM: Final = Form(_pack, _unpack, lambda talk: talk.ops, lambda _key: LobbyTalk())


class SharedTalk:
    """Adds lines, and follows those of everybody.

    Args:
        store: what is shared.
    """

    def __init__(self, store: Store) -> None:
        self._bucket = store.bucket("hall")
        self._watch = self._bucket.watch(KEY)
        self._updater = Updater()

    async def add(self, line: TalkLine, op_id: str) -> tuple[TalkLine, ...]:
        """Adds a line; returns all of them.

        Raises:
            Fault: the store does not answer.
        """

        def added(talk: LobbyTalk) -> LobbyTalk:
            return replace(talk, lines=(*talk.lines, line)[-TALK_KEPT:], ops=remember(talk.ops, op_id))

        return (await self._updater.update(self._bucket, KEY, op_id, added, FORM)).state.lines

    def __aiter__(self) -> "SharedTalk":
        return self

    async def __anext__(self) -> tuple[TalkLine, ...]:
        """The lines, when they have changed; the end when it is closed."""
        while True:
            change = await anext(self._watch)
            if change.value is None:
                continue
            try:
                return _unpack(change.value.data).lines
            except Refused as error:
                log.error("what was said in the lobby cannot be read: %s", error)

    def close(self) -> None:
        """Follows no more."""
        self._watch.close()
