"""A sentence of the prompt, and a shorter one for where it does not fit."""

from typing import NamedTuple


class Said(NamedTuple):
    """A sentence, and a shorter one for where it does not fit."""

    long: str
    short: str


def said_once(text: str) -> Said:
    """A sentence that is short anyhow."""
    return Said(text, text)
