"""What an admin asks for, done on all nodes: here, and by order on the others."""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from relspace.errors import Fault
from relspace_server.ops.admin.parts import Parts
from relspace_server.ops.orders import Orders, Replies
from relspace_server.ssh.house import Unable

_NO_ANSWER: Final = "The store does not answer."


class Everywhere:
    """Does things on this node and the others.

    Args:
        parts: does this node's part.
        orders: has the others do theirs.
        others: the other nodes that live.
    """

    def __init__(self, parts: Parts, orders: Orders, others: Callable[[], Collection[str]]) -> None:
        self._parts = parts
        self._orders = orders
        self._others = others

    @property
    def node(self) -> str:
        """How this node is called."""
        return self._parts.node

    async def do(self, what: str, *words: str) -> Replies:
        """Has every node do its part; this one's rows come first."""
        own, others = await asyncio.gather(self._own(what, words), self._orders.give(what, words, self._others()))
        return Replies([*own.rows, *others.rows], others.silent, (*own.unable, *others.unable))

    async def do_on(self, nodes: Collection[str], what: str, *words: str) -> Replies:
        """Has some nodes do their part, this one last: it may be the last thing that it does."""
        others = await self._orders.give(what, words, [node for node in nodes if node != self.node])
        own = await self._own(what, words) if self.node in nodes else Replies([])
        return Replies([*own.rows, *others.rows], others.silent, (*own.unable, *others.unable))

    async def server_of(self, node: str) -> list[str]:
        """The nodes that belong to the same server as one of them, all the workers of a machine; none if it is none.

        Args:
            node: how one is called, or how it begins, if no other one begins so.
        """
        rows = (await self.do("node")).rows
        meant = [row for row in rows if str(row["node"]).startswith(node)]
        if len({row["server"] for row in meant}) != 1:
            return []
        return [str(row["node"]) for row in rows if row["server"] == meant[0]["server"]]

    async def _own(self, what: str, words: tuple[str, ...]) -> Replies:
        try:
            return Replies(await self._parts.do(what, words))
        except Unable as error:
            return Replies([], unable=((self.node, str(error)),))
        except Fault:
            return Replies([], unable=((self.node, _NO_ANSWER),))


def told_of_others(replies: Replies) -> list[str]:
    """Lines about the nodes that did not answer."""
    return [f"Node {node} did not answer. Ask again in a moment." for node in replies.silent]
