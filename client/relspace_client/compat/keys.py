"""Keys: what a sequence of bytes stands for, and what a key is bound to."""

import logging
from typing import Any, Final

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.events import Key

LOG: Final = logging.getLogger(__name__)


async def run_binding(app: App[Any], key: str) -> bool:
    """Does at once what a key is bound to, from the widget with the focus up; returns whether it is bound."""
    return await app._check_bindings(key)  # noqa: SLF001 - Textual itself waits until the key has bubbled to the app


_parser = XTermParser()


def parse_key(sequence: str) -> list[Key]:
    """The keys that one complete key sequence stands for, in Textual's names.

    One parser serves all sessions, since nothing is left in it between two sequences; one that fails, or waits for
    more, is thrown away together with what it was given.

    Args:
        sequence: a character, or an escape sequence that is complete.
    """
    global _parser  # noqa: PLW0603 - the one place that replaces a parser that failed
    try:
        # New ones: the parser keeps its last key, which would keep the app alive that it was sent to.
        keys = [Key(key.key, key.character) for key in _parser.feed(sequence) if isinstance(key, Key)]
    except Exception:  # noqa: BLE001 - whatever a hostile sequence does to the parser costs one key
        LOG.debug("a key sequence that the parser fails on was dropped")
        keys = []
        _parser = XTermParser()
    if _parser._timeout_time is not None:  # noqa: SLF001 - it waits for more: it does not know the sequence
        keys = []
        _parser = XTermParser()
    return keys
