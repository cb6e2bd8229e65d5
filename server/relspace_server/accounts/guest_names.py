"""Names that guests have for a session, on all nodes.

Each is a value of the bucket `guests` with the node that lent it. Names of accounts are in another bucket, so whoever
takes a name of either kind writes it first, and looks into the other bucket then: of two at the same moment at least
one sees the other and gives way. What a node has lent that is gone is free.
"""

import logging
from collections.abc import Callable, Collection
from typing import Final

from relspace.errors import Fault
from relspace_server.store.bucket import Conflict, Store
from relspace_server.tasks import Tasks

log: Final = logging.getLogger(__name__)

LAST_WORDS: Final = 2.0
"""Seconds in which names are freed when a node stops; later nobody takes them for its own anyway."""


class GuestNames:
    """The names that are lent, by their keys.

    Args:
        store: what the nodes share.
        node: how this one is called.
        living: the nodes that live, this one included.
    """

    def __init__(self, store: Store, node: str, living: Callable[[], Collection[str]]) -> None:
        self._bucket = store.bucket("guests")
        self._node = node
        self._living = living
        self._revisions: dict[str, int] = {}
        """Of the names that this node has lent."""
        self._tasks = Tasks("guest name")
        self.elsewhere: Callable[[], Collection[str]] = tuple
        """Names of which it is known that guests of other nodes have them: they need not be tried."""

    async def lend(self, key: str) -> bool:
        """Enters a name that no guest of this node has; returns whether no guest of another one has it.

        Raises:
            Fault: the store does not answer.
        """
        expected = 0
        while True:
            try:
                self._revisions[key] = await self._bucket.put(key, self._node.encode(), expected)
            except Conflict:
                found = await self._bucket.get(key)
                if found is None:
                    expected = 0
                elif self._holds(found.data):
                    return False
                else:
                    expected = found.revision
            else:
                return True

    async def lent(self, key: str) -> bool:
        """Whether a guest of another node has a name.

        Raises:
            Fault: the store does not answer.
        """
        found = await self._bucket.get(key)
        return found is not None and self._holds(found.data)

    def hand_back(self, key: str) -> None:
        """Frees a name, soon."""
        revision = self._revisions.pop(key, None)
        if revision is not None:
            self._tasks.spawn(self._removed(key, revision))

    async def close(self) -> None:
        """Waits until the names are free that were handed back."""
        await self._tasks.finish_within(LAST_WORDS)

    async def sweep(self) -> None:
        """Removes what nodes have lent that are gone.

        Raises:
            Fault: the store does not answer.
        """
        for key, value in await self._bucket.scan(""):
            if value.data.decode() not in self._living():
                await self._removed(key, value.revision)

    def _holds(self, node: bytes) -> bool:
        """Whether what a node has lent is somebody's: what this one has is known without the store."""
        return node.decode() != self._node and node.decode() in self._living()

    async def _removed(self, key: str, revision: int) -> None:
        try:
            await self._bucket.delete(key, revision)
        except Conflict:
            return  # it is lent again
        except Fault as error:
            log.debug("the name of a guest is free once this node is gone: %s", error)
