"""What is said in the lobby of all nodes: one value of the bucket `hall`, which everybody adds to and watches."""

import logging
from dataclasses import dataclass, replace
from typing import Final

from relspace.errors import Refused
from relspace.room.state import TALK_KEPT, TalkLine
from relspace_server.rooms.form import form_of
from relspace_server.store.bucket import Store
from relspace_server.store.update import Updater, remember

log = logging.getLogger(__name__)

KEY: Final = "talk"


@dataclass(frozen=True, slots=True)
class LobbyTalk:
    """The last lines."""

    lines: tuple[TalkLine, ...] = ()
    ops: tuple[str, ...] = ()


FORM: Final = form_of(LobbyTalk)


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
                return FORM.decode(change.value.data).lines
            except Refused as error:
                log.error("what was said in the lobby cannot be read: %s", error)

    def close(self) -> None:
        """Follows no more."""
        self._watch.close()
