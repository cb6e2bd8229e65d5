"""The roll is called when there is no room for somebody who comes in: whoever does not answer makes room.

A line that broke without a word is noticed only after several questions. Whoever was on it is the first to come back,
often with everybody else of the same house, and would find the places taken by those they themselves have left.
"""

import asyncio
from collections.abc import Iterable
from typing import Final

from relspace_server.networks import network_of
from relspace_server.ssh import wayout
from relspace_server.ssh.door import Visitor
from relspace_server.ssh.house import Party
from relspace_server.ssh.limits import Full
from relspace_server.ssh.terminal.hosting import CLOSING_TIME

ANSWER_SECONDS: Final = 5.0
"""Seconds that a client has to answer; who comes in waits as long."""


def in_the_way(parties: Iterable[Party], full: Full, visitor: Visitor) -> list[Party]:
    """Those who have the places that a visitor could have, the visitor's own ones first.

    Args:
        parties: all who are connected.
        full: the limit that keeps the visitor out.
        visitor: who comes in.
    """
    network = network_of(visitor.address)

    def holds(party: Party) -> bool:
        if not party.has_place:  # nor has the visitor
            return False
        if full == "account":
            return party.player == visitor.person
        return network_of(party.address) == network

    return sorted(filter(holds, parties), key=lambda party: party.player != visitor.person)


async def silent(parties: list[Party]) -> list[Party]:
    """Those of them that do not answer when they are asked whether they are there."""
    heard = await asyncio.gather(*(party.answers_within(ANSWER_SECONDS) for party in parties))
    return [party for party, answered in zip(parties, heard, strict=True) if not answered]


async def send_away(party: Party) -> None:
    """Ends a connection, and waits until its sessions have ended."""
    sessions = party.end_sessions(wayout.LOST)
    party.abort()
    if sessions:
        await asyncio.wait(sessions, timeout=CLOSING_TIME)
