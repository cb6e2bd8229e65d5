"""What is answered over SSH without anybody playing: a text, and the exit code that comes with it."""

import logging
from typing import Final, NamedTuple

from relspace_server.ssh import wayout
from relspace_server.ssh.commands import AdminWords, Enquiry, UsageError, render
from relspace_server.ssh.door import Door, Visitor
from relspace_server.ssh.house import House, Unable
from relspace_server.ssh.wayout import Ending

LOG: Final = logging.getLogger(__name__)


class Answered(NamedTuple):
    """An answer as the client gets it."""

    text: str
    code: int


async def answer_enquiry(door: Door, visitor: Visitor, enquiry: Enquiry) -> Answered:
    """Asks what a visitor asks.

    Raises:
        Banned: the visitor may not ask.
        Refused: it cannot be answered.
        Fault: the store does not answer.
    """
    if not enquiry.even_banned:
        await door.keep_out(visitor)
    answer = await enquiry.ask(door, visitor)
    return Answered(render(answer, enquiry.json), wayout.DONE)


async def answer_admin(house: House, visitor: Visitor, request: AdminWords) -> Answered:
    """Does what an admin asks for; nobody else learns what there is to ask for.

    Raises:
        Fault: the store does not answer.
    """
    office = house.office
    if office is None or not house.is_admin(visitor):
        LOG.warning("session %s: %s from %s is not an admin", visitor.session, visitor.account, visitor.address)
        return no_answer(wayout.NOT_ADMIN, visitor)
    try:
        answer, as_json = await office.answer(visitor.account, visitor.address, request.words)
    except UsageError as error:
        return Answered(str(error), wayout.WRONG_USAGE)
    except Unable as why:
        return Answered(str(why), wayout.FAILED)
    return Answered(render(answer, as_json), wayout.DONE)


def no_answer(ending: Ending, visitor: Visitor) -> Answered:
    """Why there is none: a question that is cut short has failed, for whatever reason."""
    return Answered(ending.told_to(guest=visitor.guest).said(visitor.words), ending.code or wayout.FAILED)
