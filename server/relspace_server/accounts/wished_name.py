"""Whether somebody is called as they wished to be when they came in, and if not, why."""

from typing import Final

from relspace.errors import Unreadable
from relspace.text import checked_name, clean
from relspace.wire.messages import Notice

SHOWN: Final = 20
"""Columns of a wish that are repeated."""


def told_of_name(wished: str, got: str) -> Notice | None:
    """What somebody is told who has just got their first name, if it is another one than they wished.

    Args:
        wished: the user name of the SSH client; empty if there is none.
        got: the name that they have.
    """
    shown = clean(wished, SHOWN, 4 * SHOWN)
    try:
        name = checked_name(wished)
    except Unreadable:
        return Notice("bad-name", text=shown) if shown else None
    return None if name == got else Notice("name-taken", text=shown)
